/**
 * Commands of the user, as plain data: the scene and a list of edits reproduce the whole session, on any machine. SI units,
 * places in the world's axes.
 */
import { z } from 'zod';

const number = z.number().refine(Number.isFinite, 'must be finite');
const point = z.tuple([number, number, number]);
const radius = number.positive();

export const commandSchema = z.discriminatedUnion('kind', [
  /**
   * Sets a parameter of the scene by its path. `value` is as in the scene's file; default: the parameter's default. Commands in
   * a row with the same path and `gesture`, as of a dragged slider, are undone together.
   */
  z.strictObject({
    kind: z.literal('set'),
    path: z.string().min(1),
    value: z.json().optional(),
    gesture: z.int().optional(),
  }),
  /** Replaces the scene, given as in a file. */
  z.strictObject({ kind: z.literal('scene'), scene: z.json(), label: z.string() }),
  z.strictObject({ kind: z.literal('grab'), point, radius, firm: z.boolean().optional() }),
  z.strictObject({ kind: z.literal('move'), to: point }),
  z.strictObject({ kind: z.literal('release') }),
  z.strictObject({ kind: z.literal('pin'), point, radius }),
  z.strictObject({ kind: z.literal('unpin'), point, radius }),
  /** Hot air from `point` towards `direction` until the next aim or `heat-off`. Temperature in K, film in W/(m²·K). */
  z.strictObject({
    kind: z.literal('heat'),
    point,
    direction: point,
    radius,
    temperature: number.positive(),
    film: number.positive().optional(),
  }),
  z.strictObject({ kind: z.literal('heat-off') }),
  /** A jet of air of `speed` m/s until the next aim or `blow-off`. */
  z.strictObject({ kind: z.literal('blow'), point, direction: point, radius, speed: number.positive() }),
  z.strictObject({ kind: z.literal('blow-off') }),
  /** Triangles that the blade swept, nine numbers each. */
  z.strictObject({ kind: z.literal('cut'), blade: z.array(number).min(9) }),
  z.strictObject({
    kind: z.literal('drop'),
    position: point,
    radius,
    mass: number.positive(),
    velocity: point,
  }),
]);

export type Command = z.infer<typeof commandSchema>;

const editSchema = z.strictObject({
  /** Steps taken before it. */
  step: z.int().min(0),
  /** Edits of one gesture (a grab, its moves, the release) are undone together. */
  gesture: z.int(),
  command: commandSchema,
  /** Whether it takes effect only at the next restart. */
  waits: z.boolean().optional(),
});

export type Edit = z.infer<typeof editSchema>;

/** A session as a file: the scene as it was opened, and its edits in order. */
export const sessionSchema = z.strictObject({ original: z.json(), edits: z.array(editSchema) });

type SceneCommand = Extract<Command, { kind: 'set' | 'scene' | 'drop' }>;

/** Whether the command changes the scene. The others use tools on the world. */
export function changesScene(command: Command): command is SceneCommand {
  return command.kind === 'set' || command.kind === 'scene' || command.kind === 'drop';
}

const LABELS: Record<Exclude<Command['kind'], 'set' | 'scene'>, string> = {
  grab: 'Pull',
  move: 'Pull',
  release: 'Pull',
  pin: 'Pin',
  unpin: 'Unpin',
  heat: 'Heat gun',
  'heat-off': 'Heat gun',
  blow: 'Blower',
  'blow-off': 'Blower',
  cut: 'Cut',
  drop: 'Drop a ball',
};

/** Returns the name of a command for undo and redo. */
export function labelOf(command: Command): string {
  if (command.kind === 'set') return command.path;
  if (command.kind === 'scene') return command.label;
  return LABELS[command.kind];
}
