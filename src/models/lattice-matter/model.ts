/** The model of lattice matter: how a scene builds it, and the systems that it adds. */
import type { World } from '../../core/world.ts';
import { rotationAbout } from '../../math/mat3.ts';
import { PI } from '../../math/portable.ts';
import { axisQuaternion } from '../../math/quat.ts';
import { normalised } from '../../math/vec3.ts';
import { defineModel, type FinishContext } from '../model.ts';
import { latticeMatterChecks, latticeMatterWarnings, mostParticles } from './checks.ts';
import { ColliderHeat } from './collider-heat.ts';
import { MatterImpacts } from './impacts.ts';
import { addLatticeMatter, type LatticeMatter, type MatterObject, type MatterSkin } from './index.ts';
import { matterStep } from './longest-step.ts';
import {
  latticeOf,
  type MatterParameters,
  matterParticles,
  matterSpacing,
  type ObjectParameters,
  pointsIn,
  schema,
  volumeOf,
} from './parameters.ts';
import { keepInPlane } from './plane.ts';
import { type MatterMeshParameters, meshFilling, shapeMesh } from './shape-mesh.ts';
import { SheetHeat } from './sheet-heat.ts';

/**
 * Longest sub-step with an implicit engine, s. The solve of an implicit cloth includes particles of matter, but not the matter
 * behind them. A kilogram that fell 0.1 m on a cloth of 0.4 m stored 1.7 times its energy there at steps of 1/780 s, and no
 * noticeable excess at these.
 */
const STEP_ON_CLOTH = 1 / 1920;

export const latticeMatter = defineModel({
  name: 'lattice-matter',
  schema,
  engines: 'any',
  longestImplicitStep: STEP_ON_CLOTH,
  drawnAs: 'matter',
  startParticles: matterParticles,
  mostParticles: (p) => ({
    count: mostParticles(p),
    field: 'spacing',
    value: `${Number(matterSpacing(p).toPrecision(4))} m`,
  }),
  check: latticeMatterChecks,
  warnings: latticeMatterWarnings,
  meetsMovingMeshes: ({ matter }) => matter,
  temperatures: ({ objects }) => objects.map(({ temperature }) => temperature),
  meshes: ({ objects }) =>
    (Array.isArray(objects) ? objects : [])
      .map((object) => object?.shape)
      .filter((shape) => shape?.kind === 'mesh')
      .map((mesh) => ({ mesh, file: mesh.mesh })),
  stepLimit: matterStep,

  build(world, p, { scene: { seed, contact } }) {
    const { name, plane, implicit, iterations, tolerance, rounds } = p;
    const spacing = matterSpacing(p, true);
    const skins = new Map<unknown, MatterSkin>();
    return addLatticeMatter(world, {
      name,
      spacing,
      dimension: plane ? 2 : 3,
      seed,
      friction: contact.friction,
      staticFriction: contact.staticFriction ?? contact.friction,
      implicit,
      iterations,
      tolerance,
      rounds,
      objects: p.objects.map((one) => objectOf(one, p, spacing, skins)),
    });
  },

  finish(world, bodies, context) {
    for (const body of bodies) {
      const plane = keepInPlane(world, body);
      if (plane && world.contact?.active) world.add(plane);
    }
    for (const body of bodies) if (body.conducts) addHeat(world, body, context);
    const { engine, dt } = context.scene;
    const impacts = new MatterImpacts(world, engine.substeps === 'auto');
    world.add(impacts);
    impacts.foresee(world, dt);
  },
});

/** Adds the exchange of heat with colliders that have a temperature and with sheets that respond to heat. */
function addHeat(
  world: World,
  body: LatticeMatter,
  { scene: { contact }, colliders, heated, exchange }: FinishContext,
): void {
  const hot = colliders.flatMap(({ collider, temperature, conductance }) =>
    temperature === undefined ? [] : [{ collider, temperature, conductance }],
  );
  if (hot.length > 0) world.add(new ColliderHeat(world, body, hot));
  if (exchange && contact.matter)
    world.add(new SheetHeat(world, body, heated, exchange, contact.conductance));
}

function objectOf(
  one: ObjectParameters,
  body: MatterParameters,
  spacing: number,
  skins: Map<unknown, MatterSkin>,
): MatterObject {
  const { shape: filled, material, velocity, spin, temperature, phase, pinned, object } = one;
  const lattice = latticeOf(body, spacing);
  const local = pointsIn(filled, lattice);
  const angle = (one.rotation.angle * PI) / 180;
  const turn = rotationAbout(one.rotation.axis, angle);
  const points = new Float64Array(local.length);
  const position = one.position.map((value, axis) => value + body.position[axis]);
  for (let k = 0; k < local.length; k += 3) {
    const [x, y, z] = turn(local[k], local[k + 1], local[k + 2]);
    points.set([position[0] + x, position[1] + y, position[2] + z], k);
  }
  return {
    points,
    material,
    volume: volumeOf(filled, lattice),
    phase,
    quaternion: axisQuaternion(normalised(one.rotation.axis), angle),
    velocity,
    spin,
    temperature,
    object,
    pinned,
    ...(one.skin && filled.kind === 'mesh' && { skin: skinOf(filled, spacing, skins) }),
  };
}

/** Returns the skin of a mesh; objects of the same filling share it. */
function skinOf(filled: MatterMeshParameters, spacing: number, skins: Map<unknown, MatterSkin>): MatterSkin {
  const filling = meshFilling(filled, spacing);
  const made = skins.get(filling) ?? { ...shapeMesh(filled), points: filling.particles.slice() };
  skins.set(filling, made);
  return made;
}
