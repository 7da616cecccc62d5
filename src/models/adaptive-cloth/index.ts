/**
 * Woven cloth on adaptive 4-8 meshes (Birra & Próspero dos Santos 2004) with the dynamics of Baraff & Witkin (1998):
 * energy.ts has the energies, mesh.ts the mesh, system.ts the solve of a step. For implicit engines; explicit ones work
 * too, with the steps that their stability allows.
 */
import type { z } from 'zod';
import type { World } from '../../core/world.ts';
import { within } from '../../math/check.ts';
import { checkedOptions } from '../rows.ts';
import { Adaptation } from './adapt.ts';
import { Cloth } from './cloth.ts';
import { creasing } from './crease.ts';
import { type ClothMaterial, patternArea } from './energy.ts';
import type { Mesh48 } from './mesh.ts';
import { fromTriangles, type MeshSource } from './mesh-import.ts';
import { rectangleMesh } from './mesh-start.ts';
import { clothOptions } from './parameters/cloth.ts';
import { clampWatch } from './pins.ts';
import { ripping, Seams } from './seams.ts';
import { tearing } from './tear.ts';
import type { ClothPaint } from './vertex-values.ts';

/** Number of vertices at which refinement stops: beyond it steps take seconds. */
const MOST_VERTICES = 200_000;
const MOST_TRIANGLES = 2_000_000;

export interface ClothRectangle {
  /** Lengths along u and v, m. */
  readonly size: readonly [number, number];
  /** Squares along u and v, each cut along a diagonal. */
  readonly cells: readonly [number, number];
}

/** Options of the parameter table, and those that only programs have. */
export interface AdaptiveClothOptions extends z.input<typeof clothOptions> {
  name: string;
  shape: ClothRectangle | MeshSource;
  material: ClothMaterial;
  /** Stiffness and pins by vertex of the start mesh, before `startLevel`. */
  paint?: ClothPaint | undefined;
  /** Returns the position of a point of the pattern of a rectangle, m; default: (u, v, 0). */
  place?: (u: number, v: number) => readonly [number, number, number];
}

export type AdaptiveCloth = Cloth;

export function addAdaptiveCloth(world: World, options: AdaptiveClothOptions): AdaptiveCloth {
  const { name, shape, paint } = options;
  const parameters = checkedOptions(clothOptions, options, name);
  const { material, startLevel, minLevel, maxLevel = startLevel, crease, tearStrain } = parameters;
  within(`${name}.maxLevel`, maxLevel, startLevel);
  within(`${name}.minLevel`, minLevel, 0, startLevel);
  let seams: Seams | undefined;
  const start = startOf(options, startLevel, (mesh, vertexOf) => {
    const stretch = 0.5 * (material.stretchWarp + material.stretchWeft);
    if (parameters.seams.length > 0) seams = new Seams(name, parameters.seams, mesh, vertexOf, stretch);
  });
  const { mesh, positions, vertexOf } = start;
  mesh.maxLevel = maxLevel;
  mesh.minLevel = minLevel;
  const cloth = new Cloth(world, `body${world.bodies.length}`, name, mesh, material, positions, {
    vertexOf,
    hasPattern: 'cells' in shape || shape.pattern !== undefined,
    seams,
    paint: paint && startPaint(name, paint, start),
  });
  world.bodies.push(cloth);
  world.addForce(cloth.force);
  world.add(clampWatch(cloth));
  if (parameters.restShape === 'start') cloth.restAsItIs();
  const adapts = options.maxLevel !== undefined && maxLevel > minLevel;
  if (adapts) {
    const { refineError = Math.sqrt(patternArea(mesh)) / 250 } = parameters;
    world.add(new Adaptation(world, cloth, { ...parameters, refineError }));
  }
  // The particles of a cloth that does not adapt move when bodies in front of it grow.
  const changes = adapts ? [] : cloth.changing;
  world.addDependent({ name: 'refinement', changes, restored: () => cloth.restored() });
  mesh.maxVertices = MOST_VERTICES;
  if (crease) world.add(creasing(cloth, crease));
  if (tearStrain !== undefined) world.add(tearing(cloth, tearStrain));
  if (seams?.canRip) world.add(ripping(cloth, seams));
  return cloth;
}

/** Returns paint by vertex of the start mesh; the centre of a divided triangle has the mean of its corners. */
function startPaint(name: string, paint: ClothPaint, { triangles, count, vertexOf }: Start): ClothPaint {
  const spread = (field: keyof ClothPaint, most: number) => {
    const values = paint[field];
    if (!values) return undefined;
    const given = vertexOf ? vertexOf.length : count;
    if (values.length !== given)
      throw new RangeError(
        `${name}.paint.${field}: must have one number for each of the ${given} vertices, got ${values.length}`,
      );
    const all = new Float64Array(count).fill(Number.NaN);
    for (let i = 0; i < given; i++) {
      const vertex = vertexOf ? vertexOf[i] : i;
      if (vertex >= 0) all[vertex] = within(`${name}.paint.${field}[${i}]`, values[i], 0, most);
    }
    return withCentres(all, triangles);
  };
  return { stretch: spread('stretch', 1e6), bend: spread('bend', 1e6), pin: spread('pin', 1) };
}

/** Replaces NaN, the value of centres, by the mean of their neighbours, which are all corners. */
function withCentres(values: Float64Array, triangles: Int32Array): Float64Array {
  const sum = new Float64Array(values.length);
  const parts = new Int32Array(values.length);
  triangles.forEach((centre, h) => {
    if (!Number.isNaN(values[centre])) return;
    for (let k = 1; k < 3; k++) {
      sum[centre] += values[triangles[h - (h % 3) + ((h + k) % 3)]];
      parts[centre]++;
    }
  });
  return values.map((value, v) => (Number.isNaN(value) ? sum[v] / parts[v] : value));
}

interface Start {
  mesh: Mesh48;
  /** Positions of all vertices, planar, m. */
  positions: Float64Array;
  /** Triangles and number of vertices before `startLevel`. */
  triangles: Int32Array;
  count: number;
  vertexOf: Int32Array | undefined;
}

/** Makes the mesh of a cloth. `mark` is called with the start mesh before it is refined. */
function startOf(
  { shape, place = (u, v) => [u, v, 0] }: AdaptiveClothOptions,
  level: number,
  mark: (mesh: Mesh48, vertexOf?: Int32Array) => void,
): Start {
  const isRectangle = 'cells' in shape;
  const { mesh, positions, vertexOf } = isRectangle ? rectangle(shape) : fromTriangles(shape);
  mark(mesh, vertexOf);
  const places = Array.from(positions);
  const point = (i: number) => [places[3 * i], places[3 * i + 1], places[3 * i + 2]] as const;
  const before = { triangles: mesh.triangles.slice(0, 3 * mesh.triangleCount), count: mesh.vertexCount };
  mesh.listener = {
    vertexAdded(vertex, a, b) {
      for (let axis = 0; axis < 3; axis++) {
        places[3 * vertex + axis] = 0.5 * (places[3 * a + axis] + places[3 * b + axis]);
      }
    },
  };
  refineAtStart(mesh, level);
  mesh.listener = undefined;
  const placed = isRectangle ? (i: number) => place(places[3 * i], places[3 * i + 1]) : point;
  return { mesh, vertexOf, ...before, positions: planar(mesh.vertexCount, placed) };
}

/** Returns the start mesh of a rectangle with its pattern as positions. */
function rectangle({ size, cells }: ClothRectangle) {
  const { mesh, places } = rectangleMesh(size, cells);
  const positions = Float64Array.from({ length: 3 * mesh.vertexCount }, (_, i) =>
    i % 3 < 2 ? places[2 * Math.floor(i / 3) + (i % 3)] : 0,
  );
  return { mesh, positions, vertexOf: undefined };
}

/** Refines to `startLevel`. Every level doubles the triangles, so too many are refused before memory is allocated. */
function refineAtStart(mesh: Mesh48, level: number): void {
  const triangles = mesh.triangleCount * (1 << level);
  if (triangles > MOST_TRIANGLES) {
    throw new RangeError(
      `startLevel: ${level} makes ${triangles} triangles; the limit is ${MOST_TRIANGLES}. Use a lower level or a coarser mesh.`,
    );
  }
  mesh.refineTo(level, 0);
}

function planar(count: number, point: (i: number) => readonly [number, number, number]): Float64Array {
  const all = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = point(i);
    if (!Number.isFinite(x + y + z))
      throw new RangeError(`place: must be finite, got ${x}, ${y}, ${z} for vertex ${i}`);
    all[i] = x;
    all[count + i] = y;
    all[2 * count + i] = z;
  }
  return all;
}
