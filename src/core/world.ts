/**
 * A world: particles, the bodies made of them, and what acts on them. Every list is open: a force, a stage or
 * a body is a small object with one job, see docs/extending.md.
 */
import type { Threads } from '../kernels/threads.ts';
import { Arena, type Block } from './arena.ts';
import type { Constraints, ImplicitBody, ImplicitStage } from './implicit.ts';
import type { Cutting } from './knife.ts';
import { Particles } from './particles.ts';
import type { BodyQuantity, ElementLines } from './quantities.ts';
import type { RefinementMap, TriangleMap } from './refinement-map.ts';
import type { Fault, StepReport } from './report.ts';
import type { ThicknessMap } from './thickness.ts';

/** Adds newtons to `particles.force`. */
export interface Force {
  readonly name: string;
  add(world: World, time: number): void;
  /** Potential energy in J, or why there is none. */
  readonly energy: ((world: World) => number) | { none: string };
  /** A body's own force, which implicit engines ask that body for instead. */
  readonly implicit?: boolean;
  /**
   * For forces against motion: adds h c to `mass` (kg, by particle), c being the N·s/m by which a particle is slowed,
   * so that an implicit engine may take any step. A bound will do where c depends on direction.
   */
  addDrag?(world: World, mass: Float64Array, h: number): void;
}

/** A job done once a sub-step; `h` is the sub-step in s. */
export interface Stage {
  readonly name: string;
  /** In `adapt`: the model blocks that it may change, in content or length; any, where it does not say. */
  readonly changes?: readonly Block[];
  /** Answers false if it moved nothing: engines that keep forces from step to step may then use them again. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most stages answer nothing, and then the forces are made anew
  run(world: World, h: number, report: StepReport): void | boolean;
  /**
   * In `contact`: what particles must keep to in a stage of an implicit engine, before it is solved; found at their goals,
   * which positions hold.
   */
  constrain?(world: World, stage: ImplicitStage, constraints: Constraints): void;
  /** In `contact`: after the solve, whose result positions hold; before velocities are taken from it. */
  solved?(world: World): void;
}

/** Advances positions and velocities by `h` under `evaluateForces`. */
export interface Integrator {
  readonly name: string;
  /** Order of convergence on smooth problems. */
  readonly order: number;
  /** Force evaluations a step. */
  readonly stages: number;
  /** Asks bodies for their stiffness too: any step is stable. */
  readonly implicit?: boolean;
  advance(world: World, h: number, report: StepReport): void;
}

/** Particles that step together. Their own step takes `substeps` of the world's sub-steps, a power of two. */
export interface Pace {
  readonly first: number;
  readonly count: number;
  readonly substeps: number;
}

/** Particles of a range got other indices. */
export interface Renumbering {
  readonly firstBefore: number;
  readonly countBefore: number;
  readonly first: number;
  readonly count: number;
  /** World index of what was at world index `old`; −1 if it is gone. */
  newIndex(old: number): number;
}

/** A named range of particles with the triangles that draw it and that wind and pressure act on. */
export interface Body {
  readonly name: string;
  readonly model: string;
  readonly first: number;
  readonly count: number;
  /** World particle indices, three a triangle. */
  readonly triangles: Block<'i32'>;
  /**
   * Four-sided cells that the air and heat act on instead, where masses are those of quarter cells: eight world indices
   * a cell, two for each corner, which is the middle of both; anticlockwise as triangles are.
   */
  readonly cells?: Block<'i32'>;
  /** Adds the body's strains to the running sum; see `StrainSum`. */
  addStrain?(world: World, sum: StrainSum): void;
  /** Called after a snapshot replaced the arena's contents, for bodies that keep more than views. */
  restored?(world: World): void;
  /** Springs or other elements. */
  readonly elements: number;
  /** Parts that step at different rates, the quickest first, together the whole body; left out: all in every sub-step. */
  readonly paces?: readonly Pace[];
  /** Deepest level of refinement in use. */
  readonly depth?: number;
  /**
   * Of a world particle: mass of the particles about it over the mass that the area should have, > 0; 1 where left
   * out. Free balls are pushed by masses divided by it.
   */
  contactShare?(particle: number): number;
  /** Adds the particles that its own seams draw together, two by two: contact leaves them to each other. */
  sewn?(ends: number[]): void;
  /** Where a sheet is refined, for those that refine themselves. */
  refinementMap?(world: World): RefinementMap | TriangleMap | undefined;
  /** Wall thickness, for sheets that keep their volume. */
  thicknessMap?(world: World): ThicknessMap;
  /** Of a sheet that refines itself, particle by particle: its place in the flat sheet (u, v, m), and its level. */
  readonly places?: ArrayLike<number>;
  readonly levels?: ArrayLike<number>;
  /** What pictures and files show of its particles besides where they are. */
  readonly shown?: readonly BodyValue[];
  /** What only the body knows of its particles and one may want to look at, such as strain; see quantities.ts. */
  readonly quantities?: readonly BodyQuantity[];
  /** Its springs or bonds as they are now, to be drawn. */
  lines?(world: World): ElementLines;
  /** Of a body whose particles are matter, drawn by a surface around them. */
  readonly matter?: MatterGrain;
  /** J/K of a world particle, for matter in which heat flows; 0 for one that keeps its temperature. */
  heatCapacity?(particle: number): number;
  /** Meshes that matter carries as long as it is solid, to be drawn in place of a surface around its particles. */
  readonly skins?: readonly BodySkin[];
  /** Takes a measurement with the body as stiff as it can become: the stability guard asks for the worst. */
  atStiffest?<T>(measure: () => T): T;
  readonly refining?: Refining;
  /** s; the longest sub-step of a body that moves its particles in a stage of its own, which no force tells of. */
  readonly stableStep?: number;
  /** How a knife cuts it, asked for once by each knife; or why it does not, in words for the user. */
  readonly cutting?: ((world: World) => Cutting) | { readonly none: string };
  /** For implicit engines; bodies without it take explicit ones. */
  readonly implicit?: ImplicitBody;
}

/** What the stability guard must know of a body that refines itself: each level steps half as long as the one before. */
export interface Refining {
  /** Deepest level that it may come to, and the deepest in use now. */
  readonly levels: number;
  readonly depth: number;
  /** A world of nothing but a piece of the body, all of it at that level, as stiff as it can become. */
  piece(level: number): World;
}

/** Arrays that a value of particles may be kept in. */
export type ValueArray = Float32Array | Int16Array | Uint16Array | Uint8Array;
export type ValueKind = 'f32' | 'i16' | 'u16' | 'u8';

/** What each particle of a body has besides its place, for pictures and files. */
export interface BodyValue {
  /** Such as `temperature`. */
  readonly name: string;
  /** Such as `K`; '' where it has none. */
  readonly unit: string;
  readonly kind: ValueKind;
  /** Numbers a particle; 1 where left out. */
  readonly width?: number;
  /** What one of the stored numbers stands for: value = stored × scale; 1 where left out. */
  readonly scale?: number;
  /** Puts the stored numbers into `into`, particle after particle. */
  read(world: World, into: ValueArray): void;
}

/** A mesh in the axes of the particles that carry it, at rest; for one or more objects alike. */
export interface BodySkin {
  /** x, y, z of each vertex, m; three vertices a triangle, anticlockwise from outside. */
  readonly positions: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
  /** Red, green, blue, alpha of every vertex, 0 to 1. */
  readonly colours?: ArrayLike<number>;
  /** x, y, z of an object's particles, m, in their order. */
  readonly points: ArrayLike<number>;
  /** First particle of each object, among those of the body. */
  readonly copies: readonly number[];
}

/** What of a body of matter a surface around its particles needs. */
export interface MatterGrain {
  /** m between nearest particles. */
  readonly spacing: number;
  readonly dimension: 2 | 3;
}

export interface StrainSum {
  sum: number;
  count: number;
  max: number;
}

export interface WorldOptions {
  /** Milliseconds from a steady clock, for stage times; the engine itself has none. */
  clock?: () => number;
  /** From `startThreads` of `pliant/threads`: what runs kernels together with the caller's thread. One where left out. */
  threads?: Threads;
}

/** Indices into the `world.state` block. */
export const TIME = 0;
export const STEP = 1;
/** 1 while `particles.force` holds the forces of the present positions (Verlet reuses them). */
export const FORCES_CURRENT = 2;
/** Last inner step of an error-controlled engine, s; 0 before the first. */
export const INNER_STEP = 3;
/** How often an implicit engine has halved its steps, and steps without trouble since. */
export const HALVINGS = 4;
export const STEADY = 5;
/** Edges that passed through faces, and particles below planes, when contact last looked. */
export const CROSSINGS = 6;
/** How many sub-steps surface contact makes of one of an implicit engine's, for impacts; 0 stands for 1. */
export const IMPACT_FACTOR = 7;
const STATE_LENGTH = 8;

export class World {
  readonly arena: Arena;
  readonly particles: Particles;
  readonly state: Block<'f64'>;
  readonly bodies: Body[] = [];
  /** Pins, moving colliders, the user's hand. */
  readonly drivers: Stage[] = [];
  readonly heat: Stage[] = [];
  readonly forces: Force[] = [];
  /** Corrections after the integrator, such as Provot's limit on elongation. */
  readonly limits: Stage[] = [];
  readonly contact: Stage[] = [];
  /** Changes of topology: refine, coarsen, tear, melt. */
  readonly adapt: Stage[] = [];
  readonly clock: () => number;
  integrator: Integrator;
  substeps = 1;
  /** Index of the sub-step that runs now; a pace of n sub-steps begins where it is a multiple of n. */
  substep = 0;
  /** Told whenever particles get other indices, with all of them in place. */
  readonly renumbered: ((change: Renumbering) => void)[] = [];
  #postponed: Renumbering[] | undefined;
  fault: Fault | undefined;
  /** True inside `step`: a step from a callback is an error. */
  stepping = false;

  constructor(integrator: Integrator, options: WorldOptions = {}) {
    this.arena = new Arena(options.threads);
    this.particles = new Particles(this.arena);
    this.state = this.arena.allocate('world.state', 'f64', STATE_LENGTH);
    this.integrator = integrator;
    this.clock = options.clock ?? (() => 0);
  }

  /** Whether a stage of `adapt` may change the block, which is else the same as long as the world lives. */
  adapts(block: Block): boolean {
    return this.adapt.some(({ changes }) => changes === undefined || changes.includes(block));
  }

  /** Tells `renumbered`. A body that grows lets those behind it move and tell first, then tells of itself. */
  announce(change: Renumbering): void {
    if (this.#postponed) this.#postponed.push(change);
    else for (const told of this.renumbered) told(change);
  }

  /**
   * Tells of a body that shrinks, and only then of those behind that moved meanwhile: else an index that has moved
   * already would fall among the old ones of the body and be followed twice.
   */
  announceFirst(shrink: () => Renumbering): void {
    const others: Renumbering[] = [];
    this.#postponed = others;
    let own: Renumbering;
    try {
      own = shrink();
    } finally {
      this.#postponed = undefined;
    }
    for (const change of [own, ...others]) this.announce(change);
  }

  get kernels() {
    return this.arena.kernels;
  }

  /** Simulated time, s. */
  get time(): number {
    return this.state.view[TIME];
  }

  /** Steps taken since the start. */
  get steps(): number {
    return this.state.view[STEP];
  }

  body(name: string): Body {
    const body = this.bodies.find((b) => b.name === name);
    if (!body)
      throw new Error(`no body named "${name}"; there are: ${this.bodies.map((b) => b.name).join(', ')}`);
    return body;
  }
}

/** The deepest level of refinement in use: the world takes 2^this sub-steps for one of its unrefined bodies. */
export function levelsInUse(world: World): number {
  let deepest = 0;
  for (const { depth = 0 } of world.bodies) deepest = Math.max(deepest, depth);
  return deepest;
}

/**
 * Sets `particles.force` to the sum of all forces at the present positions and velocities; `others`: without those that
 * implicit engines ask bodies for.
 */
export function evaluateForces(
  world: World,
  time: number,
  report?: StepReport,
  which: 'all' | 'others' = 'all',
): void {
  const { particles } = world;
  particles.force.view.fill(0);
  for (const force of world.forces) if (which === 'all' || !force.implicit) force.add(world, time);
  if (report) report.forceEvaluations++;
}
