/**
 * Contact of surfaces: vertices, edges and faces of sheets against each other, and against the corners, edges and faces of
 * colliders and rigid bodies. It runs after particle contact, which has taken particles past colliders
 * (docs/decisions/0011), on the motion of a sub-step from x₀ to x₁.
 *
 * 1. The broad phase lists pairs of features that may touch.
 * 2. A pair that comes within its distance r becomes a contact n · Σ s_j x_j ≥ r, with n and s_j at the first touch
 *    (Mirtich 1996). A pair that starts closer has those at x₀, and must not come closer still. Contacts are solved together
 *    by projected Gauss–Seidel with Coulomb friction; velocities change by Δx / h. Particles that rest on colliders take part
 *    as soon as anything else touches, because a load on top presses on them.
 * 3. Pairs closer than r are pushed apart slowly, without velocity.
 * 4. Pairs that would still pass are held back on their path from x₀ until nothing passes. Nothing crosses at x₀, so this
 *    ends.
 *
 * All but 4 conserve momentum; in 4, particles held by a collider or a pin stay behind with it.
 */
import type { Block } from '../../core/arena.ts';
import type { ContactPart } from '../../core/contact.ts';
import type { ImplicitStage } from '../../core/implicit.ts';
import { IN_CONTACT } from '../../core/particles.ts';
import type { StepReport } from '../../core/report.ts';
import { isAtRest, isWorldAtRest } from '../../core/rest.ts';
import type { Moved } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import { CROSSINGS } from '../../core/world-state.ts';
import { positive, within } from '../../math/check.ts';
import type { Ties } from '../attachments/point.ts';
import { SheetAttachments, type StickOptions } from '../attachments/sheet.ts';
import type { Collider } from '../collider.ts';
import type { Surroundings } from '../potential/impact-steps.ts';
import { SurfaceTerms } from '../potential/surface-terms.ts';
import { SolvedBodies } from '../rigid/solved-bodies.ts';
import { markBelowPlanes } from './below-planes.ts';
import { ContactList } from './contact-list.ts';
import { ContactMemory } from './contact-memory.ts';
import { ContactSolver } from './contact-solver.ts';
import { type Crossed, crossedLines } from './crossing-report.ts';
import type { Surface } from './crossings.ts';
import { FlatteningCheck } from './flattening-check.ts';
import { HoldBack } from './hold-back.ts';
import type { SphereBody } from './particle-spheres.ts';
import { RigidSide } from './rigid-side.ts';
import type { SurfaceBody } from './sheets.ts';
import { SurfaceBroadPhase } from './surface-broad-phase.ts';
import { Untangling } from './untangling.ts';

export interface SurfaceContactOptions {
  /** Sheets touch themselves and each other; default: false. */
  readonly self?: boolean;
  /** Kinetic friction coefficient of sheets on sheets; default: 0.3. On colliders it is the collider's. */
  readonly friction?: number;
  /** Static friction coefficient, at least the kinetic one; default: the kinetic one. */
  readonly staticFriction?: number;
  /** Temperature and strength with which sheets stick to each other; default: they do not. */
  readonly stick?: StickOptions;
  /** Attachments of the world. */
  readonly ties: Ties[];
  /** Particles that touch sheets and rigid bodies as spheres. */
  readonly spheres: readonly SphereBody[];
  /** Whether there are colliders that particle contact does not resolve. */
  readonly findsResting: boolean;
  /** Whether this part clears IN_CONTACT at the start of a sub-step; particle contact does so where there is any. */
  readonly clearsFlags: boolean;
}

/**
 * Steps between two searches for crossings while there are none: nothing should cross, but a program may move particles.
 * Test: surfaces/limits.test.ts.
 */
const SEARCH_INTERVAL = 120;

export class SurfaceContact implements ContactPart {
  readonly name = 'surface contact';
  readonly colliders: readonly Collider[];
  /** Attachments of sheets to each other; undefined if they do not stick. */
  readonly attachments: SheetAttachments | undefined;
  /** Number of contacts in the last sub-step. */
  contactCount = 0;
  readonly #broadPhase: SurfaceBroadPhase;
  readonly #contacts: ContactList;
  readonly #rigid: RigidSide;
  readonly #solver: ContactSolver;
  readonly #holdBack: HoldBack;
  readonly #untangling = new Untangling();
  /** Contact within the solve of an implicit engine. */
  readonly potential: SurfaceTerms | undefined;
  readonly #sheetsMayCross: boolean;
  readonly #clearsFlags: boolean;
  /** Whether a collider deforms; particle contact does not resolve these. */
  readonly #deforms: boolean;
  /** Searches for pairs in this step. */
  #detections = 0;
  /** Particles below planes at the last search. */
  #below = 0;
  /** Whether `constrain` has searched for crossings in this step. */
  #searched = false;

  constructor(
    world: World,
    colliders: readonly Collider[],
    bodies: readonly SurfaceBody[],
    options: SurfaceContactOptions,
  ) {
    const friction = within('friction', options.friction ?? 0.3, 0);
    const staticFriction = within('staticFriction', options.staticFriction ?? friction, friction);
    bodies.forEach(({ radius }, i) => {
      positive(`bodies[${i}].radius`, radius);
    });
    this.colliders = colliders;
    const { arena } = world;
    const { self = false, ties, spheres } = options;
    const inSolve = world.integrator.implicit === true;
    this.#broadPhase = new SurfaceBroadPhase(world, colliders, bodies, spheres, self, ties, inSolve);
    this.#contacts = new ContactList(arena);
    this.#sheetsMayCross = !self;
    this.#clearsFlags = options.clearsFlags;
    this.#deforms = this.#broadPhase.obstacles.some(({ moving }) => moving);
    const rigid = colliders.find((collider) => collider.rigid)?.rigid;
    this.#rigid = new RigidSide(arena, rigid?.bodies);
    if (inSolve && rigid) rigid.bodies.solved = new SolvedBodies(arena, rigid.bodies);
    const findsResting = options.findsResting || this.#deforms || rigid !== undefined;
    const memory = new ContactMemory(arena);
    this.#solver = new ContactSolver(
      arena,
      this.#broadPhase,
      this.#contacts,
      this.#rigid,
      memory,
      findsResting,
    );
    if (inSolve)
      this.potential = new SurfaceTerms(
        this.#broadPhase,
        this.#contacts,
        this.#solver,
        this.#rigid,
        this.#deforms,
      );
    this.#solver.setProperties(colliders, staticFriction, friction);
    this.#holdBack = new HoldBack(arena, this.#broadPhase, this.#contacts, this.#rigid, inSolve);
    this.#register(world, memory);
    if (options.stick) this.attachments = new SheetAttachments(world, bodies, options.stick, ties);
    if (this.potential) this.potential.attachments = this.attachments;
  }

  #register(world: World, memory: ContactMemory): void {
    const changes: Block[] = [...this.#broadPhase.sheets.changes, memory.block];
    world.add({
      name: 'contact surfaces',
      phase: 'adapt',
      changes,
      run: () => {
        if (!isWorldAtRest(world)) this.#broadPhase.refresh();
        return 'still';
      },
    });
    world.addDependent({
      name: 'surfaces',
      renumbered: () => {
        memory.forget();
      },
    });
  }

  /** Obstacles, sheets and spheres that may touch within a step. */
  get surroundings(): Surroundings {
    const broadPhase = this.#broadPhase;
    return {
      obstacles: broadPhase.obstacles,
      sheets: broadPhase.sheets.bodies,
      spheres: broadPhase.spheres,
      get height() {
        return broadPhase.height;
      },
    };
  }

  get bodies(): readonly SurfaceBody[] {
    return this.#broadPhase.sheets.bodies;
  }

  /** Whether there are rigid bodies among the colliders: then this part ends the sub-step of all rigid bodies. */
  get movesRigid(): boolean {
    return this.#rigid.bodies !== undefined;
  }

  run(world: World, h: number, report: StepReport): Moved {
    if (world.substep === 0 && !this.#searched) this.#searchCrossings(world, h);
    this.#searched = false;
    const untangled = this.#untangling.resolve(world, h);
    if (this.#clearsFlags) this.#clearFlags(world);
    const pressed = world.contact?.potential?.count ?? 0;
    this.#rigid.bodies?.solved?.finish(h);
    this.#rigid.begin(h);
    this.#broadPhase.move(world.time, h);
    this.#broadPhase.update();
    const count = this.#needsStage ? this.#resolve(world, h) : pressed;
    this.contactCount = count;
    if (this.#rigid.fallFreely(h)) this.#broadPhase.moveRigid(world.time + h);
    this.#detections = (world.substep === 0 ? 0 : this.#detections) + this.#broadPhase.countSearches();
    const held = this.#holdBack.run(world, h, this.#solver.properties.offset);
    this.#rigid.finish(h);
    report.contacts += count;
    report.contact = {
      particles: report.contact?.particles ?? 0,
      pairs: count,
      heldBack: held,
      detections: this.#detections,
      passing: this.#holdBack.passing,
      crossings: this.#untangling.crossings,
    };
    return untangled || count > 0 || held > 0 ? 'moved' : 'still';
  }

  /** Whether contact is resolved after the engine: unless it is within the solve, and for particle spheres. */
  get #needsStage(): boolean {
    return !this.potential || this.#broadPhase.spheres.count > 0;
  }

  /** Resolves contact after the engine; returns the number of contacts. */
  #resolve(world: World, h: number): number {
    const count = this.#solver.solve(world, h);
    const flags = world.particles.flags.view;
    this.#contacts.forEachVertex(count, (i) => {
      if (i < this.#broadPhase.particles) flags[i] |= IN_CONTACT;
    });
    this.attachments?.attach(world, this.#contacts, count);
    this.#solver.pushOut(world, h, count);
    return count;
  }

  #clearFlags({ particles }: World): void {
    const moving = this.bodies.map(({ body }) => body).filter((body) => !isAtRest(body));
    for (const { first, count } of [...moving, ...this.#broadPhase.spheres.bodies.map(({ body }) => body)]) {
      for (let i = first; i < first + count; i++) particles.flags.view[i] &= ~IN_CONTACT;
    }
  }

  /** Searches for crossings before an implicit solve, which must not keep surfaces on their wrong sides. */
  constrain(world: World, stage: ImplicitStage): void {
    if (world.substep > 0 || this.#searched || !this.potential) return;
    this.#searchCrossings(world, stage.h);
    this.#searched = true;
  }

  /** Between steps: lines along which surfaces pass through each other, the longest first. */
  crossed(world: World): Crossed[] {
    const names = [...this.bodies.map(({ body }) => body.name), ...this.colliders.map((c) => c.name)];
    this.#gatherPresent(world);
    this.#broadPhase.moveObstacles(world.time, 0);
    return crossedLines(this.#surface(), names);
  }

  /** Between steps: a check whether patches of sheets can be flattened. */
  flatteningCheck(world: World): FlatteningCheck {
    this.#gatherPresent(world);
    const broadPhase = this.#broadPhase;
    broadPhase.enclosePresent();
    return new FlatteningCheck(broadPhase.surface(), (box, visit) => broadPhase.visitWithin(box, visit));
  }

  #gatherPresent(world: World): void {
    this.#broadPhase.refresh();
    this.#broadPhase.gather(world.particles.position.offset);
    this.#broadPhase.invalidate();
  }

  #surface(): Surface {
    return { ...this.#broadPhase.surface(), sheetsMayCross: this.#sheetsMayCross };
  }

  /**
   * Between steps: moves particles from `startPosition`, where nothing crosses, to `position`, except for those that would
   * pass anything, which stay. Velocities are unchanged.
   */
  settle(world: World): void {
    this.#broadPhase.refresh();
    this.#broadPhase.moveFrom(world.particles.startPosition.offset);
    this.#broadPhase.update();
    this.#holdBack.putBack();
    this.#broadPhase.invalidate();
  }

  /** Searches for crossings at the first step, as long as there are any, and otherwise from time to time. */
  #searchCrossings(world: World, h: number): void {
    this.#broadPhase.refresh();
    const { state, steps } = world;
    const { excluded } = this.#broadPhase.arrays;
    if (state.view[CROSSINGS] > 0 || steps % SEARCH_INTERVAL === 0) {
      this.#broadPhase.gather(world.particles.startPosition.offset);
      this.#broadPhase.moveObstacles(world.time, h);
      const surface = this.#surface();
      const crossings = this.#untangling.search(world, surface, excluded.view);
      this.#below = markBelowPlanes(world, surface, this.#broadPhase.obstacles, world.time, excluded.view);
      state.view[CROSSINGS] = crossings + this.#below;
    } else if (this.#untangling.crossings + this.#below > 0) {
      this.#untangling.forget();
      this.#below = 0;
      excluded.view.fill(0);
    } else return;
    this.#broadPhase.invalidate(); // other triangles may be excluded
  }
}
