/**
 * Contact of rigid bodies with each other and with colliders, by Rapier (Crozet 2020, a rigid-body engine in f32).
 *
 * The state is ours, in f64. Every sub-step creates a Rapier world of the bodies that are near something and of what they are
 * near to, advances it through the sub-step, in up to MOST_STEPS parts if that is long or fast, and discards it. It gets the
 * velocities from before gravity and adds gravity itself, part by part. The result depends only on our state, so a snapshot
 * continues byte-equal, and a body that nothing touches keeps every digit. Velocities change by the difference of Rapier's f32
 * numbers; positions by the displacement beyond h v with which Rapier separates overlaps and stops fast bodies.
 *
 * The friction of a pair is the mean of the kinetic coefficients. The restitution e is the mean too, unless the next flight
 * would be over within two sub-steps: a body that meets something at u does not bounce if e u ≤ h g, as in
 * particles/impact-friction.ts.
 */
import type * as RapierModule from '@dimforge/rapier3d-compat';
import { type Quaternion, rotationVector } from '../../math/quat.ts';
import type { Vector } from '../../math/vec3.ts';
import type { Collider } from '../collider.ts';
import type { Pose } from '../pose.ts';
import type { Shape } from '../shapes/shape.ts';
import { TRIANGLE_NUMBERS } from '../shapes/triangle.ts';
import type { TriangleMesh } from '../shapes/triangle-mesh.ts';
import { RIGID_MODEL_NUMBERS, RIGID_NUMBERS, type RigidBodies, type RigidSolver } from './rigid.ts';
import { RigidBroadPhase } from './rigid-broad-phase.ts';

type Rapier = typeof RapierModule;
type ColliderDesc = RapierModule.ColliderDesc;

/** Iterations of Rapier's solver in one step, all of them with friction; with its small steps only the first has friction. */
const ITERATIONS = 20;
/** Share of an overlap that is removed in a step: with less, bodies creep down an incline. */
const STIFFNESS = 1;
/** Allowed overlap, and distance below which surfaces are contacts of the coming step, m. */
const OVERLAP = 1e-4;
/** Longest displacement of an approaching body in a step of Rapier, m; it decides the number of steps. */
const LONGEST_WAY = 2.5e-3;
/** Limit of the number of steps; faster bodies are swept. */
const MOST_STEPS = 8;
/** Relative difference of f32 numbers that is rounding: of two operations on each velocity and position in every step. */
const ROUNDINGS = (4 * MOST_STEPS) / 16777216; // 2⁻²⁴ is the precision of f32

const RAPIER_PACKAGE = '@dimforge/rapier3d-compat';

/** Thrown if Rapier is not installed. */
export class RapierMissingError extends Error {
  override name = 'RapierMissingError';
}

let loading: Promise<RigidSolver> | undefined;

/** Loads Rapier, an optional dependency, once; throws a `RapierMissingError` if it is not installed. */
export function loadRapier(): Promise<RigidSolver> {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<RigidSolver> {
  const module = await import('@dimforge/rapier3d-compat').catch((error) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new RapierMissingError(
      `rigid bodies need the package ${RAPIER_PACKAGE}, which cannot be loaded; install it with: npm install ${RAPIER_PACKAGE} (${why})`,
    );
  });
  // CommonJS exports in Node, an ES namespace in a bundle: the names are the same.
  const rapier = module.default as unknown as Rapier;
  await rapier.init();
  return new RapierSolver(rapier);
}

class RapierSolver implements RigidSolver {
  readonly #rapier: Rapier;

  constructor(rapier: Rapier) {
    this.#rapier = rapier;
  }

  solve(
    bodies: RigidBodies,
    colliders: readonly Collider[],
    time: number,
    h: number,
    correction: Float64Array,
  ): void {
    const near = new RigidBroadPhase(bodies, colliders, time, h, OVERLAP);
    if (near.bodies.length === 0) return;
    const [gx, gy, gz] = bodies.gravity;
    const pull = Math.sqrt(gx * gx + gy * gy + gz * gz);
    const fastest = Math.max(...near.bodies.map((i) => near.approach(i)));
    const steps = Math.max(1, Math.min(MOST_STEPS, Math.ceil((fastest * h) / LONGEST_WAY)));
    const met = [...near.colliders.map((k) => colliders[k]), ...near.bodies.map((i) => bodies.colliders[i])];
    const liveliest = Math.max(...met.map(({ restitution }) => restitution));
    /** Whether a body that may meet the most elastic of all would bounce. */
    const bounces = (i: number) =>
      0.5 * (bodies.colliders[i].restitution + liveliest) * near.approach(i) > h * pull;
    const world = new this.#rapier.World({ x: gx, y: gy, z: gz });
    try {
      const { integrationParameters: parameters } = world;
      parameters.dt = h / steps;
      parameters.erp = STIFFNESS;
      parameters.numSolverIterations = 1;
      parameters.numInternalPgsIterations = ITERATIONS;
      parameters.allowedLinearError = OVERLAP;
      parameters.predictionDistance = OVERLAP;
      const made = near.bodies.map((i) => this.#addBody(world, bodies, i, near, h, bounces(i)));
      const moving = near.colliders.flatMap((k) => this.#addCollider(world, colliders[k], near, time) ?? []);
      for (let k = 1; k <= steps; k++) {
        for (const moveTo of moving) moveTo(time + (h * k) / steps);
        world.step();
      }
      made.forEach((body, n) => {
        readBack(bodies, near.bodies[n], body, near.origin, h, correction);
      });
    } finally {
      world.free();
    }
  }

  /** Adds a body with its velocity from before gravity, which Rapier adds step by step. */
  #addBody(
    world: RapierModule.World,
    bodies: RigidBodies,
    i: number,
    near: RigidBroadPhase,
    h: number,
    bounces: boolean,
  ): RapierModule.RigidBody {
    const { RigidBodyDesc, CoefficientCombineRule } = this.#rapier;
    const s = bodies.state.view.subarray(RIGID_NUMBERS * i, RIGID_NUMBERS * (i + 1));
    const m = bodies.model.view.subarray(RIGID_MODEL_NUMBERS * i, RIGID_MODEL_NUMBERS * (i + 1));
    const [ox, oy, oz] = near.origin;
    const [gx, gy, gz] = bodies.gravity;
    const desc = RigidBodyDesc.dynamic()
      .setTranslation(s[0] - ox, s[1] - oy, s[2] - oz)
      .setRotation({ x: s[3], y: s[4], z: s[5], w: s[6] })
      .setLinvel(s[7] - h * gx, s[8] - h * gy, s[9] - h * gz)
      .setAngvel({ x: s[10], y: s[11], z: s[12] })
      .setAdditionalMassProperties(
        1 / m[0],
        { x: 0, y: 0, z: 0 },
        { x: 1 / m[1], y: 1 / m[2], z: 1 / m[3] },
        { x: 0, y: 0, z: 0, w: 1 },
      )
      .setCcdEnabled(true)
      .setCanSleep(false);
    const body = world.createRigidBody(desc);
    const collider = bodies.colliders[i];
    for (const form of this.#forms(collider.shape, near, bodies.poseOf(i))) {
      form
        .setDensity(0)
        .setFriction(collider.friction)
        .setRestitution(bounces ? collider.restitution : 0)
        .setRestitutionCombineRule(bounces ? CoefficientCombineRule.Average : CoefficientCombineRule.Min);
      world.createCollider(form, body);
    }
    return body;
  }

  /** Adds a collider; returns a function that moves it to its pose at a time, if it moves. */
  #addCollider(
    world: RapierModule.World,
    { shape, track, friction, restitution }: Collider,
    near: RigidBroadPhase,
    time: number,
  ): ((time: number) => void) | undefined {
    const { RigidBodyDesc } = this.#rapier;
    const start = track.poseAt(time);
    const forms = this.#forms(shape, near, start);
    for (const form of forms) form.setFriction(friction).setRestitution(restitution);
    const { x, y, z } = shifted(start.position, near.origin);
    if (track.still) {
      for (const form of forms)
        world.createCollider(form.setTranslation(x, y, z).setRotation(rotation(start.quaternion)));
      return undefined;
    }
    const desc = RigidBodyDesc.kinematicPositionBased();
    const body = world.createRigidBody(desc.setTranslation(x, y, z).setRotation(rotation(start.quaternion)));
    for (const form of forms) world.createCollider(form, body);
    return (at) => {
      const pose = track.poseAt(at);
      body.setNextKinematicTranslation(shifted(pose.position, near.origin));
      body.setNextKinematicRotation(rotation(pose.quaternion));
    };
  }

  /** Returns Rapier's colliders of a shape; of a mesh at `pose` only the triangles near bodies. */
  #forms(shape: Shape, near: RigidBroadPhase, pose: Pose): ColliderDesc[] {
    const { ColliderDesc, HalfSpace } = this.#rapier;
    const form = shape.rigidForm?.();
    switch (form?.form) {
      case 'ball':
        return [ColliderDesc.ball(form.radius)];
      case 'cuboid':
        return [ColliderDesc.cuboid(...form.half)];
      case 'capsule':
        return [ColliderDesc.capsule(form.halfHeight, form.radius)];
      case 'cylinder':
        return [ColliderDesc.cylinder(form.halfHeight, form.radius)];
      case 'hulls':
        return form.corners.map((corners) => this.#hull(corners));
      case 'skin':
        return [this.#skin(form.mesh, near, pose)];
      case 'half-space':
        return [new ColliderDesc(new HalfSpace({ x: 0, y: 1, z: 0 }))];
      default:
        throw new Error(
          `Rigid bodies cannot collide with the shape "${shape.kind}": give it a method rigidForm()`,
        );
    }
  }

  #hull(corners: ArrayLike<number>): ColliderDesc {
    const form = this.#rapier.ColliderDesc.convexHull(Float32Array.from(corners));
    if (!form)
      throw new Error(
        'Rapier finds no hull of a convex solid: it is too thin for f32 numbers; make it thicker',
      );
    return form;
  }

  #skin(mesh: TriangleMesh, near: RigidBroadPhase, pose: Pose): ColliderDesc {
    const triangles = near.trianglesOf(mesh, pose);
    const corners = new Float32Array(9 * triangles.length);
    triangles.forEach((t, k) => {
      const numbers = mesh.triangles.subarray(TRIANGLE_NUMBERS * t, TRIANGLE_NUMBERS * t + 9);
      for (let c = 0; c < 9; c++) corners[9 * k + c] = c < 3 ? numbers[c] : numbers[c % 3] + numbers[c];
    });
    const indices = Uint32Array.from({ length: 3 * triangles.length }, (_, k) => k);
    return this.#rapier.ColliderDesc.trimesh(corners, indices);
  }
}

function shifted(position: Vector, origin: Vector): { x: number; y: number; z: number } {
  return { x: position[0] - origin[0], y: position[1] - origin[1], z: position[2] - origin[2] };
}

function rotation([x, y, z, w]: Quaternion): { x: number; y: number; z: number; w: number } {
  return { x, y, z, w };
}

/** Adds the changes by Rapier beyond free motion to our state, unless they are rounding. */
function readBack(
  bodies: RigidBodies,
  i: number,
  body: RapierModule.RigidBody,
  origin: Vector,
  h: number,
  correction: Float64Array,
): void {
  const at = RIGID_NUMBERS * i;
  const s = bodies.state.view;
  const { gravity } = bodies;
  const { reach } = bodies.properties[i];
  const v = body.linvel();
  const w = body.angvel();
  const after = [v.x, v.y, v.z, w.x, w.y, w.z];
  const change = after.map((end, k) => {
    const kick = k < 3 ? h * gravity[k] : 0;
    return end - (Math.fround(s[at + 7 + k] - kick) + kick);
  });
  const x = body.translation();
  const q = body.rotation();
  const turn = rotationVector([s[at + 3], s[at + 4], s[at + 5], s[at + 6]], [q.x, q.y, q.z, q.w]);
  const moved = [x.x, x.y, x.z].map((end, axis) => end - (s[at + axis] - origin[axis]));
  const beyond = [...moved, ...turn].map((way, k) => way - h * after[k]);
  const speed = largest(after, 0) + reach * largest(after, 3) + h * largest(gravity, 0);
  const place = Math.max(Math.abs(x.x), Math.abs(x.y), Math.abs(x.z), reach);
  const touched = largest(change, 0) + reach * largest(change, 3) > ROUNDINGS * speed;
  // Gravity added step by step moves a body less far than ours, which is added at the start: that alone is no push.
  const free = ROUNDINGS * place + (touched ? 0 : h * h * largest(gravity, 0));
  const pushed = largest(beyond, 0) + reach * largest(beyond, 3) > free;
  for (let k = 0; k < 6; k++) {
    if (touched) s[at + 7 + k] += change[k];
    if (pushed) correction[6 * i + k] = beyond[k];
  }
}

/** Returns the largest magnitude of three numbers from index `from` on. */
function largest(v: ArrayLike<number>, from: number): number {
  return Math.max(Math.abs(v[from]), Math.abs(v[from + 1]), Math.abs(v[from + 2]));
}
