/**
 * A blower: a round jet of air (core/jet.ts) on whatever it meets. On the triangles or cells of sheets by the law of the wind
 * (wind.ts), the air's velocity that of the jet in the middle of the face; on matter the drag of the particles in front,
 *
 *   F = ½ ρ C_D A |u| u,   u = s U d − v,  A the area that such a particle stands for (m²).
 *
 * ρ kg/m³, U speed in the mouth (m/s), s the jet's share of it, d its direction. Where there is none of the jet the blower does
 * nothing: the still air around it is not its own. Off, it costs nothing. What it does is in the arena, so that a
 * snapshot taken while it blows goes on byte-equal.
 */

import {
  facesOf,
  frontGrains,
  JET_NUMBERS,
  type Jet,
  jetShare,
  readFace,
  writeJet,
} from '../core/air-jet.ts';
import type { Block } from '../core/arena.ts';
import type { Body } from '../core/body.ts';
import type { Force } from '../core/force.ts';
import type { ToolAnswer } from '../core/tool-answer.ts';
import type { World } from '../core/world.ts';
import { within } from '../math/check.ts';

export interface BlowerOptions {
  /** ρ, kg/m³. */
  density?: number;
  /** C_D and C_L. */
  drag?: number;
  lift?: number;
}

export interface BlowerAim extends Jet {
  /** U, m/s. */
  readonly speed: number;
}

/** m/s; a hurricane. Faster air would ask for shorter steps than sheets are built for. */
const FASTEST = 60;
const SPEED = JET_NUMBERS;
const LENGTH = JET_NUMBERS + 1;

export class Blower implements Force {
  readonly name = 'blower';
  readonly energy = { none: 'the jet does work on what it blows at; there is no potential' };
  readonly #world: World;
  readonly #state: Block<'f64'>;
  readonly #density: number;
  readonly #drag: number;
  readonly #lift: number;

  /** Adds itself to the world's forces, off. One a name. */
  constructor(world: World, { density = 1.2, drag = 1, lift = 0.5 }: BlowerOptions = {}, label = 'blower') {
    this.#world = world;
    this.#density = within('blower.density', density, 0);
    this.#drag = within('blower.drag', drag, 0);
    this.#lift = within('blower.lift', lift, 0);
    this.#state = world.arena.allocate(label, 'f64', LENGTH);
    world.addForce(this);
  }

  /** Blows from here on until it is aimed anew or off; answers how many bodies the jet meets as they are now. */
  aim(aim: BlowerAim): ToolAnswer {
    const speed = within('blower.aim: speed', aim.speed, 0, FASTEST);
    writeJet('blower.aim', aim, this.#state.view);
    this.#state.view[SPEED] = speed;
    const met = this.#world.bodies.filter((body) => this.#meets(body)).length;
    return met > 0 ? { count: met } : { count: 0, message: 'The jet meets nothing.' };
  }

  off(): void {
    this.#state.view[SPEED] = 0;
  }

  /** m/s in the mouth; 0 while it is off. */
  get speed(): number {
    return this.#state.view[SPEED];
  }

  add(world: World): void {
    if (this.speed === 0) return;
    for (const body of world.bodies) {
      if (body.matter) this.#pushGrains(world, body);
      else this.#pushFaces(world, body);
    }
  }

  /** ∂F/∂v of a face is at most ρ (C_D + C_L) A |u|, and a third, or an eighth, of it each particle's. */
  addDrag(world: World, mass: Float64Array, h: number): void {
    if (this.speed === 0) return;
    const factor = h * this.#density * (this.#drag + this.#lift);
    for (const body of world.bodies) {
      if (body.matter) continue; // it moves in a stage of its own
      const face = facesOf(body);
      for (let at = 0; at < face.members.length; at += face.count) {
        readFace(world, face, at);
        const air = this.#air(face.place[0], face.place[1], face.place[2]);
        if (air === 0) continue;
        const [nx, ny, nz] = face.area;
        const bound = (factor * Math.sqrt(nx * nx + ny * ny + nz * nz) * air) / face.count;
        for (let k = 0; k < face.count; k++) mass[face.members[at + k]] += bound;
      }
    }
  }

  /** m/s of the jet at a place. */
  #air(x: number, y: number, z: number): number {
    const state = this.#state.view;
    return state[SPEED] * jetShare(state, x, y, z);
  }

  #pushFaces(world: World, body: Body): void {
    const { particles: p } = world;
    const state = this.#state.view;
    const [velocity, force] = [p.velocity.view, p.force.view];
    const half = 0.5 * this.#density;
    const face = facesOf(body);
    const { members, count, area } = face;
    const u = new Float64Array(3);
    for (let at = 0; at < members.length; at += count) {
      readFace(world, face, at);
      const air = this.#air(face.place[0], face.place[1], face.place[2]);
      if (air === 0) continue;
      let facing = 0;
      let square = 0;
      for (let axis = 0; axis < 3; axis++) {
        let sum = 0;
        for (let k = 0; k < count; k++) sum += velocity[axis * p.stride + members[at + k]];
        u[axis] = air * state[3 + axis] - sum / count;
        facing += area[axis] * u[axis];
        square += u[axis] * u[axis];
      }
      const size = area[0] * area[0] + area[1] * area[1] + area[2] * area[2];
      if (facing === 0 || !(size > 0)) continue;
      const lee = facing < 0 ? -1 : 1;
      const along = (half * Math.abs(facing) * this.#drag) / count;
      const over = (half * Math.abs(facing) * this.#lift * Math.sqrt(square / size)) / count;
      const sink = Math.abs(facing) / square;
      for (let axis = 0; axis < 3; axis++) {
        const f = along * u[axis] + over * (lee * area[axis] - sink * u[axis]);
        for (let k = 0; k < count; k++) force[axis * p.stride + members[at + k]] += f;
      }
    }
  }

  #pushGrains(world: World, body: Body): void {
    const { particles: p } = world;
    const state = this.#state.view;
    const { grains, area } = frontGrains(world, body, state);
    const factor = 0.5 * this.#density * this.#drag * area;
    for (const { particle, share } of grains) {
      const [ux, uy, uz] = [0, 1, 2].map(
        (axis) => state[SPEED] * share * state[3 + axis] - p.velocity.view[axis * p.stride + particle],
      );
      const push = factor * Math.sqrt(ux * ux + uy * uy + uz * uz);
      p.force.view[particle] += push * ux;
      p.force.view[p.stride + particle] += push * uy;
      p.force.view[2 * p.stride + particle] += push * uz;
    }
  }

  #meets(body: Body): boolean {
    const jet = this.#state.view;
    if (body.matter) return frontGrains(this.#world, body, jet).grains.length > 0;
    const face = facesOf(body);
    for (let at = 0; at < face.members.length; at += face.count) {
      readFace(this.#world, face, at);
      if (jetShare(jet, face.place[0], face.place[1], face.place[2]) > 0) return true;
    }
    return false;
  }
}
