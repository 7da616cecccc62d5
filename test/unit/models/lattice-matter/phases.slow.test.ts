/** Changes of phase and fracture: what they may not make (mass, momentum, heat, energy), and what stays broken. */
import { describe, expect, it } from 'vitest';
import { wickeGoo, wickeMelt } from '../../../../scenes/index.ts';
import {
  addContact,
  addLatticeMatter,
  createCollider,
  createIntegrator,
  fillShape,
  gravity,
  type LatticeMatter,
  type MatterMaterial,
  matterLattice,
  matterPieces,
} from '../../../../src/engine.ts';
import {
  buildScene,
  hash,
  parseScene,
  restore,
  type SceneInput,
  snapshot,
  step,
  World,
} from '../../../../src/index.ts';
import { matterWorld, momenta, momentumSizes } from './matter-world.ts';

const WAX: MatterMaterial = {
  density: 1000,
  young: 3e4,
  damping: 5,
  viscosity: 5,
  soundSpeed: 20,
  heat: { conductivity: 20, specificHeat: 1000, latentHeat: 2e4 },
  melting: { rate: 0.5, temperature: 330 },
  freezing: { rate: 0.5, temperature: 330, neighbours: 0 },
};

/** Σ c T + L (1 − s) over particles, K. */
function enthalpy(world: World, share: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < world.particles.count; i++)
    sum += world.particles.temperature.view[i] + 20 * (1 - share[i]);
  return sum;
}

describe('melting and freezing', () => {
  it.each([
    { name: 'melting', phase: 'solid' as const, temperature: 360, ends: 0 },
    { name: 'freezing', phase: 'fluid' as const, temperature: 300, ends: 1 },
  ])('$name keeps mass, momentum and enthalpy', ({ phase, temperature, ends }) => {
    const { world, matter } = matterWorld({
      shape: { kind: 'sphere', radius: 0.15 },
      material: WAX,
      object: { phase, temperature, spin: [1, -2, 0.5], velocity: [1, 2, 3] },
    });
    const { share, phase: phases } = matter.record;
    const p = world.particles;
    for (let i = 0; i < p.count; i++) p.temperature.view[i] += 10 * Math.sin(i);
    const before = { momenta: momenta(world), heat: enthalpy(world, share.view) };
    for (let k = 0; k < 50; k++) expect(step(world, 4e-3).fault).toBeUndefined();
    expect(phases.view.filter((one) => one === ends).length).toBeGreaterThan(0.5 * matter.count);
    expect(share.view.some((s) => s !== (ends === 1 ? 0 : 1))).toBe(true);
    const sizes = momentumSizes(world);
    momenta(world).forEach((value, k) => {
      // rounding of 50 steps
      expect(Math.abs(value - before.momenta[k])).toBeLessThan(1e-11 * sizes[k < 3 ? 0 : 1]);
    });
    expect(enthalpy(world, share.view) / before.heat).toBeCloseTo(1, 12);
  });

  it('latent heat holds temperatures at the melting point until it is paid', () => {
    const heat = { conductivity: 0, specificHeat: 1000, latentHeat: 1e6 };
    const { world, matter } = matterWorld({
      material: { ...WAX, heat, melting: { rate: 1e3, temperature: 330 }, freezing: undefined },
      object: { temperature: 340 },
    });
    for (let k = 0; k < 40; k++) step(world, 0.01);
    // 10 K of specific heat melt 1 % of it, and no more
    for (let i = 0; i < matter.count; i += 11) {
      expect(world.particles.temperature.view[i]).toBeCloseTo(330, 9);
      expect(matter.record.share.view[i]).toBeCloseTo(0.99, 9);
    }
  });

  it.each([
    { name: 'a ball that melts as it lands', young: 3e4 },
    { name: 'a stiff one', young: 1e6 },
  ])('$name gains no energy', ({ young }) => {
    const D = 0.1;
    const points = fillShape({ kind: 'sphere', radius: 0.35 }, matterLattice(D, 3));
    const world = new World(createIntegrator('euler-cromer'));
    const matter = addLatticeMatter(world, {
      name: 'wax',
      spacing: D,
      objects: [
        {
          points: points.map((value, k) => (k % 3 === 1 ? value + 0.6 : value)),
          material: {
            density: 1000,
            young,
            damping: 5,
            viscosity: 20,
            melting: { rate: 0.04, temperature: 330 },
          },
          temperature: 400,
        },
      ],
    });
    world.addForce(gravity([0, -9.80665, 0]));
    const floor = createCollider({ name: 'floor', shape: { kind: 'plane' }, friction: 0.3 });
    addContact(world, { colliders: [floor], bodies: [{ body: matter, radius: matter.lattice.layer / 2 }] });
    world.substeps = Math.ceil(1 / 60 / matter.dynamics.stableStep);
    const start = step(world, 1 / 60).energy.total;
    let least = start;
    for (let k = 0; k < 75; k++) {
      const { energy, fault } = step(world, 1 / 60);
      expect(fault).toBeUndefined();
      // A neighbour that docks to an empty site, at most 0.25 D from it, adds the energy of a bond. Of eight such balls, 30 kPa to
      // 1 MPa, three gain up to 0.2 % in a step.
      expect(energy.total).toBeLessThan(least + 0.003 * start);
      least = Math.min(least, energy.total);
    }
    expect(least).toBeLessThan(0.5 * start);
  });
});

it.each([600, 1000])('a creature of %i particles gains no energy as it falls and melts', (particles) => {
  const scene = wickeMelt({ particles });
  const world = buildScene(scene);
  const start = step(world, scene.dt).energy.total;
  let least = start;
  // Until it lies on the plate.
  for (let k = 0; k < 50; k++) {
    const { energy } = step(world, scene.dt);
    // Rounding of contact; 1.0 and 0.4 % where rotations are not found again in every sub-step that needs it.
    expect(energy.total).toBeLessThan(least + 1e-3 * start);
    least = Math.min(least, energy.total);
  }
});

describe('fracture', () => {
  /** Two halves that were torn apart and come together again. */
  const torn = () => {
    const { world, matter } = matterWorld({
      dimension: 2,
      shape: { kind: 'box', size: [0.8, 0.3, 1] },
      material: { young: 1e5, damping: 20, fracture: 0.2 },
    });
    const p = world.particles;
    const right = Array.from({ length: matter.count }, (_, i) => p.x[i] > 1e-9);
    const throwAt = (speed: number) =>
      right.forEach((is, i) => {
        p.vx[i] = is ? speed : -speed;
        p.vy[i] = 0;
      });
    throwAt(3);
    for (let k = 0; k < 10; k++) step(world, 4e-3);
    const apart = matterPieces(matter);
    throwAt(-1.5);
    for (let k = 0; k < 40; k++) expect(step(world, 4e-3).fault).toBeUndefined();
    return { world, matter, apart, together: matterPieces(matter) };
  };

  it('parts stay parted where they meet again, and are objects of their own', () => {
    const { matter, apart, together } = torn();
    const large = (sizes: readonly number[]) => sizes.filter((size) => size > 0.2 * matter.count).length;
    expect(large(apart.sizes)).toBe(2);
    expect(large(together.sizes)).toBe(2);
    const { view } = matter.record.objectOf;
    // a bond across objects there is none, and pieces are no larger than they were
    expect(Math.max(...together.sizes)).toBeLessThanOrEqual(Math.max(...apart.sizes));
    expect(new Set(view).size).toBeGreaterThanOrEqual(2);
    together.pieceOf.forEach((piece, i) => {
      const first = together.pieceOf.indexOf(piece);
      expect(view[i]).toBe(view[first]);
    });
  });
});

it.each([0.05, 0.08])('a soft block (E = 2 ρv²) thrown at a wall has its shape again, D = %f', (D) => {
  const lattice = matterLattice(D, 2);
  const points = fillShape({ kind: 'box', size: [0.6, 0.6, 1] }, lattice).map((v, k) =>
    k % 3 === 1 ? v + 0.4 : v,
  );
  const world = new World(createIntegrator('euler-cromer'));
  const speed = 4;
  const matter = addLatticeMatter(world, {
    name: 'jelly',
    spacing: D,
    dimension: 2,
    objects: [
      {
        points,
        material: { density: 1000, young: 2 * 1000 * speed * speed, damping: 10 },
        velocity: [0, -speed, 0],
      },
    ],
  });
  const floor = createCollider({ name: 'floor', shape: { kind: 'plane' } });
  addContact(world, { colliders: [floor], bodies: [{ body: matter, radius: matter.lattice.layer / 2 }] });
  world.substeps = Math.ceil(0.02 / matter.dynamics.stableStep);
  let strain = 0;
  for (let k = 0; k < 75; k++) strain = Math.max(strain, step(world, 0.02).strain.max);
  expect(strain).toBeGreaterThan(0.3); // it was squeezed hard
  const p = world.particles;
  expect(p.vy.reduce((sum, v) => sum + v, 0)).toBeGreaterThan(0);
  // From a particle in its middle, 2 % of its size; but for one that overhangs at a corner of the lowest row and may slip by a site.
  const middle = Math.floor(matter.count / 2);
  const changes = Array.from({ length: matter.count }, (_, i) => {
    const was = Math.hypot(points[3 * i] - points[3 * middle], points[3 * i + 1] - points[3 * middle + 1]);
    return Math.abs(Math.hypot(p.x[i] - p.x[middle], p.y[i] - p.y[middle]) - was);
  });
  expect(changes.filter((change) => change > 0.02 * 0.6).length).toBeLessThanOrEqual(1);
});

it('heat that is conducted faster than a step can tell is neither made nor lost', () => {
  const { world, matter } = matterWorld({
    shape: { kind: 'box', size: [0.5, 0.15, 0.15] },
    material: { heat: { conductivity: 1e4, specificHeat: 100 } },
  });
  const { temperature, x } = world.particles;
  for (let i = 0; i < matter.count; i++) temperature.view[i] = x[i] > 0 ? 400 : 300;
  const sum = () => temperature.view.subarray(0, matter.count).reduce((total, t) => total + t, 0);
  const before = sum();
  for (let k = 0; k < 20; k++) step(world, 0.1);
  expect(sum() / before).toBeCloseTo(1, 12);
  for (const t of temperature.view.subarray(0, matter.count)) {
    expect(t).toBeGreaterThan(299.999);
    expect(t).toBeLessThan(400.001);
  }
});

it('heat goes as far in one long step as in many, however well it is conducted', () => {
  const spread = (steps: number) => {
    const { world, matter } = matterWorld({
      shape: { kind: 'box', size: [1, 0.15, 0.15] },
      material: { heat: { conductivity: 1e4, specificHeat: 100 } },
    });
    const { temperature, x } = world.particles;
    for (let i = 0; i < matter.count; i++) temperature.view[i] = x[i] > 0 ? 400 : 300;
    for (let k = 0; k <= steps; k++) step(world, 4 / steps); // each conducts for the time since the one before
    const some = temperature.view.subarray(0, matter.count);
    return Math.max(...some) - Math.min(...some);
  };
  // The slowest wave decays by e^(−π² a t/L²) = e^−3.9 with a = 0.1 m²/s: ⁴⁄π · 100 K of it leave 2.5 K, and of a bar three cells thick, which
  // has few inner pairs, some more.
  const short = spread(400);
  expect(short).toBeGreaterThan(2);
  expect(short).toBeLessThan(10);
  // Pair by pair, as 64 passes a step do, a wave decays at another rate, by a fifth or so of 3.9; with a tenth of the time left out it were more.
  expect(Math.abs(Math.log(spread(4) / short))).toBeLessThan(0.8);
});

describe('freezing makes no energy', () => {
  const cold = { kind: 'box' as const, size: [0.3, 0.3, 0.3] as [number, number, number] };
  const drop = { kind: 'sphere', radius: 0.15 } as const;
  /** Ice and a drop that fly at each other at 6 m/s; or a drop that falls on ice. */
  const scenes = {
    'a drop that ice hits': (young: number, freezing?: MatterMaterial['freezing']): SceneInput => ({
      format: 1,
      gravity: [0, 0, 0],
      air: { density: 0 },
      engine: { name: 'euler-cromer' },
      bodies: [
        {
          name: 'matter',
          model: 'lattice-matter',
          spacing: 0.05,
          objects: [
            {
              shape: cold,
              position: [-0.3, 0, 0],
              velocity: [3, 0, 0],
              temperature: 250,
              material: { young },
            },
            {
              shape: drop,
              position: [0.3, 0.08, 0],
              velocity: [-3, 0, 0],
              phase: 'fluid',
              temperature: 300,
              material: { young, freezing },
            },
          ],
        },
      ],
    }),
    'a drop that falls on ice': (young: number, freezing?: MatterMaterial['freezing']): SceneInput => ({
      format: 1,
      air: { density: 0 },
      engine: { name: 'euler-cromer' },
      bodies: [
        {
          name: 'matter',
          model: 'lattice-matter',
          spacing: 0.05,
          objects: [
            {
              shape: { kind: 'box', size: [0.5, 0.15, 0.5] },
              position: [0, 0.1, 0],
              pinned: true,
              temperature: 250,
              material: { young },
            },
            {
              shape: drop,
              position: [0, 0.5, 0],
              phase: 'fluid',
              temperature: 300,
              material: { young, viscosity: 2, freezing },
            },
          ],
        },
      ],
    }),
  };
  /** J by which energy rises above what it has been, at most, and of how much; and how many froze. */
  const rise = (input: SceneInput, implicit: boolean) => {
    const [body] = input.bodies ?? [];
    const scene = parseScene({ ...input, bodies: [{ ...body, implicit }] } as SceneInput);
    const world = buildScene(scene);
    const { record, count } = world.bodies[0] as LatticeMatter;
    const solids = record.phase.view.filter((one) => one === 1).length;
    let [most, start, least] = [0, 0, Number.POSITIVE_INFINITY];
    for (let k = 0; k < 75; k++) {
      const { energy, fault } = step(world, 1 / 60);
      expect(fault).toBeUndefined();
      if (k === 0) start = energy.total;
      most = Math.max(most, energy.total - least);
      least = Math.min(least, energy.total);
    }
    const frozen = record.share.view.subarray(0, count).filter((one) => one === 1).length - solids;
    return { most, start, frozen };
  };

  describe.each(Object.keys(scenes) as (keyof typeof scenes)[])('%s', (name) => {
    it.each([
      { implicit: true, young: 1e5 },
      { implicit: true, young: 1e6 },
      { implicit: true, young: 1e7 },
      { implicit: true, young: 1e8 },
      { implicit: false, young: 1e5 },
      { implicit: false, young: 1e6 },
      { implicit: false, young: 1e7 },
    ])('implicit $implicit, $young Pa', ({ implicit, young }) => {
      const make = scenes[name];
      const { most, start, frozen } = rise(make(young, { rate: 1, temperature: 330 }), implicit);
      // Half a hundredth of all energy beyond the rise of the same impact without freezing: 0.2 % were measured.
      const allowed = 0.005 * start;
      if (most >= allowed) expect(most).toBeLessThan(rise(make(young), implicit).most + allowed);
      if (name === 'a drop that falls on ice') expect(frozen).toBeGreaterThan(40);
    });
  });
});

it.each([1, 2, 3])('the ice on a rod grows and loses nobody, seed %i', (seed) => {
  const scene = { ...wickeGoo({ rod: 250, goo: 1000 }), seed };
  const world = buildScene(scene);
  const matter = world.bodies[0] as LatticeMatter;
  let before = 0;
  for (let k = 0; k < 60; k++) {
    expect(step(world, scene.dt).fault).toBeUndefined();
    const { pieceOf } = matterPieces(matter);
    const rod = new Set(pieceOf.subarray(0, 250));
    let held = 0;
    for (let i = 250; i < matter.count; i++)
      if (matter.record.share.view[i] === 1 && rod.has(pieceOf[i])) held++;
    expect(held).toBeGreaterThanOrEqual(before);
    before = held;
  }
  expect(before).toBeGreaterThan(50); // of 1000
});

it('who freezes in a stream is held by the ice, or is a fluid again', () => {
  const scene = wickeGoo({ rod: 250, goo: 500 });
  const world = buildScene(scene);
  const matter = world.bodies[0] as LatticeMatter;
  const { share, phase } = matter.record;
  for (let k = 0; k < 40; k++) expect(step(world, scene.dt).fault).toBeUndefined();
  const { pieceOf } = matterPieces(matter);
  const frozen = Array.from({ length: 500 }, (_, k) => 250 + k).filter(
    (i) => phase.view[i] === 1 && share.view[i] === 1,
  );
  expect(frozen.length).toBeGreaterThan(25);
  // A crumb or two the goo has torn off again.
  expect(frozen.filter((i) => pieceOf[i] !== pieceOf[0]).length).toBeLessThanOrEqual(0.1 * frozen.length);
});

it('who is let go by the ice is of its own object again, also in a run that was resumed', () => {
  const OWN = 7;
  const scene = wickeGoo({ rod: 250, goo: 500 });
  const [body] = scene.bodies as { objects: { object?: number }[] }[];
  body.objects[0].object = 0;
  body.objects[1].object = OWN;
  const worlds = [buildScene(scene), buildScene(scene)];
  const matter = worlds[0].bodies[0] as LatticeMatter;
  const { phase, share, objectOf, objectBefore } = matter.record;
  const goo = Array.from({ length: 500 }, (_, k) => 250 + k);
  let letGo = 0;
  let resumed = false;
  for (let k = 0; k < 40; k++) {
    const freezing = goo.filter((i) => phase.view[i] === 1 && share.view[i] < 1);
    // Nothing here melts what is frozen: all that is fluid is goo as it was poured, and ice is of the rod.
    expect(freezing.filter((i) => objectBefore!.view[i] !== OWN || objectOf.view[i] !== 0)).toEqual([]);
    if (!resumed && freezing.length > 5) {
      restore(worlds[1], snapshot(worlds[0]));
      resumed = true;
    }
    step(worlds[0], scene.dt);
    if (resumed) step(worlds[1], scene.dt);
    letGo += freezing.filter((i) => phase.view[i] === 0).length;
    expect(goo.filter((i) => phase.view[i] === 0 && objectOf.view[i] !== OWN)).toEqual([]);
    const whole = goo.filter((i) => share.view[i] === 0 || share.view[i] === 1);
    expect(whole.filter((i) => objectBefore!.view[i] !== -1)).toEqual([]);
  }
  expect(letGo).toBeGreaterThan(20);
  expect(resumed).toBe(true);
  expect(hash(worlds[1])).toBe(hash(worlds[0]));
});

it('a heap of more neighbours than lists take is a fault that says so, and not a wrong answer', () => {
  const { world, matter } = matterWorld({ shape: { kind: 'box', size: [0.6, 0.5, 0.5] } });
  expect(matter.count).toBeGreaterThan(1200);
  const p = world.particles;
  for (let i = 0; i < p.count; i++) for (const axis of [p.x, p.y, p.z]) axis[i] *= 0.05;
  const { fault } = step(world, 1e-3);
  expect(fault?.cause).toContain('more than 512 particles of "matter" are in one place');
});

it('a restored world has the energy and the strain that it had', () => {
  const { world } = matterWorld({ object: { spin: [0, 0, 20] } });
  for (let k = 0; k < 5; k++) step(world, 2e-3);
  const { energy, strain } = step(world, 2e-3);
  const kept = snapshot(world);
  const other = matterWorld({ object: { spin: [0, 0, 20] } });
  restore(other.world, kept);
  const [lattice] = other.matter.energies;
  expect(energy.lattice).toBeGreaterThan(0);
  expect(lattice.energy(other.world)).toBeCloseTo(energy.lattice, 9);
  const sum = { max: 0, sum: 0, count: 0 };
  other.matter.addStrain(other.world, sum);
  expect(sum.max).toBeCloseTo(strain.max, 9);
  expect(hash(other.world)).toBe(hash(world));
});
