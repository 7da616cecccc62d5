/**
 * A hot sheet as the thermoformer knows it: too soft to bend back, held at its rim, blown or sucked into shape. One
 * layer of neo-Hookean triangles (forces/membrane.ts) over a rectangular or round blank.
 *
 * The modulus follows the temperature T of the masses through the glass transition,
 *   G(T) = G · c^(1 − S(T)),   S(T) = 1/(1 + exp(−4 (T − T_g)/w)),
 * G that of the hot sheet, c the cold sheet's in terms of it. A triangle whose mean temperature falls below T_g
 * sets: it is then at rest in the shape it has. One that is heated above T_g again wants back to the flat blank, as
 * thermoformed parts do (Throne 1996, ch. 4).
 */
import type { Block } from '../../core/arena.ts';
import type { ThicknessMap } from '../../core/thickness.ts';
import type { Body, Stage, World } from '../../core/world.ts';
import { Membrane, type MembraneLaw } from '../../forces/membrane.ts';
import { finite, positive, wholeNumber, within } from '../../math/check.ts';
import { exp, log } from '../../math/portable.ts';
import { blankPoints, blankTriangles, OUTLINES, type Outline } from './blank.ts';

export interface SettingMaterial {
  /** T_g, K. */
  glassTransition: number;
  /** w, K. */
  transitionWidth: number;
  /**
   * c: modulus of the cold sheet over that of the hot one. Glasses have a thousand and more, at a thirtieth of the
   * time step; a part that lies on its mould is rigid enough with ten.
   */
  coldStiffening: number;
}

export interface MembraneSheetOptions {
  name: string;
  outline?: Outline;
  /** Width along x and depth along z, m. */
  size: readonly [number, number];
  /** Masses a side: columns, rows. */
  points: readonly [number, number];
  /** m */
  thickness: number;
  /** kg/m³ */
  density: number;
  /** G of the hot sheet, Pa. */
  shearModulus: number;
  /** Pa·s */
  viscosity?: number;
  law?: MembraneLaw;
  /** Left out: the sheet stays as soft as it is. */
  setting?: SettingMaterial;
  /** K of all masses at the start; room temperature where left out. */
  temperature?: number;
  /** What is held: the rim (as left out), all masses farther than this from the centre (m), or nothing. */
  clamp?: 'rim' | 'none' | { radius: number };
  /** Puts a point of the blank's own frame into the world. */
  place?: (x: number, y: number, z: number) => readonly [number, number, number];
}

export interface MembraneSheet extends Body {
  readonly model: 'membrane-sheet';
  readonly membrane: Membrane;
  readonly columns: number;
  readonly rows: number;
  /** m, of the blank. */
  readonly thickness: number;
  /** x and z of each mass in the flat blank, m. */
  readonly blank: Float64Array;
  /** World index of a mass; row 0 is at −z. */
  index(column: number, row: number): number;
  thicknessMap(world: World): ThicknessMap;
}

export function addMembraneSheet(world: World, options: MembraneSheetOptions): MembraneSheet {
  checkOptions(options);
  const { name, outline = 'rectangle', size, points, thickness, density, temperature, setting } = options;
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
  const triangles = world.arena.allocate(
    `${label}.triangles`,
    'i32',
    6 * (columns - 1) * (rows - 1),
    'model',
  );
  triangles.view.set(blankTriangles(columns, rows, first));
  const membrane = new Membrane(world, `${label}.membrane`, triangles, options);
  setMasses(world, membrane, first, count, density / options.shearModulus);
  clampMasses(world, options, blank, first);
  const sheet: MembraneSheet = {
    name,
    model: 'membrane-sheet',
    first,
    count,
    triangles,
    elements: membrane.count,
    membrane,
    columns,
    rows,
    thickness,
    blank,
    index: (column, row) => first + row * columns + column,
    addStrain: (w, sum) => membrane.addStrain(w, sum),
    thicknessMap: (w) => thicknessMap(w, sheet),
    atStiffest: (measure) => (setting ? atStiffness(membrane, setting.coldStiffening, measure) : measure()),
  };
  world.bodies.push(sheet);
  world.forces.push(membrane);
  if (setting) world.heat.push(settingStage(world, label, membrane, setting));
  return sheet;
}

function checkOptions(options: MembraneSheetOptions): void {
  const { name, outline = 'rectangle', size, points, clamp, temperature, setting } = options;
  if (!OUTLINES.includes(outline))
    throw new RangeError(`${name}.outline: must be one of ${OUTLINES.join(', ')}, got ${outline}`);
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
  if (!setting) return;
  positive(`${name}.setting.glassTransition`, setting.glassTransition);
  positive(`${name}.setting.transitionWidth`, setting.transitionWidth);
  within(
    `${name}.setting.coldStiffening`,
    finite(`${name}.setting.coldStiffening`, setting.coldStiffening),
    1,
  );
}

/** A third of each triangle to each of its corners; `share` is density over shear modulus. */
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
  const { clamp = 'rim', points } = options;
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

/** Modulus over that of the hot sheet. */
export function settingFactor(setting: SettingMaterial, temperature: number): number {
  const done = 1 / (1 + exp((-4 * (temperature - setting.glassTransition)) / setting.transitionWidth));
  return exp((1 - done) * log(setting.coldStiffening));
}

/** Keeps modulus and rest shape with the temperature; a triangle is looked at only when its temperature changed. */
function settingStage(world: World, label: string, membrane: Membrane, setting: SettingMaterial): Stage {
  const { arena } = world;
  const known = arena.allocate(`${label}.setTemperature`, 'f64', membrane.count);
  const isSet = arena.allocate(`${label}.isSet`, 'i32', membrane.count);
  return {
    name: 'setting',
    run(w: World): boolean {
      return updateSetting(w, membrane, setting, known, isSet);
    },
  };
}

function updateSetting(
  world: World,
  membrane: Membrane,
  setting: SettingMaterial,
  known: Block<'f64'>,
  isSet: Block<'i32'>,
): boolean {
  const temperature = world.particles.temperature.view;
  const corners = membrane.triangles.view;
  let changed = false;
  for (let t = 0; t < membrane.count; t++) {
    const mean =
      (temperature[corners[3 * t]] + temperature[corners[3 * t + 1]] + temperature[corners[3 * t + 2]]) / 3;
    if (mean === known.view[t]) continue;
    const fresh = known.view[t] === 0; // a sheet that begins cold begins at rest
    known.view[t] = mean;
    changed = true;
    membrane.soften(t, settingFactor(setting, mean));
    const cold = mean < setting.glassTransition ? 1 : 0;
    if (cold === isSet.view[t]) continue;
    isSet.view[t] = cold;
    if (cold === 0) membrane.release(t);
    else if (!fresh) membrane.set(world, t);
  }
  return changed;
}

function atStiffness<T>(membrane: Membrane, factor: number, measure: () => T): T {
  const before = membrane.stiffness.view.slice();
  for (let t = 0; t < membrane.count; t++) membrane.soften(t, factor);
  const result = measure();
  membrane.stiffness.view.set(before);
  return result;
}

/** A mass has the volume of a third of its triangles over a third of their area. */
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
    thickness: volume.map((value, i) => value / area[i]),
    blank,
    triangles: corners.map((corner) => corner - first),
  };
}
