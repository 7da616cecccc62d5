/**
 * Contact of bodies of matter of different spacings: the particles of the finer one touch the smooth surface of the coarser
 * one (rows.ts). A contact is a spring at the end of the sub-step, half a layer of both sides in series:
 *
 *   F = κ gap > 0,   U = ½ κ gap²,   κ = A/(½ l_a/E_a + ½ l_b/E_b)
 *
 * Coulomb friction is a spring of the same stiffness along the face that yields (Cundall & Strack 1979): its length ξ is the
 * slip since it began to hold, and it pulls back by κ ξ. Beyond μ_s F it slides, with κ |ξ| = μ_k F. What sticks does not
 * creep, and what slides only loses energy.
 *
 * Symbols:
 *   A  area of a particle of the finer body, m²
 *   l  distance of layers, m
 *   E  Young's modulus of a solid or ρ₀c² of a fluid, Pa
 *   ξ  slip, m
 *
 * The system runs after the solves of both bodies and continues from their results: all contacts, both lattices and their
 * supports are one linear system (solve.ts), solved again until no contact pulls and friction obeys Coulomb's law. Pushes
 * before the solves would have to guess the mass that a lattice moves along: too heavy feeds energy in, too light lets
 * bodies sink into each other.
 */
import { type FrictionCoefficients, frictionShare } from '../../../contact/friction.ts';
import type { Block } from '../../../core/arena.ts';
import type { Energy } from '../../../core/force.ts';
import type { StepReport } from '../../../core/report.ts';
import type { Moved, System } from '../../../core/schedule.ts';
import type { World } from '../../../core/world.ts';
import * as Material from '../../../layouts/generated/matter-material.ts';
import { norm, perpendiculars } from '../../../math/vec3.ts';
import { materialNumber, TAIT, youngOf } from '../material.ts';
import type { LatticeMatter } from '../matter.ts';
import { conductBetween } from './heat.ts';
import { Near } from './near.ts';
import { FlatFace, Piece, Rows } from './rows.ts';
import { TOLERANCE, TouchSolve } from './solve.ts';

/** Most solves of a sub-step. */
const ROUNDS = 6;

/** A contact of a particle of the finer body with the surface of the coarser one. */
interface Touch {
  readonly particle: number;
  readonly stiffness: number;
  /** Row along the normal, and the first of two along the face; −1 without friction. */
  readonly normal: number;
  readonly along: number;
  /** Unit vectors of the rows along the face, three numbers each. */
  readonly axes: Float64Array;
}

export class MatterTouch implements System {
  readonly name = 'matter touch';
  readonly phase = 'matter';
  readonly after: readonly string[];
  readonly #fine: LatticeMatter;
  readonly #coarse: LatticeMatter;
  readonly #face: FlatFace;
  readonly #friction: FrictionCoefficients;
  /** Slip ξ of every particle of the finer body, m. */
  readonly #slid: Block<'f64'>;
  readonly #solve: TouchSolve;
  readonly #rows = new Rows();
  readonly #piece = new Piece();
  /** Offsets of the neighbours of the present particle (m), their weights, and one's part of a force. */
  #from = new Float64Array(192);
  #weights = new Float64Array(64);
  readonly #part = new Float64Array(3);

  constructor(
    world: World,
    label: string,
    a: LatticeMatter,
    b: LatticeMatter,
    friction: FrictionCoefficients,
  ) {
    [this.#fine, this.#coarse] = a.lattice.spacing > b.lattice.spacing ? [b, a] : [a, b];
    this.#face = new FlatFace(this.#coarse.lattice, this.#fine.lattice);
    this.#friction = friction;
    this.after = [a.name, b.name];
    this.#slid = world.arena.allocate(`${label}.slid`, 'f64', 3 * this.#fine.count);
    this.#solve = new TouchSolve(this.#fine, this.#coarse);
  }

  /** Elastic energy of the contacts. */
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

  /** Writes the rows of all contacts at the positions that the bodies' own solves have left. */
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

  /** Writes the offsets of coarser particles from particle i at the start of the sub-step. */
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
    // −dz/dφ dW/dr r̂ of each. Where φ changes little, it gives no depth: the push is at most that of a face.
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

  /** Writes a row of friction. Its offset is the slip to pull back without Δ; rounds find its stiffness. */
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

  /** Releases contacts that pull and limits friction by Coulomb's law; returns whether little has changed. */
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
      const given = stiffness * frictionShare(pull, staticFriction * force, friction * force);
      if (Math.abs(given - rows.stiffness[along]) * pull > TOLERANCE * friction * force * stiffness)
        isSettled = false;
      rows.stiffness[along] = given;
      rows.stiffness[along + 1] = given;
    }
    return isSettled;
  }

  /** Stores the slip of each contact by its final force, after momenta were corrected. */
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

  /** Energy of all springs at present, J. */
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

  /** Returns the stiffness κ of a contact, N/m. */
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

/** Returns φ of the particles that were found, and the least squared distance, m². */
function fieldOf(near: Near, count: number, reach: number): [number, number] {
  let [phi, least] = [0, Number.POSITIVE_INFINITY];
  for (let k = 0; k < count; k++) {
    phi += weightAt(near.squares[k], reach);
    least = Math.min(least, near.squares[k]);
  }
  return [phi, least];
}

/** Returns Young's modulus of a solid particle and ρ₀c² of a fluid one, Pa. */
function modulusOf(body: LatticeMatter, particle: number): number {
  const share = body.record.share.view[particle];
  const young = youngOf(materialNumber(body, particle, Material.STIFFNESS), body.lattice);
  return share * young + TAIT * (1 - share) * materialNumber(body, particle, Material.BULK);
}

/** Writes two unit vectors across n, whose length is `size`; in the plane one of them, and zero. */
function tangents(n: readonly number[], size: number, isFlat: boolean, axes: Float64Array): void {
  const [x, y, z] = n.map((value) => value / size);
  if (isFlat) {
    axes.set([-y, x, 0, 0, 0, 0]);
    return;
  }
  perpendiculars(x, y, z, axes);
}
