/**
 * A model of deformable bodies as one module: its parameters, its checks, how it is built, and the facts by which scenes,
 * the command line, the studio and the exporters handle its bodies. Nothing outside a model's folder compares the names
 * of models; docs/extending.md adds one.
 */
import { z } from 'zod';
import type { Collider } from '../contact/collider.ts';
import type { Body } from '../core/body.ts';
import type { Force } from '../core/force.ts';
import type { World } from '../core/world.ts';
import type { HeatBody, HeatExchange } from '../heat/exchange.ts';
import type { Heater, TemperatureKeyframe } from '../heat/heater.ts';
import type { MaterialName } from '../materials/presets.ts';
import type { ThermalMaterial } from '../materials/thermal.ts';
import type { Vector } from '../math/vec3.ts';
import { name } from '../schema/fields.ts';
import type { Problem } from '../schema/problem.ts';
import type { BodyPlace } from './places.ts';

/** Parameters that bodies of every model have. */
export interface BodyParameters {
  readonly name: string;
  readonly model: string;
  /** Position of the body, m. */
  readonly position: Vector;
}

/** A model's rows of the parameter table, as `bodySchema` makes them. */
export type BodySchema = z.ZodType<BodyParameters> & z.core.$ZodTypeDiscriminable;

/** Parameters of bodies whose model has this schema. */
export type ParametersOf<S extends BodySchema> = z.output<S>;

export interface Model<S extends BodySchema = BodySchema, B extends Body = Body> {
  /** Value of `model` in scene files, such as `membrane-sheet`. */
  readonly name: string;
  readonly schema: S;
  /**
   * Engines that can advance its bodies: explicit ones only (the default), any, or any but implicit ones by far the faster. Implicit
   * engines need bodies whose `dynamics` are implicit or their own.
   */
  readonly engines?: 'explicit' | 'any' | 'implicit';
  /** Longest sub-step that "auto" takes with an implicit engine, whatever the bodies allow, s. */
  readonly longestImplicitStep?: number;
  /** Drawing of its bodies besides their triangles; default: triangles only. */
  readonly drawnAs?: 'triangles' | 'layers' | 'matter';
  /** Whether a scene may expect a wall thickness of its bodies (`Drawing.wall`). */
  readonly hasWalls?: boolean;

  /** Particles at the start. */
  startParticles(parameters: ParametersOf<S>): number;
  /** Upper bound of the particles, to be known before anything is allocated; default: those of the start. */
  mostParticles?(parameters: ParametersOf<S>): ParticleBound;
  /** Levels of refinement that each double the sub-steps; default: 0. */
  deepestLevel?(parameters: ParametersOf<S>): number;
  /** Problems that need more than one field; the schema has checked each by itself. */
  check?(parameters: ParametersOf<S>, path: string, scene: SceneFacts): Problem[];
  /** Doubtful values that a scene may have. */
  warnings?(parameters: ParametersOf<S>, path: string): Problem[];
  /** Adds a body to the world. A RangeError becomes a problem of the scene. */
  build(world: World, parameters: ParametersOf<S>, context: BuildContext): Thick<B>;
  /** A force of the body's own that is added after gravity, air and wind. */
  load?(body: B, parameters: ParametersOf<S>): Force | undefined;
  /** Called once, with all bodies of the model, when colliders, contact, heat and sub-steps are in place. */
  finish?(world: World, bodies: readonly B[], context: FinishContext): void;

  /** Numbers of a material preset, for models whose `material` may be the name of one. */
  preset?(material: MaterialName): Readonly<Record<string, number>>;
  /** Relative elongation beyond which a real body has torn; default: no limit is known. */
  breakingStrain?(parameters: ParametersOf<S>, isHeated: boolean): number;
  /**
   * Parameters that make the same body uniform, as coarse as it starts and as fine as it may become, with at most so many
   * triangles; undefined if it does not refine.
   */
  uniform?(parameters: ParametersOf<S>, mostTriangles: number): UniformSizes<ParametersOf<S>> | undefined;
  /** Points that a scene can name in `expect.places`; default: none but "centre", the mean of all particles. */
  readonly places?: Places<ParametersOf<S>, B>;
  /** Rows and columns that seams between bodies can join; default: it cannot be sewn. */
  readonly seams?: SeamGrid<ParametersOf<S>, B>;
  /** Response to the heat of the scene; default: none. */
  readonly heat?: HeatResponse<ParametersOf<S>, B>;
  /** K: temperatures at the start, for models that conduct heat and touch hot colliders whatever the scene's heat. */
  temperatures?(parameters: ParametersOf<S>): readonly number[];
  /** Whether its bodies meet colliders whose mesh moves within itself; default: they do. */
  meetsMovingMeshes?(contact: SceneFacts['contact']): boolean;
  /** Objects of a body, as written, that may name a mesh file: see scene/mesh-files.ts. */
  meshes?(body: Readonly<Record<string, unknown>>): readonly NamedMesh[];
  /** Limit of the sub-step for bodies that move their own particles; undefined if any will do. */
  stepLimit?(body: B): StepLimit | undefined;
}

/** A body of a scene. It touches colliders and other bodies at half its thickness (m). */
export type Thick<B extends Body = Body> = B & { readonly thickness: number };

/** Keeps the types of a model's parameters and bodies. */
export function defineModel<S extends BodySchema, B extends Body>(model: Model<S, B>): Model<S, B> {
  return model;
}

/** The rows of a model: `name` and `model`, then its own. `description` is that of the model in lists of choices. */
export function bodySchema<const N extends string, R extends z.core.$ZodLooseShape>(
  model: N,
  description: string,
  rows: R,
  meta: { title: string; description: string },
) {
  return z
    .strictObject({
      name: name('Name of the body, unique among bodies.'),
      model: z.literal(model).meta({ description }),
      ...rows,
    })
    .meta(meta);
}

/** The parts of a scene that models read. */
export interface SceneFacts {
  /** Length of a step, s. */
  readonly dt: number;
  readonly seed: number;
  readonly engine: { readonly name: string; readonly substeps: 'auto' | number };
  readonly heat: { readonly mode: HeatSettings['mode'] };
  readonly contact: {
    readonly friction: number;
    readonly staticFriction?: number | undefined;
    readonly matter: boolean;
    /** W/(m²·K) */
    readonly conductance: number;
  };
  readonly bodies: readonly BodyParameters[];
}

export interface BuildContext {
  readonly scene: SceneFacts;
  /** Draws a shift within ±`jitter` m from the scene's random sequence; 0 draws nothing. */
  shift(jitter: number): number;
}

export interface FinishContext {
  readonly scene: SceneFacts;
  readonly colliders: readonly HeatedCollider[];
  /** Bodies that exchange heat with the room, and the exchange, if the scene has one. */
  readonly heated: readonly HeatedBody[];
  readonly exchange: HeatExchange | undefined;
}

/** A collider, and the heat that the scene gives it. */
export interface HeatedCollider {
  readonly collider: Collider;
  /** K; undefined: it takes no part in heat. */
  readonly temperature?: number | undefined;
  /** W/(m²·K) */
  readonly conductance: number;
}

/** A body that responds to the scene's heat. */
export interface HeatedBody {
  readonly body: Body;
  /** Distance from a collider's surface at which its particles touch, m. */
  readonly radius: number;
}

export interface ParticleBound {
  readonly count: number;
  /** The parameter that brings the most of them, and its value in words, such as "1000 × 1000 at level 4". */
  readonly field: string;
  readonly value: string;
}

/** Parameters to set for a body without refinement. */
export interface UniformSizes<P> {
  readonly coarse: Partial<P>;
  readonly fine: Partial<P>;
}

/** Points of a body that a scene can name. */
export interface Places<P, B extends Body> {
  check(parameters: P, at: BodyPlace, path: string): Problem[];
  /** Present position of the point, m. */
  position(world: World, body: B, parameters: P, at: BodyPlace): Vector;
}

/** A body's rows and columns, for seams. */
export interface SeamGrid<P, B extends Body> {
  /** Columns and rows; undefined if this body has none. */
  size(parameters: P): readonly [columns: number, rows: number] | undefined;
  /** World index of a grid point; row 0 is the top. */
  particle(body: B, parameters: P, column: number, row: number): number;
}

export interface StepLimit {
  /** Sub-step that "auto" does not exceed, s. */
  readonly kept: number;
  /** Sub-step beyond which the body gains energy, s. */
  readonly longest: number;
  /** The property that sets the limit, such as "sound". */
  readonly cause: string;
  /** Advice on how to allow a longer step. */
  readonly advice: string;
}

export interface NamedMesh {
  /** The object that gets the lists of the file. */
  readonly mesh: Record<string, unknown>;
  /** Name of the file, as written. */
  readonly file: unknown;
  /** Whether it also takes texture coordinates. */
  readonly takesTexture?: boolean;
}

/** The scene's heat as models read it. */
export interface HeatSettings {
  readonly mode: 'off' | 'physical' | 'thesis';
  /** K */
  readonly ambient: number;
  readonly oven: readonly TemperatureKeyframe[];
  /** Constants of mode "thesis": see layered-sheet/thesis-heat.ts. */
  readonly thesis: {
    readonly sensitivity: number;
    readonly ovenSensitivity: number;
    readonly conductivity: number;
    readonly intensity: number;
    readonly response: number;
    readonly floor: number;
    readonly ceiling: number;
  };
}

/** Response of the bodies of a model to heaters, oven and hot colliders. */
export interface HeatResponse<P, B extends Body> {
  /** Modes of heat that it responds to. */
  readonly modes: readonly ('physical' | 'thesis')[];
  material(parameters: P): ThermalMaterial;
  /** The body as the exchange of heat sees it; mode "physical". */
  exchanging(body: B, material: ThermalMaterial): HeatBody;
  /** Adds what heat does to the body; mode "physical". */
  soften(world: World, body: B, exchange: HeatExchange, material: ThermalMaterial): void;
  /** Adds the rules of mode "thesis". */
  addThesisRules?(
    world: World,
    body: B,
    heat: HeatSettings,
    heaters: readonly Heater[],
    material: ThermalMaterial,
  ): void;
  /** Makes the body as stiff as `lowest` K make it, for the stability guard; the answer puts it back. */
  stiffen(body: B, heat: HeatSettings, lowest: number, material: ThermalMaterial): () => void;
}
