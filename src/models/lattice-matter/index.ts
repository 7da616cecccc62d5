/** Lattice matter in a world: objects on lattices of one spacing, which meet, melt together and break apart. */
import type { BodySkin } from '../../core/body.ts';
import type { World } from '../../core/world.ts';
import * as Material from '../../layouts/generated/matter-material.ts';
import { finite, positive, wholeNumber, within } from '../../math/check.ts';
import { IDENTITY, type Quaternion } from '../../math/quat.ts';
import type { Vector } from '../../math/vec3.ts';
import { MatterTouch } from './cross-lattice/cross-lattice.ts';
import { type Dimension, type MatterLattice, matterLattice, SITES } from './lattice.ts';
import { bondStiffness, completed, type MatterMaterial, materialNumbers, stepLimits } from './material.ts';
import { LatticeMatter } from './matter.ts';
import { refuseOverlap } from './overlap.ts';
import { solverRows, startRows } from './parameters.ts';
import { writeLatticeRotation } from './strain.ts';

export { type Dimension, type MatterLattice, matterLattice } from './lattice.ts';
export { bondStiffness, type MatterLimits, type MatterMaterial, matterLimits } from './material.ts';
export { LatticeMatter } from './matter.ts';

/** An object; defaults are those of the parameter table. */
export interface MatterObject extends Partial<Omit<Start, 'material' | 'velocity' | 'spin'>> {
  /** Particles, x, y, z each, m: points of the lattice, rotated and moved as a whole. */
  points: ArrayLike<number>;
  material: MatterMaterial;
  /**
   * Volume that the points fill, m³ (in the plane that of a slab 1 m thick): together they have the mass of so much of the
   * material. Default: each has the mass of its cell.
   */
  volume?: number | undefined;
  /** Velocity, m/s. */
  velocity?: Vector;
  /** Angular velocity about its middle, rad/s. */
  spin?: Vector;
  /** Rotation of its lattice. Default: none. */
  quaternion?: Quaternion;
  /** Mesh that is drawn for it. Equal objects may share one. */
  skin?: MatterSkin;
}

type Start = ReturnType<typeof startRows.parse>;

/** A mesh that particles carry as long as they are solid, in the axes of the lattice at rest. */
export type MatterSkin = Omit<BodySkin, 'copies'>;

/** A body; the defaults of `implicit`, `iterations`, `tolerance` and `rounds` are those of the parameter table. */
export interface LatticeMatterOptions extends Partial<ReturnType<typeof solverRows.parse>> {
  name: string;
  /** Distance D of nearest particles, m. */
  spacing: number;
  /** Default: 3. In 2, all particles have the z of the first one, and masses are those of a slab 1 m thick. */
  dimension?: Dimension;
  objects: readonly MatterObject[];
  /** Seed of the random choices: docking, melting, freezing. Default: 1. */
  seed?: number;
  /** Kinetic friction on matter of other spacings; of two bodies the lower one counts. Default: 0. */
  friction?: number;
  /** Static friction, at least the kinetic one. Default: the kinetic one. */
  staticFriction?: number;
}

/**
 * Longest automatic sub-step over the longest explicit one: in longer ones a body gains energy on impact and slides farther
 * than Coulomb's law allows.
 */
const MOST_IMPLICIT = 25;
/** Share of the longest explicit sub-step that explicit matter takes; hardening and damping need the rest. */
export const EXPLICIT_SHARE = 1 / 3;

export function addLatticeMatter(world: World, options: LatticeMatterOptions): LatticeMatter {
  checkOptions(options);
  const { name, spacing, dimension = 3, seed = 1, friction = 0, staticFriction = friction } = options;
  const { implicit, iterations, tolerance, rounds } = options;
  const solver = completed(name, solverRows, { implicit, iterations, tolerance, rounds });
  const lattice = matterLattice(spacing, dimension);
  const objects = options.objects.map((object, i) => startOf(`${name}.objects[${i}]`, object, lattice));
  const label = `body${world.bodies.length}`;
  refuseOverlap(world, name, spacing, dimension, options.objects);
  const materials = new Float64Array(Material.LENGTH * objects.length);
  objects.forEach(({ material }, i) => {
    materials.set(materialNumbers(material, lattice), Material.LENGTH * i);
  });
  const limits = objects.map(({ material }) => stepLimits(material, lattice));
  const elastic = Math.min(...limits.map((limit) => limit.elastic));
  const flowing = Math.min(...limits.map(({ sound, viscous }) => Math.min(sound, viscous)));
  const given = objects.map(({ material }) => material);
  const count = objects.reduce((sum, { points }) => sum + points.length / 3, 0);
  const matter = new LatticeMatter(world, {
    skins: skinsOf(objects),
    name,
    label,
    first: world.particles.add(count),
    count,
    lattice,
    materials,
    seed,
    solver: solver.implicit ? solver : undefined,
    stableStep: Math.min((solver.implicit ? MOST_IMPLICIT : EXPLICIT_SHARE) * elastic, flowing),
    elastic,
    conducts: given.some(({ heat }) => heat !== undefined),
    damps: given.some(({ damping, freezing }) => damping > 0 || freezing !== undefined),
    breaks: given.some(({ fracture }) => fracture !== undefined),
    stiffness: Math.max(...given.map(({ young }) => bondStiffness(young, lattice))),
    friction: { friction, staticFriction },
  });
  if (given.some(({ freezing }) => freezing !== undefined)) matter.record.keepObjectsBefore(label);
  placeObjects(world, matter, objects);
  const others = world.bodies.filter(
    (body): body is LatticeMatter => body instanceof LatticeMatter && body.lattice.dimension === dimension,
  );
  world.bodies.push(matter);
  world.addDependent({ name, restored: (w) => matter.restored(w) });
  world.add(matter);
  for (const energy of matter.energies) world.addEnergy(energy);
  // After the steps of both bodies, from their results.
  others.forEach((other, k) => {
    const smoother = matter.friction.friction <= other.friction.friction ? matter : other;
    const touch = new MatterTouch(world, `${label}.touch${k}`, other, matter, smoother.friction);
    world.add(touch);
    world.addEnergy(touch.elastic);
  });
  matter.prepare(world);
  return matter;
}

/** An object whose density makes it weigh what its volume says, whatever the number of its particles. */
type PlacedObject = Pick<MatterObject, 'points' | 'quaternion' | 'skin'> & Start;

function startOf(field: string, object: MatterObject, lattice: MatterLattice): PlacedObject {
  const { points, volume, quaternion, skin, ...rest } = object;
  const start = completed(field, startRows, rest);
  const { material } = start;
  const density =
    volume === undefined
      ? material.density
      : (material.density * volume) / ((points.length / 3) * lattice.volume);
  return { ...start, material: { ...material, density }, points, quaternion, skin };
}

/** Returns every skin once, with the first particles of the objects that share it. */
function skinsOf(objects: readonly PlacedObject[]): BodySkin[] {
  const copies = new Map<MatterSkin, number[]>();
  let first = 0;
  for (const { skin, points } of objects) {
    if (skin) copies.set(skin, [...(copies.get(skin) ?? []), first]);
    first += points.length / 3;
  }
  return [...copies].map(([skin, firsts]) => ({ ...skin, copies: firsts }));
}

function placeObjects(world: World, matter: LatticeMatter, objects: readonly PlacedObject[]): void {
  // Objects without a number get those above all that were given, so that none becomes part of another.
  let free = Math.max(...objects.map(({ object = -1 }) => object + 1));
  let first = 0;
  objects.forEach((object, i) => {
    placeObject(world, matter, { ...object, object: object.object ?? free++ }, i, first);
    first += object.points.length / 3;
  });
}

/** Writes the particles of object `index` of the body, beginning with particle `first` of it. */
function placeObject(
  world: World,
  matter: LatticeMatter,
  placed: PlacedObject & { object: number },
  index: number,
  first: number,
): void {
  const { points, material, phase, quaternion = IDENTITY, velocity, spin, object } = placed;
  const { particles: p } = world;
  const { record, lattice } = matter;
  const n = points.length / 3;
  const middle = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let k = axis; k < points.length; k += 3) sum += points[k];
    return sum / n;
  });
  const mass = material.density * lattice.volume;
  const solid = phase === 'solid' ? 1 : 0;
  for (let k = 0; k < n; k++) {
    const local = first + k;
    const i = matter.first + local;
    const [x, y, z] = [points[3 * k], points[3 * k + 1], points[3 * k + 2]];
    const [rx, ry, rz] = [x - middle[0], y - middle[1], z - middle[2]];
    p.x[i] = x;
    p.y[i] = y;
    p.z[i] = z;
    p.vx[i] = velocity[0] + spin[1] * rz - spin[2] * ry;
    p.vy[i] = velocity[1] + spin[2] * rx - spin[0] * rz;
    p.vz[i] = velocity[2] + spin[0] * ry - spin[1] * rx;
    p.setMass(i, mass);
    p.temperature.view[i] = placed.temperature;
    if (placed.pinned) p.pin(i);
    record.materialOf.view[local] = index;
    record.objectOf.view[local] = object;
    record.phase.view[local] = solid;
    record.share.view[local] = solid;
    record.turn.view.set(quaternion, 4 * local);
    writeLatticeRotation(record, local, record.shape.view.subarray(9 * local, 9 * local + 9));
    record.occupied.view[local] = (1 << SITES) - 1;
    record.rates.view.fill(Math.max(0, material.docking?.rate ?? 0), SITES * local, SITES * (local + 1));
  }
}

/** Checks what the rows of the parameter table do not know. */
function checkOptions(options: LatticeMatterOptions): void {
  const { name, dimension = 3, objects, seed = 1, friction = 0, staticFriction = friction } = options;
  positive(`${name}.spacing`, options.spacing);
  wholeNumber(`${name}.dimension`, dimension, 2, 3);
  wholeNumber(`${name}.seed`, seed, 0, 4294967295);
  within(`${name}.staticFriction`, staticFriction, within(`${name}.friction`, friction, 0));
  if (objects.length === 0) throw new RangeError(`${name}.objects: at least one, got none`);
  objects.forEach((object, i) => {
    const field = `${name}.objects[${i}]`;
    const { points, quaternion, skin, volume } = object;
    if (points.length === 0 || points.length % 3 !== 0) {
      throw new RangeError(
        `${field}.points: x, y and z of at least one particle, got ${points.length} numbers`,
      );
    }
    if (skin && skin.points.length !== points.length) {
      throw new RangeError(
        `${field}.skin.points: must be the object’s ${points.length / 3}, got ${skin.points.length / 3}`,
      );
    }
    for (let k = 0; k < points.length; k++) finite(`${field}.points[${k}]`, points[k]);
    if (volume !== undefined) positive(`${field}.volume`, volume);
    if (quaternion) {
      const length = quaternion.reduce((sum, value) => sum + finite(`${field}.quaternion`, value) * value, 0);
      // Components may have been rounded to f32: 2⁻²².
      if (Math.abs(length - 1) > 1 / 4194304)
        throw new RangeError(`${field}.quaternion: must have length 1, got [${quaternion.join(', ')}]`);
    }
    if (dimension === 2) checkPlane(field, object, objects[0].points[2]);
  });
}

/** Refuses what is not in the plane of the first particle or would leave it. */
function checkPlane(
  field: string,
  { points, velocity, spin, quaternion }: MatterObject,
  plane: number,
): void {
  for (let k = 2; k < points.length; k += 3) {
    if (points[k] !== plane)
      throw new RangeError(`${field}.points[${k}]: in the plane z is ${plane}, got ${points[k]}`);
  }
  if (velocity && velocity[2] !== 0) throw new RangeError(`${field}.velocity: in the plane not along z`);
  if (spin && (spin[0] !== 0 || spin[1] !== 0))
    throw new RangeError(`${field}.spin: in the plane only about z`);
  if (quaternion && (quaternion[0] !== 0 || quaternion[1] !== 0))
    throw new RangeError(`${field}.quaternion: matter in the plane rotates about z only`);
}
