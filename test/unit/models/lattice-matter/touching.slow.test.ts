/** Matter that touches, breaks or meets other matter of its body: nothing moves that is not pushed, and no energy comes from nowhere. */
import { buildScene, parseScene, type StepReport, step, type World } from 'pliant';
import { type LatticeMatter, matterPieces } from 'pliant/engine';
import { describe, expect, it } from 'vitest';

const SPACING = 0.05;

type Vector = readonly [number, number, number];

interface Block {
  size?: number;
  position: Vector;
  velocity?: Vector;
  phase?: 'solid' | 'fluid';
  young?: number;
}

function sceneOf(blocks: readonly Block[], more: object = {}, body: object = {}) {
  return parseScene({
    format: 1,
    gravity: [0, 0, 0],
    air: { density: 0 },
    engine: { name: 'euler-cromer' },
    bodies: [
      {
        name: 'matter',
        model: 'lattice-matter',
        spacing: SPACING,
        objects: blocks.map(({ size = 0.2, young = 1e7, ...rest }) => ({
          shape: { kind: 'box', size: [size, size, size] },
          material: { young },
          ...rest,
        })),
        ...body,
      },
    ],
    ...more,
  });
}

/** Reports of so many seconds, the kinetic energy at the start first. */
function runScene(scene: ReturnType<typeof parseScene>, seconds: number) {
  const world = buildScene(scene);
  const start = world.particles.position.view.slice();
  const energies = [kineticOf(world)];
  const reports: StepReport[] = [];
  for (let k = 0; k < seconds / scene.dt; k++) {
    const report = step(world, scene.dt);
    expect(report.fault).toBeUndefined();
    energies.push(report.energy.total);
    reports.push(report);
  }
  const { view } = world.particles.position;
  const moved = Math.max(...view.map((value, k) => Math.abs(value - start[k]))) / SPACING;
  return { world, energies, reports, moved };
}

function kineticOf({ particles: p }: World): number {
  let sum = 0;
  for (let i = 0; i < p.count; i++)
    sum += 0.5 * p.mass.view[i] * (p.vx[i] ** 2 + p.vy[i] ** 2 + p.vz[i] ** 2);
  return sum;
}

/** J; the most that the energy rises above what it was at any time before. */
function riseOf(energies: readonly number[]): number {
  let [least, rise] = [Infinity, 0];
  for (const energy of energies) {
    rise = Math.max(rise, energy - least);
    least = Math.min(least, energy);
  }
  return rise;
}

function matterOf(world: World): LatticeMatter {
  return world.bodies[0] as LatticeMatter;
}

describe('objects that touch', () => {
  // Six layers make 0.212 m: cells of a box of 0.2 m overhang its top by a quarter of a spacing.
  const sizes = [
    ['cells overhang', 0.2],
    ['cells fit', 6 * SPACING * Math.SQRT1_2],
    ['cells end below', 0.25],
  ] as const;
  describe.each(sizes)('%s', (_name, size) => {
    it.each([1e5, 1e8])('stay where they are, at %d Pa', (young) => {
      const blocks = [0, 1].map((k) => ({ size, young, position: [0, (k + 0.5) * size, 0] as const }));
      const { energies, moved } = runScene(sceneOf(blocks), 0.5);
      expect(Math.max(...energies)).toBeLessThan(1e-6);
      expect(moved).toBeLessThan(1e-3);
    });

    it.each([1e5, 1e8])('stay beside a fluid, at %d Pa', (young) => {
      const below = { size, young, position: [0, 0.5 * size, 0] as const };
      const above = { size, young, position: [0, 1.5 * size, 0] as const, phase: 'fluid' as const };
      const { energies } = runScene(sceneOf([below, above]), 0.5);
      // A quarter of a spacing in each other: to press them so would take 8 to 44 J.
      expect(Math.max(...energies)).toBeLessThan(size === 0.2 ? 0.15 : 1e-6);
    });
  });

  it.each([1e6, 1e8])('stand on each other, at %d Pa', (young) => {
    const blocks = [0, 1, 2].map((k) => ({ young, position: [0, (k + 0.5) * 0.2, 0] as const }));
    const floor = { name: 'floor', shape: { kind: 'plane' }, friction: 0.5 };
    const scene = sceneOf(blocks, { gravity: [0, -9.81, 0], colliders: [floor] });
    const { moved } = runScene(scene, 1);
    expect(moved).toBeLessThan(0.1);
  });

  it('a face is as far away and as stiff wherever one is on it', () => {
    const size = 6 * SPACING * Math.SQRT1_2;
    const energyAt = (x: number, z: number, gap: number) => {
      const world = buildScene(
        sceneOf([
          { size, position: [0, 0, 0] },
          { size: size / 2, position: [0, 2 * size, 0] },
        ]),
      );
      const { particles: p } = world;
      for (let i = 0; i < p.count; i++) {
        if (matterOf(world).record.objectOf.view[i] === 0) continue;
        p.x[i] += x * SPACING;
        p.y[i] += -1.25 * size + gap * SPACING;
        p.z[i] += z * SPACING;
      }
      return step(world, 1e-9).energy.total;
    };
    const shifts = [0, 0.15, 0.25, 0.4, 0.5, 0.7];
    const touching = shifts.flatMap((x) => shifts.map((z) => energyAt(x, z, 0)));
    const pressed = shifts.flatMap((x) => shifts.map((z) => energyAt(x, z, -0.15)));
    expect(Math.max(...touching)).toBeLessThan(1e-3 * Math.min(...pressed));
    expect(Math.max(...pressed)).toBeLessThan(2 * Math.min(...pressed));
  });
});

describe('matter that breaks', () => {
  const scene = (fracture: number, young: number, implicit: boolean) =>
    parseScene({
      format: 1,
      dt: 0.01,
      engine: { name: 'euler-cromer' },
      colliders: [
        { name: 'floor', shape: { kind: 'plane' }, friction: 0.4 },
        { name: 'left', shape: { kind: 'box', size: [0.1, 0.3, 0.5] }, position: [-0.4, 0.15, 0] },
        { name: 'right', shape: { kind: 'box', size: [0.1, 0.3, 0.5] }, position: [0.4, 0.15, 0] },
      ],
      bodies: [
        {
          name: 'plate',
          model: 'lattice-matter',
          spacing: 0.03,
          implicit,
          objects: [
            {
              shape: { kind: 'box', size: [1, 0.1, 0.4] },
              position: [0, 0.36, 0],
              material: { young, density: 2000, fracture },
            },
            {
              shape: { kind: 'sphere', radius: 0.12 },
              position: [0.02, 0.8, 0],
              velocity: [0, -4, 0],
              material: { young: 1e8, density: 5000 },
            },
          ],
        },
      ],
    });

  it.each([
    [0.02, 1e8, true],
    [0.02, 1e7, true],
    [0.05, 1e7, true],
    [0.02, 1e7, false],
  ])('at %d spacings and %d Pa (implicit: %s) gains no energy', (fracture, young, implicit) => {
    const { world, energies } = runScene(scene(fracture, young, implicit), implicit ? 0.5 : 0.25);
    expect(matterPieces(matterOf(world)).sizes.length).toBeGreaterThan(10);
    expect(riseOf(energies.slice(1))).toBeLessThan(0.01 * energies[1]);
  });
});

it('crumbs that are pushed in one round of a solve and not in the next keep the momentum of all', () => {
  const material = { young: 1e6, fracture: 0.03 };
  const blocks = [-0.2, 0.2].map((x) => ({
    position: [x, 0.1 * x, 0] as const,
    velocity: [-15 * x, 0, 0] as const,
    material,
  }));
  const world = buildScene(sceneOf(blocks));
  const { particles: p } = world;
  for (let k = 0; k < 30; k++) {
    expect(step(world, 1 / 60).fault).toBeUndefined();
    for (const v of [p.vx, p.vy, p.vz]) {
      const sum = v.reduce((all, value, i) => all + p.mass.view[i] * value, 0);
      expect(Math.abs(sum)).toBeLessThan(1e-10 * (k + 1) * 16 * 3);
    }
  }
  expect(matterPieces(matterOf(world)).sizes.length).toBeGreaterThan(10);
});

describe('matter that comes fast', () => {
  const meeting = (speed: number, substeps: number | 'auto', young = 1e7) =>
    sceneOf(
      [
        { young, position: [-0.3, 0, 0], velocity: [speed, 0, 0] },
        { young, position: [0.3, 0, 0], velocity: [-speed, 0, 0] },
      ],
      { engine: { name: 'euler-cromer', substeps } },
    );

  it.each([20, 40, 100])('is stopped by other matter, at ±%d m/s, and gains no energy', (speed) => {
    const { world, energies, reports } = runScene(meeting(speed, 'auto'), 0.15);
    expect(riseOf(energies)).toBeLessThan(0.01 * energies[0]);
    const { x, count } = world.particles;
    expect(Math.max(...x.subarray(0, count / 2))).toBeLessThan(0);
    expect(Math.min(...x.subarray(count / 2, count))).toBeGreaterThan(0);
    expect(reports.every(({ matterWay }) => matterWay === undefined)).toBe(true);
  });

  it('takes more sub-steps only where it may meet', () => {
    const { reports } = runScene(meeting(20, 'auto'), 0.15);
    const own = buildScene(meeting(0, 'auto')).substeps;
    expect(Math.max(...reports.map(({ substeps }) => substeps))).toBeGreaterThan(3 * own);
    expect(reports.at(-1)?.substeps).toBe(own);
  });

  it('is told where sub-steps that somebody chose are too few', () => {
    const { reports } = runScene(meeting(20, 11), 0.05);
    // 40 m/s · 1/60 s/11 of 0.05 m
    expect(reports[0].matterWay).toBeCloseTo(40 / 60 / 11 / SPACING, 6);
    expect(reports.every(({ substeps }) => substeps === 11)).toBe(true);
    expect(runScene(meeting(2, 11), 0.05).reports[0].matterWay).toBeUndefined();
  });
});
