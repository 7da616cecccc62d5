/**
 * A blower: a round jet of air (core/air-jet.ts) on the bodies in front of it. Triangles and cells of sheets feel it by the law of
 * wind.ts, with the jet's velocity at the centre of the face. Matter feels the drag on its front particles,
 *
 *   F = ½ ρ C_D A |u| u,   u = s U d − v
 *
 * ρ    density of air, kg/m³
 * C_D  drag coefficient, 1
 * A    area that a front particle represents, m²
 * U    speed at the nozzle, m/s
 * s    share of U at the particle, 1
 * d    direction of the jet, unit vector
 * v    velocity of the particle, m/s
 *
 * Outside the jet the blower exerts no force, not even drag by air at rest. Its aim is a block of the arena, so a snapshot taken
 * while it blows continues byte-equal.
 */

import {
  type Face,
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
import { norm } from '../math/vec3.ts';

export interface BlowerOptions {
  /** Density of air ρ, kg/m³. Default: 1.2. */
  density?: number;
  /** Drag and lift coefficients C_D and C_L. Default: 1 and 0.5. */
  drag?: number;
  lift?: number;
}

export interface BlowerAim extends Jet {
  /** Speed U at the nozzle, m/s. */
  readonly speed: number;
}

/** Highest speed at the nozzle, m/s: that of a hurricane. Faster air needs shorter sub-steps than sheets are built for. */
const FASTEST = 60;
const SPEED = JET_NUMBERS;
const LENGTH = JET_NUMBERS + 1;

export class Blower implements Force {
  readonly name = 'blower';
  readonly energy = { none: 'a jet of air has no potential: it does work on the bodies it meets' };
  readonly #world: World;
  readonly #state: Block<'f64'>;
  readonly #density: number;
  readonly #drag: number;
  readonly #lift: number;

  /** Adds a blower that is off to the world's forces. `label` names its block and must be unique. */
  constructor(world: World, { density = 1.2, drag = 1, lift = 0.5 }: BlowerOptions = {}, label = 'blower') {
    this.#world = world;
    this.#density = within('blower.density', density, 0);
    this.#drag = within('blower.drag', drag, 0);
    this.#lift = within('blower.lift', lift, 0);
    this.#state = world.arena.allocate(label, 'f64', LENGTH);
    world.addForce(this);
  }

  /** Switches the jet on, until the next call or `off`. Returns how many bodies it meets now. */
  aim(aim: BlowerAim): ToolAnswer {
    const speed = within('blower.aim: speed', aim.speed, 0, FASTEST);
    writeJet('blower.aim', aim, this.#state.view);
    this.#state.view[SPEED] = speed;
    const met = this.#world.bodies.filter((body) => this.#meets(body)).length;
    return met > 0 ? { count: met } : { count: 0, message: 'The jet meets no body.' };
  }

  off(): void {
    this.#state.view[SPEED] = 0;
  }

  /** Speed at the nozzle, m/s; 0 while the blower is off. */
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

  /** Bounds ∂F/∂v of a face by ρ (C_D + C_L) A |u|, in equal parts for its particles. */
  addDrag(world: World, mass: Float64Array, h: number): void {
    if (this.speed === 0) return;
    const factor = h * this.#density * (this.#drag + this.#lift);
    for (const body of world.bodies) {
      if (body.matter) continue; // it has its own solve
      this.#visitFaces(world, body, ({ members, at, count, area: [nx, ny, nz] }, share) => {
        const bound = (factor * norm(nx, ny, nz) * (this.speed * share)) / count;
        for (let k = 0; k < count; k++) mass[members[at + k]] += bound;
      });
    }
  }

  /** Visits the faces of a body that the jet meets; `share`: s there. */
  #visitFaces(world: World, body: Body, visit: (face: Face, share: number) => void): void {
    const face = facesOf(body);
    for (let at = 0; at < face.members.length; at += face.count) {
      readFace(world, face, at);
      const share = jetShare(this.#state.view, face.place[0], face.place[1], face.place[2]);
      if (share > 0) visit(face, share);
    }
  }

  #pushFaces(world: World, body: Body): void {
    const { particles: p } = world;
    const state = this.#state.view;
    const [velocity, force] = [p.velocity.view, p.force.view];
    const half = 0.5 * this.#density;
    const u = new Float64Array(3);
    this.#visitFaces(world, body, ({ members, at, count, area }, share) => {
      const air = state[SPEED] * share;
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
      if (facing === 0 || !(size > 0)) return;
      const lee = facing < 0 ? -1 : 1;
      const along = (half * Math.abs(facing) * this.#drag) / count;
      const over = (half * Math.abs(facing) * this.#lift * Math.sqrt(square / size)) / count;
      const sink = Math.abs(facing) / square;
      for (let axis = 0; axis < 3; axis++) {
        const f = along * u[axis] + over * (lee * area[axis] - sink * u[axis]);
        for (let k = 0; k < count; k++) force[axis * p.stride + members[at + k]] += f;
      }
    });
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
      const push = factor * norm(ux, uy, uz);
      p.force.view[particle] += push * ux;
      p.force.view[p.stride + particle] += push * uy;
      p.force.view[2 * p.stride + particle] += push * uz;
    }
  }

  #meets(body: Body): boolean {
    if (body.matter) return frontGrains(this.#world, body, this.#state.view).grains.length > 0;
    let met = false;
    this.#visitFaces(this.#world, body, () => {
      met = true;
    });
    return met;
  }
}
