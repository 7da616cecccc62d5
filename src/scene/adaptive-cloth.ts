/** Implicit cloth that refines itself, in a scene: its rows of the parameter table, their checks, and how it is put into a world. */
import { z } from 'zod';
import type { World } from '../core/world.ts';
import { pressure } from '../forces/pressure.ts';
import { resolveFabric } from '../materials/cloth.ts';
import { materialNames } from '../materials/presets.ts';
import { type AdaptiveCloth, addAdaptiveCloth } from '../models/adaptive-cloth/index.ts';
import { fromTriangles } from '../models/adaptive-cloth/mesh-import.ts';
import { rectangleMesh } from '../models/adaptive-cloth/mesh-start.ts';
import type { WeldedMesh } from '../models/adaptive-cloth/mesh-weld.ts';
import { flag, name, pair, place, quantity, rotation, vector, whole } from '../schema/fields.ts';
import { LIMITS } from '../schema/limits.ts';
import type { Problem } from '../schema/problem.ts';
import { clothMesh, clothMeshChecks, weldedMesh } from './cloth-mesh.ts';
import { type Canvas, paint, paintChecks, painted } from './cloth-paint.ts';
import {
  clothPinChecks,
  clothPins,
  gridPlace,
  nearTo,
  type PinnedShape,
  pinnedVertices,
  type StartVertices,
} from './cloth-pins.ts';
import { clothSeams, seamChecks, seamsOf } from './cloth-seams.ts';
import { gridPoints } from './grid-place.ts';
import type { ExpectedPlace } from './parameters.ts';
import { jitterRow, pressureRow } from './sheet-rows.ts';

/** A triangle of level 24 is a four-thousandth of its start triangle's side: finer than any weave. */
const DEEPEST = 24;

const stiffness = { above: 0, max: 1e9 };
const rigidity = { min: 0, max: 1e6 };
const time = { min: 0, max: 1e3 };

const ownMaterial = z
  .strictObject({
    density: quantity('kg/m²', { above: 0, max: 1e4 }, 'Mass of a square metre of cloth.').default(0.15),
    thickness: quantity('m', { above: 0, max: 1 }, 'Thickness of the cloth.').default(0.0005),
    stretchWarp: quantity(
      'N/m',
      stiffness,
      'Force per metre of width at unit strain, along the warp (u).',
    ).default(3000),
    stretchWeft: quantity('N/m', stiffness, 'The same along the weft (v).').default(3000),
    shear: quantity('N/m', stiffness, 'Shear force per metre of width at unit angle.').default(50),
    bendWarp: quantity(
      'N·m',
      rigidity,
      'Bending moment per metre of width at unit curvature, along the warp.',
    ).default(1e-5),
    bendWeft: quantity('N·m', rigidity, 'The same along the weft.').default(1e-5),
    damping: quantity('s', time, 'Damping of stretch and shear over their stiffness.').default(0.001),
    bendDamping: quantity('s', time, 'That of bending; as `damping` where left out.').optional(),
  })
  .meta({ title: 'Cloth material', description: 'Properties of the cloth, along warp and weft apart.' });

const crease = z
  .strictObject({
    curvature: quantity('1/m', { above: 0, max: 1e6 }, 'Less bent, it springs back flat.').default(100),
    share: quantity(
      '1',
      { above: 0, max: 1 },
      'Of the curvature beyond that stays when it is let go.',
    ).default(0.5),
  })
  .meta({ title: 'Creases', description: 'Creases that stay; none where left out.' });

const level = (help: string) => whole({ min: 0, max: DEEPEST }, help);

export const adaptiveCloth = z
  .strictObject({
    name: name('Name of the body, unique among bodies.'),
    model: z.literal('adaptive-cloth').meta({
      description:
        'Triangles of cloth that refine themselves where it bends; for implicit engines; explicit ones take one that does not refine itself.',
    }),
    size: pair(
      () => z.number().gt(0).max(1e6),
      'm',
      'Width (along the warp) and height of a rectangle.',
    ).default([1, 1]),
    cells: pair(
      () => z.int().min(1).max(LIMITS.particles),
      '1',
      'Squares a side of the rectangle’s start mesh, each of two triangles: columns, rows.',
    ).default([4, 4]),
    mesh: clothMesh.optional(),
    position: place('Centre of the rectangle, or the origin of the mesh.').default([0, 0, 0]),
    rotation: rotation.prefault({}),
    velocity: vector('m/s', { min: -1e4, max: 1e4 }, 'Velocity at the start.').default([0, 0, 0]),
    jitter: jitterRow,
    material: z
      .union([z.enum(materialNames), ownMaterial])
      .meta({ description: 'The name of a preset, or its properties.' })
      .prefault({}),
    startLevel: level(
      'Every triangle is halved so many times at the start; two halvings halve the edges.',
    ).default(0),
    minLevel: level('Not made coarser than this.').default(0),
    maxLevel: level('Not refined beyond this; as startLevel where left out: it never adapts.').optional(),
    refineError: quantity(
      'm',
      { above: 0, max: 1e3 },
      'Distance between the bent cloth and its triangles from which they are refined; 1/250 of the cloth’s extent where left out.',
    ).optional(),
    simplifyShare: quantity(
      '1',
      { min: 0, max: 0.5 },
      'Flat enough to become coarser: below this share of refineError.',
    ).default(0.25),
    simplifyRate: quantity(
      '1/s',
      { min: 0, max: 1e6 },
      'Quiet enough for that: angles between triangles change slower than this, rad/s.',
    ).default(1),
    simplifyAge: quantity('s', { min: 0, max: 1e6 }, 'How long triangles stay at least.').default(0.2),
    refineAtContact: flag(
      'Whether it also refines near edges of colliders and where it touches them.',
    ).default(true),
    restShape: z
      .enum(['flat', 'start'])
      .meta({ description: 'How it rests unbent: flat, or as it lies at the start.' })
      .default('flat'),
    crease: crease.optional(),
    tearStrain: quantity(
      '1',
      { above: 0, max: 1e3 },
      'Stretch across an edge of its mesh beyond which it tears along it; it never tears where left out.',
    ).optional(),
    seams: clothSeams,
    paint: paint.optional(),
    pins: clothPins,
    pressure: pressureRow('+z'),
  })
  .meta({
    title: 'Adaptive cloth',
    description: 'A rectangle in its local x–y plane, centred, y up, or a mesh of any shape.',
  });

export type AdaptiveClothParameters = z.output<typeof adaptiveCloth>;

/** Corners of cells a side. */
function gridOf({ cells }: AdaptiveClothParameters): [number, number] {
  return [cells[0] + 1, cells[1] + 1];
}

function shapeOf(body: AdaptiveClothParameters): PinnedShape {
  const { mesh, size } = body;
  const grid = gridOf(body);
  return mesh ? { size, count: mesh.vertices?.length ?? 0 } : { size, grid, count: grid[0] * grid[1] };
}

/** Most vertices that the cloth can come to, about: each halving of everything doubles its triangles. */
export function mostVertices(body: AdaptiveClothParameters): number {
  const triangles = body.mesh ? (body.mesh.triangles?.length ?? 0) : 2 * body.cells[0] * body.cells[1];
  return (triangles / 2) * (1 << finestLevel(body));
}

export function finestLevel({ startLevel, maxLevel = 0 }: AdaptiveClothParameters): number {
  return Math.max(startLevel, maxLevel);
}

/** Vertices at the start. */
export function startVertices(body: AdaptiveClothParameters): number {
  const { mesh, cells, startLevel } = body;
  if (mesh) return mesh.vertices?.length ?? 0;
  // Every second halving brings the grid of twice as many cells a side; the one between, its cells' middles.
  const [columns, rows] = cells.map((count) => count * (1 << (startLevel >> 1)));
  return (columns + 1) * (rows + 1) + (startLevel % 2) * columns * rows;
}

/** What the numbers one by one don't tell. */
export function adaptiveClothChecks(body: AdaptiveClothParameters, path: string): Problem[] {
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
  // a mesh that is still in a file is looked at when it is there
  if (body.seams.length > 0 && problems.length === 0 && shape.count > 0) {
    problems.push(...sewingChecks(body, path));
  }
  return [...problems, ...clothPinChecks(body.pins, shape, path)];
}

function sewingChecks(body: AdaptiveClothParameters, path: string): Problem[] {
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

/** Of a place that a scene expects something of. */
export function clothPlaceChecks(
  body: AdaptiveClothParameters,
  at: ExpectedPlace['at'],
  path: string,
): Problem[] {
  if (at === 'centre' && !body.mesh) return [];
  const place = at === 'centre' ? 'top' : typeof at === 'object' && 'near' in at ? { ...at, within: 0 } : at;
  const problems = clothPinChecks([{ at: place, keyframes: [] }], shapeOf(body), '');
  return problems.map(({ message }) => ({ path, message }));
}

type Place = (x: number, y: number, z: number) => readonly [number, number, number];

/** `shift`: draws how far a vertex of a rectangle is out of the plane at the start, m. */
export function buildAdaptiveCloth(
  world: World,
  body: AdaptiveClothParameters,
  at: Place,
  shift: () => number,
): AdaptiveCloth {
  const { name, size, cells, startLevel, minLevel, maxLevel, refineError } = body;
  const { simplifyShare, simplifyRate, simplifyAge, refineAtContact } = body;
  const welded = body.mesh && weldedMesh(body.mesh);
  const cloth = addAdaptiveCloth(world, {
    name,
    shape: welded ? { ...welded, positions: placed(welded.positions, at) } : { size, cells },
    ...(!welded && { place: (u: number, v: number) => at(u, v, shift()) }),
    material: resolveFabric(body.material),
    startLevel,
    minLevel,
    maxLevel,
    refineError,
    simplifyShare,
    simplifyRate,
    simplifyAge,
    refineAtContact,
    restShape: body.restShape,
    crease: body.crease,
    tearStrain: body.tearStrain,
    ...(body.seams.length > 0 && {
      seams: seamsOf(body.seams, welded ? welded.vertexOf : gridVertices(body)),
    }),
    ...(body.paint && { paint: painted(body.paint, canvasOf(body, welded)) }),
  });
  const { vx, vy, vz } = world.particles;
  [vx, vy, vz].forEach((component, axis) => {
    component.fill(body.velocity[axis], cloth.first, cloth.first + cloth.count);
  });
  pinBody(world, cloth, body, welded, at);
  if (body.pressure !== 0) world.addForce(pressure(cloth.triangles, body.pressure));
  return cloth;
}

function placed(positions: Float64Array, at: Place): Float64Array {
  const room = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3)
    room.set(at(positions[i], positions[i + 1], positions[i + 2]), i);
  return room;
}

function canvasOf(body: AdaptiveClothParameters, welded: WeldedMesh | undefined): Canvas {
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

/** The start mesh's vertices in the order in which people count: row by row from the top. */
function gridVertices(body: AdaptiveClothParameters): Int32Array {
  const [columns, rows] = gridOf(body);
  return Int32Array.from({ length: columns * rows }, (_, i) => {
    const row = Math.floor(i / columns);
    return (rows - 1 - row) * columns + (i % columns);
  });
}

/** u and v of each vertex: the mean of its corners in the pattern, or x and y where the shape is its own pattern. */
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

/** Vertices that pins can name by number, as the cloth has them: of the file, or of the rectangle's grid. */
function numberedVertices(
  body: AdaptiveClothParameters,
  cloth: AdaptiveCloth,
  welded: WeldedMesh | undefined,
): Int32Array {
  if (!welded) return gridVertices(body);
  return welded.vertexOf.map((vertex) => (cloth.vertexOf ? cloth.vertexOf[vertex] : vertex));
}

/** A vertex that two pins hold follows the later one. */
function pinBody(
  world: World,
  cloth: AdaptiveCloth,
  body: AdaptiveClothParameters,
  welded: WeldedMesh | undefined,
  at: Place,
): void {
  if (body.pins.length === 0) return;
  const { x, y, z } = world.particles;
  const { first, count } = cloth;
  const start: StartVertices = {
    count,
    places: cloth.places,
    room: Float64Array.from({ length: 3 * count }, (_, i) => [x, y, z][i % 3][first + Math.floor(i / 3)]),
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

/** The particle that a scene expects something of. */
export function clothParticle(
  body: AdaptiveClothParameters,
  cloth: AdaptiveCloth,
  at: ExpectedPlace['at'],
): number {
  if (at === 'centre') return cloth.vertexAt(0, 0);
  if (typeof at === 'object' && 'near' in at) {
    if (!body.mesh) return cloth.vertexAt(at.near[0], at.near[1]);
    // Vertices of the start keep their numbers, whatever is refined.
    const welded = weldedMesh(body.mesh);
    const [nearest] = nearTo(at.near, 0, welded.positions);
    return cloth.first + (cloth.vertexOf ? cloth.vertexOf[nearest] : nearest);
  }
  const grid = gridOf(body);
  const [column, row] = gridPoints(at, grid)[0];
  return cloth.vertexAt(...gridPlace(column, row, body.size, grid));
}
