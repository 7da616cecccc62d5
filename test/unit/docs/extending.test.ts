/** The examples of docs/extending.md, as they stand there. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addContact,
  airDamping,
  createIntegrator,
  gravity,
  pinParticles,
  registerModel,
  stableSteps,
  substepsFor,
} from '../../../src/engine.ts';
import {
  buildScene,
  parseScene,
  run,
  sceneJsonSchema,
  sceneParameters,
  step,
  World,
} from '../../../src/index.ts';
import { Session } from '../../../studio/session/session.ts';
import { pliantHere } from '../../faults/cli-session.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'test', '.examples');
const examples = new Map(
  [
    ...readFileSync(join(root, 'docs/extending.md'), 'utf8').matchAll(/```\w+ file=(\S+)\n([\s\S]*?)```/g),
  ].map((match) => [match[1], match[2]]),
);

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of examples) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// biome-ignore lint/suspicious/noExplicitAny: the example's types are checked by its own text
const load = (name: string): Promise<any> => import(/* @vite-ignore */ join(folder, name));

describe('docs/extending.md', () => {
  it('the force turns a particle about the axis and gains energy', async () => {
    const { vortex } = await load('vortex.ts');
    const world = new World(createIntegrator('rk4'));
    world.particles.add(1);
    world.particles.setMass(0, 2);
    world.particles.x[0] = 1;
    world.addForce(vortex(2));
    const report = run(world, 0.01, 50);
    expect(world.particles.z[0]).toBeGreaterThan(0.1);
    expect(report.energy.kinetic).toBeGreaterThan(0.1);
  });

  it('the system slows down what is too fast, and nothing else', async () => {
    const { speedLimit } = await load('speed-limit.ts');
    const world = new World(createIntegrator('verlet'));
    const p = world.particles;
    p.add(2);
    for (const i of [0, 1]) p.setMass(i, 1);
    p.vx.set([6, 2]);
    p.vy[0] = 8;
    world.add(speedLimit(5));
    run(world, 0.01, 1);
    expect([p.vx[0], p.vy[0], p.vx[1]]).toEqual([3, 4, 2]);
  });

  it('the collider carries a particle, and another rolls off its round edge', async () => {
    const { cushion } = await load('cushion.ts');
    const world = new World(createIntegrator('verlet'));
    const p = world.particles;
    p.add(2);
    p.setMass(0, 1);
    p.setMass(1, 1);
    p.y.fill(0.5);
    p.x[1] = 0.495;
    world.addForce(gravity([0, -9.8, 0]));
    addContact(world, { colliders: [cushion], bodies: [{ body: { first: 0, count: 2 }, radius: 1e-3 }] });
    world.substeps = 10;
    run(world, 0.01, 100);
    expect(p.y[0]).toBeCloseTo(0.101, 6); // its top plus the particle's radius
    expect(p.y[1]).toBeLessThan(-0.2);
    expect(p.x[1]).toBeGreaterThan(0.5);
  });

  it('the model stretches under its weight as a rope does', async () => {
    const { addRope } = await load('rope.ts');
    const world = new World(createIntegrator('euler-cromer'));
    const rope = addRope(world, { name: 'rope', length: 1, points: 17, density: 0.1, stiffness: 20 });
    pinParticles(world, [{ particle: rope.first }]);
    world.addForce(gravity([9.8, 0, 0]));
    world.substeps = substepsFor(0.01, stableSteps(world).engines['euler-cromer'].step);
    let sum = 0;
    run(world, 0.01, 2000);
    for (let i = 0; i < 1000; i++) {
      step(world, 0.01);
      sum += world.particles.x[16] / 1000;
    }
    // Λ/2 with Λ = 0.1·9.8·1/20; the mean over many swings of what little still moves.
    expect(sum - 1).toBeCloseTo(0.0245, 4);
  });

  it('a registered model is known to scene files, command line, recording, export and studio', async () => {
    const { rope } = await load('rope-model.ts');
    const text = JSON.stringify((await load('swing.ts')).swing);
    expect(() => parseScene(text)).toThrow(/bodies\[0\].model: must be one of/);
    const unregister = registerModel(rope);
    try {
      const scene = parseScene(text);
      expect(
        sceneParameters().some(({ path, variant }) => path.endsWith('.stiffness') && variant === 'rope'),
      ).toBe(true);
      expect(JSON.stringify(sceneJsonSchema())).toContain('Force at unit strain.');
      expect(() => parseScene({ ...scene, bodies: [{ name: 'line', model: 'rope', points: 1 }] })).toThrow(
        'bodies[0].points: must be >= 3, got 1',
      );
      const path = join(folder, 'swing.json');
      writeFileSync(path, text);
      const out = join(folder, 'swing');
      const ran = await pliantHere(['run', path, '-o', out, '--set', 'line.points=11']);
      expect(ran.code, ran.stderr).toBe(0);
      expect(ran.stdout).toMatch(/11 particles|particles +11/);
      const exported = await pliantHere(['export', out, '-o', join(folder, 'swing.usda')]);
      expect(exported.code, exported.stderr).toBe(0);
      const session = await Session.open(scene);
      for (let k = 0; k < 30; k++) session.advance();
      const { world } = session;
      expect(world.fault).toBeUndefined();
      expect(session.frame().info.bodies[0]).toMatchObject({ name: 'line', model: 'rope' });
      const { x, y } = world.particles;
      expect([x[0], y[0]]).toEqual([0, 3]);
      // A free end falls with gravity for the first tenths of a second: ½ g t² at 0.5 s, less the pull of the rope.
      expect(y[20]).toBeLessThan(3 - 0.8);
      expect(() => registerModel(rope)).toThrow('There is a model "rope" already');
    } finally {
      unregister();
    }
    expect(() => parseScene(text)).toThrow(/bodies\[0\].model/);
  });

  it('the hand lifts a rope, does its work, and lets go', async () => {
    const { addRope } = await load('rope.ts');
    const { liftAndDrop } = await load('pull.ts');
    const world = new World(createIntegrator('verlet'));
    addRope(world, { name: 'rope', length: 1, points: 17, density: 0.1, stiffness: 20 });
    world.addForce(gravity([0, -9.8, 0]));
    world.addForce(airDamping(3));
    world.substeps = substepsFor(1 / 60, stableSteps(world).engines.verlet.step);
    const { held, work } = liftAndDrop(world, [0.5, 0, 0], 0.07, 0.8);
    expect(held).toBe(3);
    // Its middle, 3/16 of the rope's 0.98 N, is 0.8 m up but for the sag; the ends hang some way below it.
    const middle = world.particles.y[8];
    expect(middle).toBeGreaterThan(0.75);
    expect(middle).toBeLessThan(0.8);
    expect(work).toBeGreaterThan(0.98 * 0.3);
    run(world, 1 / 60, 60);
    expect(world.particles.y[8]).toBeLessThan(middle - 1);
  });

  it('the scene is valid and runs', async () => {
    const scene = parseScene(examples.get('hammock.json') as string);
    const world = buildScene(scene);
    const report = run(world, scene.dt, 30);
    expect(report.fault).toBeUndefined();
    expect(report.strain.max).toBeLessThan(0.2);
  });
});
