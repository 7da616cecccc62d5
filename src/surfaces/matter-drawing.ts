/**
 * One drawable surface per frame for a body of matter: the meshes that solid objects carry (skinning.ts), and a surface around
 * everything else (matter-surface.ts). Where part of an object melts its mesh ends, and a surface around the particles
 * continues it in the colours of the nearest part of the mesh.
 *
 * Solid matter without a mesh shows a checker pattern of the first frame. Positions in the pattern are interpolated to the
 * surface rather than colours, so that the checks have sharp borders.
 */

import { boundsOf } from '../math/box.ts';
import { Losses, type PiecedMatter } from './lost-neighbours.ts';
import { NO_PIECE } from './matter-pieces.ts';
import { type DrawnSurface, joinedSurfaces, matterSurface } from './matter-surface.ts';
import { areaNormals } from './normals.ts';
import { ParticleCells } from './particle-cells.ts';
import type { FieldStyle } from './particle-field.ts';
import { picked } from './places.ts';
import { Skin } from './skinning.ts';

/** A mesh in the frame of the particles that carry it. */
export interface CarriedMesh {
  /** Positions x, y, z of the vertices, m. */
  readonly positions: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
  /** Positions x, y, z of the particles of one copy, m. */
  readonly points: ArrayLike<number>;
  /** First particle of each copy. */
  readonly copies: ArrayLike<number>;
  /** Red, green, blue, alpha of each vertex, 0 to 255. */
  readonly colours?: ArrayLike<number>;
}

export interface MatterDrawingOptions {
  /** D, m. */
  spacing: number;
  dimension: 2 | 3;
  skins?: readonly CarriedMesh[];
  /** Red, green, blue of an object without a coloured mesh, 0 to 1. */
  colourOf(object: number): ArrayLike<number>;
}

/** One frame of the body, by particle. */
export interface MatterFrame {
  /** Positions x, y, z, m. */
  readonly positions: ArrayLike<number>;
  /** Solid share, 0 to 1. */
  readonly solid: ArrayLike<number>;
  /** Temperature, K. */
  readonly temperature: ArrayLike<number>;
  readonly object: ArrayLike<number>;
  readonly strain: ArrayLike<number>;
  /** Frames A_i (skinning.ts), 9 numbers each, row by row; for matter that carries meshes. */
  readonly frames?: ArrayLike<number>;
}

/** Numbers per vertex in `values` of the drawn surface: red, green, blue, temperature, solid share, strain. */
export const DRAWN_VALUES = 6;
const [TEMPERATURE, SOLID, STRAIN] = [3, 4, 5];
/** Numbers per particle: those, its position in the checker pattern (3), and 1 if it shows the pattern. */
const PARTICLE_VALUES = DRAWN_VALUES + 4;
const [PATTERN, SHOWN] = [6, 9];
/** Colour of a mesh without colours. */
const PLAIN = [0.72, 0.7, 0.66];

interface BoundSkin {
  readonly mesh: CarriedMesh;
  readonly skin: Skin;
  /** Particles per copy. */
  readonly count: number;
  /** Red, green, blue of each particle of a copy, 0 to 1. */
  readonly paint: Float32Array;
}

export class MatterDrawing {
  readonly #options: MatterDrawingOptions;
  readonly #skins: readonly BoundSkin[];
  /** Position of each particle in the checker pattern (3), and 1 if it shows the pattern; from the first frame. */
  #pattern: Float32Array | undefined;
  /** The first frame, with which pieces are compared. */
  #first: PiecedMatter | undefined;
  /** Lost particles for the last drawn frame's particles and pieces. */
  #losses: { readonly free: Int32Array; readonly piece: Int32Array; readonly of: Losses } | undefined;

  constructor(options: MatterDrawingOptions) {
    this.#options = options;
    this.#skins = (options.skins ?? []).map((mesh) => ({
      mesh,
      skin: new Skin(mesh.positions, mesh.points, { spacing: options.spacing }),
      count: mesh.points.length / 3,
      paint: paintOf(mesh, options.spacing),
    }));
  }

  /** Red, green, blue of each particle, 0 to 1: the colour of its object or of the mesh that it carries. */
  colours(frame: MatterFrame): Float32Array {
    const values = withChecks(this.#valuesOf(frame));
    return Float32Array.from({ length: (values.length / DRAWN_VALUES) * 3 }, (_, i) => {
      return values[DRAWN_VALUES * Math.floor(i / 3) + (i % 3)];
    });
  }

  draw(frame: MatterFrame, style: FieldStyle = 'smooth'): DrawnSurface {
    const values = this.#valuesOf(frame);
    const wet = this.#skins.length > 0 ? wetted(frame, this.#options.spacing) : new Uint8Array();
    const free = new Uint8Array(frame.solid.length).fill(1);
    const parts: DrawnSurface[] = [];
    for (const bound of this.#skins) {
      for (let k = 0; k < bound.mesh.copies.length; k++) {
        if (!frame.frames) continue;
        const first = bound.mesh.copies[k];
        for (let p = first; p < first + bound.count; p++) free[p] = wet[p];
        parts.push(placed(bound, first, { ...frame, frames: frame.frames }, values));
      }
    }
    const rest = Int32Array.from(free.keys()).filter((p) => free[p] === 1);
    if (rest.length > 0 || parts.length === 0) parts.push(this.#around(rest, frame, values, style));
    return parts.length === 1 ? parts[0] : joinedSurfaces(parts);
  }

  #valuesOf(frame: MatterFrame): Float32Array {
    const { solid, temperature, strain, object } = frame;
    this.#first ??= { positions: Float64Array.from(frame.positions), piece: piecesOf(frame) };
    this.#pattern ??= patternOf(frame, CHECK * this.#options.spacing);
    const pattern = this.#pattern;
    const values = new Float32Array(PARTICLE_VALUES * solid.length);
    const known = new Map<number, ArrayLike<number>>();
    for (let p = 0; p < solid.length; p++) {
      const at = PARTICLE_VALUES * p;
      const colour = known.get(object[p]) ?? this.#options.colourOf(object[p]);
      known.set(object[p], colour);
      for (let c = 0; c < 3; c++) values[at + c] = colour[c];
      values[at + TEMPERATURE] = temperature[p];
      values[at + SOLID] = solid[p];
      values[at + STRAIN] = strain[p];
      for (let c = 0; c < 4; c++) values[at + PATTERN + c] = pattern[4 * p + c];
    }
    for (const { mesh, paint, count } of this.#skins) {
      for (let k = 0; k < count * mesh.copies.length; k++) {
        const p = k % count;
        const at = PARTICLE_VALUES * (mesh.copies[Math.floor(k / count)] + p);
        for (let c = 0; c < 3; c++) values[at + c] = paint[3 * p + c];
        values[at + SHOWN] = 0;
      }
    }
    return values;
  }

  #around(free: Int32Array, frame: MatterFrame, values: Float32Array, style: FieldStyle): DrawnSurface {
    const { spacing, dimension } = this.#options;
    const places = picked(frame.positions, free);
    const pieces = piecesOf(frame);
    const piece = free.map((p) => pieces[p]);
    const lost = style === 'smooth' ? this.#lossesOf(free, piece).at(places) : undefined;
    const width = PARTICLE_VALUES;
    const own = picked(values, free, width);
    const drawn = matterSurface(places, { spacing, dimension, style, piece, lost, values: own, width });
    return { ...drawn, values: withChecks(drawn.values) };
  }

  #lossesOf(free: Int32Array, piece: Int32Array): Losses {
    const known = this.#losses;
    if (known && isSame(known.free, free) && isSame(known.piece, piece)) return known.of;
    const { positions, piece: former } = this.#first!;
    const first = { positions: picked(positions, free), piece: free.map((p) => former[p]) };
    const of = new Losses(first, piece, this.#options.spacing);
    this.#losses = { free, piece, of };
    return of;
  }
}

function isSame(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function piecesOf({ solid, object }: MatterFrame): Int32Array {
  return Int32Array.from(solid, (share, p) => (share >= 0.5 ? object[p] : NO_PIECE));
}

/** Side of a check over the spacing. */
const CHECK = 4;
/** Share of white in the lighter checks. */
const LIGHTER = 0.35;
/** Width of the transition between checks over their side. */
const SOFT = 0.25;

/** Position of each particle in checks from the centre of its object, and 1 if it is solid. */
function patternOf({ positions, solid, object }: MatterFrame, check: number): Float32Array {
  const members = new Map<number, number[]>();
  for (let p = 0; p < object.length; p++) {
    const own = members.get(object[p]);
    if (own) own.push(p);
    else members.set(object[p], [p]);
  }
  const pattern = new Float32Array(4 * object.length);
  for (const own of members.values()) {
    const box = boundsOf(picked(positions, Int32Array.from(own)));
    for (const p of own) {
      for (let c = 0; c < 3; c++)
        pattern[4 * p + c] = (positions[3 * p + c] - (box[c] + box[3 + c]) / 2) / check;
      pattern[4 * p + 3] = solid[p] >= 0.5 ? 1 : 0;
    }
  }
  return pattern;
}

/** Applies the checker pattern to the colours; returns the first DRAWN_VALUES numbers of each. */
function withChecks(values: Float32Array): Float32Array {
  const count = values.length / PARTICLE_VALUES;
  const drawn = new Float32Array(DRAWN_VALUES * count);
  for (let v = 0; v < count; v++) {
    const at = PARTICLE_VALUES * v;
    let wave = 1;
    // Shifted by half a check, so that flat matter, at z = 0, does not lie on a border.
    for (let c = 0; c < 3; c++) wave *= 2 * zigzag(values[at + PATTERN + c] + 0.5);
    const light = LIGHTER * values[at + SHOWN] * Math.min(1, Math.max(0, 0.5 + wave / SOFT));
    for (let c = 0; c < 3; c++) drawn[DRAWN_VALUES * v + c] = values[at + c] + light * (1 - values[at + c]);
    for (let c = 3; c < DRAWN_VALUES; c++) drawn[DRAWN_VALUES * v + c] = values[at + c];
  }
  return drawn;
}

/** Triangle wave of period 2, from −½ to ½; 0 at whole numbers, positive after even ones. */
function zigzag(x: number): number {
  const part = x + 0.5 - 2 * Math.floor((x + 0.5) / 2);
  return 0.5 - Math.abs(part - 1);
}

/** Distance from a fluid particle within which particles lie inside the fluid's surface, over the spacing. */
const SEAM = 2;

/** Returns 1 for particles that are fluid or next to fluid. */
function wetted({ positions, solid }: MatterFrame, spacing: number): Uint8Array {
  const fluid = Int32Array.from({ length: solid.length }, (_, p) => p).filter((p) => solid[p] < 0.5);
  const wet = new Uint8Array(solid.length);
  if (fluid.length === 0) return wet;
  const cells = new ParticleCells(picked(positions, fluid), SEAM * spacing);
  for (let p = 0; p < solid.length; p++) {
    const [x, y, z] = [positions[3 * p], positions[3 * p + 1], positions[3 * p + 2]];
    wet[p] = solid[p] < 0.5 || cells.findNear(x, y, z, SEAM * spacing, 1) > 0 ? 1 : 0;
  }
  return wet;
}

/** The mesh of a copy as its particles carry it, without triangles at whose corners a particle is fluid. */
function placed(
  { mesh, skin, count }: BoundSkin,
  first: number,
  { positions, solid, frames }: MatterFrame & { frames: ArrayLike<number> },
  values: Float32Array,
): DrawnSurface {
  const places = Float64Array.from({ length: 3 * count }, (_, i) => positions[3 * first + i]);
  const shapes = Float64Array.from({ length: 9 * count }, (_, i) => frames[9 * first + i]);
  const vertices = new Float32Array(3 * skin.vertexCount);
  skin.place(places, shapes, vertices);
  const carried = new Float32Array(DRAWN_VALUES * skin.vertexCount);
  const gone = new Uint8Array(skin.vertexCount);
  for (let v = 0; v < skin.vertexCount; v++) {
    const at = DRAWN_VALUES * v;
    let sum = 0;
    for (let b = skin.starts[v]; b < skin.starts[v + 1]; b++) {
      const particle = first + skin.particles[b];
      sum += skin.weights[b];
      if (solid[particle] < 0.5) gone[v] = 1;
      for (let c = TEMPERATURE; c < DRAWN_VALUES; c++)
        carried[at + c] += skin.weights[b] * values[PARTICLE_VALUES * particle + c];
    }
    for (let c = TEMPERATURE; c < DRAWN_VALUES; c++) carried[at + c] /= sum;
    for (let c = 0; c < 3; c++) carried[at + c] = mesh.colours ? mesh.colours[4 * v + c] / 255 : PLAIN[c];
  }
  const corners = Uint32Array.from(mesh.triangles);
  const triangles = gone.includes(1) ? withoutCorners(corners, gone) : corners;
  const normals = new Float32Array(vertices.length);
  areaNormals(vertices, triangles, normals);
  return { positions: vertices, normals, triangles, values: carried };
}

function withoutCorners(corners: Uint32Array, gone: Uint8Array): Uint32Array {
  return corners.filter((_, k) => {
    const t = k - (k % 3);
    return gone[corners[t]] + gone[corners[t + 1]] + gone[corners[t + 2]] === 0;
  });
}

/** Distance from the mesh beyond which particles have its mean colour, over the spacing. */
const PAINT_DEPTH = 1;

/** Colour of each particle of a copy: the mean of the vertices near it, or of all vertices if it lies deeper. */
function paintOf(mesh: CarriedMesh, spacing: number): Float32Array {
  const { positions, points, colours } = mesh;
  const paint = new Float32Array(points.length);
  const vertices = positions.length / 3;
  const mean = [0, 0, 0];
  for (let c = 0; c < 3; c++) {
    for (let v = 0; v < vertices; v++) mean[c] += (colours ? colours[4 * v + c] / 255 : PLAIN[c]) / vertices;
  }
  const reach = PAINT_DEPTH * spacing;
  const cells = new ParticleCells(positions, reach);
  for (let p = 0; p < points.length; p += 3) {
    const near = colours ? cells.findNear(points[p], points[p + 1], points[p + 2], reach) : 0;
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let n = 0; n < near; n++) sum += colours![4 * cells.found[n] + c] / 255;
      paint[p + c] = near > 0 ? sum / near : mean[c];
    }
  }
  return paint;
}
