/**
 * What a user does to a running scene, as plain data: a list of edits and the scene give the whole session again, on any
 * machine. SI units, places in the world's axes.
 */
import { z } from 'zod';

const number = z.number().refine(Number.isFinite, 'must be finite');
const point = z.tuple([number, number, number]);
const radius = number.positive();

export const commandSchema = z.discriminatedUnion('kind', [
  /**
   * A parameter of the scene, by its path. `value` as in the scene's file; left out: back to the default. What has the
   * same path and `gesture` as the one before, as in the drag of a slider, is undone with it.
   */
  z.strictObject({
    kind: z.literal('set'),
    path: z.string().min(1),
    value: z.json().optional(),
    gesture: z.int().optional(),
  }),
  /** Another scene in place of this one, as a file has it. */
  z.strictObject({ kind: z.literal('scene'), scene: z.json(), label: z.string() }),
  z.strictObject({ kind: z.literal('grab'), point, radius, firm: z.boolean().optional() }),
  z.strictObject({ kind: z.literal('move'), to: point }),
  z.strictObject({ kind: z.literal('release') }),
  z.strictObject({ kind: z.literal('pin'), point, radius }),
  z.strictObject({ kind: z.literal('unpin'), point, radius }),
  /** Hot air from `point` towards `direction`, on until the next one or `heat-off`. Temperature in K, film in W/(m²·K). */
  z.strictObject({
    kind: z.literal('heat'),
    point,
    direction: point,
    radius,
    temperature: number.positive(),
    film: number.positive().optional(),
  }),
  z.strictObject({ kind: z.literal('heat-off') }),
  /** A jet of air, m/s. */
  z.strictObject({ kind: z.literal('blow'), point, direction: point, radius, speed: number.positive() }),
  z.strictObject({ kind: z.literal('blow-off') }),
  /** Triangles that the blade swept: nine numbers each. */
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
  /** Steps taken when it was done. */
  step: z.int().min(0),
  /** Edits of one gesture (a grab, its moves, the release) are undone together. */
  gesture: z.int(),
  command: commandSchema,
  /** Cannot be grafted onto the run: it takes effect at the next restart. */
  waits: z.boolean().optional(),
});

export type Edit = z.infer<typeof editSchema>;

/** A session as a file: the scene as it was opened, and all that was done to it, in order. */
export const sessionSchema = z.strictObject({ original: z.json(), edits: z.array(editSchema) });

/** Whether it changes the scene rather than what happens in it. */
export function changesScene(command: Command): boolean {
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

/** What undo and redo are called. */
export function labelOf(command: Command): string {
  if (command.kind === 'set') return command.path;
  if (command.kind === 'scene') return command.label;
  return LABELS[command.kind];
}
