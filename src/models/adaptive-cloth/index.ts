/**
 * Woven cloth on adaptive 4-8 meshes (Birra & Próspero dos Santos 2004) with the dynamics of Baraff & Witkin (1998):
 * energy.ts says what resists, mesh.ts how it is refined, system.ts how a step is solved. For implicit engines; explicit
 * ones work too, at the steps that their stability allows.
 */
import type { World } from '../../core/world.ts';
import { oneOf, positive, wholeNumber, within } from '../../math/check.ts';
import { type AdaptOptions, adaptStage } from './adapt.ts';
import { Cloth } from './cloth.ts';
import { type CreaseOptions, checkCrease, creaseStage } from './crease.ts';
import { clothCutting } from './cutting.ts';
import { type ClothMaterial, patternArea } from './energy.ts';
import { type Pass, startPasses } from './hierarchy.ts';
import { DEEPEST_LEVEL, type Mesh48 } from './mesh.ts';
import { fromTriangles, type ImportedMesh, type MeshSource } from './mesh-import.ts';
import { rectangleMesh } from './mesh-start.ts';
import { type SeamOptions, Seams, seamStage } from './seams.ts';
import { tearStage } from './tear.ts';
import type { ClothPaint } from './vertex-values.ts';

/** Refining ends here, whatever the error asked for: beyond it steps take seconds. */
export const MOST_VERTICES = 200_000;
const MOST_TRIANGLES = 2_000_000;

export interface ClothRectangle {
  /** Along u and v, m. */
  readonly size: readonly [number, number];
  /** Squares along u and v, each cut along a diagonal. */
  readonly cells: readonly [number, number];
}

export interface AdaptiveClothOptions {
  name: string;
  shape: ClothRectangle | MeshSource;
  material: ClothMaterial;
  /** Bisections of everything at the start; two halve all edges. 0 where left out. */
  startLevel?: number;
  /** Simplifying stops here; 0 where left out. */
  minLevel?: number;
  /** Refining stops here. Left out: a uniform cloth of `startLevel` that stays as it is. */
  maxLevel?: number;
  /** m: d = (L/2) tan(θ/4) of an edge above which it is refined; 1/250 of the mean side where left out. */
  refineError?: number;
  /** Share of `refineError` below which the cloth may become coarser; 0.25 where left out. */
  simplifyShare?: number;
  /** rad/s: |dθ/dt| below which it may; 1 where left out. */
  simplifyRate?: number;
  /** s that triangles must have lived for that; 0.2 where left out. */
  simplifyAge?: number;
  /** Whether it is refined also near edges of colliders and where contact is; true where left out. */
  refineAtContact?: boolean;
  /** Stiffness and hold that differ over the cloth: numbers for each vertex of the start mesh, before `startLevel`. */
  paint?: ClothPaint;
  /** Angles at which the cloth rests: flat, or as it lies at the start. 'flat' where left out. */
  restShape?: 'flat' | 'start';
  /** Creases that stay; none where left out. */
  crease?: CreaseOptions;
  /** Stretch across an edge of the mesh (1) beyond which the cloth tears along it; never where left out. */
  tearStrain?: number;
  /** Borders that are sewn together, of one panel or of several; see seams.ts. */
  seams?: readonly SeamOptions[];
  /** Puts a point of the pattern of a rectangle into the world. */
  place?: (u: number, v: number) => readonly [number, number, number];
}

export type AdaptiveCloth = Cloth;

export function addAdaptiveCloth(world: World, options: AdaptiveClothOptions): AdaptiveCloth {
  const { name, material, startLevel = 0, minLevel = 0, maxLevel = startLevel } = options;
  checkMaterial(name, material);
  wholeNumber(`${name}.startLevel`, startLevel, 0, DEEPEST_LEVEL);
  wholeNumber(`${name}.maxLevel`, maxLevel, startLevel, DEEPEST_LEVEL);
  wholeNumber(`${name}.minLevel`, minLevel, 0, startLevel);
  oneOf(`${name}.restShape`, options.restShape ?? 'flat', ['flat', 'start']);
  if (options.crease) checkCrease(name, options.crease);
  const { tearStrain = Number.POSITIVE_INFINITY } = options;
  if (tearStrain !== Number.POSITIVE_INFINITY) positive(`${name}.tearStrain`, tearStrain);
  let seams: Seams | undefined;
  const begun = start(options, startLevel, (mesh, vertexOf) => {
    const stretch = 0.5 * (material.stretchWarp + material.stretchWeft);
    if (options.seams) seams = new Seams(name, options.seams, mesh, vertexOf, stretch);
  });
  const { mesh, positions, passes, vertexOf } = begun;
  mesh.maxLevel = maxLevel;
  mesh.minLevel = minLevel;
  const cloth = new Cloth(world, `body${world.bodies.length}`, name, mesh, material, passes, positions, {
    vertexOf,
    hasPattern: 'cells' in options.shape || options.shape.pattern !== undefined,
    seams,
    paint: options.paint && startPaint(name, options.paint, begun),
  });
  world.bodies.push(cloth);
  world.addForce(cloth.force);
  if (options.restShape === 'start') cloth.restAsItIs();
  const adapt = adaptOptions(options, mesh);
  const adapts = options.maxLevel !== undefined && maxLevel > minLevel;
  if (adapts) world.add(adaptStage(world, cloth, adapt));
  // A cloth that does not adapt moves when others in front of it grow.
  const changes = adapts ? [] : cloth.changing;
  world.addDependent({ name: 'refinement', changes, restored: () => cloth.restored() });
  mesh.maxVertices = MOST_VERTICES;
  if (options.crease) world.add(creaseStage(cloth, options.crease));
  if (tearStrain !== Number.POSITIVE_INFINITY) world.add(tearStage(cloth, tearStrain));
  if (seams?.canRip) world.add(seamStage(cloth, seams));
  return Object.assign(cloth, { cutting: () => clothCutting(cloth) });
}

function adaptOptions(options: AdaptiveClothOptions, mesh: Mesh48): AdaptOptions {
  const { name, simplifyShare = 0.25, simplifyRate = 1, simplifyAge = 0.2, refineAtContact = true } = options;
  const { refineError = Math.sqrt(patternArea(mesh)) / 250 } = options;
  return {
    refineError: positive(`${name}.refineError`, refineError),
    simplifyShare: within(`${name}.simplifyShare`, simplifyShare, 0, 0.5),
    simplifyRate: within(`${name}.simplifyRate`, simplifyRate, 0),
    simplifyAge: within(`${name}.simplifyAge`, simplifyAge, 0),
    refineAtContact,
  };
}

function checkMaterial(name: string, material: ClothMaterial): void {
  for (const field of ['density', 'thickness', 'stretchWarp', 'stretchWeft', 'shear'] as const) {
    positive(`${name}.material.${field}`, material[field]);
  }
  for (const field of ['bendWarp', 'bendWeft', 'damping'] as const) {
    within(`${name}.material.${field}`, material[field], 0);
  }
  if (material.bendDamping !== undefined) within(`${name}.material.bendDamping`, material.bendDamping, 0);
}

/**
 * What was painted on the vertices of a mesh from outside, on those of the start mesh; the centre of a divided triangle
 * has the mean of its corners.
 */
function startPaint(name: string, paint: ClothPaint, { triangles, count, vertexOf }: Start): ClothPaint {
  const spread = (field: keyof ClothPaint, most: number) => {
    const values = paint[field];
    if (!values) return undefined;
    const given = vertexOf ? vertexOf.length : count;
    if (values.length !== given)
      throw new RangeError(
        `${name}.paint.${field}: has ${values.length} numbers, and there are ${given} vertices`,
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

/** Centres are the only vertices without a value, and all their neighbours are corners. */
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

/** Every level doubles the triangles: refused before memory is. */
function refineAtStart(mesh: Mesh48, level: number): void {
  const triangles = mesh.triangleCount * (level < 30 ? 1 << level : Number.POSITIVE_INFINITY);
  if (triangles > MOST_TRIANGLES) {
    throw new RangeError(
      `startLevel: ${level} would make ${triangles} triangles; the limit is ${MOST_TRIANGLES}`,
    );
  }
  mesh.refineTo(level, 0);
}

interface Start {
  mesh: Mesh48;
  /** Planar. */
  positions: Float64Array;
  passes: readonly Pass[];
  /** Before `startLevel`. */
  triangles: Int32Array;
  count: number;
  vertexOf?: Int32Array;
}

/** `mark` sees the start mesh before it is refined. */
function start(
  { shape, place = flat }: AdaptiveClothOptions,
  level: number,
  mark: (mesh: Mesh48, vertexOf?: Int32Array) => void,
): Start {
  if (!('cells' in shape)) {
    const imported = fromTriangles(shape);
    mark(imported.mesh, imported.vertexOf);
    return startFrom(imported, level);
  }
  const { mesh, places } = rectangleMesh(shape.size, shape.cells);
  mark(mesh);
  const passes = startPasses(
    mesh,
    planar(places.length / 2, (i) => [places[2 * i], places[2 * i + 1], 0]),
  );
  const before = startOf(mesh);
  refineAtStart(mesh, level);
  const { triangles, pattern, triangleCount, vertexCount } = mesh;
  const corner = new Int32Array(vertexCount);
  for (let h = 3 * triangleCount - 1; h >= 0; h--) corner[triangles[h]] = h;
  return {
    mesh,
    passes,
    ...before,
    positions: planar(vertexCount, (i) => place(pattern[2 * corner[i]], pattern[2 * corner[i] + 1])),
  };
}

/** Vertices made by refining lie in the middle of their parents. */
function startFrom({ mesh, positions, vertexOf }: ImportedMesh, level: number): Start {
  const places = Array.from(positions);
  const count = mesh.vertexCount;
  const passes = startPasses(
    mesh,
    planar(count, (i) => [places[3 * i], places[3 * i + 1], places[3 * i + 2]]),
  );
  const before = startOf(mesh);
  mesh.listener = {
    vertexAdded(vertex, a, b) {
      for (let axis = 0; axis < 3; axis++) {
        places[3 * vertex + axis] = 0.5 * (places[3 * a + axis] + places[3 * b + axis]);
      }
    },
  };
  refineAtStart(mesh, level);
  mesh.listener = undefined;
  return {
    mesh,
    passes,
    vertexOf,
    ...before,
    positions: planar(mesh.vertexCount, (i) => [places[3 * i], places[3 * i + 1], places[3 * i + 2]]),
  };
}

function startOf({ triangles, triangleCount, vertexCount }: Mesh48) {
  return { triangles: triangles.slice(0, 3 * triangleCount), count: vertexCount };
}

function planar(count: number, point: (i: number) => readonly [number, number, number]): Float64Array {
  const all = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = point(i);
    if (!Number.isFinite(x + y + z)) throw new RangeError(`vertex ${i}: is placed at ${x}, ${y}, ${z}`);
    all[i] = x;
    all[count + i] = y;
    all[2 * count + i] = z;
  }
  return all;
}

function flat(u: number, v: number): readonly [number, number, number] {
  return [u, v, 0];
}
