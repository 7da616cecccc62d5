/** Checks of lattice matter that need more than one field. */
import { LIMITS } from '../../schema/limits.ts';
import type { Problem } from '../../schema/problem.ts';
import type { SceneFacts } from '../model.ts';
import { checkFilling, shapeVolume } from './fill.ts';
import type { MatterLattice } from './lattice.ts';
import { latticeOf, type MatterParameters, matterSpacing, type ObjectParameters } from './parameters.ts';
import { matterMeshChecks, matterMeshWarnings, meshShapeVolume, spacingForCount } from './shape-mesh.ts';

/** Returns the number of particles of all objects by their volumes, before they are filled. */
export function mostParticles(body: MatterParameters): number {
  const { objects, plane } = body;
  // Invalid meshes are reported by the checks of the body.
  if (objects.some((one) => meshChecks(one, body, '').length > 0)) return 0;
  const { volume } = latticeOf(body);
  return objects.reduce((sum, { shape: filled }) => {
    if (filled.kind === 'points') return sum + filled.points.length;
    if (filled.kind === 'mesh') return sum + (filled.count ?? Math.ceil(meshShapeVolume(filled) / volume));
    return sum + Math.ceil(shapeVolume(filled, plane ? 2 : 3) / volume);
  }, 0);
}

export function latticeMatterChecks(body: MatterParameters, path: string, scene: SceneFacts): Problem[] {
  return [...objectChecks(body, path), ...planeContactChecks(body, path, scene)];
}

function objectChecks(body: MatterParameters, path: string): Problem[] {
  const meshes = body.objects.flatMap((one, i) => meshChecks(one, body, `${path}.objects[${i}]`));
  if (meshes.length > 0) return meshes;
  const lattice = latticeOf(body);
  return body.objects.flatMap((one, i) => {
    const mass = one.material.density * lattice.volume;
    const problems: Problem[] = tooSmall(one.shape, lattice, `${path}.objects[${i}].shape`);
    if (mass < LIMITS.leastMass) {
      const message = `each particle would be ${mass.toPrecision(3)} kg; the least is ${LIMITS.leastMass}`;
      problems.push({ path: `${path}.objects[${i}].material.density`, message });
    }
    if (body.plane) problems.push(...planeChecks(one, body, `${path}.objects[${i}]`));
    const counted = countCheck(one, body, `${path}.objects[${i}].shape.count`);
    return counted ? [...problems, counted] : problems;
  });
}

/** Returns the warnings about meshes, once for each mesh. */
export function latticeMatterWarnings({ objects }: MatterParameters, path: string): Problem[] {
  const seen = new Set<unknown>();
  return objects.flatMap(({ shape: filled }, i) => {
    if (filled.kind !== 'mesh') return [];
    const mesh = filled.mesh ?? filled.vertices;
    if (seen.has(mesh)) return [];
    seen.add(mesh);
    return matterMeshWarnings(filled, `${path}.objects[${i}].shape`);
  });
}

/** Problems of an object that is not in the plane z = 0 or would leave it. */
function planeChecks(one: ObjectParameters, body: MatterParameters, path: string): Problem[] {
  const problems: Problem[] = [];
  const say = (field: string, message: string) => problems.push({ path: `${path}.${field}`, message });
  const { axis, angle } = one.rotation;
  if (angle !== 0 && (axis[0] !== 0 || axis[1] !== 0))
    say('rotation.axis', `in the plane things turn about z only, got [${axis.join(', ')}]`);
  if (one.position[2] + body.position[2] !== 0) say('position', 'in the plane z is 0');
  if (one.velocity[2] !== 0) say('velocity', `in the plane nothing moves along z, got ${one.velocity[2]}`);
  if (one.spin[0] !== 0 || one.spin[1] !== 0)
    say('spin', `in the plane things turn about z only, got [${one.spin.join(', ')}]`);
  if (one.shape.kind !== 'points') return problems;
  const out = one.shape.points.findIndex(([, , z]) => z !== 0);
  if (out >= 0) say(`shape.points[${out}]`, `in the plane z is 0, got ${one.shape.points[out][2]}`);
  return problems;
}

/** Refuses sheets beside matter in the plane: momentum out of the plane would be lost. */
function planeContactChecks(
  body: MatterParameters,
  path: string,
  { contact, bodies }: SceneFacts,
): Problem[] {
  const sheet = bodies.find(({ model }) => model !== body.model);
  if (!body.plane || !contact.matter || !sheet) return [];
  const message = `"${body.name}" lies in the plane and "${sheet.name}" in space, so they cannot touch. Set "contact": { "matter": false } to let them pass through each other.`;
  return [{ path: `${path}.plane`, message }];
}

function tooSmall(filled: ObjectParameters['shape'], lattice: MatterLattice, path: string): Problem[] {
  if (filled.kind === 'points' || filled.kind === 'mesh') return [];
  try {
    checkFilling(filled, lattice);
    return [];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ path, message: error.message.replace(/^\w+: /, '') }];
  }
}

function meshChecks(
  { shape: filled, skin, phase }: ObjectParameters,
  { plane }: MatterParameters,
  path: string,
): Problem[] {
  if (skin && filled.kind !== 'mesh')
    return [{ path: `${path}.skin`, message: `a ${filled.kind} has no mesh to draw` }];
  if (skin && phase === 'fluid') return [{ path: `${path}.skin`, message: 'a fluid carries no mesh' }];
  if (filled.kind !== 'mesh') return [];
  if (plane) return [{ path: `${path}.shape.kind`, message: 'in the plane there are no meshes' }];
  return matterMeshChecks(filled, `${path}.shape`);
}

/** Greatest relative difference of the spacing of a count from the body's: the accuracy of filling. */
const SAME_SPACING = 0.01;

function countCheck(
  { shape: filled }: ObjectParameters,
  body: MatterParameters,
  path: string,
): Problem | undefined {
  if (filled.kind !== 'mesh' || filled.count === undefined) return undefined;
  const wanted = spacingForCount(filled, filled.count);
  const spacing = matterSpacing(body);
  if (Math.abs(wanted - spacing) <= SAME_SPACING * spacing) return undefined;
  const message = `${filled.count} particles would be ${wanted.toPrecision(4)} m apart, and the body’s are ${spacing.toPrecision(4)} m; leave one of them out`;
  return { path, message };
}
