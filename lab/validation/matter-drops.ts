/**
 * Matter on sheets: blobs, solid or fluid, thrown at sheets of every kind, free ones in space or held ones under gravity. Nothing may pass
 * (exact/through.ts), no step may fail, where nothing is held the momentum of both must stay, and energy must not rise.
 */
import { buildScene, parseScene, type SceneInput, step, type World } from 'pliant';
import { type CaseValues, type ValidationCase, verdict } from './case.ts';
import { dropOptions, runDrops } from './chosen-drops.ts';
import { DROP_MODELS, Draw, type DropModel } from './drops.ts';
import { ThroughWatch } from './exact/through.ts';

type Body = NonNullable<SceneInput['bodies']>[number];
type Vector = [number, number, number];

/** m, of the sheets, which lie flat in y = 0. */
const SIDE = 0.4;
/** m/s */
const SLOWEST = 0.5;
const FASTEST = 10;
/** s; what is looked at after the blob could have arrived. */
const AFTER = 0.15;
/** Of the energy at the start, that it may rise by: of what the engines' own steps are exact to. */
const ENERGY_SLACK = 0.05;
/** Of the momentum at the start: rounding over thousands of sub-steps; implicit cloth is solved for to a tolerance. */
const MOMENTUM_SLACK = 1e-10;
const LISTED = 10;

export interface MatterDrop {
  readonly scene: SceneInput;
  /** Whether nothing from outside acts on sheet and matter, and the engine is exact in momentum. */
  readonly closed: boolean;
}

/** From a seed and its number alone. */
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
  const implicit = model === 'adaptive-cloth';
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
  const grid = { points: [points, points] as [number, number] };
  const flat = { rotation: { axis: [1, 0, 0] as Vector, angle: -90 } };
  const corners = (['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const).map((at) => ({ at }));
  const pins = held ? { pins: corners } : {};
  switch (model) {
    case 'provot-sheet':
      return { model, ...common, ...grid, ...flat, ...pins };
    case 'layered-sheet':
      return { model, ...common, ...grid, ...pins };
    case 'adaptive-grid':
      return { model, ...common, ...grid, maxLevel: 1, ...flat, ...pins };
    case 'membrane-sheet':
      return { model, ...common, ...grid, clamp: held ? 'rim' : 'none', material: { shearModulus: 3e6 } };
    case 'adaptive-cloth': {
      const cells = Math.round((points - 1) / 2);
      return { model, ...common, cells: [cells, cells], startLevel: 2, maxLevel: 3, ...flat, ...pins };
    }
  }
}

export interface MatterDropResult {
  /** Its number: `--only` runs it again. */
  drop: number;
  title: string;
  /** Particles seen to go through the sheet. */
  passed: number;
  /** Change of momentum over that at the start; 0 where something from outside acts. */
  momentum: number;
  /** Rise of energy over the kinetic energy at the start. */
  energy: number;
  fault?: string;
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

/** kg·m/s */
function momentumOf({ particles: p }: World): Vector {
  const sum: Vector = [0, 0, 0];
  for (let i = 0; i < p.count; i++) {
    sum[0] += p.mass.view[i] * p.vx[i];
    sum[1] += p.mass.view[i] * p.vy[i];
    sum[2] += p.mass.view[i] * p.vz[i];
  }
  return sum;
}

const failed = (one: MatterDropResult) =>
  one.passed > 0 || one.momentum > MOMENTUM_SLACK || one.energy > ENERGY_SLACK || one.fault !== undefined;

function sentence({ drop, title, passed, momentum, energy, fault }: MatterDropResult, drops: number): string {
  const facts = [
    ...(passed > 0 ? [`${passed} particles passed the sheet`] : []),
    ...(momentum > MOMENTUM_SLACK ? [`momentum changed by ${momentum.toPrecision(2)} of itself`] : []),
    ...(energy > ENERGY_SLACK ? [`energy rose by ${(100 * energy).toFixed(1)} %`] : []),
    ...(fault === undefined ? [] : [fault]),
  ];
  return `drop ${drop} (--drops ${drops} --only ${drop}): ${title}: ${facts.join('; ')}`;
}

export const matterDropsCase: ValidationCase = {
  name: 'matter-drops',
  title: 'Blobs of lattice matter thrown at sheets of every kind: nothing passes, momentum stays',
  long: true,
  options: dropOptions(60),
  run(options: CaseValues) {
    const { drops, seed } = options as Record<string, number>;
    const results = runDrops(options, runMatterDrop);
    const bad = results.filter(failed);
    const facts = {
      drops: results.length,
      seed,
      passed: results.reduce((sum, { passed }) => sum + passed, 0),
      faults: results.filter(({ fault }) => fault !== undefined).length,
      momentum: Math.max(...results.map(({ momentum }) => momentum)),
      energyRise: Math.max(...results.map(({ energy }) => energy)),
      failedDrops: bad.length,
      failures: bad.slice(0, LISTED),
      ...(bad.length > 0 && { notes: bad.slice(0, LISTED).map((one) => sentence(one, drops)) }),
    };
    const { passed, faults, momentum, energyRise } = facts;
    const none = { passed: 0, faults: 0, momentum: 0, energyRise: 0 };
    const measured = { passed, faults, momentum, energyRise };
    return verdict(this.name, measured, none, bad.length / results.length, 0, facts);
  },
};
