/** The adaptive cloth in a scene: its parameters, its checks, and how it is built. */
import { z } from 'zod';
import type { World } from '../../core/world.ts';
import { pressure } from '../../forces/pressure.ts';
import { IMPLICIT_ENGINE_NAMES, isImplicit } from '../../integrators/index.ts';
import { resolveFabric } from '../../materials/cloth.ts';
import { pair } from '../../schema/fields.ts';
import { LIMITS } from '../../schema/limits.ts';
import type { Problem } from '../../schema/problem.ts';
import { CLOTH_BREAKS } from '../breaking-strain.ts';
import { bodySchema, defineModel, type SceneFacts } from '../model.ts';
import { type BodyPlace, gridPoints } from '../places.ts';
import { jitterRow, materialRow, placeRows, pressureRow, sizeRow, velocityRow } from '../rows.ts';
import { type Place, placement, setVelocity } from '../sheet.ts';
import { type AdaptiveCloth, addAdaptiveCloth } from './index.ts';
import { fromTriangles } from './mesh-import.ts';
import { rectangleMesh } from './mesh-start.ts';
import type { WeldedMesh } from './mesh-weld.ts';
import { clothMaterial, clothRows } from './parameters/cloth.ts';
import { clothMesh, clothMeshChecks, clothMeshWarnings, weldedMesh } from './parameters/mesh.ts';
import { type Canvas, paint, paintChecks, painted } from './parameters/paint.ts';
import {
  clothPinChecks,
  clothPins,
  gridPlace,
  nearTo,
  type PinnedShape,
  pinnedVertices,
  type StartVertices,
} from './parameters/pins.ts';
import { seamChecks, seamsOf } from './parameters/seams.ts';

const schema = bodySchema(
  'adaptive-cloth',
  'Triangles of cloth that are refined where it bends; for implicit engines, without refinement also for explicit ones.',
  {
    size: sizeRow('Width (along the warp) and height of a rectangle.').default([1, 1]),
    cells: pair(
      () => z.int().min(1).max(LIMITS.particles),
      '1',
      'Squares a side of the rectangle’s start mesh, each of two triangles: columns, rows.',
    ).default([4, 4]),
    mesh: clothMesh.optional(),
    ...placeRows('Centre of the rectangle, or the origin of the mesh.'),
    velocity: velocityRow(),
    jitter: jitterRow,
    material: materialRow(clothMaterial).prefault({}),
    ...clothRows,
    paint: paint.optional(),
    pins: clothPins,
    pressure: pressureRow('+z'),
  },
  {
    title: 'Adaptive cloth',
    description: 'A rectangle in its local x–y plane, centred, y up, or a mesh of any shape.',
  },
);

type ClothParameters = z.output<typeof schema>;

export const adaptiveCloth = defineModel({
  name: 'adaptive-cloth',
  schema,
  engines: 'implicit',
  places: {
    check: placeChecks,
    position({ particles: { x, y, z } }, cloth: AdaptiveCloth, p: ClothParameters, at) {
      const i = particleAt(p, cloth, at);
      return [x[i], y[i], z[i]];
    },
  },
  seams: {
    size({ mesh, cells, startLevel }: ClothParameters) {
      const halvings = 1 << (startLevel >> 1);
      return mesh ? undefined : [cells[0] * halvings + 1, cells[1] * halvings + 1];
    },
    particle: (cloth: AdaptiveCloth, p, column, row) => particleAt(p, cloth, [column, row]),
  },
  preset: (name) => ({ ...resolveFabric(name) }),
  breakingStrain: () => CLOTH_BREAKS,
  startParticles: startVertices,
  // Each level doubles the triangles, of which there are two a vertex.
  mostParticles(p) {
    const triangles = p.mesh ? (p.mesh.triangles?.length ?? 0) : 2 * p.cells[0] * p.cells[1];
    return {
      count: Math.ceil((triangles / 2) * (1 << finestLevel(p))),
      field: p.maxLevel === undefined ? 'startLevel' : 'maxLevel',
      value: `${finestLevel(p)} everywhere`,
    };
  },
  uniform({ startLevel, maxLevel = startLevel, cells }, mostTriangles) {
    if (maxLevel <= startLevel) return undefined;
    let level = maxLevel;
    while (level > startLevel && 2 * cells[0] * cells[1] * (1 << level) > mostTriangles) level--;
    return { coarse: { maxLevel: startLevel }, fine: { startLevel: level, maxLevel: level } };
  },
  check: (p, path, scene) => [
    ...engineChecks(p, path, scene),
    ...clothChecks(p, path),
    ...massChecks(p, path),
  ],
  warnings: ({ mesh }, path) => (mesh ? clothMeshWarnings(mesh, `${path}.mesh`) : []),
  meshes: ({ mesh }) => (isObject(mesh) ? [{ mesh, file: mesh.file, takesTexture: true }] : []),

  build(world, p, { shift }) {
    const place = placement(p);
    const welded = p.mesh && weldedMesh(p.mesh);
    const cloth = addAdaptiveCloth(world, {
      ...p,
      shape: welded
        ? { ...welded, positions: placed(welded.positions, place) }
        : { size: p.size, cells: p.cells },
      place: (u, v) => place(u, v, shift(p.jitter)),
      material: resolveFabric(p.material),
      seams: seamsOf(p.seams, welded ? welded.vertexOf : gridVertices(p)),
      paint: p.paint && painted(p.paint, canvasOf(p, welded)),
    });
    setVelocity(world, cloth, p.velocity);
    pinCloth(world, cloth, p, welded, place);
    if (p.pressure !== 0) world.addForce(pressure(cloth.triangles, p.pressure));
    return cloth;
  },
});

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the corners of cells a side. */
function gridOf({ cells }: ClothParameters): [number, number] {
  return [cells[0] + 1, cells[1] + 1];
}

function shapeOf(body: ClothParameters): PinnedShape {
  const { mesh, size } = body;
  const grid = gridOf(body);
  return mesh ? { size, count: mesh.vertices?.length ?? 0 } : { size, grid, count: grid[0] * grid[1] };
}

function finestLevel({ startLevel, maxLevel = 0 }: ClothParameters): number {
  return Math.max(startLevel, maxLevel);
}

/** Returns the number of vertices at the start. */
function startVertices(body: ClothParameters): number {
  const { mesh, cells, startLevel } = body;
  if (mesh) return mesh.vertices?.length ?? 0;
  // Every second bisection gives the grid of twice as many cells a side; the one between adds the middles of cells.
  const [columns, rows] = cells.map((count) => count * (1 << (startLevel >> 1)));
  return (columns + 1) * (rows + 1) + (startLevel % 2) * columns * rows;
}

/** Refuses adaptive refinement with an explicit engine, whose step would not follow it. */
function engineChecks(p: ClothParameters, path: string, { engine }: SceneFacts): Problem[] {
  if (isImplicit(engine.name) || finestLevel(p) === p.startLevel) return [];
  const message = `Engine "${engine.name}" does not support adaptive refinement. Use ${IMPLICIT_ENGINE_NAMES.join(' or ')}, or remove maxLevel.`;
  return [{ path: `${path}.maxLevel`, message }];
}

function clothChecks(body: ClothParameters, path: string): Problem[] {
  const { mesh, startLevel, minLevel, maxLevel = startLevel } = body;
  const problems: Problem[] = [];
  const refuse = (field: string, message: string) => problems.push({ path: `${path}.${field}`, message });
  if (maxLevel < startLevel) refuse('maxLevel', `must be >= startLevel (${startLevel}), got ${maxLevel}`);
  if (minLevel > startLevel) refuse('minLevel', `must be <= startLevel (${startLevel}), got ${minLevel}`);
  if (mesh) problems.push(...clothMeshChecks(mesh, `${path}.mesh`));
  const shape = shapeOf(body);
  if (body.paint) {
    const canvas = { count: shape.count, colours: mesh?.colours };
    problems.push(...paintChecks(body.paint, canvas, `${path}.paint`));
  }
  // a mesh that is still in a file is checked when it has been read
  if (body.seams.length > 0 && problems.length === 0 && shape.count > 0) {
    problems.push(...sewingChecks(body, path));
  }
  return [...problems, ...clothPinChecks(body.pins, shape, path)];
}

function sewingChecks(body: ClothParameters, path: string): Problem[] {
  if (!body.mesh) {
    return seamChecks(body.seams, rectangleMesh(body.size, body.cells).mesh, gridVertices(body), path);
  }
  const welded = weldedMesh(body.mesh);
  const { mesh, vertexOf } = fromTriangles(welded);
  return seamChecks(
    body.seams,
    mesh,
    welded.vertexOf.map((vertex) => vertexOf[vertex]),
    path,
  );
}

/** Refuses masses too small for their inverse to be accurate, at the finest level that a rectangle may reach. */
function massChecks(p: ClothParameters, path: string): Problem[] {
  if (p.mesh) return [];
  const { density } = resolveFabric(p.material);
  const [columns, rows] = p.cells;
  const mass = (density * p.size[0] * p.size[1]) / (columns * rows * (1 << finestLevel(p)));
  if (mass >= LIMITS.leastMass) return [];
  const message = `masses at level ${finestLevel(p)} would be ${mass.toPrecision(3)} kg; the least is ${LIMITS.leastMass}. Use a lower maxLevel or a larger density.`;
  return [{ path: `${path}.material.density`, message }];
}

function placeChecks(body: ClothParameters, at: BodyPlace, path: string): Problem[] {
  if (at === 'centre' && !body.mesh) return [];
  const place = at === 'centre' ? 'top' : typeof at === 'object' && 'near' in at ? { ...at, within: 0 } : at;
  const problems = clothPinChecks([{ at: place, keyframes: [] }], shapeOf(body), '');
  return problems.map(({ message }) => ({ path, message }));
}

function placed(positions: Float64Array, at: Place): Float64Array {
  const room = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3)
    room.set(at(positions[i], positions[i + 1], positions[i + 2]), i);
  return room;
}

function canvasOf(body: ClothParameters, welded: WeldedMesh | undefined): Canvas {
  if (!welded) {
    const [columns, rows] = gridOf(body);
    const vertices = gridVertices(body);
    const places = new Float64Array(2 * columns * rows);
    vertices.forEach((vertex, i) => {
      places.set(gridPlace(i % columns, Math.floor(i / columns), body.size, [columns, rows]), 2 * vertex);
    });
    return { count: columns * rows, vertices: columns * rows, welded: vertices, places };
  }
  const vertices = welded.positions.length / 3;
  const { mesh } = body;
  return {
    count: welded.vertexOf.length,
    vertices,
    welded: welded.vertexOf,
    places: meanPlaces(welded, vertices),
    colours: mesh?.colours,
  };
}

/** Returns the vertices of the rectangle's start mesh row by row from the top, as scenes number them. */
function gridVertices(body: ClothParameters): Int32Array {
  const [columns, rows] = gridOf(body);
  return Int32Array.from({ length: columns * rows }, (_, i) => {
    const row = Math.floor(i / columns);
    return (rows - 1 - row) * columns + (i % columns);
  });
}

/** Returns u and v of each vertex: the mean of its corners in the pattern, or x and y if there is no pattern. */
function meanPlaces({ positions, triangles, pattern }: WeldedMesh, vertices: number): Float64Array {
  const places = new Float64Array(2 * vertices);
  if (!pattern) {
    for (let i = 0; i < vertices; i++) places.set(positions.subarray(3 * i, 3 * i + 2), 2 * i);
    return places;
  }
  const corners = new Int32Array(vertices);
  triangles.forEach((vertex, corner) => {
    corners[vertex]++;
    places[2 * vertex] += pattern[2 * corner];
    places[2 * vertex + 1] += pattern[2 * corner + 1];
  });
  return places.map((sum, i) => sum / Math.max(1, corners[i >> 1]));
}

/** Returns the vertices of the cloth by their number in scenes: that of the file, or of the rectangle's grid. */
function numberedVertices(
  body: ClothParameters,
  cloth: AdaptiveCloth,
  welded: WeldedMesh | undefined,
): Int32Array {
  if (!welded) return gridVertices(body);
  return welded.vertexOf.map((vertex) => (cloth.vertexOf ? cloth.vertexOf[vertex] : vertex));
}

/** Pins vertices; one of two pins follows the later one. */
function pinCloth(
  world: World,
  cloth: AdaptiveCloth,
  body: ClothParameters,
  welded: WeldedMesh | undefined,
  at: Place,
): void {
  if (body.pins.length === 0) return;
  const { x, y, z } = world.particles;
  const { first, count } = cloth;
  const start: StartVertices = {
    count,
    places: cloth.places,
    positions: Float64Array.from(
      { length: 3 * count },
      (_, i) => [x, y, z][i % 3][first + Math.floor(i / 3)],
    ),
    numbered: numberedVertices(body, cloth, welded),
  };
  const shape = shapeOf(body);
  cloth.pin(
    body.pins.map(({ at: held, keyframes }) => ({
      vertices: pinnedVertices(held, shape, start, at),
      keyframes,
    })),
  );
}

/** Returns the particle of a named place. */
function particleAt(body: ClothParameters, cloth: AdaptiveCloth, at: BodyPlace): number {
  if (at === 'centre') return cloth.vertexAt(0, 0);
  if (typeof at === 'object' && 'near' in at) {
    if (!body.mesh) return cloth.vertexAt(at.near[0], at.near[1]);
    // Start vertices keep their indices through refinement.
    const welded = weldedMesh(body.mesh);
    const [nearest] = nearTo(at.near, 0, welded.positions);
    return cloth.first + (cloth.vertexOf ? cloth.vertexOf[nearest] : nearest);
  }
  const grid = gridOf(body);
  const [column, row] = gridPoints(at, grid)[0];
  return cloth.vertexAt(...gridPlace(column, row, body.size, grid));
}
