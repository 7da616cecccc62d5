/**
 * A body of matter as one drawable surface a frame: the meshes that solid objects carry (skinning.ts), and a surface
 * around everything else (matter-surface.ts). Where part of an object melts its mesh ends, and a surface around the
 * particles goes on, which keep the colours of the mesh that they were nearest to.
 *
 * Solid matter without a mesh has checks on it, where its particles were in the first frame: what is carried to the
 * surface are these places, and the checks are found there, so that they end in sharp lines.
 */
import { Losses, type PiecedMatter } from './lost-neighbours.ts';
import { NO_PIECE } from './matter-pieces.ts';
import { type DrawnSurface, joinedSurfaces, matterSurface } from './matter-surface.ts';
import { areaNormals } from './normals.ts';
import { ParticleCells } from './particle-cells.ts';
import type { FieldStyle } from './particle-field.ts';
import { Skin } from './skinning.ts';

/** A mesh in the axes of the particles that carry it, and the first particle of each copy. */
export interface CarriedMesh {
  /** x, y, z of each vertex, m. */
  readonly positions: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
  /** x, y, z of a copy's particles, m. */
  readonly points: ArrayLike<number>;
  readonly copies: ArrayLike<number>;
  /** Red, green, blue, alpha of each vertex, 0 to 255. */
  readonly colours?: ArrayLike<number>;
}

export interface MatterDrawingOptions {
  /** D, m. */
  spacing: number;
  dimension: 2 | 3;
  skins?: readonly CarriedMesh[];
  /** Red, green, blue, 0 to 1, of an object without a painted mesh. */
  colourOf(object: number): ArrayLike<number>;
}

/** One frame of the body, particle by particle. */
export interface MatterFrame {
  /** x, y, z, m. */
  readonly positions: ArrayLike<number>;
  /** Solid share, 0 to 1. */
  readonly solid: ArrayLike<number>;
  /** K */
  readonly temperature: ArrayLike<number>;
  readonly object: ArrayLike<number>;
  readonly strain: ArrayLike<number>;
  /** A, 9 each, row by row; for matter that carries meshes. */
  readonly frames?: ArrayLike<number>;
}

/** Numbers of each vertex in `values` of what is drawn: red, green, blue, temperature, solid share, strain. */
export const DRAWN_VALUES = 6;
const [TEMPERATURE, SOLID, STRAIN] = [3, 4, 5];
/** Numbers of each particle: those, its place at the start in checks, and how strongly it shows them. */
const PARTICLE_VALUES = DRAWN_VALUES + 4;
const [PLACE, CHECKED] = [6, 9];
/** Colour of a mesh without any. */
const PLAIN = [0.72, 0.7, 0.66];

interface BoundSkin {
  readonly mesh: CarriedMesh;
  readonly skin: Skin;
  /** Particles of a copy. */
  readonly count: number;
  /** Red, green, blue of each particle of a copy, 0 to 1. */
  readonly paint: Float32Array;
}

export class MatterDrawing {
  readonly #options: MatterDrawingOptions;
  readonly #skins: readonly BoundSkin[];
  /** By particle, as the first frame has it: place within its object in checks (3), and 1 if it shows them. */
  #places: Float32Array | undefined;
  /** The first frame, by which is known what broke off what. */
  #first: PiecedMatter | undefined;
  /** What pieces lost, of the particles and their pieces in the frame that was drawn last. */
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

  /** Red, green, blue of each particle, 0 to 1: of its object, or of the mesh that it carries or carried. */
  colours(frame: MatterFrame): Float32Array {
    const values = checked(this.#valuesOf(frame));
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
    this.#places ??= placesOf(frame, CHECK * this.#options.spacing);
    const places = this.#places;
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
      for (let c = 0; c < 4; c++) values[at + PLACE + c] = places[4 * p + c];
    }
    for (const { mesh, paint, count } of this.#skins) {
      for (let k = 0; k < count * mesh.copies.length; k++) {
        const p = k % count;
        const at = PARTICLE_VALUES * (mesh.copies[Math.floor(k / count)] + p);
        for (let c = 0; c < 3; c++) values[at + c] = paint[3 * p + c];
        values[at + CHECKED] = 0;
      }
    }
    return values;
  }

  #around(free: Int32Array, frame: MatterFrame, values: Float32Array, style: FieldStyle): DrawnSurface {
    const { spacing, dimension } = this.#options;
    const places = new Float64Array(3 * free.length);
    const own = new Float32Array(PARTICLE_VALUES * free.length);
    const pieces = piecesOf(frame);
    const piece = free.map((p) => pieces[p]);
    for (let k = 0; k < free.length; k++) {
      for (let c = 0; c < 3; c++) places[3 * k + c] = frame.positions[3 * free[k] + c];
      const at = PARTICLE_VALUES * free[k];
      for (let c = 0; c < PARTICLE_VALUES; c++) own[PARTICLE_VALUES * k + c] = values[at + c];
    }
    const lost = style === 'smooth' ? this.#lossesOf(free, piece).at(places) : undefined;
    const width = PARTICLE_VALUES;
    const drawn = matterSurface(places, { spacing, dimension, style, piece, lost, values: own, width });
    return { ...drawn, values: checked(drawn.values) };
  }

  #lossesOf(free: Int32Array, piece: Int32Array): Losses {
    const known = this.#losses;
    if (known && isSame(known.free, free) && isSame(known.piece, piece)) return known.of;
    const { positions, piece: former } = this.#first!;
    const first = { positions: new Float64Array(3 * free.length), piece: free.map((p) => former[p]) };
    for (let k = 0; k < free.length; k++) {
      for (let c = 0; c < 3; c++) first.positions[3 * k + c] = positions[3 * free[k] + c];
    }
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

/** Over the spacing: side of a check. */
const CHECK = 4;
/** How much of white is in the lighter ones, and over how much of a check they go over into the others. */
const LIGHTER = 0.35;
const SOFT = 0.25;

/** Place of each particle within its object, in checks from its middle, and 1 where it is solid. */
function placesOf({ positions, solid, object }: MatterFrame, check: number): Float32Array {
  const boxes = new Map<number, number[]>();
  for (let p = 0; p < object.length; p++) {
    const box = boxes.get(object[p]) ?? [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    boxes.set(object[p], box);
    for (let c = 0; c < 3; c++) {
      box[c] = Math.min(box[c], positions[3 * p + c]);
      box[3 + c] = Math.max(box[3 + c], positions[3 * p + c]);
    }
  }
  const places = new Float32Array(4 * object.length);
  for (let p = 0; p < object.length; p++) {
    const box = boxes.get(object[p])!;
    for (let c = 0; c < 3; c++)
      places[4 * p + c] = (positions[3 * p + c] - (box[c] + box[3 + c]) / 2) / check;
    places[4 * p + 3] = solid[p] >= 0.5 ? 1 : 0;
  }
  return places;
}

/** The first numbers of each, with the checks in their colours. */
function checked(values: Float32Array): Float32Array {
  const count = values.length / PARTICLE_VALUES;
  const drawn = new Float32Array(DRAWN_VALUES * count);
  for (let v = 0; v < count; v++) {
    const at = PARTICLE_VALUES * v;
    let wave = 1;
    // Half a check off, so that flat matter, whose z is 0 all over, is not on the line between two.
    for (let c = 0; c < 3; c++) wave *= 2 * zigzag(values[at + PLACE + c] + 0.5);
    const light = LIGHTER * values[at + CHECKED] * Math.min(1, Math.max(0, 0.5 + wave / SOFT));
    for (let c = 0; c < 3; c++) drawn[DRAWN_VALUES * v + c] = values[at + c] + light * (1 - values[at + c]);
    for (let c = 3; c < DRAWN_VALUES; c++) drawn[DRAWN_VALUES * v + c] = values[at + c];
  }
  return drawn;
}

/** A wave of straight lines with the period 2, from −½ to ½, that is 0 at whole numbers and positive after even ones. */
function zigzag(x: number): number {
  const part = x + 0.5 - 2 * Math.floor((x + 0.5) / 2);
  return 0.5 - Math.abs(part - 1);
}

/** Over the spacing: particles that near to a fluid one are within its surface, under which meshes end. */
const SEAM = 2;

/** 1 for what is fluid or next to it. */
function wetted({ positions, solid }: MatterFrame, spacing: number): Uint8Array {
  const fluid = Int32Array.from({ length: solid.length }, (_, p) => p).filter((p) => solid[p] < 0.5);
  const wet = new Uint8Array(solid.length);
  if (fluid.length === 0) return wet;
  const places = new Float64Array(3 * fluid.length);
  fluid.forEach((p, k) => {
    for (let c = 0; c < 3; c++) places[3 * k + c] = positions[3 * p + c];
  });
  const cells = new ParticleCells(places, SEAM * spacing);
  for (let p = 0; p < solid.length; p++) {
    const [x, y, z] = [positions[3 * p], positions[3 * p + 1], positions[3 * p + 2]];
    wet[p] = solid[p] < 0.5 || cells.look(x, y, z, SEAM * spacing, 1) > 0 ? 1 : 0;
  }
  return wet;
}

/** A copy's mesh where its particles carry it; of triangles with a fluid particle at a corner, nothing. */
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

/** Over the spacing: particles farther than this inside the mesh have its mean colour. */
const PAINT_DEPTH = 1;

/** Of the vertices within a spacing, the mean; deeper, that of all vertices. */
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
    const near = colours ? cells.look(points[p], points[p + 1], points[p + 2], reach) : 0;
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let n = 0; n < near; n++) sum += colours![4 * cells.found[n] + c] / 255;
      paint[p + c] = near > 0 ? sum / near : mean[c];
    }
  }
  return paint;
}
