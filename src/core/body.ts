/** Bodies: ranges of particles, and what models tell about them. */
import type { Block } from './arena.ts';
import type { ImplicitBody } from './implicit.ts';
import type { Cutting } from './knife.ts';
import type { BodyQuantity, ElementLines } from './quantities.ts';
import type { RefinementMap, TriangleMap } from './refinement-map.ts';
import type { ThicknessMap } from './thickness.ts';
import type { World } from './world.ts';

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

/** Particles that step together. Their own step takes `substeps` of the world's sub-steps, a power of two. */
export interface Pace {
  readonly first: number;
  readonly count: number;
  readonly substeps: number;
}

/** The deepest level of refinement in use: the world takes 2^this sub-steps for one of its unrefined bodies. */
export function levelsInUse(world: World): number {
  let deepest = 0;
  for (const { depth = 0 } of world.bodies) deepest = Math.max(deepest, depth);
  return deepest;
}
