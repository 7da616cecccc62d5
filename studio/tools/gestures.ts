/** What a press, a drag and a release do with each tool. */
import type { Bench, ToolName } from '../bench.ts';
import { type Aim, aimAt, besideAim, bladeOf, extent, type Screen, type Vector } from './aim.ts';
import type { CommandLine } from './command-line.ts';
import type { ToolSettings } from './tool-settings.ts';

/** One use of a tool, from the press on. */
export interface Gesture {
  move(screen: Screen): void;
  /** `isShifted`: whether it ends with the shift key held. */
  end(screen: Screen, isShifted: boolean): void;
  cancel(): void;
  /** For the hint: a line on the screen. */
  readonly line?: readonly Screen[];
}

export interface Workshop {
  readonly bench: Bench;
  readonly settings: ToolSettings;
  readonly commands: CommandLine;
}

/** Radii from a mouth to what it is pointed at: well within the jet's core. */
const MOUTH = 3;
/** W/(m²·K). Lumps of matter take a hundred times what sheets do: nobody would wait for it. */
const FILM = { sheets: 100, matter: 5000 };
/** Radii of the scene that a ball falls. */
const FALL = 0.35;
/** CSS pixels between two points of a stroke. */
const STRIDE = 5;
const ZERO_CELSIUS = 273.15;

/** Begins a use of the tool; nothing where it is of no use at that place, and the view is turned instead. */
export function beginGesture(tool: ToolName, shop: Workshop, screen: Screen): Gesture | undefined {
  if (tool === 'look') return undefined;
  if (tool === 'cut') return cut(shop, screen);
  const aim = aimAt(shop.bench, screen);
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

/** m */
export function radiusOf({ bench, settings }: Workshop): number {
  return 2 * extent(bench).radius * settings.radius.value;
}

function grab(shop: Workshop, aim: Aim): Gesture {
  const { bench, commands, settings } = shop;
  const line: Screen[] = [aim, aim];
  const release = () => commands.send({ kind: 'release' });
  commands.send({ kind: 'grab', point: aim.point, radius: radiusOf(shop), firm: settings.firm.value });
  return {
    line,
    move: (screen) => {
      line[1] = screen;
      commands.send({ kind: 'move', to: besideAim(bench, aim, screen) });
    },
    end: release,
    cancel: release,
  };
}

/** Acts when it is let go, if it is let go. */
function tap(act: (isShifted: boolean, aim: Aim) => void, aim: Aim): Gesture {
  return { move() {}, end: (_, isShifted) => act(isShifted, aim), cancel() {} };
}

function pin(shop: Workshop, { point }: Aim, isShifted: boolean): void {
  const kind = shop.settings.unpins.value !== isShifted ? 'unpin' : 'pin';
  shop.commands.send({ kind, point, radius: radiusOf(shop) });
}

/** The heat gun and the blower stand on the line of sight, before what they point at. */
function jet(shop: Workshop, first: Aim, tool: 'heat' | 'blow'): Gesture {
  const { bench, commands, settings } = shop;
  const hasMatter = bench.state.opened.value?.info.bodies.some(({ matter }) => matter !== undefined);
  const send = ({ point, direction, distance }: Aim) => {
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
      const aim = aimAt(bench, screen);
      // Beside the body it goes on as deep as it was: jets may graze.
      if (aim) send(aim.isOnBody ? aim : { ...aim, ...screen, point: besideAim(bench, first, screen) });
    },
    end: off,
    cancel: off,
  };
}

function cut({ bench, commands }: Workshop, first: Screen): Gesture {
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

function drop(shop: Workshop, { point: [x, y, z] }: Aim): void {
  const radius = radiusOf(shop);
  const mass = shop.settings.mass.value * (4 / 3) * Math.PI * radius ** 3;
  const position: Vector = [x, y + radius + FALL * extent(shop.bench).radius, z];
  shop.commands.send({ kind: 'drop', position, radius, mass, velocity: [0, 0, 0] });
}
