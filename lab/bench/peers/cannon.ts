/**
 * The engine cannon-es in plain JavaScript: particles with distance constraints, solved by Gauss–Seidel sweeps over velocities with
 * SPOOK stabilisation (Lacoursière 2007).
 *
 * Default is its cloth sample: structural links only, one step of 10 sweeps, every pair of bodies tested. Its collision
 * matrix then has n⁴/2 entries, too many for an array at n = 129. Stiff adds diagonals, sub-steps, a sweep-and-prune broad
 * phase and a sparse matrix, and gives the constraints the true time step (they assume 1/60 s otherwise). It has no
 * collision groups then, because the sweep continues past every filtered pair and tests them all; particles have no
 * extent and do not meet each other anyway.
 */
import type * as Cannon from 'cannon-es';
import { installedVersion, type Peer, type PeerRun, type Setting } from './peer.ts';
import {
  frameTime,
  gravity,
  pinnedMasses,
  pointMass,
  restPositions,
  type Scenario,
  spacing,
} from './scenario.ts';

type Library = typeof Cannon;

const stiffness = 1e7; // N/m, its default
const relaxation = 1; // time steps in which an error is corrected; its default is 3
const SHEET = 2; // collision groups of the default: the sheet meets the ball but not itself
const BALL = 1;

export const cannon: Peer = {
  name: 'cannon-es',
  version: installedVersion('cannon-es'),
  licence: 'MIT',
  settings: ['default', 'stiff'],
  about: (setting) =>
    setting === 'default'
      ? '1 step of 10 iterations, no diagonals'
      : '0.15 n steps of 10 iterations, relaxation 1, diagonals, damping 1/s',
  async create(scenario, n, setting) {
    return build(await import('cannon-es'), scenario, n, setting);
  },
};

function createWorld(C: Library, setting: Setting): Cannon.World {
  const world = new C.World({ gravity: new C.Vec3(0, -gravity, 0) });
  if (setting === 'stiff') {
    world.broadphase = new C.SAPBroadphase(world);
    const sparse = () => new C.ObjectCollisionMatrix() as unknown as Cannon.ArrayCollisionMatrix;
    world.collisionMatrix = sparse();
    world.collisionMatrixPrevious = sparse();
  }
  return world;
}

function addMasses(C: Library, world: Cannon.World, scenario: Scenario, n: number, setting: Setting) {
  const pins = new Set(pinnedMasses(scenario, n));
  const rest = restPositions(scenario, n);
  const shape = new C.Particle();
  const material = new C.Material();
  const masses = Array.from({ length: n * n }, (_, k) => {
    const mass = new C.Body({
      mass: pins.has(k) ? 0 : pointMass(n),
      shape,
      material,
      position: new C.Vec3(rest[3 * k], rest[3 * k + 1], rest[3 * k + 2]),
      ...(setting === 'default' ? { collisionFilterGroup: SHEET, collisionFilterMask: BALL } : {}),
      linearDamping: setting === 'stiff' ? 1 - Math.exp(-1) : 0.01, // share of the velocity lost in 1 s
    });
    world.addBody(mass);
    return mass;
  });
  if (scenario.sphere) addSphere(C, world, scenario.sphere, material);
  return masses;
}

function addSphere(
  C: Library,
  world: Cannon.World,
  { centre, radius, friction }: NonNullable<Scenario['sphere']>,
  sheet: Cannon.Material,
): void {
  const material = new C.Material();
  world.addBody(
    new C.Body({
      mass: 0,
      shape: new C.Sphere(radius),
      material,
      position: new C.Vec3(...centre),
      collisionFilterGroup: BALL,
      collisionFilterMask: SHEET | BALL,
    }),
  );
  world.addContactMaterial(new C.ContactMaterial(sheet, material, { friction, restitution: 0 }));
}

function build(C: Library, scenario: Scenario, n: number, setting: Setting): PeerRun {
  const isStiff = setting === 'stiff';
  const steps = isStiff ? Math.max(1, Math.round(0.15 * n)) : 1;
  const stepTime = frameTime / steps;
  const world = createWorld(C, setting);
  const masses = addMasses(C, world, scenario, n, setting);
  const link = (a: number, b: number, length: number) => {
    const constraint = new C.DistanceConstraint(masses[a], masses[b], length);
    if (isStiff)
      for (const equation of constraint.equations) equation.setSpookParams(stiffness, relaxation, stepTime);
    world.addConstraint(constraint);
  };
  const edge = spacing(n);
  const diagonal = edge * Math.SQRT2;
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      const k = row * n + column;
      if (column + 1 < n) link(k, k + 1, edge);
      if (row + 1 < n) link(k, k + n, edge);
      if (isStiff && column + 1 < n && row + 1 < n) {
        link(k, k + n + 1, diagonal);
        link(k + 1, k + n, diagonal);
      }
    }
  }
  return {
    frame() {
      for (let i = 0; i < steps; i++) world.step(stepTime);
    },
    positions(out) {
      masses.forEach(({ position: { x, y, z } }, k) => {
        out[3 * k] = x;
        out[3 * k + 1] = y;
        out[3 * k + 2] = z;
      });
    },
    dispose() {}, // left to the garbage collector
  };
}
