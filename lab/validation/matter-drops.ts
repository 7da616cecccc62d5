/**
 * Matter on sheets: solid or fluid blobs thrown at sheets of every kind, free ones in space or held ones under gravity. No
 * particle may pass (exact/through.ts), no step may fail, the momentum of a closed system must be conserved, and energy
 * must not rise.
 */
import { buildScene, parseScene, type SceneInput, step, type World } from 'pliant';
import { DROP_MODELS, Draw, type DropModel, isImplicitDrop } from './drops.ts';
import { type DropOutcome, dropsCase } from './drops-case.ts';
import { ThroughWatch } from './exact/through.ts';

type Body = NonNullable<SceneInput['bodies']>[number];
type Vector = [number, number, number];

/** Side of the sheets, which lie flat in y = 0, m. */
const SIDE = 0.4;
/** Smallest speed, m/s. */
const SLOWEST = 0.5;
const FASTEST = 10;
/** Time simulated after the earliest possible impact, s. */
const AFTER = 0.15;
/** Largest relative rise of energy: the accuracy of the engines. */
const ENERGY_SLACK = 0.05;
/**
 * Largest relative change of momentum: rounding over thousands of sub-steps; implicit cloth is solved to a
 * tolerance.
 */
const MOMENTUM_SLACK = 1e-10;

export interface MatterDrop {
  readonly scene: SceneInput;
  /** Whether no external force acts on sheet and matter, and the engine conserves momentum exactly. */
  readonly closed: boolean;
}

/** Makes a drop from a seed and its index alone. */
export function matterDropOf(
  seed: number,
  index: number,
  models: readonly DropModel[] = DROP_MODELS,
): MatterDrop {
  const draw = new Draw(seed, index);
  const model = draw.one(models);
  const phase = draw.one(['solid', 'fluid'] as const);
  const held = draw.next() < 0.5;
  const points = draw.whole(7, 15);
  const radius = draw.between(0.04, 0.09);
  const spacing = radius * draw.between(0.3, 0.6);
  const speed = SLOWEST * (FASTEST / SLOWEST) ** draw.next();
  const dt = draw.between(1 / 240, 1 / 60);
  const [x, z] = [draw.between(-0.12, 0.12), draw.between(-0.12, 0.12)];
  const height = radius + spacing + 0.02;
  const velocity: Vector = [draw.between(-0.4, 0.4) * speed, -speed, draw.between(-0.4, 0.4) * speed];
  const density = draw.between(300, 1200);
  const material = {
    density,
    young: 10 * density * speed * speed + 1e4,
    soundSpeed: Math.max(10, 2 * speed),
    viscosity: draw.between(0, 2),
  };
  const blob: Body = {
    name: 'blob',
    model: 'lattice-matter',
    spacing,
    objects: [{ shape: { kind: 'sphere', radius }, phase, position: [x, height, z], velocity, material }],
  };
  const implicit = isImplicitDrop(model);
  return {
    closed: !held && !implicit,
    scene: {
      format: 1,
      id: `matter-drop-${index}`,
      title: `${phase} at ${speed.toFixed(1)} m/s on a ${held ? 'held' : 'free'} ${model}`,
      seconds: Math.ceil(((height + 0.1) / speed + AFTER) / dt) * dt,
      dt,
      gravity: held ? [0, -9.80665, 0] : [0, 0, 0],
      air: { density: 0 },
      engine: { name: implicit ? draw.one(['implicit-euler', 'sdirk2'] as const) : 'euler-cromer' },
      contact: { friction: draw.between(0, 0.8) },
      bodies: [sheetOf(model, points, held), blob],
    },
  };
}

function sheetOf(model: DropModel, points: number, held: boolean): Body {
  const common = { name: 'sheet', size: [SIDE, SIDE] as [number, number] };
  const grid = { ...common, points: [points, points] as [number, number] };
  const flat = { rotation: { axis: [1, 0, 0] as Vector, angle: -90 } };
  const corners = (['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const).map((at) => ({ at }));
  const pins = held ? { pins: corners } : {};
  const cells = Math.round((points - 1) / 2);
  const levels = { startLevel: 2, maxLevel: 3 };
  const bodies: Record<DropModel, Body> = {
    'provot-sheet': { model: 'provot-sheet', ...grid, ...flat, ...pins },
    'layered-sheet': { model: 'layered-sheet', ...grid, ...pins },
    'adaptive-grid': { model: 'adaptive-grid', ...grid, maxLevel: 1, ...flat, ...pins },
    'membrane-sheet': {
      model: 'membrane-sheet',
      ...grid,
      clamp: held ? 'rim' : 'none',
      material: { shearModulus: 3e6 },
    },
    'adaptive-cloth': {
      model: 'adaptive-cloth',
      ...common,
      cells: [cells, cells],
      ...levels,
      ...flat,
      ...pins,
    },
  };
  return bodies[model];
}

export interface MatterDropResult extends DropOutcome {
  /** Number of particles that passed the sheet. */
  passed: number;
  /** Change of momentum over that at the start; 0 with external forces. */
  momentum: number;
  /** Rise of energy over the kinetic energy at the start. */
  energy: number;
}

export function runMatterDrop(
  seed: number,
  index: number,
  models: readonly DropModel[] = DROP_MODELS,
): MatterDropResult {
  const drop = matterDropOf(seed, index, models);
  const scene = parseScene(drop.scene);
  const world = buildScene(scene);
  const [sheet, blob] = world.bodies;
  const watch = new ThroughWatch(world, blob, sheet);
  const start = momentumOf(world);
  const size = Math.sqrt(start.reduce((sum, value) => sum + value * value, 0));
  let [first, kinetic, most] = [0, 0, -Infinity];
  let fault: string | undefined;
  for (let k = Math.round(scene.seconds / scene.dt), at = 0; at < k && fault === undefined; at++) {
    const { energy, fault: failed } = step(world, scene.dt);
    fault = failed?.cause;
    if (at === 0) [first, kinetic] = [energy.total, energy.kinetic];
    most = Math.max(most, energy.total);
  }
  const end = momentumOf(world);
  const lost = Math.max(...end.map((value, axis) => Math.abs(value - start[axis])));
  return {
    drop: index,
    title: scene.title,
    passed: watch.passes,
    momentum: drop.closed ? lost / size : 0,
    energy: Math.max(0, most - first) / kinetic,
    ...(fault !== undefined && { fault }),
  };
}

/** Total momentum, kg·m/s. */
function momentumOf({ particles: p }: World): Vector {
  const sum: Vector = [0, 0, 0];
  for (let i = 0; i < p.count; i++) {
    sum[0] += p.mass.view[i] * p.vx[i];
    sum[1] += p.mass.view[i] * p.vy[i];
    sum[2] += p.mass.view[i] * p.vz[i];
  }
  return sum;
}

export const matterDropsCase = dropsCase<MatterDropResult>({
  name: 'matter-drops',
  title: 'Blobs of lattice matter thrown at sheets of every kind: nothing passes, momentum is conserved',
  drops: 60,
  run: runMatterDrop,
  problems: ({ passed, momentum, energy }) => [
    ...(passed > 0 ? [`${passed} particles passed the sheet`] : []),
    ...(momentum > MOMENTUM_SLACK ? [`relative change of momentum ${momentum.toPrecision(2)}`] : []),
    ...(energy > ENERGY_SLACK ? [`energy rose by ${(100 * energy).toFixed(1)} %`] : []),
  ],
  totals: (outcomes) => ({
    measured: {
      passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
      momentum: Math.max(...outcomes.map(({ momentum }) => momentum)),
      energyRise: Math.max(...outcomes.map(({ energy }) => energy)),
    },
  }),
});
