/**
 * Heat for the Aurora sheet in two ways: by the rules of the thesis, and with a temperature at every mass.
 *
 * The sheet of the thesis weighs 88 g on 6 cm², for the sake of its springs. Its heat capacity is that of the plastic it
 * represents, styrene of 0.25 mm (Table 5.1), 0.2 J/K in all. Conductivity, emissivity and the curves of modulus and flow
 * are those of styrene, too.
 */
import { materialPresets } from 'pliant';
import {
  createCollider,
  createHeater,
  HeatExchange,
  type Heater,
  Softening,
  shadowOf,
  sheetHeat,
  ThesisHeat,
  thermalCurves,
  thermalOf,
  type Vector,
} from 'pliant/engine';
import type { ColourScale, Frame } from '../picture/figure.ts';
import { cm, floor } from './room.ts';
import { type Aurora, advance, capture, createAurora, MASS, SIDE, smoothPhotograph } from './sheet.ts';

const PLASTIC = 'styrene-0.25';
/** Room temperature of 20 °C, K. */
export const ROOM_TEMPERATURE = 293.15;

function warmSheet({ lattice, springs }: Aurora) {
  const thickness = materialPresets[PLASTIC].values.thickness.value;
  return { name: 'sheet', first: 0, count: lattice.masses.length, lattice, springs, thickness };
}

/** Adds a temperature at every mass and loss to still air, 10 W/(m²·K). */
export function physicalHeat(aurora: Aurora, heaters: readonly Heater[] = []): HeatExchange {
  const { world, lattice } = aurora;
  const thermal = thermalOf(PLASTIC);
  const sheet = warmSheet(aurora);
  const density = materialPresets[PLASTIC].values.density.value;
  const share = (density * SIDE * SIDE) / (MASS * lattice.masses.length);
  const body = sheetHeat(sheet, { ...thermal, heatCapacity: thermal.heatCapacity * share });
  const heat = new HeatExchange(world, {
    bodies: [body],
    ambient: ROOM_TEMPERATURE,
    airLoss: 10,
    heaters,
    blocked: shadowOf(aurora.colliders.map(createCollider)),
  });
  world.add(heat);
  world.add(new Softening(world, sheet, heat, thermalCurves(thermal)));
  return heat;
}

/** Sets the oven's constant so that 21 °C, the example of the thesis, halves the stiffness of the springs. */
export function thesisHeat(
  aurora: Aurora,
  heaters: readonly Heater[] = [],
  rules: { sensitivity?: number; conductivity?: number } = {},
): ThesisHeat {
  const heat = new ThesisHeat(aurora.world, warmSheet(aurora), {
    ambient: ROOM_TEMPERATURE,
    heaters,
    sensitivity: 4e-5,
    ovenSensitivity: 0.1,
    conductivity: 2,
    intensity: 3000,
    response: 1,
    floor: 0.05,
    ceiling: 2,
    ...rules,
  });
  aurora.world.add(heat);
  return heat;
}

/** A square panel of 3 cm that faces −x, at `x` cm and `height` cm above the floor, on from `start` s. */
export function sideHeater(x: number, height: number, temperature: number, start: number): Heater {
  const corner = (dy: number, dz: number): Vector => cm(x, height - 2.81 + dy, dz);
  const corners = [corner(-1.5, -1.5), corner(-1.5, 1.5), corner(1.5, 1.5), corner(1.5, -1.5)];
  return createHeater({
    name: 'heater',
    faces: [Float64Array.from(corners.flat())],
    temperature,
    keyframes: start > 0 ? [{ time: 0 }, { time: start, temperature }] : [],
  });
}

/** Shape of a sheet in numbers. */
export interface Outline {
  /** Mean height of the edges at −x and +x, m. */
  left: number;
  right: number;
  /** Mean length along the rows (x) and the columns (z) of the lowest layer, m. */
  alongX: number;
  alongZ: number;
  /** Area of the lowest layer, m². */
  area: number;
}

export function outline({ world, lattice }: Aurora): Outline {
  const { x, y, z } = world.particles;
  const { columns, rows } = lattice;
  const length = (a: number, b: number) => Math.hypot(x[a] - x[b], y[a] - y[b], z[a] - z[b]);
  let [left, right, alongX, alongZ, area] = [0, 0, 0, 0, 0];
  for (let row = 0; row < rows; row++) {
    left += y[row * columns] / rows;
    right += y[row * columns + columns - 1] / rows;
    for (let column = 1; column < columns; column++) {
      alongX += length(row * columns + column, row * columns + column - 1) / rows;
    }
    if (row === 0) continue;
    for (let column = 0; column < columns; column++) {
      alongZ += length(row * columns + column, (row - 1) * columns + column) / columns;
    }
  }
  const surface = lattice.triangles(0);
  for (let t = 0; t < surface.length; t += 3) {
    const [a, b, c] = [surface[t], surface[t + 1], surface[t + 2]];
    const u = [x[b] - x[a], y[b] - y[a], z[b] - z[a]];
    const v = [x[c] - x[a], y[c] - y[a], z[c] - z[a]];
    area += 0.5 * Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
  }
  return { left, right, alongX, alongZ, area };
}

/** A frame coloured by temperature, °C. */
export function thermograph(aurora: Aurora): Frame {
  const { world, lattice } = aurora;
  const values = Float32Array.from(
    world.particles.temperature.view.subarray(0, lattice.masses.length),
    (t) => t - 273.15,
  );
  return { caption: `${world.time.toFixed(0)} s`, sheets: [capture(aurora, { smooth: true, values })] };
}

export function temperatureScale(max: number): ColourScale {
  return { title: 'temperature', unit: '°C', min: 20, max };
}

/** Takes frames at the given times (s) and returns the shape of the sheet at the first and the last. */
export function watch(
  aurora: Aurora,
  times: readonly number[],
  {
    frame,
    at,
    progress,
  }: {
    frame: (aurora: Aurora) => Frame;
    /** Called at the first of the times, to switch the oven on. */
    at?: () => void;
    progress: (share: number) => void;
  },
): { frames: Frame[]; before: Outline; after: Outline } {
  const frames: Frame[] = [];
  const end = times[times.length - 1];
  let before: Outline | undefined;
  for (const time of times) {
    advance(aurora, time, (report) => progress(report.time / end));
    frames.push(frame(aurora));
    if (!before) {
      before = outline(aurora);
      at?.();
    }
  }
  return { frames, before: before ?? outline(aurora), after: outline(aurora) };
}

export function millimetres(metres: number, digits = 2): string {
  return `${(metres * 1000).toFixed(digits)} mm`;
}

/** Times of the frames, s: the sheet has settled at the first, and the oven is on from then. */
const OVEN_TIMES = [14, 24, 34, 44, 60];
/**
 * Oven temperatures, K: styrene has lost two thirds of its modulus at 93 °C. The oven of the thesis is one degree
 * above its room.
 */
const OVENS = { thesis: ROOM_TEMPERATURE + 1, physical: 366 };

/** A SLaMM sheet settles on an obstacle; then the oven goes on. */
export function inOven(
  thing: ReturnType<typeof floor>,
  mode: 'thesis' | 'physical',
  progress: (share: number) => void,
) {
  const colliders = [floor(), thing];
  const aurora = createAurora({ colliders, structure: 'slamm', changes: true });
  const heat = mode === 'thesis' ? thesisHeat(aurora) : physicalHeat(aurora);
  const at = () => {
    heat.ambient = OVENS[mode];
  };
  const frame = mode === 'thesis' ? smoothPhotograph : thermograph;
  return { ...watch(aurora, OVEN_TIMES, { frame, at, progress }), colliders };
}
