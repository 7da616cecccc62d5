/**
 * The springs of an adaptive sheet as a force: F = [k (L − L₀) + c (Δv·n)] n, see net.ts for which there are.
 *
 * Steps by level (Hutchinson et al. 1996, §4.1). With Euler–Cromer, springs of level ℓ act only in every n-th sub-step,
 * n = 2^(D − ℓ), D the deepest level in use: a kick v += n h F/m for their whole step n h, in the middle of it. Before and
 * after it masses drift. Springs of level D, and all other forces, act in the middle of every sub-step. Both ends of a
 * spring get opposite kicks at the same time, so momentum is conserved exactly, and the scheme is a time-reversible
 * asynchronous variational integrator (Lew et al. 2003): a sheet at rest has no velocity at the end of each of its steps.
 * In the paper each *mass* gets its forces at its own times instead, so that forces between levels may differ from their
 * reactions.
 * Engines of several evaluations a step would lose their order by such kicks: with them all springs act in every sub-step.
 */
import type { Block } from '../../core/arena.ts';
import type { StrainSum } from '../../core/body.ts';
import type { Force } from '../../core/force.ts';
import { levelsInUse } from '../../core/refinement.ts';
import type { Moved } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import * as Elongation from '../../layouts/generated/elongation.ts';
import * as NetLoad from '../../layouts/generated/net-load.ts';
import * as NetNode from '../../layouts/generated/net-node.ts';
import type { Net } from './net.ts';

/** Numbers of a gathered point: x, y, z (m), then its velocity (m/s). */
export const NODE_NUMBERS = NetNode.BYTES / 8;
const LOAD_NUMBERS = NetLoad.BYTES / 8;

/** Returns whether levels have steps of their own. */
export function stepsByLevel(world: World): boolean {
  return world.stepping && world.integrator.name === 'euler-cromer';
}

export class NetForce implements Force {
  readonly name = 'springs';
  readonly #net: Net;
  readonly #range: { readonly first: number };
  /** Masses and virtual points, NODE_NUMBERS each; as of the last `gather`. */
  readonly nodes: Block<'f64'>;
  readonly #loads: Block<'f64'>;
  readonly #measures: Block<'f64'>;

  constructor(world: World, label: string, net: Net, range: { readonly first: number }) {
    this.#net = net;
    this.#range = range;
    this.nodes = world.arena.scratch(`${label}.nodes`, 'f64', 0);
    this.#loads = world.arena.scratch(`${label}.loads`, 'f64', 0);
    this.#measures = world.arena.scratch(`${label}.measures`, 'f64', Elongation.BYTES / 8);
  }

  /** Resizes the blocks after the net has changed. */
  resize(world: World): void {
    const points = this.#net.count + this.#net.virtualCount;
    world.arena.resize(
      new Map([
        [this.nodes, NODE_NUMBERS * points],
        [this.#loads, LOAD_NUMBERS * points],
      ]),
    );
  }

  /** Gathers all points, or those of springs of `level` and finer ones, which are at most one level coarser. */
  gather(world: World, level = 0): void {
    const { particles: p } = world;
    const net = this.#net;
    world.kernels.netGather(
      p.position.offset,
      p.velocity.offset,
      p.stride,
      this.#range.first,
      net.count,
      net.massesFrom(Math.max(-1, level - 2)),
      net.parents.offset,
      net.virtualUpTo[level],
      this.nodes.offset,
      this.#loads.offset,
    );
  }

  add(world: World): void {
    const net = this.#net;
    if (!stepsByLevel(world)) {
      this.#act(world, 0, 1);
    } else if (net.depth === levelsInUse(world)) {
      this.#act(world, net.depth, 1);
    } else return;
    this.#scatter(world, stepsByLevel(world) ? net.depth : 0, world.particles.force);
  }

  /** Applies the kicks of coarser levels whose steps have their middle at the start of this sub-step of `h` seconds. */
  kick(world: World, h: number): Moved {
    const net = this.#net;
    let kicked: Moved = 'still';
    if (!stepsByLevel(world)) return kicked;
    const deepest = levelsInUse(world);
    for (let level = Math.min(net.depth, deepest - 1); level >= 0; level--) {
      const substeps = 1 << (deepest - level);
      if (world.substep % substeps !== substeps >> 1) continue;
      this.#act(world, level, substeps * h);
      this.#scatter(world, level, world.particles.velocity, world.particles.inverseMass);
      kicked = 'moved';
    }
    return kicked;
  }

  /** Gathers points, and adds `weight` times the forces of one level, or of all levels, to the loads. */
  #act(world: World, level: number, weight: number): void {
    const net = this.#net;
    const from = stepsByLevel(world) ? level : net.maxLevel;
    this.gather(world, level);
    const [nodes, loads] = [this.nodes.offset, this.#loads.offset];
    const first = net.springsFrom(from);
    world.kernels.netForces(
      net.ends.offset + 8 * first,
      net.stiffness.offset + 8 * first,
      net.rest.offset + 8 * first,
      net.damping.offset + 8 * first,
      net.springsFrom(level - 1) - first,
      weight,
      nodes,
      loads,
    );
    const { points, stiffness, damping } = net.bends;
    const bend = net.bends.from(net, from);
    const [k, c] = [stiffness.offset + 8 * bend, damping.offset + 8 * bend];
    const bends = net.bends.from(net, level - 1) - bend;
    world.kernels.netBends(points.offset + 12 * bend, k, c, bends, weight, nodes, loads);
  }

  /** Adds the loads to forces or, with `weights`, to velocities. */
  #scatter(world: World, level: number, to: Block, weights?: Block): void {
    const { particles: p } = world;
    const net = this.#net;
    world.kernels.netScatter(
      this.#loads.offset,
      net.count,
      net.massesFrom(Math.max(-1, level - 2)),
      net.parents.offset,
      net.virtualUpTo[level],
      to.offset,
      weights?.offset ?? 0,
      p.stride,
      this.#range.first,
    );
  }

  energy(world: World): number {
    const springs = this.#measure(world)[Elongation.ENERGY / 8];
    const { bends } = this.#net;
    const n = bends.from(this.#net, -1);
    const { points, stiffness } = bends;
    return springs + world.kernels.netBendEnergy(points.offset, stiffness.offset, n, this.nodes.offset);
  }

  addStrain(world: World, strain: StrainSum): void {
    const measures = this.#measure(world);
    strain.sum += measures[Elongation.SUM / 8];
    strain.count += measures[Elongation.COUNT / 8];
    strain.max = Math.max(strain.max, measures[Elongation.LARGEST / 8]);
  }

  #measure(world: World): Float64Array {
    const net = this.#net;
    this.gather(world);
    world.kernels.netMeasures(
      net.ends.offset,
      net.stiffness.offset,
      net.rest.offset,
      net.springsFrom(-1),
      this.nodes.offset,
      this.#measures.offset,
    );
    return this.#measures.view;
  }
}
