/** Lattice matter in a world: objects on lattices of one spacing, which meet, melt together and part. */
import type { BodySkin } from '../../core/body.ts';
import type { World } from '../../core/world.ts';
import * as Material from '../../layouts/generated/matter-material.ts';
import { finite, positive, wholeNumber, within } from '../../math/check.ts';
import { IDENTITY, type Quaternion } from '../../math/quat.ts';
import { MatterTouch, type TouchFriction } from './cross-lattice/cross-lattice.ts';
import { type Dimension, type MatterLattice, matterLattice, SITES } from './lattice.ts';
import { bondStiffness, type MatterMaterial, materialNumbers, matterLimits } from './material.ts';
import { LatticeMatter } from './matter.ts';
import { refuseOverlap } from './overlap.ts';
import type { LatticeSolver } from './solve.ts';
import { writeLatticeRotation } from './strain.ts';

export { type Dimension, type MatterLattice, matterLattice } from './lattice.ts';
export { bondStiffness, type MatterLimits, type MatterMaterial, matterLimits } from './material.ts';
export { LatticeMatter } from './matter.ts';
export type { LatticeSolver } from './solve.ts';

export interface MatterObject {
  /** x, y, z of each particle, m: points of the lattice, turned and moved as a whole. */
  points: ArrayLike<number>;
  material: MatterMaterial;
  /**
   * m³ that the points fill (in the plane of a slab 1 m thick): together they have the mass of so much of the material. Left
   * out, each has that of its cell.
   */
  volume?: number;
  /** Solid, where left out. */
  phase?: 'solid' | 'fluid';
  /** Rotation of its lattice. Default: none. */
  quaternion?: Quaternion;
  /** m/s */
  velocity?: readonly [number, number, number];
  /** rad/s about the object's middle. */
  spin?: readonly [number, number, number];
  /** K */
  temperature?: number;
  /** Parts of the same number are one object; left out, every entry is one of its own. */
  object?: number;
  /** Its particles stay where they are. */
  pinned?: boolean;
  /** A mesh that is drawn for it. Objects alike may share one. */
  skin?: MatterSkin;
}

/** A mesh that particles carry as long as they are solid, in the axes of the lattice at rest. */
export type MatterSkin = Omit<BodySkin, 'copies'>;

export interface LatticeMatterOptions {
  name: string;
  /** D, m: between nearest particles. */
  spacing: number;
  /** 3 where left out; 2: all in the plane z = 0 of the first particle, masses those of a slab 1 m thick. */
  dimension?: Dimension;
  objects: readonly MatterObject[];
  /** Of random choices: docking, melting, freezing. */
  seed?: number;
  /** μ_k on matter of other spacings, 0.3 where left out, and μ_s ≥ μ_k, the same where left out; of two bodies those of the smoother one. */
  friction?: number;
  staticFriction?: number;
  /** Elastic forces at the end of the sub-step, so that no stiffness is too much; false: at its start. */
  implicit?: boolean | Partial<LatticeSolver>;
}

/** Over the longest explicit step, of sub-steps that are chosen by themselves: in longer ones a body that is hit gains energy and rubs by less than Coulomb's law. */
const MOST_IMPLICIT = 25;
/** A residual that is allowed to stay whole would end every solve before it began. */
export const MOST_TOLERANCE = 0.5;

const SOLVER: LatticeSolver = { tolerance: 1e-2, iterations: 60, rounds: 4 };

export function addLatticeMatter(world: World, options: LatticeMatterOptions): LatticeMatter {
  checkOptions(options);
  const { name, spacing, dimension = 3, objects, seed = 1, implicit = true, friction = 0.3 } = options;
  const lattice = matterLattice(spacing, dimension);
  const label = `body${world.bodies.length}`;
  const counts = objects.map(({ points }) => points.length / 3);
  const count = counts.reduce((sum, n) => sum + n, 0);
  refuseOverlap(world, name, spacing, dimension, objects);
  const made = objects.map((object) => materialIn(object, lattice));
  const materials = new Float64Array(Material.LENGTH * objects.length);
  made.forEach((material, i) => {
    materials.set(materialNumbers(`${name}.objects[${i}].material`, material, lattice), Material.LENGTH * i);
  });
  const solver = implicit === false ? undefined : { ...SOLVER, ...(implicit === true ? {} : implicit) };
  const limits = made.map((material) => matterLimits(material, lattice));
  const elastic = Math.min(...limits.map((limit) => limit.elastic));
  const flowing = Math.min(...limits.map(({ sound, viscous }) => Math.min(sound, viscous)));
  // A third: so that there is room to harden, and for damping.
  const stableStep = Math.min(solver ? MOST_IMPLICIT * elastic : elastic / 3, flowing);
  const first = world.particles.add(count);
  const conducts = objects.some(({ material }) => material.heat !== undefined);
  const damps = objects.some(
    ({ material }) => (material.damping ?? 0) > 0 || material.freezing !== undefined,
  );
  const stiffness = Math.max(...objects.map(({ material }) => bondStiffness(material.young, lattice)));
  const matter = new LatticeMatter(world, {
    skins: skinsOf(objects, counts),
    name,
    label,
    first,
    count,
    lattice,
    materials,
    seed,
    solver,
    stableStep,
    elastic,
    conducts,
    damps,
    breaks: objects.some(({ material }) => material.fracture !== undefined),
    stiffness,
    friction: { friction, staticFriction: options.staticFriction ?? friction },
  });
  if (objects.some(({ material }) => material.freezing !== undefined)) matter.record.keepObjectsBefore(label);
  let at = 0;
  const numbers = objectNumbers(objects);
  objects.forEach((object, i) => {
    placeObject(world, matter, { ...object, material: made[i], object: numbers[i] }, i, at);
    at += counts[i];
  });
  const others = world.bodies.filter(
    (body): body is LatticeMatter => body instanceof LatticeMatter && body.lattice.dimension === dimension,
  );
  world.bodies.push(matter);
  world.addDependent({ name, restored: (w) => matter.restored(w) });
  world.add(matter);
  for (const energy of matter.energies) world.addEnergy(energy);
  // After both of them have taken their own steps, from where these lead.
  others.forEach((other, k) => {
    const touch = new MatterTouch(world, `${label}.touch${k}`, other, matter, frictionOf(matter, other));
    world.add(touch);
    world.addEnergy(touch.elastic);
  });
  matter.prepare(world);
  return matter;
}

/** Of the smoother of two. */
function frictionOf(a: LatticeMatter, b: LatticeMatter): TouchFriction {
  return a.friction.friction <= b.friction.friction ? a.friction : b.friction;
}

/** As dense as makes the object as heavy as its volume says, whatever whole particles there are to it. */
function materialIn({ material, volume, points }: MatterObject, lattice: MatterLattice): MatterMaterial {
  if (volume === undefined) return material;
  return { ...material, density: (material.density * volume) / ((points.length / 3) * lattice.volume) };
}

/** Objects without a number get those above all that were given, so that none becomes part of another. */
function objectNumbers(objects: readonly MatterObject[]): number[] {
  let free = 0;
  for (const { object = -1 } of objects) free = Math.max(free, object + 1);
  return objects.map(({ object }) => object ?? free++);
}

/** Objects with one and the same skin are its copies. */
function skinsOf(objects: readonly MatterObject[], counts: readonly number[]): BodySkin[] {
  const copies = new Map<MatterSkin, number[]>();
  let first = 0;
  objects.forEach(({ skin }, i) => {
    if (skin) copies.set(skin, [...(copies.get(skin) ?? []), first]);
    first += counts[i];
  });
  return [...copies].map(([skin, firsts]) => ({ ...skin, copies: firsts }));
}

function placeObject(
  world: World,
  matter: LatticeMatter,
  object: MatterObject & { object: number },
  index: number,
  at: number,
): void {
  const {
    points,
    material,
    phase = 'solid',
    quaternion = IDENTITY,
    velocity = [0, 0, 0],
    spin = [0, 0, 0],
  } = object;
  const { particles: p } = world;
  const { record, lattice } = matter;
  const n = points.length / 3;
  const middle = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let k = axis; k < points.length; k += 3) sum += points[k];
    return n > 0 ? sum / n : 0;
  });
  const mass = material.density * lattice.volume;
  const [u, v, t, w] = quaternion;
  for (let k = 0; k < n; k++) {
    const local = at + k;
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
    if (object.temperature !== undefined) p.temperature.view[i] = object.temperature;
    if (object.pinned) p.pin(i);
    record.materialOf.view[local] = index;
    record.objectOf.view[local] = object.object;
    record.phase.view[local] = phase === 'solid' ? 1 : 0;
    record.share.view[local] = phase === 'solid' ? 1 : 0;
    record.turn.view.set([w, u, v, t], 4 * local);
    writeLatticeRotation(record, local, record.shape.view.subarray(9 * local, 9 * local + 9));
    record.occupied.view[local] = (1 << SITES) - 1;
    record.rates.view.fill(Math.max(0, material.docking?.rate ?? 0), SITES * local, SITES * (local + 1));
  }
}

function checkOptions(options: LatticeMatterOptions): void {
  const { name, dimension = 3, objects, implicit, seed = 1 } = options;
  positive(`${name}.spacing`, options.spacing);
  wholeNumber(`${name}.dimension`, dimension, 2, 3);
  wholeNumber(`${name}.seed`, seed, 0, 4294967295);
  const friction = within(`${name}.friction`, options.friction ?? 0.3, 0);
  within(`${name}.staticFriction`, options.staticFriction ?? friction, friction);
  if (typeof implicit === 'object') {
    if (implicit.tolerance !== undefined)
      within(`${name}.implicit.tolerance`, implicit.tolerance, 0, MOST_TOLERANCE);
    if (implicit.iterations !== undefined) wholeNumber(`${name}.implicit.iterations`, implicit.iterations, 1);
    if (implicit.rounds !== undefined) wholeNumber(`${name}.implicit.rounds`, implicit.rounds, 1);
  }
  if (objects.length === 0) throw new RangeError(`${name}.objects: at least one, got none`);
  objects.forEach((object, i) => {
    const field = `${name}.objects[${i}]`;
    const { points, quaternion, temperature, skin } = object;
    if (skin && skin.points.length !== points.length) {
      throw new RangeError(
        `${field}.skin.points: must be the object’s ${points.length / 3}, got ${skin.points.length / 3}`,
      );
    }
    if (points.length === 0 || points.length % 3 !== 0) {
      throw new RangeError(
        `${field}.points: x, y and z of at least one particle, got ${points.length} numbers`,
      );
    }
    for (let k = 0; k < points.length; k++) finite(`${field}.points[${k}]`, points[k]);
    for (const vector of ['velocity', 'spin'] as const) {
      for (const value of object[vector] ?? []) finite(`${field}.${vector}`, value);
    }
    if (object.volume !== undefined) positive(`${field}.volume`, object.volume);
    if (temperature !== undefined) positive(`${field}.temperature`, temperature);
    if (object.object !== undefined) wholeNumber(`${field}.object`, object.object, 0, 1 << 28);
    if (dimension === 2) checkPlane(field, object, objects[0].points[2]);
    if (!quaternion) return;
    const length = quaternion.reduce((sum, value) => sum + finite(`${field}.quaternion`, value) * value, 0);
    if (Math.abs(length - 1) > 1e-9)
      throw new RangeError(`${field}.quaternion: must have length 1, got [${quaternion.join(', ')}]`);
    if (dimension === 2 && (quaternion[0] !== 0 || quaternion[1] !== 0))
      throw new RangeError(`${field}.quaternion: matter in the plane rotates about z only`);
  });
}

/** All in the plane of the first particle, and staying there. */
function checkPlane(field: string, { points, velocity, spin }: MatterObject, plane: number): void {
  for (let k = 2; k < points.length; k += 3) {
    if (points[k] !== plane)
      throw new RangeError(`${field}.points[${k}]: in the plane z is ${plane}, got ${points[k]}`);
  }
  if (velocity && velocity[2] !== 0) throw new RangeError(`${field}.velocity: in the plane not along z`);
  if (spin && (spin[0] !== 0 || spin[1] !== 0))
    throw new RangeError(`${field}.spin: in the plane only about z`);
}
