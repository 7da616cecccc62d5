/**
 * Contact of surfaces as part of an implicit step. A pair of features that touches on the way to the end of the step is a contact
 * whose normal n and weights s_j are those of the first touch. With the separation S = Σ s_j y_j of its sides, the contact
 * has the potential
 *
 *   normal:    ½ k max(0, d − n·S)²
 *   friction:  ½ t |v|² up to |v| = μN/t, and μN (|v| − ½ μN/t) beyond it
 *
 * Symbols
 *   y_j  positions at the end of the step, m        s_j  weights: +1 in sum on the first side, −1 on the second
 *   d    distance that the pair keeps, m            k    stiffness, N/m; t = k that of friction
 *   v    slip: what is left of earlier slips, plus the tangential part of S − S₀, m
 *   N    normal force at the end of the step before, N; of a new contact, the one that stops the approach
 *   μ    friction coefficient: static for a pair that sticks, else kinetic
 *
 * Particle spheres are eliminated. A sphere of mass m moved by inertia and c contacts alone is displaced by h² N / m along each n. So
 * sheets see it at its goal, through a contact softer by that, 1/k + h² c / m, and after the solve the sphere is displaced by the
 * reaction. Friction with spheres is left to contact after the step.
 *
 * Slip is elastic up to μN/t and remembered from step to step, so that a pair that sticks does not creep. Both sides get opposite
 * forces, so momentum is conserved.
 */
import type { Arena, Block } from '../../core/arena.ts';
import { anchoringOf } from '../../core/dynamics.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import type { ContactPotential, ContactRows, ImplicitStage } from '../../core/implicit.ts';
import { IN_CONTACT, TANGLED } from '../../core/particles.ts';
import type { World } from '../../core/world.ts';
import * as Contact from '../../layouts/generated/contact.ts';
import * as ContactElement from '../../layouts/generated/contact-element.ts';
import { compareKeys, writeKey } from './contact-keys.ts';
import { normalEnergy, normalForce, normalStiffness } from './contact-law.ts';
import type { ContactList } from './contact-list.ts';
import type { ContactSolver, Pairs } from './contact-solver.ts';
import { CONTACT_NUMBERS, PAIR_WORDS, VERTEX_END, VERTEX_NUMBERS } from './records.ts';
import type { SurfaceBroadPhase } from './surface-broad-phase.ts';

/** Indices of the fields of a contact, in f64 and in i32. */
const WEIGHTS = Contact.WEIGHTS / 8;
const NORMAL = Contact.NORMAL / 8;
const KEPT = Contact.KEPT_DISTANCE / 8;
const MASS = Contact.EFFECTIVE_MASS / 8;
const STATIC = Contact.STATIC_FRICTION / 8;
const KINETIC = Contact.KINETIC_FRICTION / 8;
const BODY_WORD = Contact.RIGID_BODY / 4;
const KIND_WORD = Contact.IS_EDGES / 4;

/** Fields of a contact of this stage, in f64. */
const NUMBERS = 24;
const N = 0; // normal, three numbers
const W = 3; // weights, four numbers
const KEEPS = 7;
const K = 8;
const LIMIT = 9; // μN
const FIXED = 10; // Σ s_j y_j of the vertices of colliders, three numbers
const START = 13; // S₀, three numbers
const SLIP = 16; // remembered slip, three numbers
const SPHERE = 19; // particle sphere on the first side, plus one; 0 for none
const FIRM = 20; // stiffness without the sphere behind it, N/m
const SOLVED = 21; // depth (m), force (N) and stiffness (N/m) in the last linear solve

/** Length in f64 of a remembered contact: its vertices (four i32, the first as −1 − index for two edges), N, slip. */
const MEMORY_NUMBERS = 6;

/** Stiffness in units of 1 / (W h²), W = Σ s_j²/m_j: one step removes all but 1/20 of an approach. */
const STIFFNESS = 20;
/**
 * Least stiffness over that of stretching. Threads that pull a contact in with a few per cent of strain, F = 0.02 K l on a cell of
 * l = 1 cm, must be stopped within half the distance kept, a tenth of a millimetre. Measured: docs/decisions/0011.
 */
const SHARE = 3;

/** Depth, as a share of the kept distance, at which a contact is too deep: at 0.8 of it contact holds pairs back. */
const DEEP = 0.75;

const ELEMENT = ContactElement.BYTES / 4;
const ELEMENT_WEIGHTS = ContactElement.WEIGHTS / 4;
const XX = ContactElement.XX / 4;
const XY = ContactElement.XY / 4;
const XZ = ContactElement.XZ / 4;
const YY = ContactElement.YY / 4;
const YZ = ContactElement.YZ / 4;
const ZZ = ContactElement.ZZ / 4;

export class SurfacePotential implements ContactPotential {
  count = 0;
  /** State of friction at the end of the last step. */
  readonly block: Block<'f64'>;
  readonly #arena: Arena;
  readonly #broadPhase: SurfaceBroadPhase;
  readonly #contacts: ContactList;
  readonly #solver: ContactSolver;
  /** Whether a collider deforms: particle contact does not support the vertices that rest on those. */
  readonly #deforms: boolean;
  readonly #pairs: GrowableBlock<'i32'>;
  readonly #wake: GrowableBlock<'f64'>;
  #stage: ImplicitStage | undefined;
  #round = 0;
  /** Number of contacts of each particle sphere. */
  #contactsOf = new Int32Array(0);
  /** Particles (−1: none), and numbers of each contact. */
  #vertices = new Int32Array(0);
  #numbers = new Float64Array(0);
  readonly #s = new Float64Array(3);
  readonly #slip = new Float64Array(3);

  constructor(
    arena: Arena,
    broadPhase: SurfaceBroadPhase,
    contacts: ContactList,
    solver: ContactSolver,
    deforms: boolean,
  ) {
    this.#arena = arena;
    this.#broadPhase = broadPhase;
    this.#contacts = contacts;
    this.#solver = solver;
    this.#deforms = deforms;
    this.block = arena.allocate('contact.friction', 'f64', 0);
    this.#pairs = new GrowableBlock(arena, 'contact.friction.pairs', 'i32');
    this.#wake = new GrowableBlock(arena, 'contact.friction.wake', 'f64');
  }

  forget(): void {
    this.#stage = undefined;
    this.count = 0;
    if (this.block.length > 0) this.#arena.resize(new Map([[this.block as Block, 0]]));
  }

  find(world: World, stage: ImplicitStage): boolean {
    if (stage !== this.#stage) {
      this.#stage = stage;
      this.#round = 0;
      this.count = 0;
    }
    // From the start of the sub-step: a second stage starts where the first leads, which may be past a collider.
    this.#broadPhase.move(world.time, stage.time - world.time);
    const before = this.count;
    let count = 0;
    if (this.#round === 0) {
      // The goals are far from where contact leads: only contacts of the last step are known there.
      count = this.#solver.findAmong(this.#recalled());
    } else {
      this.#broadPhase.update();
      count = this.#solver.find(this.#broadPhase.lists, before, this.#round, this.#deforms);
    }
    this.#round++;
    this.#contacts.sort(count);
    this.#grow(count);
    for (let k = before; k < count; k++) this.#take(world, stage, k);
    this.#recall(before, count);
    this.count = count;
    this.#soften(world, stage.h);
    const { position, stride } = world.particles;
    for (let k = 0; k < count; k++) {
      const depth = this.#depth(position.view, stride, k);
      if (depth > (k < before ? DEEP * this.#numbers[NUMBERS * k + KEEPS] : 0)) return true;
    }
    return false;
  }

  /** Returns the pairs of the contacts of the last step. */
  #recalled(): Pairs {
    const { arrays } = this.#broadPhase;
    const count = this.block.length / MEMORY_NUMBERS;
    this.#pairs.grow(PAIR_WORDS * count);
    this.#wake.grow(count);
    this.#wake.view.fill(Number.NEGATIVE_INFINITY, 0, count);
    arrays.kernels.surfaceRecalled(
      this.block.offset,
      8 * MEMORY_NUMBERS,
      count,
      arrays.radii.offset,
      arrays.bodies.offset,
      this.#pairs.offset,
    );
    return { pairs: this.#pairs, wake: this.#wake, count };
  }

  #grow(count: number): void {
    if (4 * count <= this.#vertices.length) return;
    const vertices = new Int32Array(8 * count);
    const numbers = new Float64Array(2 * NUMBERS * count);
    vertices.set(this.#vertices);
    numbers.set(this.#numbers);
    this.#vertices = vertices;
    this.#numbers = numbers;
  }

  /** Takes contact k, found in this stage. */
  #take(world: World, { h, goal }: ImplicitStage, k: number): void {
    const { particles, arrays, sheets, obstacles } = this.#broadPhase;
    const { view } = this.#contacts;
    const at = CONTACT_NUMBERS * k;
    const words = new Int32Array(view.buffer, view.byteOffset, view.length * 2);
    const c = this.#numbers.subarray(NUMBERS * k, NUMBERS * (k + 1)).fill(0);
    const surface = arrays.vertices.view;
    const owners = arrays.bodies.view;
    const {
      flags: { view: flags },
      stride,
    } = world.particles;
    let stiffness = 0;
    let active = words[2 * at + BODY_WORD] < 0 && view[at + MASS] > 0;
    for (let j = 0; j < 4; j++) {
      const i = words[2 * at + j];
      const weight = view[at + WEIGHTS + j];
      const owner = owners[i];
      const isSphere = owner >= sheets.bodies.length;
      const isParticle = i < particles && !isSphere;
      c[W + j] = weight;
      this.#vertices[4 * k + j] = isParticle && weight !== 0 ? i : -1;
      if (isSphere) c[SPHERE] = i + 1;
      if (i < particles && flags[i] & TANGLED) active = false; // untangling moves it out
      for (let axis = 0; axis < 3; axis++) {
        const v = VERTEX_NUMBERS * i + axis;
        c[START + axis] += weight * surface[v];
        // Spheres of matter are at their goals.
        if (isSphere) c[FIXED + axis] += weight * goal.view[axis * stride + i];
        else if (!isParticle) c[FIXED + axis] += weight * surface[v + VERTEX_END];
      }
      if (owner >= 0 && owner < sheets.bodies.length) {
        const anchoring = anchoringOf(sheets.bodies[owner].body as never);
        stiffness = Math.max(stiffness, anchoring?.stiffness ?? 0);
      }
    }
    const [vertex, face] = [words[2 * at], words[2 * at + 1]];
    // Particle contact supports vertices that rest on colliders, except on those that deform.
    if (
      words[2 * at + KIND_WORD] === 0 &&
      vertex < particles &&
      owners[face] < 0 &&
      !obstacles[-1 - owners[face]].moving
    )
      active = false;
    for (let axis = 0; axis < 3; axis++) c[N + axis] = view[at + NORMAL + axis];
    c[KEEPS] = view[at + KEPT];
    if (!active) c[K] = 0;
    else if (c[SPHERE] === 0) c[K] = Math.max((STIFFNESS * view[at + MASS]) / (h * h), SHARE * stiffness);
    else {
      const sheet = 1 / view[at + MASS] - world.particles.inverseMass.view[c[SPHERE] - 1];
      c[FIRM] = sheet > 0 ? STIFFNESS / (sheet * h * h) : 0; // none for a face of pins
      c[K] = c[FIRM];
    }
  }

  /** Softens the contacts of particle spheres by the masses behind them. */
  #soften({ particles: { inverseMass, count } }: World, h: number): void {
    const c = this.#numbers;
    const used = NUMBERS * this.count;
    let any = false;
    for (let at = 0; at < used; at += NUMBERS) any ||= c[at + SPHERE] > 0;
    if (!any) return;
    if (this.#contactsOf.length < count) this.#contactsOf = new Int32Array(count);
    this.#contactsOf.fill(0);
    for (let at = 0; at < used; at += NUMBERS) if (c[at + FIRM] > 0) this.#contactsOf[c[at + SPHERE] - 1]++;
    for (let at = 0; at < used; at += NUMBERS) {
      if (!(c[at + FIRM] > 0)) continue;
      const sphere = c[at + SPHERE] - 1;
      c[at + K] = 1 / (1 / c[at + FIRM] + h * h * this.#contactsOf[sphere] * inverseMass.view[sphere]);
      c[at + LIMIT] = 0;
    }
  }

  react({ particles: { position, inverseMass, stride } }: World): void {
    const h = this.#stage?.h ?? 0;
    const c = this.#numbers;
    for (let k = 0; k < this.count; k++) {
      const at = NUMBERS * k;
      if (!(c[at + FIRM] > 0)) continue;
      // The force that the linear solve has paid to the sheet.
      const sunk = this.#depth(position.view, stride, k) - c[at + SOLVED];
      const force = c[at + SOLVED + 1] + c[at + SOLVED + 2] * sunk;
      const sphere = c[at + SPHERE] - 1;
      const way = h * h * force * inverseMass.view[sphere] * c[at + W];
      for (let axis = 0; axis < 3; axis++) position.view[axis * stride + sphere] += way * c[at + N + axis];
    }
  }

  /** Recalls forces and slips of contacts, in the order of their vertices; a new one gets the force that stops it. */
  #recall(from: number, count: number): void {
    const memory = this.block.view;
    const past = new Int32Array(memory.buffer, memory.byteOffset, 2 * memory.length);
    const { view, order } = this.#contacts;
    const words = new Int32Array(view.buffer, view.byteOffset, view.length * 2);
    let at = 0;
    const key = new Int32Array(4);
    for (let turn = 0; turn < count; turn++) {
      const k = order[turn];
      writeKey(words, 2 * CONTACT_NUMBERS * k, key, 0);
      while (at < memory.length && compareKeys(past, 2 * at, key, 0) < 0) at += MEMORY_NUMBERS;
      if (k < from) continue;
      const c = this.#numbers.subarray(NUMBERS * k, NUMBERS * (k + 1));
      const friction = CONTACT_NUMBERS * k;
      if (at < memory.length && compareKeys(past, 2 * at, key, 0) === 0) {
        for (let axis = 0; axis < 3; axis++) c[SLIP + axis] = memory[at + 3 + axis];
        dropAlong(c, SLIP, c);
        c[LIMIT] = view[friction + STATIC] * memory[at + 2];
      } else c[LIMIT] = -view[friction + KINETIC]; // of the force that stops it, see assemble
    }
  }

  /** Sets #s to S at the positions. */
  #separation(x: Float64Array, stride: number, k: number): void {
    const [c, at, s, v] = [this.#numbers, NUMBERS * k, this.#s, this.#vertices];
    for (let axis = 0; axis < 3; axis++) {
      let sum = c[at + FIXED + axis];
      for (let j = 0; j < 4; j++) {
        const i = v[4 * k + j];
        if (i >= 0) sum += c[at + W + j] * x[axis * stride + i];
      }
      s[axis] = sum;
    }
  }

  /** Returns the depth d − n·S, m, and sets #s. */
  #depth(x: Float64Array, stride: number, k: number): number {
    const [c, at, s] = [this.#numbers, NUMBERS * k, this.#s];
    if (c[at + K] === 0) return 0;
    this.#separation(x, stride, k);
    return c[at + KEEPS] - s[0] * c[at + N] - s[1] * c[at + N + 1] - s[2] * c[at + N + 2];
  }

  /** Sets #slip to v for the present #s; returns its length. */
  #slipNow(k: number): number {
    const [c, at, s, slip] = [this.#numbers, NUMBERS * k, this.#s, this.#slip];
    let along = 0;
    for (let axis = 0; axis < 3; axis++) {
      slip[axis] = s[axis] - c[at + START + axis];
      along += slip[axis] * c[at + N + axis];
    }
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      slip[axis] += c[at + SLIP + axis] - along * c[at + N + axis];
      square += slip[axis] * slip[axis];
    }
    return Math.sqrt(square);
  }

  energy({ particles }: World, positions: Block<'f64'>): number {
    const { stride } = particles;
    const x = positions.view;
    let sum = 0;
    const { order } = this.#contacts;
    for (let turn = 0; turn < this.count; turn++) {
      const k = order[turn];
      const c = this.#numbers;
      const at = NUMBERS * k;
      const stiffness = c[at + K];
      if (stiffness === 0) continue;
      const depth = this.#depth(x, stride, k);
      if (depth > 0) sum += normalEnergy(stiffness, c[at + KEEPS], depth);
      const limit = c[at + LIMIT];
      if (limit <= 0) continue;
      const slip = this.#slipNow(k);
      sum +=
        stiffness * slip <= limit
          ? 0.5 * stiffness * slip * slip
          : limit * (slip - (0.5 * limit) / stiffness);
    }
    return sum;
  }

  assemble({ particles }: World, rows: ContactRows): number {
    const { stride, position } = particles;
    const h = this.#stage!.h;
    const square = h * h;
    const { words, numbers } = rows.records(this.count);
    const { residual, touching, rowOf } = rows;
    const [c, v] = [this.#numbers, this.#slip];
    const x = position.view;
    let used = 0;
    const { order } = this.#contacts;
    for (let turn = 0; turn < this.count; turn++) {
      const k = order[turn];
      const at = NUMBERS * k;
      const stiffness = c[at + K];
      if (stiffness === 0) continue;
      const depth = this.#depth(x, stride, k);
      if (c[at + LIMIT] < 0)
        c[at + LIMIT] *= (-Math.max(0, depth) * stiffness) / (1 + (stiffness * square) / this.#massOf(k));
      const push = depth > 0 ? normalForce(stiffness, c[at + KEEPS], depth) : 0;
      const normal = depth > 0 ? normalStiffness(stiffness, c[at + KEEPS], depth) : 0;
      let across = 0;
      let pull = 0;
      if (c[at + LIMIT] > 0) {
        const slip = this.#slipNow(k);
        across = stiffness * slip <= c[at + LIMIT] ? stiffness : c[at + LIMIT] / slip;
        pull = across;
      }
      c[at + SOLVED] = depth;
      c[at + SOLVED + 1] = push;
      c[at + SOLVED + 2] = normal;
      if (normal === 0 && across === 0) continue;
      const e = ELEMENT * used++;
      const [nx, ny, nz] = [c[at + N], c[at + N + 1], c[at + N + 2]];
      const fx = square * (push * nx - pull * v[0]);
      const fy = square * (push * ny - pull * v[1]);
      const fz = square * (push * nz - pull * v[2]);
      const more = square * (normal - across);
      const own = square * across;
      const xx = own + more * nx * nx;
      const xy = more * nx * ny;
      const xz = more * nx * nz;
      const yy = own + more * ny * ny;
      const yz = more * ny * nz;
      const zz = own + more * nz * nz;
      numbers[e + XX] = xx;
      numbers[e + XY] = xy;
      numbers[e + XZ] = xz;
      numbers[e + YY] = yy;
      numbers[e + YZ] = yz;
      numbers[e + ZZ] = zz;
      for (let j = 0; j < 4; j++) {
        const i = this.#vertices[4 * k + j];
        const row = i < 0 ? -1 : rowOf[i];
        const w = c[at + W + j];
        words[e + j] = row;
        numbers[e + ELEMENT_WEIGHTS + j] = w;
        if (row < 0) {
          if (w !== 0 && c[at + SPHERE] === 0) rows.isHeld = true;
          continue;
        }
        residual[4 * row] += w * fx;
        residual[4 * row + 1] += w * fy;
        residual[4 * row + 2] += w * fz;
        const b = 12 * row;
        const ww = w * w;
        touching[b] += ww * xx;
        touching[b + 1] += ww * xy;
        touching[b + 2] += ww * xz;
        touching[b + 4] += ww * xy;
        touching[b + 5] += ww * yy;
        touching[b + 6] += ww * yz;
        touching[b + 8] += ww * xz;
        touching[b + 9] += ww * yz;
        touching[b + 10] += ww * zz;
      }
    }
    rows.records(used);
    return used;
  }

  #massOf(k: number): number {
    return this.#contacts.view[CONTACT_NUMBERS * k + MASS];
  }

  /** After the step: remembers forces and slips, and marks the particles that touch; returns the number of contacts that press. */
  remember({ particles, arena }: World): number {
    const { position, stride, flags } = particles;
    const { view, order } = this.#contacts;
    const words = new Int32Array(view.buffer, view.byteOffset, view.length * 2);
    const out = new Float64Array(MEMORY_NUMBERS * this.count);
    const outWords = new Int32Array(out.buffer);
    const key = new Int32Array(4);
    let kept = 0;
    for (let turn = 0; turn < this.count; turn++) {
      const k = order[turn];
      const c = this.#numbers;
      const at = NUMBERS * k;
      const depth = this.#depth(position.view, stride, k);
      if (depth <= 0) continue;
      const force = normalForce(c[at + K], c[at + KEEPS], depth);
      const slip = this.#slipNow(k);
      const most = (view[CONTACT_NUMBERS * k + STATIC] * force) / c[at + K];
      const share = slip > most ? most / slip : 1;
      const to = MEMORY_NUMBERS * kept++;
      writeKey(words, 2 * CONTACT_NUMBERS * k, key, 0);
      outWords.set(key, 2 * to);
      out[to + 2] = force;
      for (let axis = 0; axis < 3; axis++) out[to + 3 + axis] = share * this.#slip[axis];
      for (let j = 0; j < 4; j++) {
        const i = this.#vertices[4 * k + j];
        if (i >= 0) flags.view[i] |= IN_CONTACT;
      }
    }
    arena.resize(new Map([[this.block as Block, MEMORY_NUMBERS * kept]]));
    this.block.view.set(out.subarray(0, MEMORY_NUMBERS * kept));
    this.#stage = undefined;
    this.count = 0;
    return kept;
  }
}

/** Removes the part along the normal from three numbers of a contact. */
function dropAlong(c: Float64Array, at: number, n: Float64Array): void {
  const along = c[at] * n[0] + c[at + 1] * n[1] + c[at + 2] * n[2];
  for (let axis = 0; axis < 3; axis++) c[at + axis] -= along * n[axis];
}
