/** Bodies: named ranges of particles, and the facets that models give them. */
import type { Block } from './arena.ts';
import type { Dynamics } from './dynamics.ts';
import type { Cutting } from './knife.ts';
import type { Refinement } from './refinement.ts';
import type { ThicknessMap } from './thickness.ts';
import type { ElementLines, ParticleView } from './views.ts';
import type { World } from './world.ts';

/** A named range of particles with the triangles that draw it and that wind and pressure act on. */
export interface Body {
  readonly name: string;
  readonly model: string;
  /** Index of its first particle, and their number. */
  readonly first: number;
  readonly count: number;
  /** World particle indices, three per triangle. */
  readonly triangles: Block<'i32'>;
  /** Number of springs or other elements. */
  readonly elements: number;
  /** The method that advances its particles. */
  readonly dynamics: Dynamics;
  /** Numbers per particle that only the body knows, such as strain. */
  readonly views: readonly ParticleView[];
  /**
   * Four-sided cells that air and heat act on instead of triangles, for bodies with the masses of quarter cells: eight world
   * indices per cell, two for each corner, which is the midpoint of both; anticlockwise as triangles are.
   */
  readonly cells?: Block<'i32'>;
  /** Present for a sheet that refines itself. */
  readonly refinement?: Refinement;
  /** Heat capacities, for matter in which heat flows. */
  readonly thermal?: Thermal;
  /** Properties that contact needs. */
  readonly contact?: BodyContact;
  /** Returns how a knife cuts it, once for each knife; or the reason why none does, in words for the user. */
  readonly cutting?: ((world: World) => Cutting) | { readonly none: string };
  /** Adds the strains of its elements to the running sum. */
  addStrain?(world: World, sum: StrainSum): void;
  /** Present if its particles are lattice matter, drawn by a surface around them. */
  readonly matter?: MatterGrain;
  /** Data that pictures need besides positions and views. */
  readonly drawing?: Drawing;
}

export interface Drawing {
  /** Returns springs or bonds as they are now. */
  lines?(world: World): ElementLines;
  /** Meshes that matter carries as long as it is solid, drawn instead of a surface around its particles. */
  readonly skins?: readonly BodySkin[];
  /** Returns the wall of a sheet that keeps its volume. */
  wall?(world: World): ThicknessMap;
}

export interface Thermal {
  /** Returns the heat capacity of a world particle, J/K; 0 for one that keeps its temperature. */
  heatCapacity(particle: number): number;
}

export interface BodyContact {
  /**
   * Returns the mass of the particles around a world particle over the mass that their area should have; default: 1. Surface
   * contact divides masses by it, so that rigid bodies are pushed as by a sheet of the right mass.
   */
  massShare?(particle: number): number;
  /** Adds the pairs of particles that seams of the body pull together: contact does not keep them apart. */
  addSeams?(ends: number[]): void;
}

/** A mesh at rest in the frame of the particles that carry it, for one or more equal objects. */
export interface BodySkin {
  /** Position of each vertex, m; three vertices per triangle, anticlockwise from outside. */
  readonly positions: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
  /** Red, green, blue, alpha of every vertex, 0 to 1. */
  readonly colours?: ArrayLike<number>;
  /** Positions of an object's particles, m, in their order. */
  readonly points: ArrayLike<number>;
  /** First particle of each object, counted within the body. */
  readonly copies: readonly number[];
}

/** Lattice of a body of matter. */
export interface MatterGrain {
  /** Distance of nearest particles, m. */
  readonly spacing: number;
  readonly dimension: 2 | 3;
}

/** Running sum, count and maximum of relative elongations. */
export interface StrainSum {
  sum: number;
  count: number;
  max: number;
}
