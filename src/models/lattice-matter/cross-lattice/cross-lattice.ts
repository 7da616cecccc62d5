/**
 * Bodies of matter of different spacings meet. Within a body all is one lattice's business; between two, the particles of the finer one
 * touch the smooth surface of the coarser one (touch-rows.ts). A touch is a spring of half a layer on either side, κ = A/(½ l_a/E_a + ½ l_b/E_b) for the
 * area A of a particle of the finer one, ρ₀c² in place of E for what is fluid, at the end of the sub-step:
 *
 *   F = κ gap > 0,   U = ½ κ gap²
 *
 * Along the face Coulomb's friction is a spring too, of as much stiffness, that gives way (Cundall & Strack 1979): it is as long as what has slid
 * since it began to hold, ξ, and pulls back by κ ξ; where that is more than μ_s F it slides, and is let out until κ |ξ| = μ_k F. What holds does not creep,
 * and what slides only loses energy.
 *
 * The stage comes after the solves of both bodies, and goes on from where these leave them: all touches, both lattices and what supports them are one
 * linear system (touch-solve.ts), solved again until no touch pulls and no friction is more than it may be. Pushes before the solves
 * would have to guess what lattices carry along: guessed too heavy they feed the lattice, too light they let bodies sink in.
 */
import type { Block } from '../../../core/arena.ts';
import type { Energy } from '../../../core/force.ts';
import type { StepReport } from '../../../core/report.ts';
import type { Moved, System } from '../../../core/schedule.ts';
import type { World } from '../../../core/world.ts';
import * as Material from '../../../layouts/generated/matter-material.ts';
import { norm, perpendiculars } from '../../../math/vec3.ts';
import type { LatticeMatter } from '../matter.ts';
import { conductBetween, numberOf } from './heat.ts';
import { Near } from './near.ts';
import { FlatFace, Piece, Rows } from './rows.ts';
import { TouchSolve } from './solve.ts';

/** Solves of a sub-step at most, and by how much friction may differ from Coulomb's where they end. */
const ROUNDS = 6;
const ENOUGH = 0.02;

export interface TouchFriction {
  /** μ_k, and μ_s ≥ μ_k. */
  readonly friction: number;
  readonly staticFriction: number;
}

/** A particle of the finer body on the coarser one's surface. */
interface Touch {
  readonly particle: number;
  readonly stiffness: number;
  /** Rows along the normal, and two along the face; −1 where there is no friction. */
  readonly normal: number;
  readonly along: number;
  /** Unit vectors of these, three numbers each. */
  readonly axes: Float64Array;
}

export class MatterTouch implements System {
  readonly name = 'matter touch';
  readonly phase = 'matter';
  readonly #fine: LatticeMatter;
  readonly #coarse: LatticeMatter;
  readonly #face: FlatFace;
  readonly #friction: TouchFriction;
  /** ξ of every particle of the finer body, m; state. */
  readonly #slid: Block<'f64'>;
  readonly #solve: TouchSolve;
  readonly #rows = new Rows();
  readonly #piece = new Piece();
  /** Of the particle that is looked at: where others are from it, their weights, and what one takes of a force. */
  #from = new Float64Array(192);
  #weights = new Float64Array(64);
  readonly #part = new Float64Array(3);

  constructor(world: World, label: string, a: LatticeMatter, b: LatticeMatter, friction: TouchFriction) {
    [this.#fine, this.#coarse] = a.lattice.spacing > b.lattice.spacing ? [b, a] : [a, b];
    this.#face = new FlatFace(this.#coarse.lattice, this.#fine.lattice);
    this.#friction = friction;
    this.#slid = world.arena.allocate(`${label}.slid`, 'f64', 3 * this.#fine.count);
    this.#solve = new TouchSolve(this.#fine, this.#coarse);
  }

  /** The elastic energy of the touching faces. */
  get elastic(): Energy {
    return {
      name: `touch of ${this.#fine.name} and ${this.#coarse.name}`,
      energy: (world) => this.#energy(world),
    };
  }

  run(world: World, h: number, _report: StepReport): Moved {
    const bodies = [this.#fine, this.#coarse];
    if (world.substep === 0 && bodies.every(({ conducts }) => conducts)) {
      conductBetween(world, this.#fine, this.#coarse, h * world.substeps);
    }
    const touches = this.#find(world, h);
    if (this.#rows.count === 0) {
      this.#slid.view.fill(0);
      return 'still';
    }
    this.#solve.gather(this.#rows);
    for (let round = 0; round < ROUNDS; round++) {
      this.#solve.solve(this.#rows);
      if (this.#isSettled(touches)) break;
    }
    this.#solve.finish(world, this.#rows, h);
    this.#remember(touches);
    if (world.substep + 1 === world.substeps) for (const body of bodies) body.finish(world);
    return 'moved';
  }

  #near(world: World): Near {
    return new Near(
      world,
      world.particles.position.view,
      this.#fine,
      this.#coarse,
      this.#face.reach,
      this.#face.close,
    );
  }

  /** Writes rows of all that touches, by where the bodies' own solves have left them. */
  #find(world: World, h: number): Touch[] {
    const rows = this.#rows;
    rows.clear();
    const face = this.#face;
    const touches: Touch[] = [];
    const near = this.#near(world);
    let isBegun = false;
    for (const i of near.some) {
      const count = near.look(i);
      if (count === 0) continue;
      const [phi, least] = fieldOf(near, count, face.reach);
      const isCore = least < face.core * face.core;
      if (!(phi > face.surface || isCore)) continue;
      if (!isBegun) this.#solve.begin(world, h);
      isBegun = true;
      const stiffness = this.#stiffness(i, near, count);
      if (!(stiffness > 0)) continue;
      this.#offsets(i, near, count);
      if (phi > face.surface) touches.push(this.#touch(world, i, near, count, phi, stiffness, h));
      if (isCore) this.#cores(i, near, count, stiffness);
    }
    return touches;
  }

  /** Where the coarser particles are at the sub-step's start, from particle i. */
  #offsets(i: number, near: Near, count: number): void {
    if (this.#from.length < 3 * count) this.#from = new Float64Array(6 * count);
    const { start, slotOf } = this.#solve;
    const at = 3 * slotOf[i];
    for (let k = 0; k < count; k++) {
      const j = 3 * slotOf[this.#fine.count + near.found[k]];
      for (let axis = 0; axis < 3; axis++) this.#from[3 * k + axis] = start[j + axis] - start[at + axis];
    }
  }

  #touch(
    world: World,
    i: number,
    near: Near,
    count: number,
    phi: number,
    stiffness: number,
    h: number,
  ): Touch {
    const [rows, from, face] = [this.#rows, this.#from, this.#face];
    const { slotOf } = this.#solve;
    const gap = face.height - face.heightOf(phi);
    const normal = [0, 0, 0];
    if (this.#weights.length < count) this.#weights = new Float64Array(2 * count);
    // −dz/dφ dW/dr r̂ of each; a place where φ changes little tells no depth, and pushes no harder than a face does.
    for (let k = 0; k < count; k++) {
      const [x, y, z] = [from[3 * k], from[3 * k + 1], from[3 * k + 2]];
      const u = Math.max(0, 1 - (x * x + y * y + z * z) / (face.reach * face.reach));
      this.#weights[k] = u * u * u * u;
      const change = (8 * face.slope * u * u * u) / (face.reach * face.reach);
      for (let axis = 0; axis < 3; axis++) normal[axis] += change * from[3 * k + axis];
    }
    const size = norm(normal[0], normal[1], normal[2]);
    const scale = 1 / Math.max(1, size);
    for (let k = 0; k < count; k++) {
      const [x, y, z] = [from[3 * k], from[3 * k + 1], from[3 * k + 2]];
      const u = Math.max(0, 1 - (x * x + y * y + z * z) / (face.reach * face.reach));
      const change = (-8 * scale * face.slope * u * u * u) / (face.reach * face.reach);
      rows.entry(slotOf[this.#fine.count + near.found[k]], change * x, change * y, change * z);
    }
    rows.entry(slotOf[i], scale * normal[0], scale * normal[1], scale * normal[2]);
    const row = rows.end(stiffness, gap);
    const isFlat = this.#coarse.lattice.dimension === 2;
    const rubs =
      this.#friction.staticFriction > 0 && size > 0 && this.#piece.begin(count, from, this.#weights, isFlat);
    const axes = new Float64Array(6);
    if (!rubs) return { particle: i, stiffness, normal: row, along: -1, axes };
    tangents(normal, size, isFlat, axes);
    for (let axis = 0; axis < 2; axis++) {
      const t = axes.subarray(3 * axis, 3 * axis + 3);
      this.#alongFace(world, i, near, count, t, h);
    }
    return { particle: i, stiffness, normal: row, along: row + 1, axes };
  }

  /** A row of friction: its offset is what it would pull back without Δ; how hard, rounds will tell. */
  #alongFace(world: World, i: number, near: Near, count: number, t: Float64Array, h: number): void {
    const [rows, from, part] = [this.#rows, this.#from, this.#part];
    const { particles: p } = world;
    const { slotOf } = this.#solve;
    let way = 0;
    for (let k = 0; k < count; k++) {
      this.#piece.part(this.#weights[k], from[3 * k], from[3 * k + 1], from[3 * k + 2], t, part);
      rows.entry(slotOf[this.#fine.count + near.found[k]], -part[0], -part[1], -part[2]);
      const j = this.#coarse.first + near.found[k];
      way -= h * (part[0] * p.vx[j] + part[1] * p.vy[j] + part[2] * p.vz[j]);
    }
    rows.entry(slotOf[i], t[0], t[1], t[2]);
    const at = this.#fine.first + i;
    way += h * (t[0] * p.vx[at] + t[1] * p.vy[at] + t[2] * p.vz[at]);
    const slid = this.#slid.view;
    rows.end(0, -(way + t[0] * slid[3 * i] + t[1] * slid[3 * i + 1] + t[2] * slid[3 * i + 2]));
  }

  #cores(i: number, near: Near, count: number, stiffness: number): void {
    const { core } = this.#face;
    const { slotOf } = this.#solve;
    for (let k = 0; k < count; k++) {
      const r = Math.sqrt(near.squares[k]);
      if (!(r < core)) continue;
      const n = this.#from.subarray(3 * k, 3 * k + 3);
      const length = norm(n[0], n[1], n[2]);
      if (!(length > 0)) continue;
      const [x, y, z] = [n[0] / length, n[1] / length, n[2] / length];
      this.#rows.entry(slotOf[this.#fine.count + near.found[k]], x, y, z);
      this.#rows.entry(slotOf[i], -x, -y, -z);
      this.#rows.end(stiffness, core - r);
    }
  }

  /** Lets go what pulls and holds friction to Coulomb's law; true if neither took much. */
  #isSettled(touches: readonly Touch[]): boolean {
    const rows = this.#rows;
    const { moved } = this.#solve;
    let isSettled = true;
    for (let row = 0; row < rows.count; row++) {
      if (!(rows.pushing[row] > 0)) continue;
      const stiffness = rows.offset[row] > rows.along(row, moved) ? rows.pushing[row] : 0;
      if (stiffness !== rows.stiffness[row]) isSettled = false;
      rows.stiffness[row] = stiffness;
    }
    const { friction, staticFriction } = this.#friction;
    for (const { normal, along, stiffness } of touches) {
      if (along < 0) continue;
      const force = rows.stiffness[normal] * (rows.offset[normal] - rows.along(normal, moved));
      const a = rows.offset[along] - rows.along(along, moved);
      const b = rows.offset[along + 1] - rows.along(along + 1, moved);
      const pull = stiffness * Math.sqrt(a * a + b * b);
      const holds = pull <= staticFriction * force;
      const given = holds ? stiffness : (stiffness * friction * force) / pull;
      if (Math.abs(given - rows.stiffness[along]) * pull > ENOUGH * friction * force * stiffness)
        isSettled = false;
      rows.stiffness[along] = given;
      rows.stiffness[along + 1] = given;
    }
    return isSettled;
  }

  /** Springs of friction end as long as they pull, by what has slid in the end: momenta put right have moved some of it. */
  #remember(touches: readonly Touch[]): void {
    const rows = this.#rows;
    const slid = this.#slid.view;
    slid.fill(0);
    for (const { particle, along, stiffness, axes } of touches) {
      if (along < 0) continue;
      for (let axis = 0; axis < 2; axis++) {
        const row = along + axis;
        const pull = rows.stiffness[row] * (rows.offset[row] - rows.along(row, this.#solve.moved));
        for (let part = 0; part < 3; part++)
          slid[3 * particle + part] -= (pull / stiffness) * axes[3 * axis + part];
      }
    }
  }

  /** J, of all springs as they are. */
  #energy(world: World): number {
    const [face, slid] = [this.#face, this.#slid.view];
    const near = this.#near(world);
    let energy = 0;
    for (const i of near.some) {
      const count = near.look(i);
      if (count === 0) continue;
      const [phi, least] = fieldOf(near, count, face.reach);
      const isCore = least < face.core * face.core;
      if (!(phi > face.surface || isCore)) continue;
      const stiffness = this.#stiffness(i, near, count);
      const gap = phi > face.surface ? face.height - face.heightOf(phi) : 0;
      let squares = gap * gap;
      for (let k = 0; k < count && isCore; k++) {
        const inside = Math.max(0, face.core - Math.sqrt(near.squares[k]));
        squares += inside * inside;
      }
      for (let axis = 0; axis < 3; axis++) squares += slid[3 * i + axis] * slid[3 * i + axis];
      energy += 0.5 * stiffness * squares;
    }
    return energy;
  }

  /** N/m: half a layer of both sides in series, of the area that a particle of the finer one stands for. */
  #stiffness(i: number, near: Near, count: number): number {
    const [fine, coarse] = [this.#fine.lattice, this.#coarse.lattice];
    let [sum, weights] = [0, 0];
    for (let k = 0; k < count; k++) {
      const w = weightAt(near.squares[k], this.#face.reach);
      sum += w * modulusOf(this.#coarse, near.found[k]);
      weights += w;
    }
    const one = modulusOf(this.#fine, i) / (0.5 * fine.layer);
    const other = weights > 0 ? sum / weights / (0.5 * coarse.layer) : 0;
    return one + other > 0 ? ((fine.volume / fine.layer) * one * other) / (one + other) : 0;
  }
}

/** (1 − q²)⁴ */
function weightAt(square: number, reach: number): number {
  const u = 1 - square / (reach * reach);
  return u > 0 ? u * u * u * u : 0;
}

/** φ of the particles that were found, and the least distance squared, m². */
function fieldOf(near: Near, count: number, reach: number): [number, number] {
  let [phi, least] = [0, Number.POSITIVE_INFINITY];
  for (let k = 0; k < count; k++) {
    phi += weightAt(near.squares[k], reach);
    least = Math.min(least, near.squares[k]);
  }
  return [phi, least];
}

/** Pa; E of what is solid (material.ts) and ρ₀c² of what is fluid. */
function modulusOf(body: LatticeMatter, particle: number): number {
  const { dimension, volume, moment } = body.lattice;
  const share = body.record.share.view[particle];
  const young = (numberOf(body, particle, Material.STIFFNESS) * moment) / (2 * dimension * volume);
  return share * young + 7 * (1 - share) * numberOf(body, particle, Material.BULK);
}

/** Two unit vectors across n, whose length is `size`; in the plane one of them, and none. */
function tangents(n: readonly number[], size: number, isFlat: boolean, axes: Float64Array): void {
  const [x, y, z] = n.map((value) => value / size);
  if (isFlat) {
    axes.set([-y, x, 0, 0, 0, 0]);
    return;
  }
  perpendiculars(x, y, z, axes);
}
