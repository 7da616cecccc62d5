/**
 * Refuses matter that begins inside other matter: coincident particles have no line of centres to be pushed apart along.
 *
 * Particles of objects that touch are at least a layer apart, 0.71 D in space; nearer than D/2 is an overlap. Lattices may
 * also interpenetrate through each other's gaps, with no particle nearer than 0.61 D. So the density that the other object
 * adds at a particle counts too: up to 0.3 of the rest density beyond a flat face, and nearly all of it inside. Parts of one
 * object lie on one lattice and are D apart.
 */
import type { World } from '../../core/world.ts';
import { boundsOf } from '../../math/box.ts';
import { ParticleCells } from '../../surfaces/particle-cells.ts';
import { bell, matterLattice } from './lattice.ts';
import { LatticeMatter } from './matter.ts';

/** Least distance in units of the spacing; between bodies, of the mean spacing. */
const NEAREST = 0.5;
/** Most density that another object may add, in units of the rest density: more than a groove of it adds. */
const MOST_DENSITY = 0.75;

export interface PlacedObject {
  readonly points: ArrayLike<number>;
  /** Objects of the same number are one. */
  readonly object?: number;
}

/** Two overlapping things, and where. */
interface Clash {
  readonly who: string;
  readonly place: ArrayLike<number>;
  readonly how: string;
}

/** Throws a RangeError if particles or objects overlap each other or other matter of the world. */
export function refuseOverlap(
  world: World,
  name: string,
  spacing: number,
  dimension: 2 | 3,
  objects: readonly PlacedObject[],
): void {
  const clash =
    withinObjects(name, spacing, objects) ??
    betweenObjects(name, spacing, dimension, objects) ??
    betweenBodies(world, name, spacing, objects);
  if (!clash) return;
  const at = Array.from(clash.place, (value) => Number(value.toPrecision(4))).join(', ');
  throw new RangeError(`${clash.who} overlap near (${at}): ${clash.how}; move one of them`);
}

function apart(square: number, spacing: number): string {
  return `particles are ${Math.sqrt(square).toPrecision(2)} m apart, at a spacing of ${spacing.toPrecision(3)} m`;
}

function withinObjects(name: string, spacing: number, objects: readonly PlacedObject[]): Clash | undefined {
  for (const [i, { points }] of objects.entries()) {
    const cells = new ParticleCells(points, NEAREST * spacing);
    for (let p = 0; 3 * p < points.length; p++) {
      const place = [points[3 * p], points[3 * p + 1], points[3 * p + 2]];
      const found = cells.findNear(place[0], place[1], place[2], NEAREST * spacing, 2);
      for (let k = 0; k < found; k++) {
        const q = cells.found[k];
        if (q === p) continue;
        const who = `points ${Math.min(p, q)} and ${Math.max(p, q)} of objects[${i}] of "${name}"`;
        return { who, place, how: apart(cells.squares[k], spacing) };
      }
    }
  }
  return undefined;
}

function betweenObjects(
  name: string,
  spacing: number,
  dimension: 2 | 3,
  objects: readonly PlacedObject[],
): Clash | undefined {
  const { reach, norm, volume } = matterLattice(spacing, dimension);
  const boxes = objects.map(({ points }) => boundsOf(points));
  for (const [b, { points, object }] of objects.entries()) {
    let cells: ParticleCells | undefined;
    for (let a = 0; a < objects.length; a++) {
      // In both orders: a small object may be inside a large one.
      if (a === b || !touch(boxes[a], boxes[b], NEAREST * spacing)) continue;
      cells ??= new ParticleCells(points, reach);
      const other = objects[a].points;
      const isOne = object !== undefined && object === objects[a].object;
      for (let p = 0; 3 * p < other.length; p++) {
        const place = [other[3 * p], other[3 * p + 1], other[3 * p + 2]];
        const found = cells.findNear(place[0], place[1], place[2], reach);
        let [density, least] = [0, Number.POSITIVE_INFINITY];
        for (let k = 0; k < found; k++) {
          density += norm * volume * bell(Math.sqrt(cells.squares[k]) / reach);
          least = Math.min(least, cells.squares[k]);
        }
        const isIn = !isOne && density > MOST_DENSITY;
        if (!isIn && Math.sqrt(least) >= NEAREST * spacing) continue;
        const who = `objects[${Math.min(a, b)}] and objects[${Math.max(a, b)}] of "${name}"`;
        const how = isIn ? 'one is in the other' : apart(least, spacing);
        return { who, place, how };
      }
    }
  }
  return undefined;
}

function betweenBodies(
  world: World,
  name: string,
  spacing: number,
  objects: readonly PlacedObject[],
): Clash | undefined {
  const { x, y, z } = world.particles;
  for (const body of world.bodies) {
    if (!(body instanceof LatticeMatter)) continue;
    const mean = 0.5 * (spacing + body.lattice.spacing);
    for (const [b, { points }] of objects.entries()) {
      const cells = new ParticleCells(points, NEAREST * mean);
      for (let i = body.first; i < body.first + body.count; i++) {
        if (cells.findNear(x[i], y[i], z[i], NEAREST * mean, 1) === 0) continue;
        const who = `"${body.name}" and objects[${b}] of "${name}"`;
        return { who, place: [x[i], y[i], z[i]], how: apart(cells.squares[0], mean) };
      }
    }
  }
  return undefined;
}

function touch(a: readonly number[], b: readonly number[], margin: number): boolean {
  return [0, 1, 2].every((axis) => a[axis] - margin <= b[3 + axis] && b[axis] - margin <= a[3 + axis]);
}
