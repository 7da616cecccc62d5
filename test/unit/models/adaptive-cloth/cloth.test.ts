/** A cloth among others: behind one that grows, on slopes, at walls; and what refining must keep. */
import { restore, snapshot, step, World } from 'pliant';
import { addAdaptiveCloth, addContact, createCollider, createIntegrator, gravity } from 'pliant/engine';
import { describe, expect, it } from 'vitest';
import { COTTON } from './woven-cloth.ts';

const G = 9.80665;

function square(world: World, name: string, more: object = {}, place = flatAt(0, 0)) {
  return addAdaptiveCloth(world, {
    name,
    shape: { size: [0.5, 0.5], cells: [4, 4] },
    material: COTTON,
    place,
    ...more,
  });
}

function flatAt(x: number, y: number) {
  return (u: number, v: number) => [x + u, y, -v] as const;
}

describe('a cloth that stays as it is behind one that refines itself', () => {
  const make = () => {
    const world = new World(createIntegrator('implicit-euler'));
    world.addForce(gravity([0, -G, 0]));
    const first = square(world, 'first', { maxLevel: 4, refineError: 2e-3 });
    first.pin([{ vertices: [0] }]);
    const second = square(world, 'second', {}, flatAt(2, 0));
    second.pin([{ vertices: [0] }]);
    return { world, first, second };
  };

  it('goes on byte by byte from a snapshot', () => {
    const [a, b] = [make(), make()];
    for (let k = 0; k < 30; k++) step(a.world, 1 / 60);
    expect(a.first.count).toBeGreaterThan(25);
    restore(b.world, snapshot(a.world));
    expect(b.second.first).toBe(a.second.first);
    for (let k = 0; k < 10; k++) for (const { world } of [a, b]) step(world, 1 / 60);
    expect(snapshot(b.world)).toEqual(snapshot(a.world));
  });

  it('is taken back with it when a step fails', () => {
    const { world, first, second } = make();
    world.add({
      name: 'refuses growth',
      phase: 'adapt',
      changes: [],
      run() {
        if (first.count > 25) throw new Error('grown');
        return 'still';
      },
    });
    let fault: string | undefined;
    for (let k = 0; k < 60 && !fault; k++) fault = step(world, 1 / 60).fault?.cause;
    expect(fault).toContain('grown');
    expect([first.count, second.first, second.count]).toEqual([25, 25, 25]);
  });
});

describe('refining and simplifying', () => {
  it('keep mass and momentum', () => {
    const world = new World(createIntegrator('implicit-euler'));
    const cloth = square(world, 'cloth', {
      maxLevel: 6,
      refineError: 1e-3,
      simplifyAge: 0.05,
      simplifyRate: 100,
    });
    const p = world.particles;
    // A free cloth thrown into folds that flatten again.
    for (let i = 0; i < cloth.count; i++) {
      p.vx[i] = 0.3;
      p.vy[i] = 1.5 * Math.sin(12 * p.x[i]) * Math.cos(9 * p.z[i]);
    }
    const sums = () => {
      const sum = [0, 0, 0, 0];
      for (let i = 0; i < p.count; i++) {
        const m = p.mass.view[i];
        sum[0] += m;
        sum[1] += m * p.vx[i];
        sum[2] += m * p.vy[i];
        sum[3] += m * p.vz[i];
      }
      return sum;
    };
    let before: number[] = [];
    world.add({
      name: 'before',
      phase: 'contact',
      run() {
        before = sums();
        return 'still';
      },
    });
    let [split, merged] = [0, 0];
    for (let k = 0; k < 60; k++) {
      const { refinement } = step(world, 1 / 60);
      split += refinement?.split ?? 0;
      merged += refinement?.merged ?? 0;
      // relative to the kilograms and newton-seconds there are; rounding of some hundred terms
      sums().forEach((sum, axis) => {
        expect(Math.abs(sum - before[axis])).toBeLessThan(1e-12);
      });
    }
    expect(split).toBeGreaterThan(50);
    expect(merged).toBeGreaterThan(10);
  });
});

describe('contact in implicit steps', () => {
  const onSlope = (degrees: number, seconds: number) => {
    const world = new World(createIntegrator('implicit-euler'));
    const angle = (degrees * Math.PI) / 180;
    world.addForce(gravity([G * Math.sin(angle), -G * Math.cos(angle), 0]));
    const cloth = square(world, 'cloth', {}, flatAt(0, 4e-4));
    const floor = createCollider({ name: 'floor', shape: { kind: 'plane' }, friction: 0.4 });
    addContact(world, { colliders: [floor], bodies: [{ body: cloth, radius: cloth.thickness / 2 }] });
    for (let k = 0; k < 60 * seconds; k++) expect(step(world, 1 / 60).fault).toBeUndefined();
    let moved = 0;
    for (let i = 0; i < cloth.count; i++) moved += (world.particles.x[i] - cloth.places[2 * i]) / cloth.count;
    return moved;
  };

  it('holds a cloth below the critical angle of 21.8°, without creep', () => {
    expect(Math.abs(onSlope(20, 10))).toBeLessThan(1e-4); // m in 10 s
  });

  it('lets it slide above, as fast as friction allows', () => {
    const angle = (30 * Math.PI) / 180;
    const way = 0.5 * G * (Math.sin(angle) - 0.4 * Math.cos(angle));
    // a first-order step adds half a step's worth of way, 1.7 %
    expect(Math.abs(onSlope(30, 1) / way - 1)).toBeLessThan(0.03);
  });

  it('stops a cloth that lies on one thing at another, thinner than its way in a step', () => {
    const world = new World(createIntegrator('implicit-euler'));
    world.addForce(gravity([0, -G, 0]));
    const cloth = square(world, 'cloth', {}, flatAt(0, 3e-4));
    const things = [
      createCollider({ name: 'floor', shape: { kind: 'plane' } }),
      createCollider({ name: 'wall', shape: { kind: 'box', size: [0.02, 1, 4] }, position: [0.71, 0.2, 0] }),
    ];
    addContact(world, { colliders: things, bodies: [{ body: cloth, radius: cloth.thickness / 2 }] });
    for (let k = 0; k < 4; k++) step(world, 1 / 60);
    world.particles.vx.fill(8);
    for (let k = 0; k < 20; k++) expect(step(world, 1 / 60).fault).toBeUndefined();
    expect(Math.max(...world.particles.x)).toBeLessThan(0.7);
  });
});
