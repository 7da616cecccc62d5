/**
 * Woven cloth on adaptive 4-8 meshes (Birra & Próspero dos Santos 2004) with the dynamics of Baraff & Witkin (1998):
 * energy.ts says what resists, mesh.ts how it is refined, system.ts how a step is solved. For implicit engines; explicit
 * ones work too, at the steps that their stability allows.
 */
import type { World } from '../../core/world.ts';
import { positive, wholeNumber, within } from '../../math/check.ts';
import { Cloth } from './cloth.ts';
import type { ClothMaterial } from './energy.ts';
import { type Pass, startPasses } from './hierarchy.ts';
import { DEEPEST_LEVEL, type Mesh48 } from './mesh.ts';
import { fromTriangles, type MeshSource } from './mesh-import.ts';
import { rectangleMesh } from './mesh-start.ts';

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
  /** Refining stops here; `startLevel` where left out: a uniform cloth that stays as it is. */
  maxLevel?: number;
  /** Puts a point of the pattern of a rectangle into the world. */
  place?: (u: number, v: number) => readonly [number, number, number];
}

export interface AdaptiveCloth extends Cloth {}

export function addAdaptiveCloth(world: World, options: AdaptiveClothOptions): AdaptiveCloth {
  const { name, material, startLevel = 0, minLevel = 0, maxLevel = startLevel } = options;
  checkMaterial(name, material);
  wholeNumber(`${name}.startLevel`, startLevel, 0, DEEPEST_LEVEL);
  wholeNumber(`${name}.maxLevel`, maxLevel, startLevel, DEEPEST_LEVEL);
  wholeNumber(`${name}.minLevel`, minLevel, 0, startLevel);
  const { mesh, positions, passes } = start(options, startLevel);
  mesh.maxLevel = maxLevel;
  mesh.minLevel = minLevel;
  const cloth = new Cloth(world, `body${world.bodies.length}`, name, mesh, material, passes, positions);
  world.bodies.push(cloth);
  world.forces.push(cloth.force);
  return cloth;
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

interface Start {
  mesh: Mesh48;
  /** Planar. */
  positions: Float64Array;
  passes: readonly Pass[];
}

function start({ shape, place = flat }: AdaptiveClothOptions, level: number): Start {
  if (!('cells' in shape)) return startFrom(fromTriangles(shape), level);
  const { mesh, places } = rectangleMesh(shape.size, shape.cells);
  const passes = startPasses(
    mesh,
    planar(places.length / 2, (i) => [places[2 * i], places[2 * i + 1], 0]),
  );
  mesh.refineTo(level, 0);
  const { triangles, pattern, triangleCount, vertexCount } = mesh;
  const corner = new Int32Array(vertexCount);
  for (let h = 3 * triangleCount - 1; h >= 0; h--) corner[triangles[h]] = h;
  return {
    mesh,
    passes,
    positions: planar(vertexCount, (i) => place(pattern[2 * corner[i]], pattern[2 * corner[i] + 1])),
  };
}

/** Vertices made by refining lie in the middle of their parents. */
function startFrom({ mesh, positions }: { mesh: Mesh48; positions: Float64Array }, level: number): Start {
  const places = Array.from(positions);
  const count = mesh.vertexCount;
  const passes = startPasses(
    mesh,
    planar(count, (i) => [places[3 * i], places[3 * i + 1], places[3 * i + 2]]),
  );
  mesh.listener = {
    vertexAdded(vertex, a, b) {
      for (let axis = 0; axis < 3; axis++) {
        places[3 * vertex + axis] = 0.5 * (places[3 * a + axis] + places[3 * b + axis]);
      }
    },
  };
  mesh.refineTo(level, 0);
  mesh.listener = undefined;
  return {
    mesh,
    passes,
    positions: planar(mesh.vertexCount, (i) => [places[3 * i], places[3 * i + 1], places[3 * i + 2]]),
  };
}

function planar(count: number, point: (i: number) => readonly [number, number, number]): Float64Array {
  const all = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = point(i);
    all[i] = x;
    all[count + i] = y;
    all[2 * count + i] = z;
  }
  return all;
}

function flat(u: number, v: number): readonly [number, number, number] {
  return [u, v, 0];
}
