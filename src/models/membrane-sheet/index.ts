/**
 * A hot sheet for thermoforming: without bending stiffness, clamped at its rim, blown or drawn into shape. It is one layer of
 * neo-Hookean triangles (forces/membrane.ts) over a rectangular or round blank.
 *
 * The sheet is rubber above the glass transition and glass below. With x = (T − T_g)/w + ½, clamped to 0 … 1, and the share of
 * rubber S = x² (3 − 2x), the modulus is
 *   G(T) = G S + c G (1 − S)
 *
 * Symbols
 *   T, T_g  temperature of the sheet and of the glass transition, K
 *   w       width of the transition, K
 *   G       shear modulus of the hot sheet, Pa
 *   c       modulus of the cold sheet over that of the hot one
 *
 * The rubber is always at rest in the flat blank. The glass is at rest in the shape that the sheet has when it cools into the
 * transition: it sets without a jump, keeps that shape when the pressure ends, and loses it when it is heated again.
 * Thermoformed parts return to their blank (Throne 1996, ch. 4).
 */
import type { Body } from '../../core/body.ts';
import { EXPLICIT } from '../../core/dynamics.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { ThicknessMap } from '../../core/thickness.ts';
import type { World } from '../../core/world.ts';
import { Membrane, type MembraneLaw } from '../../forces/membrane.ts';
import { oneOf, positive, wholeNumber, within } from '../../math/check.ts';
import { blankPoints, blankTriangles, OUTLINES, type Outline } from './blank.ts';
import { membraneCutting, type TriangleRows } from './cutting.ts';
import { membraneViews } from './views.ts';

interface SettingMaterial {
  /** Glass transition T_g, K. */
  glassTransition: number;
  /** Width w of the transition, K. */
  transitionWidth: number;
  /**
   * Modulus c of the cold sheet over that of the hot one. For glass it is a thousand or more, which needs a thirtieth of the
   * step; ten is enough for a part that lies on its mould.
   */
  coldStiffening: number;
}

/** Values of optional parameters, for scenes and programs alike. */
export const DEFAULTS = { outline: 'rectangle', clamp: 'rim' } as const;

export interface MembraneSheetOptions {
  name: string;
  /** Default: rectangle. */
  outline?: Outline;
  /** Width along x and depth along z, m. */
  size: readonly [number, number];
  /** Particles a side: columns, rows. */
  points: readonly [number, number];
  /** Thickness of the blank, m. */
  thickness: number;
  /** Density, kg/m³. */
  density: number;
  /** Shear modulus G of the hot sheet, Pa. */
  shearModulus: number;
  /** Viscosity, Pa·s. */
  viscosity?: number;
  law?: MembraneLaw;
  /** Glass transition; without it the sheet stays soft. */
  setting?: SettingMaterial;
  /** Temperature at the start, K. Default: room temperature. */
  temperature?: number;
  /** Particles that are held: the rim, none, or the rim and all farther than this from the centre (m). Default: rim. */
  clamp?: 'rim' | 'none' | { radius: number };
  /** Puts a point of the blank's own frame into the world. */
  place?: (x: number, y: number, z: number) => readonly [number, number, number];
}

export interface MembraneSheet extends Body {
  readonly model: 'membrane-sheet';
  /** The sheet as rubber, with the metric of the blank. */
  readonly membrane: Membrane;
  /** The sheet as glass; undefined if it cannot set. */
  readonly glass: Membrane | undefined;
  readonly columns: number;
  readonly rows: number;
  /** Thickness of the blank, m. */
  readonly thickness: number;
  /** Positions x, z of the particles in the flat blank, m. */
  readonly blank: Float64Array;
  /** World index of a particle; row 0 is at −z. */
  index(column: number, row: number): number;
  readonly drawing: { wall(world: World): ThicknessMap };
}

export function addMembraneSheet(world: World, options: MembraneSheetOptions): MembraneSheet {
  checkOptions(options);
  const {
    name,
    outline = DEFAULTS.outline,
    size,
    points,
    thickness,
    density,
    temperature,
    setting,
  } = options;
  const [columns, rows] = points;
  const label = `body${world.bodies.length}`;
  const p = world.particles;
  const count = columns * rows;
  const first = p.add(count);
  const blank = blankPoints(outline, size, points);
  for (let i = 0; i < count; i++) {
    const [x, z] = blank.subarray(2 * i, 2 * i + 2);
    const [wx, wy, wz] = options.place ? options.place(x, 0, z) : [x, 0, z];
    p.x[first + i] = wx;
    p.y[first + i] = wy;
    p.z[first + i] = wz;
    if (temperature !== undefined) p.temperature.view[first + i] = temperature;
  }
  const surface = blankTriangles(columns, rows);
  const triangles = world.arena.allocate(`${label}.triangles`, 'i32', surface.length, 'model');
  triangles.view.set(surface.map((corner) => first + corner));
  const membrane = new Membrane(world, `${label}.membrane`, triangles, options);
  const glass = setting && addGlass(world, label, membrane, options, setting);
  setMasses(world, membrane, first, count, density / options.shearModulus);
  clampMasses(world, options, blank, first);
  const setRows: TriangleRows[] = [];
  const sheet: MembraneSheet = {
    name,
    model: 'membrane-sheet',
    first,
    count,
    triangles,
    get elements() {
      return membrane.count;
    },
    membrane,
    glass,
    columns,
    rows,
    thickness,
    blank,
    index: (column, row) => first + row * columns + column,
    addStrain: (w, sum) => membrane.addStrain(w, sum),
    views: membraneViews({ first, count, membrane, glass }),
    drawing: { wall: (w) => thicknessMap(w, sheet) },
    cutting: () => membraneCutting(sheet, glass ? [membrane, glass] : [membrane], setRows),
    dynamics: glass
      ? { kind: 'explicit', atStiffest: (measure) => whenCold(membrane, glass, measure) }
      : EXPLICIT,
  };
  world.bodies.push(sheet);
  world.addForce(membrane);
  if (setting && glass) {
    world.addForce(glass);
    const system = settingSystem(world, label, membrane, glass, setting);
    setRows.push(...system.rows);
    world.add(system);
  }
  return sheet;
}

function checkOptions(options: MembraneSheetOptions): void {
  const {
    name,
    outline = DEFAULTS.outline,
    size,
    points,
    clamp = DEFAULTS.clamp,
    temperature,
    setting,
  } = options;
  oneOf(`${name}.outline`, outline, OUTLINES);
  for (const axis of [0, 1]) {
    positive(`${name}.size[${axis}]`, size[axis]);
    wholeNumber(`${name}.points[${axis}]`, points[axis], 3);
  }
  if (outline === 'disc' && points[0] !== points[1])
    throw new RangeError(
      `${name}.points: a disc has as many rows as columns, got ${points[0]} and ${points[1]}`,
    );
  positive(`${name}.density`, options.density);
  if (temperature !== undefined) positive(`${name}.temperature`, temperature);
  if (typeof clamp === 'object') positive(`${name}.clamp.radius`, clamp.radius);
  else oneOf(`${name}.clamp`, clamp, ['rim', 'none']);
  if (!setting) return;
  positive(`${name}.setting.glassTransition`, setting.glassTransition);
  positive(`${name}.setting.transitionWidth`, setting.transitionWidth);
  within(`${name}.setting.coldStiffening`, setting.coldStiffening, 1);
}

/** Gives each corner a third of a triangle's mass; `share`: density over shear modulus. */
function setMasses(world: World, membrane: Membrane, first: number, count: number, share: number): void {
  const masses = new Float64Array(count);
  membrane.triangles.view.forEach((corner, k) => {
    masses[corner - first] += (share * membrane.builtStiffness.view[Math.floor(k / 3)]) / 3;
  });
  for (let i = 0; i < count; i++) world.particles.setMass(first + i, masses[i]);
}

function clampMasses(
  { particles }: World,
  options: MembraneSheetOptions,
  blank: Float64Array,
  first: number,
): void {
  const { clamp = DEFAULTS.clamp, points } = options;
  if (clamp === 'none') return;
  const [columns, rows] = points;
  for (let i = 0; i < columns * rows; i++) {
    const [x, z] = blank.subarray(2 * i, 2 * i + 2);
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const onRim = column === 0 || row === 0 || column === columns - 1 || row === rows - 1;
    const held = clamp === 'rim' ? onRim : onRim || x * x + z * z > clamp.radius * clamp.radius;
    if (held) particles.pin(first + i);
  }
}

/** Adds the glass, which has no stiffness until the sheet cools. */
function addGlass(
  world: World,
  label: string,
  { triangles }: Membrane,
  { shearModulus, thickness, law }: MembraneSheetOptions,
  { coldStiffening }: SettingMaterial,
): Membrane {
  const modulus = coldStiffening * shearModulus;
  const glass = new Membrane(
    world,
    `${label}.glass`,
    triangles,
    { shearModulus: modulus, thickness, law },
    'glass',
  );
  glass.stiffness.view.fill(0);
  return glass;
}

/** Share S of rubber at a temperature: 1 above the transition, 0 below, with a continuous slope. */
function rubberShare({ glassTransition, transitionWidth }: SettingMaterial, temperature: number): number {
  const x = Math.min(1, Math.max(0, (temperature - glassTransition) / transitionWidth + 0.5));
  return x * x * (3 - 2 * x);
}

/** Adapts rubber and glass to the temperature, for triangles whose temperature changed. */
function settingSystem(
  world: World,
  label: string,
  membrane: Membrane,
  glass: Membrane,
  setting: SettingMaterial,
): System & { readonly rows: readonly TriangleRows[] } {
  const { arena } = world;
  const known = arena.allocate(`${label}.setTemperature`, 'f64', membrane.count);
  const isSet = arena.allocate(`${label}.isSet`, 'i32', membrane.count);
  return {
    name: 'setting',
    phase: 'heat',
    rows: [
      [known, 1],
      [isSet, 1],
    ],
    run(w: World): Moved {
      const temperature = w.particles.temperature.view;
      const corners = membrane.triangles.view;
      const [last, set] = [known.view, isSet.view];
      let changed = false;
      for (let t = 0, k = 0; t < membrane.count; t++, k += 3) {
        const mean =
          (temperature[corners[k]] + temperature[corners[k + 1]] + temperature[corners[k + 2]]) / 3;
        if (mean === last[t]) continue;
        const share = rubberShare(setting, mean);
        // A sheet that is cold at the start is at rest in its blank.
        if (share < 1 && set[t] === 0 && last[t] !== 0) glass.set(w, t);
        set[t] = share < 1 ? 1 : 0;
        last[t] = mean;
        membrane.soften(t, share);
        glass.soften(t, 1 - share);
        changed = true;
      }
      return changed ? 'moved' : 'still';
    },
  };
}

function whenCold<T>(membrane: Membrane, glass: Membrane, measure: () => T): T {
  const before = [membrane.stiffness.view.slice(), glass.stiffness.view.slice()];
  for (let t = 0; t < membrane.count; t++) {
    membrane.soften(t, 0);
    glass.soften(t, 1);
  }
  const result = measure();
  membrane.stiffness.view.set(before[0]);
  glass.stiffness.view.set(before[1]);
  return result;
}

/** Wall thickness at each particle: volume of its triangles over their area. */
function thicknessMap(
  world: World,
  { membrane, first, count, blank, thickness }: MembraneSheet,
): ThicknessMap {
  const volume = new Float64Array(count);
  const area = new Float64Array(count);
  const corners = membrane.triangles.view;
  for (let t = 0; t < membrane.count; t++) {
    const rest = membrane.builtStiffness.view[t];
    const wall = membrane.thicknessOf(world, t);
    for (let k = 3 * t; k < 3 * t + 3; k++) {
      volume[corners[k] - first] += rest;
      area[corners[k] - first] += rest / wall;
    }
  }
  return {
    rest: thickness,
    // A particle that a cut left without triangles has the thickness of the blank.
    thickness: volume.map((value, i) => (area[i] > 0 ? value / area[i] : thickness)),
    blank,
    triangles: corners.map((corner) => corner - first),
  };
}
