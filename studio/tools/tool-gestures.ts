/** Gestures of the tools: the effect of a press, a drag and a release. */
import type { ToolName, WorkbenchContext } from '../workbench-context.ts';
import type { CommandQueue } from './command-queue.ts';
import type { ToolSettings } from './tool-settings.ts';
import {
  bladeOf,
  extent,
  type Screen,
  type ToolTarget,
  targetAt,
  targetBeside,
  type Vector,
} from './tool-target.ts';

/** One use of a tool, from press to release. */
export interface Gesture {
  move(screen: Screen): void;
  /** `isShifted`: whether the Shift key is held at the end. */
  end(screen: Screen, isShifted: boolean): void;
  cancel(): void;
  /** A line on the screen for the hint. */
  readonly line?: readonly Screen[];
}

export interface GestureContext {
  readonly bench: WorkbenchContext;
  readonly settings: ToolSettings;
  readonly commands: CommandQueue;
}

/** Distance from a nozzle to its target, in radii: well within the jet's core. */
const MOUTH = 3;
/** Film coefficient for matter, W/(m²·K): a hundred times that of sheets, so that lumps warm up in seconds. */
const FILM = { sheets: 100, matter: 5000 };
/** Height that a ball falls from, in radii of the scene. */
const FALL = 0.35;
/** Distance between two points of a stroke, CSS pixels. */
const STRIDE = 5;
const ZERO_CELSIUS = 273.15;

/** Begins a use of the tool. Returns undefined if it has no effect there: the view is turned instead. */
export function beginGesture(tool: ToolName, shop: GestureContext, screen: Screen): Gesture | undefined {
  if (tool === 'look') return undefined;
  if (tool === 'cut') return cut(shop, screen);
  const aim = targetAt(shop.bench, screen);
  if (!aim) return undefined;
  if (tool === 'drop') return tap((_, at) => drop(shop, at), aim);
  if (!aim.isOnBody) return undefined;
  switch (tool) {
    case 'grab':
      return grab(shop, aim);
    case 'pin':
      return tap((isShifted) => pin(shop, aim, isShifted), aim);
    case 'heat':
    case 'blow':
      return jet(shop, aim, tool);
  }
}

/** Radius of the tool, m. */
export function radiusOf({ bench, settings }: GestureContext): number {
  return 2 * extent(bench).radius * settings.radius.value;
}

function grab(shop: GestureContext, aim: ToolTarget): Gesture {
  const { bench, commands, settings } = shop;
  const line: Screen[] = [aim, aim];
  const release = () => commands.send({ kind: 'release' });
  commands.send({ kind: 'grab', point: aim.point, radius: radiusOf(shop), firm: settings.firm.value });
  return {
    line,
    move: (screen) => {
      line[1] = screen;
      commands.send({ kind: 'move', to: targetBeside(bench, aim, screen) });
    },
    end: release,
    cancel: release,
  };
}

/** Acts on release. */
function tap(act: (isShifted: boolean, aim: ToolTarget) => void, aim: ToolTarget): Gesture {
  return { move() {}, end: (_, isShifted) => act(isShifted, aim), cancel() {} };
}

function pin(shop: GestureContext, { point }: ToolTarget, isShifted: boolean): void {
  const kind = shop.settings.unpins.value !== isShifted ? 'unpin' : 'pin';
  shop.commands.send({ kind, point, radius: radiusOf(shop) });
}

/** The heat gun and the blower are on the line of sight, before their target. */
function jet(shop: GestureContext, first: ToolTarget, tool: 'heat' | 'blow'): Gesture {
  const { bench, commands, settings } = shop;
  const hasMatter = bench.state.opened.value?.info.bodies.some(({ matter }) => matter !== undefined);
  const send = ({ point, direction, distance }: ToolTarget) => {
    const radius = radiusOf(shop);
    const back = Math.min(MOUTH * radius, 0.9 * distance);
    const mouth = point.map((value, axis) => value - back * direction[axis]) as Vector;
    const at = { point: mouth, direction, radius };
    if (tool === 'blow') {
      commands.send({ kind: 'blow', ...at, speed: settings.speed.value });
      return;
    }
    const temperature = settings.temperature.value + ZERO_CELSIUS;
    commands.send({ kind: 'heat', ...at, temperature, film: hasMatter ? FILM.matter : FILM.sheets });
  };
  const off = () => commands.send({ kind: tool === 'heat' ? 'heat-off' : 'blow-off' });
  send(first);
  return {
    move: (screen) => {
      const aim = targetAt(bench, screen);
      // Beside the body it stays at its depth: jets may graze.
      if (aim) send(aim.isOnBody ? aim : { ...aim, ...screen, point: targetBeside(bench, first, screen) });
    },
    end: off,
    cancel: off,
  };
}

function cut({ bench, commands }: GestureContext, first: Screen): Gesture {
  const line: Screen[] = [first];
  const add = (screen: Screen) => {
    const last = line[line.length - 1];
    if (Math.hypot(screen.x - last.x, screen.y - last.y) >= STRIDE) line.push({ x: screen.x, y: screen.y });
  };
  return {
    line,
    move: add,
    end: (screen) => {
      add(screen);
      if (line.length > 1) commands.send({ kind: 'cut', blade: bladeOf(bench, line) });
    },
    cancel() {},
  };
}

function drop(shop: GestureContext, { point: [x, y, z] }: ToolTarget): void {
  const radius = radiusOf(shop);
  const mass = shop.settings.mass.value * (4 / 3) * Math.PI * radius ** 3;
  const position: Vector = [x, y + radius + FALL * extent(shop.bench).radius, z];
  shop.commands.send({ kind: 'drop', position, radius, mass, velocity: [0, 0, 0] });
}
