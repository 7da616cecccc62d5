/**
 * Contacts of surfaces within an implicit step: the pairs of features that are close at the end of a step, or that touch on the
 * way to it. Vertices that rest on the faces of colliders are left to shape-terms.ts, except on colliders that deform.
 *
 * Particle spheres are eliminated. A sphere of mass m moved by inertia and c contacts alone is displaced by h² N / m along each n. So
 * sheets see it at its goal, through a contact softer by that, 1/k + h² c / m, and after the solve the sphere is displaced by the
 * reaction. Friction with spheres is left to contact after the step. Rigid bodies are eliminated too: see rigid/solved-bodies.ts.
 */
import { stiffnessIn } from '../../core/dynamics.ts';
import type { ImplicitStage } from '../../core/implicit.ts';
import { TANGLED } from '../../core/particles.ts';
import type { World } from '../../core/world.ts';
import * as Contact from '../../layouts/generated/contact.ts';
import * as ContactTerm from '../../layouts/generated/contact-term.ts';
import type { SheetAttachments } from '../attachments/sheet.ts';
import type { SolvedBodies } from '../rigid/solved-bodies.ts';
import { writeKey } from '../surfaces/contact-keys.ts';
import type { ContactList } from '../surfaces/contact-list.ts';
import type { ContactSolver } from '../surfaces/contact-solver.ts';
import { ALL_PAIRS, NOT_RESTING } from '../surfaces/pair-list.ts';
import { CONTACT_NUMBERS, VERTEX_END, VERTEX_NUMBERS } from '../surfaces/records.ts';
import type { RigidSide } from '../surfaces/rigid-side.ts';
import type { SurfaceBroadPhase } from '../surfaces/surface-broad-phase.ts';
import type { StiffnessRule } from './shape-terms.ts';
import { type ContactTerms, TERM, TERM_WORDS } from './terms.ts';

/** Fields of a term, in f64 and in i32. */
const KEY = ContactTerm.KEY / 4;
const SPHERE = ContactTerm.SPHERE / 4;
const NORMAL = ContactTerm.NORMAL / 8;
const WEIGHTS = ContactTerm.WEIGHTS / 8;
const FIXED = ContactTerm.FIXED / 8;
const START = ContactTerm.START / 8;
const RANGE = ContactTerm.RANGE / 8;
const FULL = ContactTerm.FULL_RANGE / 8;
const STIFFNESS = ContactTerm.STIFFNESS / 8;
const STATIC = ContactTerm.STATIC_FRICTION / 8;
const KINETIC = ContactTerm.KINETIC_FRICTION / 8;
const ROOM = ContactTerm.ROOM / 8;
const FIRM = ContactTerm.FIRM / 8;
const BODY = ContactTerm.BODY / 4;
const ARM = ContactTerm.ARM / 8;
const BASE = ContactTerm.BASE / 8;
const SHARE = ContactTerm.RIGID_MASS / 8;
const SIGN = ContactTerm.RIGID_SIGN / 8;
/** Indices of the fields of a contact, in f64 and in i32. */
const CONTACT_WEIGHTS = Contact.WEIGHTS / 8;
const CONTACT_NORMAL = Contact.NORMAL / 8;
const KEPT = Contact.KEPT_DISTANCE / 8;
const MASS = Contact.EFFECTIVE_MASS / 8;
const STATIC_FRICTION = Contact.STATIC_FRICTION / 8;
const KINETIC_FRICTION = Contact.KINETIC_FRICTION / 8;
const BODY_WORD = Contact.RIGID_BODY / 4;
const RIGID_SIGN = Contact.RIGID_SIGN / 8;
const CONTACT_START = Contact.START / 8;
const DISTANCE = Contact.LEAST_DISTANCE / 8;

/**
 * Stiffness of contacts with spheres over that of others: the matter behind a sphere presses too. At 3 cloth under a falling solid
 * gains a tenth of energy (lattice-matter/sheets.slow.test.ts). Test: limits.test.ts.
 */
const MATTER = 10;
/**
 * Rounds in which pairs that pass are moved apart, and sweeps of each: limits on work, which no test decides. The scenes of
 * docs/decisions/0015 have the same result with two rounds; with half and twice the sweeps a drape takes 5 % fewer and 7 % more
 * iterations.
 */
const ROUNDS = 6;
const SWEEPS = 12;

export class SurfaceTerms {
  readonly #broadPhase: SurfaceBroadPhase;
  readonly #contacts: ContactList;
  readonly #solver: ContactSolver;
  readonly #side: RigidSide;
  /** Rigid bodies within the solve; undefined without any. */
  readonly #rigid: SolvedBodies | undefined;
  /** Kinds of pairs with colliders that belong here: those of vertices on faces do where colliders deform. */
  readonly #kinds: number;
  #stage!: ImplicitStage;
  /** Share of the sub-step that the stage covers. */
  #share = 1;
  /** Stiffness of stretching of each sheet, N/m. */
  #stretches: readonly number[] = [];
  /** Number of contacts of each particle sphere. */
  #contactsOf = new Int32Array(0);

  constructor(
    broadPhase: SurfaceBroadPhase,
    contacts: ContactList,
    solver: ContactSolver,
    side: RigidSide,
    deforms: boolean,
  ) {
    this.#side = side;
    this.#rigid = side.bodies?.solved;
    this.#broadPhase = broadPhase;
    this.#contacts = contacts;
    this.#solver = solver;
    this.#kinds = deforms ? ALL_PAIRS : NOT_RESTING;
  }

  /** Begins a stage, with the ends of its likely motion in the positions. */
  begin(world: World, stage: ImplicitStage): void {
    this.#stage = stage;
    // From the start of the sub-step: a second stage starts where the first leads, which may be past a collider.
    const whole = stage.time - world.time;
    this.#share = stage.h / whole;
    this.#stretches = this.#broadPhase.sheets.bodies.map(({ body }) => stiffnessIn(body as never));
    this.#side.begin(stage.h);
    this.#broadPhase.move(world.time, whole);
    this.#broadPhase.update();
  }

  /** Sheets that stick to each other. */
  attachments: SheetAttachments | undefined;

  get rigid(): SolvedBodies | undefined {
    return this.#rigid;
  }

  /** Sets the ends of the motion to the present positions of cloths and rigid bodies. */
  #follow(): void {
    if (this.#rigid) {
      this.#broadPhase.moveRigid(this.#stage.time, false);
      for (let i = 0; i < this.#rigid.count; i++) {
        const centre = [0, 1, 2].map((axis) => this.#rigid!.centreOf(i, axis));
        this.#side.setCentre(i, centre[0], centre[1], centre[2]);
      }
      this.#side.still();
    }
    this.#broadPhase.follow();
  }

  /** Adds the terms of the pairs that are close at the present positions, those with colliders up to `lead` farther. */
  gather(world: World, terms: ContactTerms, stiffnessOf: StiffnessRule, lead: number): void {
    this.#rigid?.beginGather();
    this.#follow();
    const found = this.#solver.near(this.#kinds, lead);
    this.#contacts.sort(found);
    const { order, view } = this.#contacts;
    const words = new Int32Array(view.buffer, view.byteOffset, view.length * 2);
    for (let turn = 0; turn < found; turn++) this.#take(world, terms, stiffnessOf, words, order[turn]);
    this.#soften(world, terms);
  }

  /** Moves pairs apart that pass each other on the way to the present positions, or nearly touch there; returns whether any did. */
  clear(): boolean {
    const { kernels, vertices } = this.#broadPhase.arrays;
    for (let round = 0; round < ROUNDS; round++) {
      this.#follow();
      const count = this.#solver.blocked(this.#kinds);
      if (count === 0) return round > 0;
      this.#contacts.sort(count);
      kernels.surfaceUnblock(
        this.#contacts.offset,
        this.#contacts.orderOffset,
        count,
        vertices.offset,
        this.#side.offset,
        SWEEPS,
      );
      this.#rigid?.add(this.#side);
      this.#broadPhase.scatter(0);
    }
    return true;
  }

  /** Adds the term of contact k; `words` are those of the contacts. */
  #take(world: World, terms: ContactTerms, stiffnessOf: StiffnessRule, words: Int32Array, k: number): void {
    const { particles, arrays, sheets } = this.#broadPhase;
    const { goal, from } = this.#stage;
    const { view } = this.#contacts;
    const at = CONTACT_NUMBERS * k;
    const rigid = words[2 * at + BODY_WORD];
    if (view[at + MASS] === 0) return;
    const surface = arrays.vertices.view;
    const owners = arrays.bodies.view;
    // Spheres of matter meet rigid bodies after the step.
    if (rigid >= 0 && isOfSphere(words, 2 * at, owners, sheets.bodies.length)) return;
    const { flags, stride } = world.particles;
    for (let j = 0; j < 4; j++) {
      const i = words[2 * at + j];
      if (i < particles && flags.view[i] & TANGLED) return; // untangling moves it out
    }
    if (rigid < 0 && this.#kinds === NOT_RESTING && this.#isVertexOnCollider(words, 2 * at, view, at)) return;
    const term = terms.add();
    const c = terms.numbers;
    const to = TERM * term;
    const own = TERM_WORDS * term;
    writeKey(words, 2 * at, terms.words, own + KEY, particles);
    let stretch = 0;
    let radius = 0;
    for (let j = 0; j < 4; j++) {
      const i = words[2 * at + j];
      const weight = view[at + CONTACT_WEIGHTS + j];
      const owner = owners[i];
      const isSphere = owner >= sheets.bodies.length;
      const isParticle = i < particles && !isSphere;
      c[to + WEIGHTS + j] = weight;
      if (isParticle && weight !== 0) terms.words[own + j] = i;
      if (isSphere) terms.words[own + SPHERE] = i;
      if (owner < 0) radius = this.#broadPhase.obstacles[-1 - owner].radius;
      for (let axis = 0; axis < 3; axis++) {
        const v = VERTEX_NUMBERS * i + axis;
        const end = surface[v + VERTEX_END];
        const start = isParticle ? from.view[axis * stride + i] : end + this.#share * (surface[v] - end);
        c[to + START + axis] += weight * start;
        // Spheres of matter are at their goals.
        if (isSphere) c[to + FIXED + axis] += weight * goal.view[axis * stride + i];
        else if (!isParticle) c[to + FIXED + axis] += weight * end;
      }
      if (owner >= 0 && owner < sheets.bodies.length) {
        stretch = Math.max(stretch, this.#stretches[owner]);
      }
    }
    for (let axis = 0; axis < 3; axis++) c[to + NORMAL + axis] = view[at + CONTACT_NORMAL + axis];
    c[to + RANGE] = view[at + KEPT];
    c[to + FULL] = c[to + RANGE];
    c[to + ROOM] = c[to + RANGE] - radius;
    c[to + STATIC] = view[at + STATIC_FRICTION];
    c[to + KINETIC] = view[at + KINETIC_FRICTION];
    const sphere = terms.words[own + SPHERE];
    if (rigid >= 0) this.#takeBody(world, terms, stiffnessOf, k, rigid, stretch);
    else if (sphere < 0) {
      c[to + STIFFNESS] = stiffnessOf(view[at + MASS], stretch);
    } else {
      const sheet = 1 / view[at + MASS] - world.particles.inverseMass.view[sphere];
      c[to + FIRM] = sheet > 0 ? MATTER * stiffnessOf(1 / sheet, stretch) : 0; // none for a face of pins
      c[to + STIFFNESS] = c[to + FIRM];
      c[to + STATIC] = c[to + KINETIC] = 0;
    }
  }

  /** Completes the term added last for contact k with a rigid body; its body's side is where the sheet's is, less the distance. */
  #takeBody(
    { particles: { inverseMass } }: World,
    terms: ContactTerms,
    stiffnessOf: StiffnessRule,
    k: number,
    body: number,
    stretch: number,
  ): void {
    const rigid = this.#rigid as SolvedBodies;
    const { view } = this.#contacts;
    const surface = this.#broadPhase.arrays.vertices.view;
    const at = CONTACT_NUMBERS * k;
    const [c, to, own] = [terms.numbers, TERM * (terms.count - 1), TERM_WORDS * (terms.count - 1)];
    const sign = view[at + RIGID_SIGN];
    let inverse = 0;
    for (let axis = 0; axis < 3; axis++) {
      let [start, end, point] = [0, 0, 0];
      for (let j = 0; j < 4; j++) {
        const i = terms.words[own + j];
        if (i < 0) continue;
        const weight = c[to + WEIGHTS + j];
        const v = VERTEX_NUMBERS * i + axis;
        start += weight * surface[v];
        end += weight * surface[v + VERTEX_END];
        point += Math.abs(weight) * surface[v + VERTEX_END];
        if (axis === 0) inverse += weight * weight * inverseMass.view[i];
      }
      // The points of the body at the start of the sub-step and at the end of the stage.
      const before = view[at + CONTACT_START + axis] - start;
      const after = view[at + DISTANCE] * view[at + CONTACT_NORMAL + axis] - end;
      c[to + BASE + axis] = after;
      c[to + FIXED + axis] = after;
      c[to + START + axis] += after + this.#share * (before - after);
      c[to + ARM + axis] = point - rigid.centreOf(body, axis);
    }
    c[to + SIGN] = sign;
    terms.words[own + BODY] = body;
    c[to + SHARE] = rigid.effectiveMass(body, c, to + NORMAL, to + ARM);
    c[to + STIFFNESS] = stiffnessOf(1 / (inverse + 1 / c[to + SHARE]), stretch);
  }

  /** Whether one vertex of a sheet alone touches a collider, which shape-terms.ts adds. */
  #isVertexOnCollider(words: Int32Array, first: number, view: Float64Array, at: number): boolean {
    const owners = this.#broadPhase.arrays.bodies.view;
    let ofSheets = 0;
    let onCollider = false;
    for (let j = 0; j < 4; j++) {
      if (owners[words[first + j]] < 0) onCollider = true;
      else if (view[at + CONTACT_WEIGHTS + j] !== 0) ofSheets++;
    }
    return onCollider && ofSheets === 1;
  }

  /** Softens the contacts of particle spheres by the masses behind them. */
  #soften({ particles: { inverseMass, count } }: World, terms: ContactTerms): void {
    if (this.#broadPhase.spheres.count === 0) return;
    const { numbers: c, words, count: used } = terms;
    const square = this.#stage.h * this.#stage.h;
    const sphereOf = (k: number) => words[TERM_WORDS * k + SPHERE];
    if (this.#contactsOf.length < count) this.#contactsOf = new Int32Array(count);
    this.#contactsOf.fill(0);
    for (let k = 0; k < used; k++) if (c[TERM * k + FIRM] > 0) this.#contactsOf[sphereOf(k)]++;
    for (let k = 0; k < used; k++) {
      const firm = c[TERM * k + FIRM];
      if (!(firm > 0)) continue;
      const softer = square * this.#contactsOf[sphereOf(k)] * inverseMass.view[sphereOf(k)];
      c[TERM * k + STIFFNESS] = 1 / (1 / firm + softer);
    }
  }
}

/** Returns whether one of the four vertices at an index of `words` is a sphere of matter. */
function isOfSphere(words: Int32Array, at: number, owners: Int32Array, sheets: number): boolean {
  for (let j = at; j < at + 4; j++) if (owners[words[j]] >= sheets) return true;
  return false;
}
