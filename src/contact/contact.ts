/**
 * The contact of a world: what its bodies touch, and everything that other parts of the engine ask about it.
 *
 * Contact has up to two parts. `ParticleContact` sweeps single particles past colliders; `SurfaceContact` then resolves the
 * vertices, edges and faces of sheets against each other, against colliders and against rigid bodies. `addContact` decides
 * from facts about bodies and shapes which collider belongs to which part.
 */
import type { Body } from '../core/body.ts';
import type { ContactPart, WorldContact } from '../core/contact.ts';
import type { ImplicitStage, SupportSprings } from '../core/implicit.ts';
import { IN_CONTACT } from '../core/particles.ts';
import type { StepReport } from '../core/report.ts';
import { isWorldAtRest } from '../core/rest.ts';
import type { Moved } from '../core/schedule.ts';
import type { World } from '../core/world.ts';
import { CROSSINGS } from '../core/world-state.ts';
import { type Tie, Ties } from './attachments/point.ts';
import { type AttachmentReport, attachmentsOf } from './attachments/report.ts';
import type { Collider } from './collider.ts';
import { type ContactBody, ParticleContact } from './particles/particle-contact.ts';
import { type Penetration, penetrationsOf } from './particles/penetrations.ts';
import { ImpactSteps } from './potential/impact-steps.ts';
import { StepPotential } from './potential/potential.ts';
import { LAYER, ShapeTerms } from './potential/shape-terms.ts';
import { RigidBodies, type RigidOptions } from './rigid/rigid.ts';
import type { RigidBodySpec } from './rigid/rigid-body.ts';
import { mayStir, moves } from './stirring.ts';
import type { Crossed } from './surfaces/crossing-report.ts';
import type { FlatteningCheck } from './surfaces/flattening-check.ts';
import type { SurfaceBody } from './surfaces/sheets.ts';
import { SurfaceContact, type SurfaceContactOptions } from './surfaces/surface-contact.ts';

export interface ContactOptions extends Pick<SurfaceContactOptions, 'friction' | 'staticFriction' | 'stick'> {
  readonly colliders?: readonly Collider[];
  readonly bodies: readonly ContactBody[];
  /** Edges and faces of sheets touch colliders, not their particles alone; default: false. */
  readonly edges?: boolean;
  /** Sheets touch themselves and each other; default: false. */
  readonly self?: boolean;
  /** Particles of bodies without triangles touch sheets and rigid bodies as spheres; default: false. */
  readonly matter?: boolean;
}

export class Contact implements WorldContact {
  readonly name = 'contact';
  readonly phase = 'contact';
  /** Seams, welds and other attachments between particles. */
  readonly ties: Ties[] = [];
  rigid: RigidBodies | undefined;
  particles: ParticleContact | undefined;
  surfaces: SurfaceContact | undefined;
  readonly #world: World;
  readonly #parts: ContactPart[] = [];
  #impactSteps: ImpactSteps | undefined;
  #bodies: readonly ContactBody[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  get active(): boolean {
    return this.#parts.length > 0 || this.rigid !== undefined;
  }

  /** All colliders and rigid bodies, each once. */
  get colliders(): readonly Collider[] {
    return [...new Set([...(this.particles?.colliders ?? []), ...(this.surfaces?.colliders ?? [])])];
  }

  /** Adds a part, which runs after those before it. */
  add(part: ContactPart): void {
    this.#parts.push(part);
  }

  /** Registers bodies and their obstacles, once for a world. */
  register(options: ContactOptions): void {
    if (this.particles || this.surfaces)
      throw new Error('contact: bodies and colliders are registered already; call addContact once');
    const world = this.#world;
    this.#bodies = options.bodies;
    const { swept, obstacles, sheets, spheres, bySurfaces } = sharesOf(world, options, this.rigid);
    const k = (options.colliders ?? []).findIndex(({ shape }) => shape.moving);
    if (k >= 0 && !options.edges)
      throw new RangeError(
        `colliders[${k}].shape.motion: a mesh that moves in time needs edge contact; set contact.edges`,
      );
    if (world.integrator.implicit) {
      this.potential ??= new StepPotential(world.arena, this.ties);
      if (swept.length > 0) this.potential.shapes = new ShapeTerms(world.arena, swept, options.bodies);
      this.potential.ties.shapes = this.potential.shapes;
    }
    if (swept.length > 0) {
      const shapes = this.potential?.shapes;
      this.particles = new ParticleContact(swept, options.bodies, world, shapes);
      if (shapes) shapes.stick = this.particles.stick;
      this.add(this.particles);
    }
    if (bySurfaces) {
      this.surfaces = new SurfaceContact(world, obstacles, sheets, {
        ...options,
        ties: this.ties,
        spheres,
        findsResting: swept.length < (options.colliders?.length ?? 0),
        clearsFlags: this.particles === undefined,
      });
      this.add(this.surfaces);
    }
    if (this.potential) this.#registerPotential(world, this.potential);
  }

  /** Adds ties, which are in the solve of an implicit engine. */
  addTies(made: Ties): void {
    const world = this.#world;
    this.ties.push(made);
    if (world.integrator.implicit) this.potential ??= new StepPotential(world.arena, this.ties);
  }

  #registerPotential(world: World, potential: StepPotential): void {
    potential.surfaces = this.surfaces?.potential;
    world.addDependent({
      name: 'contact friction',
      changes: [potential.block],
      renumbered: (change) => potential.renumber(change),
    });
    const steps = new ImpactSteps(potential, this.surfaces?.surroundings);
    this.#impactSteps = steps;
    world.add({
      name: 'impact steps',
      phase: 'adapt',
      after: this.surfaces ? ['contact surfaces'] : [],
      changes: [potential.block],
      run: (_, dt) => {
        steps.set(world, dt);
        return 'still';
      },
    });
  }

  beginRun(world: World, dt: number): void {
    this.#impactSteps?.set(world, dt);
  }

  run(world: World, h: number, report: StepReport): Moved {
    if (!this.active) return 'still';
    report.contacts = 0;
    report.penetrationMax = 0;
    if (isWorldAtRest(world)) return this.#reportRest(world, report);
    delete report.contact;
    if (!this.surfaces?.movesRigid) {
      this.rigid?.fallFreely(h);
      this.rigid?.finish(h);
    }
    let moved: Moved = 'still';
    for (const part of this.#parts) if (part.run(world, h, report) !== 'still') moved = 'moved';
    return moved;
  }

  /** Counts the contacts of a world at rest. */
  #reportRest({ particles: { flags, count }, state }: World, report: StepReport): Moved {
    let particles = 0;
    for (let i = 0; i < count; i++) if (flags.view[i] & IN_CONTACT) particles++;
    const pairs = this.surfaces ? (this.potential?.remembered ?? 0) : 0;
    report.contacts = particles + pairs;
    const crossings = this.surfaces ? state.view[CROSSINGS] : 0;
    report.contact = { particles, pairs, heldBack: 0, detections: 0, passing: 0, crossings };
    return 'still';
  }

  constrain(world: World, stage: ImplicitStage, supports?: SupportSprings): void {
    for (const part of this.#parts) part.constrain?.(world, stage, supports);
  }

  potential: StepPotential | undefined;

  get hasRigidBodies(): boolean {
    return this.rigid !== undefined;
  }

  get hasAttachments(): boolean {
    return (this.particles?.stuck ?? 0) > 0 || this.ties.some(({ count }) => count > 0);
  }

  reachOf(body: Body): number {
    return (this.#bodies.find((one) => one.body === body)?.radius ?? 0) + LAYER;
  }

  moves(time: number, h: number): boolean {
    return this.colliders.some((collider) => moves(collider, time, h));
  }

  stirs(box: Float64Array, time: number, h: number): boolean {
    return this.colliders.some((collider) => mayStir(collider, box, time, h));
  }

  /** Returns the depth of a point (m) at a time (s) in the colliders that particles are swept past; see `ParticleContact`. */
  depthAt(x: number, y: number, z: number, time: number): number {
    return this.particles?.depthAt(x, y, z, time) ?? -Infinity;
  }

  /** Returns a check whether patches of sheets can be flattened between steps; undefined without surface contact. */
  flatteningCheck(world: World): FlatteningCheck | undefined {
    return this.surfaces?.flatteningCheck(world);
  }

  /** Moves particles from `startPosition`, where surfaces are free of each other, to `position`, as far as they stay so. */
  settle(world: World): void {
    this.surfaces?.settle(world);
  }

  /** Returns the lines along which surfaces pass through each other between steps, the longest first. */
  crossed(): Crossed[] {
    return this.surfaces?.crossed(this.#world) ?? [];
  }

  /** Returns particles, edges and faces inside colliders, the deepest first, at most `most`. */
  penetrations(most = 10): Penetration[] {
    const parts = [this.particles, this.surfaces].filter((part) => part !== undefined);
    return penetrationsOf(this.#world, parts, most);
  }

  /** Returns the seams that are sewn and the particles that stick. */
  attachments(): AttachmentReport {
    return attachmentsOf(this.#world, this);
  }

  /**
   * Returns the pose of each rigid body: the origin of its shape's axes and its rotation (x, y, z, m; quaternion x, y, z, w).
   */
  dynamicPoses(): number[] {
    const { rigid } = this;
    return (rigid?.specs ?? []).flatMap((_, i) => {
      const { position, quaternion } = rigid!.poseOf(i);
      return [...position, ...quaternion];
    });
  }
}

/** Returns the contact of a world, empty until something is added to it. */
export function contactOf(world: World): Contact {
  if (!world.contact) {
    world.contact = new Contact(world);
    world.add(world.contact);
  }
  return world.contact as Contact;
}

/** Attaches particles to each other in every sub-step, before contact, so that nothing is drawn into a collider. */
export function addTies(world: World, ties: readonly Tie[], label?: string): Ties {
  const made = new Ties(world, ties, label);
  world.add(made);
  contactOf(world).addTies(made);
  return made;
}

/**
 * Adds rigid bodies to a world, all of them at once. Throws a RangeError whose message begins with the field at fault, such
 * as `[2].mass`.
 */
export function addRigidBodies(
  world: World,
  specs: readonly RigidBodySpec[],
  options: RigidOptions = {},
): RigidBodies {
  const bodies = new RigidBodies(world, specs, options);
  world.add(bodies);
  world.addEnergy({ name: 'rigid', energy: () => bodies.energy });
  contactOf(world).rigid = bodies;
  return bodies;
}

/** Lets bodies of a world touch colliders, its rigid bodies, themselves and each other. */
export function addContact(world: World, options: ContactOptions): Contact {
  const contact = contactOf(world);
  contact.register(options);
  return contact;
}

interface Shares {
  /** Colliders that particles are swept past. */
  readonly swept: readonly Collider[];
  /** Colliders that edges and faces touch. */
  readonly obstacles: readonly Collider[];
  readonly sheets: readonly SurfaceBody[];
  readonly spheres: readonly SurfaceBody[];
  /** Whether there is anything for surface contact to do. */
  readonly bySurfaces: boolean;
}

/**
 * Decides which part of contact each collider belongs to. Rigid bodies belong to surface contact, which exchanges momentum
 * with them.
 */
function sharesOf(
  { bodies: all, integrator }: World,
  { colliders = [], bodies, edges = false, self = false, matter = false }: ContactOptions,
  rigid: RigidBodies | undefined,
): Shares {
  const bySurfacesAlone = edges && !integrator.implicit && !all.some(needsSweeps);
  const swept = colliders.filter(({ shape, restitution, stick }) => {
    // Surface contact finds meshes of many triangles a dozen times faster, but has neither bounces nor sticking.
    const bySurfaces = bySurfacesAlone && shape.skin !== undefined && restitution === 0 && !stick;
    return !shape.moving && !bySurfaces;
  });
  const pushed = rigid?.colliders ?? [];
  const obstacles = [...(edges ? colliders : []), ...pushed];
  const sheets = bodies.filter(hasTriangles) as SurfaceBody[];
  const spheres = matter ? (bodies.filter((one) => !hasTriangles(one)) as SurfaceBody[]) : [];
  const touched = self || obstacles.length > 0 || spheres.length > 0;
  const allSwept = pushed.length === 0 && swept.length === colliders.length;
  const bySurfaces = sheets.length > 0 ? touched : spheres.length > 0 && !allSwept;
  return { swept, obstacles, sheets, spheres, bySurfaces };
}

function hasTriangles({ body: { triangles } }: ContactBody): boolean {
  return triangles !== undefined && triangles.length > 0;
}

/** Bodies that refine themselves query depths, and bodies without triangles have no surface. */
function needsSweeps({ refinement, triangles }: Body): boolean {
  return refinement !== undefined || triangles.length === 0;
}
