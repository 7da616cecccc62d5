/** The order in which a step runs the systems of a world, and what else can be added to one. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createIntegrator, type Moved, type System, type SystemPhase } from '../../../src/engine.ts';
import { PHASES, step, World } from '../../../src/index.ts';

function worldOf(...systems: [name: string, phase: SystemPhase, after?: string[]][]) {
  const world = new World(createIntegrator('verlet'));
  const ran: string[] = [];
  const all = systems.map(([name, phase, after]): System => {
    const run = (): Moved => {
      ran.push(name);
      return 'still';
    };
    return { name, phase, after, run };
  });
  for (const system of all) world.add(system);
  return { world, ran, all };
}

describe('a schedule', () => {
  it('runs phases in the order of a step, whatever the order of addition; adapt once', () => {
    const phases = PHASES.filter((phase) => phase !== 'integrate' && phase !== 'check');
    const { world, ran } = worldOf(
      ...[...phases].reverse().map((phase) => [phase, phase] as [string, SystemPhase]),
    );
    world.substeps = 2;
    step(world, 0.1);
    const each = phases.filter((phase) => phase !== 'adapt');
    expect(ran).toEqual([...each, ...each, 'adapt']);
  });

  it('runs systems of a phase as added, each after all that it names', () => {
    const { world, ran } = worldOf(
      ['a', 'heat', ['d']],
      ['b', 'heat'],
      ['c', 'heat', ['b', 'a']],
      ['d', 'heat'],
      ['d', 'heat'],
    );
    step(world, 0.1);
    expect(ran).toEqual(['b', 'd', 'd', 'a', 'c']);
  });

  it('refuses to run after a system that is not in the phase', () => {
    const { world } = worldOf(['a', 'heat', ['b']], ['b', 'drive']);
    expect(() => step(world, 0.1)).toThrow(/system "a" runs after "b", and phase "heat" has no such system/);
    expect(world.stepping).toBe(false);
  });

  it('refuses systems that wait for each other, and names them', () => {
    const { world } = worldOf(['a', 'limit', ['c']], ['b', 'limit'], ['c', 'limit', ['a']]);
    expect(() => step(world, 0.1)).toThrow(/the systems "a", "c" of phase "limit" wait for each other/);
  });

  it('leaves out what was removed', () => {
    const { world, ran, all } = worldOf(['a', 'heat'], ['b', 'heat']);
    step(world, 0.1);
    world.remove(all[0]);
    step(world, 0.1);
    expect(ran).toEqual(['a', 'b', 'b']);
  });
});

it('a world counts energies of forces, and those that no force derives from', () => {
  const world = new World(createIntegrator('verlet'));
  world.addForce({ name: 'spring', add: (w) => w.particles.fx.fill(0), energy: () => 2 });
  world.addForce({
    name: 'drag',
    add: (w) => w.particles.fx.fill(0),
    energy: { none: 'it takes energy away' },
  });
  const ball = { name: 'ball', energy: () => 3 };
  world.addEnergy(ball);
  expect(step(world, 0.1).energy).toEqual({ kinetic: 0, spring: 2, ball: 3, total: 5 });
  world.remove(ball);
  expect(step(world, 0.1).energy.total).toBe(2);
});

it('a dependent hears of a body that shrinks before those behind it, which moved meanwhile', () => {
  const world = new World(createIntegrator('verlet'));
  const heard: number[] = [];
  world.addDependent({ name: 'listener', renumbered: ({ first }) => heard.push(first) });
  const change = (first: number) => ({
    firstBefore: 0,
    countBefore: 1,
    first,
    count: 1,
    newIndex: (i: number) => i,
  });
  world.dependents.announceFirst(() => {
    world.dependents.announce(change(7));
    return change(3);
  });
  expect(heard).toEqual([3, 7]);
});

it('only blocks that something says it changes are open to change', () => {
  const world = new World(createIntegrator('verlet'));
  const [a, b] = ['a', 'b'].map((name) => world.arena.allocate(name, 'f64', 1, 'model'));
  expect([a, b].map((block) => world.adapts(block))).toEqual([false, false]);
  world.addDependent({ name: 'knife', changes: [a] });
  expect([a, b].map((block) => world.adapts(block))).toEqual([true, false]);
  world.add({ name: 'anything', phase: 'adapt', run: () => 'still' });
  expect([a, b].map((block) => world.adapts(block))).toEqual([true, true]);
});

it('a body has at most eight optional members, each a facet', () => {
  const text = readFileSync(new URL('../../../src/core/body.ts', import.meta.url), 'utf8');
  const [, members] = /export interface Body \{\n([\s\S]*?)\n\}/.exec(text)!;
  const optional = [...members.matchAll(/^ {2}(?:readonly )?(\w+)\?[:(]/gm)].map(([, name]) => name);
  expect(optional.length, optional.join(', ')).toBeLessThanOrEqual(8);
});
