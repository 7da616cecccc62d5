/**
 * A mesh carried by particles (Wicke, Hatt, Pauly, Müller & Gross 2006, section 6).
 *
 * A vertex v of the rest shape is bound to every particle i within reach h by its position in the particle's frame,
 *   l_i = v − p_i(0),   and moves to   v' = Σ w_i (p_i + A_i l_i) / Σ w_i.
 *
 * Symbols
 *   p_i  position of the particle, m; p_i(0) at rest
 *   A_i  map from the lattice to the world around the particle; the identity at rest
 *   w_i  weight (1 − |v − p_i(0)|²/h²)³, the fluid's kernel
 *
 * Every term is v moved as particle i moves, so that rigid and affine motions are exact.
 *
 * At a break, particles of both pieces would each pull a vertex to their own side. The vertex belongs to the piece
 * of its nearest particle: a term that places it more than half a spacing from where that particle does has less weight,
 * beyond a whole spacing none. There is no memory: matter that closes again is whole again.
 */
import { positive } from '../math/check.ts';
import { ParticleCells } from './particle-cells.ts';
import { checkPlaces } from './places.ts';

export interface SkinOptions {
  /** Distance of neighbours in matter at rest, m. */
  spacing: number;
}

/** Reach h over the spacing. A vertex beyond it follows the nearest particle. */
const REACH = 2;
/** Most particles that carry a vertex: the nearest. */
const MOST_CARRIERS = 12;
/** Distances over the spacing between which a particle that parted from the nearest one loses its weight. */
const PARTED = [0.5, 1] as const;

export class Skin {
  /** Vertices and particles of the shape at rest. */
  readonly vertexCount: number;
  readonly particleCount: number;
  /** Particles of vertex v: particles[starts[v]] to particles[starts[v + 1] − 1], the nearest first. */
  readonly starts: Int32Array;
  readonly particles: Int32Array;
  /** Weight w_i of each of them. */
  readonly weights: Float64Array;
  /** Position l_i in the frame of each of them, three numbers, m. */
  readonly locals: Float64Array;
  readonly #spacing: number;

  /** `vertices`, `particles`: x, y, z each in the shape at rest, m. */
  constructor(vertices: ArrayLike<number>, particles: ArrayLike<number>, options: SkinOptions) {
    const spacing = positive('spacing', options.spacing);
    const reach = REACH * spacing;
    checkPlaces('vertices', vertices);
    checkPlaces('particles', particles);
    if (particles.length === 0) throw new RangeError('particles: there are none to carry the mesh');
    this.#spacing = spacing;
    this.vertexCount = vertices.length / 3;
    this.particleCount = particles.length / 3;
    const cells = new ParticleCells(particles, reach);
    const starts = new Int32Array(this.vertexCount + 1);
    const chosen: number[] = [];
    const weights: number[] = [];
    const locals: number[] = [];
    for (let v = 0; v < this.vertexCount; v++) {
      const [x, y, z] = [vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]];
      for (const { particle, square } of carriersOf(cells, x, y, z)) {
        const q = Math.max(0, 1 - square / (reach * reach));
        chosen.push(particle);
        weights.push(q > 0 ? q * q * q : 1); // beyond the reach the nearest particle is the only one
        const i = 3 * particle;
        locals.push(x - particles[i], y - particles[i + 1], z - particles[i + 2]);
      }
      starts[v + 1] = chosen.length;
    }
    this.starts = starts;
    this.particles = Int32Array.from(chosen);
    this.weights = Float64Array.from(weights);
    this.locals = Float64Array.from(locals);
  }

  /** Writes where the vertices are now, m; `particles`: x, y, z each; `frames`: A_i row by row, 9 numbers each. */
  place(
    particles: ArrayLike<number>,
    frames: ArrayLike<number>,
    out: Float64Array | Float32Array = new Float64Array(3 * this.vertexCount),
  ): Float64Array | Float32Array {
    if (particles.length !== 3 * this.particleCount || frames.length !== 9 * this.particleCount)
      throw new RangeError(
        `particles: the skin was bound to ${this.particleCount}, got ${particles.length / 3} and ${frames.length / 9} frames`,
      );
    if (out.length !== 3 * this.vertexCount)
      throw new RangeError(
        `out: must have 3 numbers for each of ${this.vertexCount} vertices, got ${out.length}`,
      );
    const { starts, locals, weights } = this;
    const carriers = this.particles;
    const near = PARTED[0] * this.#spacing;
    const far = PARTED[1] * this.#spacing;
    const fade = 1 / (far - near);
    for (let v = 0; v < this.vertexCount; v++) {
      let [ox, oy, oz] = [0, 0, 0];
      let [sx, sy, sz, sum] = [0, 0, 0, 0];
      for (let b = starts[v]; b < starts[v + 1]; b++) {
        const i = 3 * carriers[b];
        const a = 9 * carriers[b];
        const x = locals[3 * b];
        const y = locals[3 * b + 1];
        const z = locals[3 * b + 2];
        const px = particles[i] + frames[a] * x + frames[a + 1] * y + frames[a + 2] * z;
        const py = particles[i + 1] + frames[a + 3] * x + frames[a + 4] * y + frames[a + 5] * z;
        const pz = particles[i + 2] + frames[a + 6] * x + frames[a + 7] * y + frames[a + 8] * z;
        let w = weights[b];
        if (b === starts[v]) {
          ox = px;
          oy = py;
          oz = pz;
        } else {
          const square = (px - ox) * (px - ox) + (py - oy) * (py - oy) + (pz - oz) * (pz - oz);
          if (square > near * near) {
            const left = Math.max(0, (far - Math.sqrt(square)) * fade);
            w *= left * left * (3 - 2 * left);
          }
        }
        // Summed as differences from the nearest particle's term, so that no digits are lost where all agree.
        sx += w * (px - ox);
        sy += w * (py - oy);
        sz += w * (pz - oz);
        sum += w;
      }
      out[3 * v] = ox + sx / sum;
      out[3 * v + 1] = oy + sy / sum;
      out[3 * v + 2] = oz + sz / sum;
    }
    return out;
  }
}

interface Found {
  readonly particle: number;
  /** Square of the distance, m². */
  readonly square: number;
}

/** Particles within reach of a point, the nearest first, at most so many; the nearest of all if there is none. */
function carriersOf(cells: ParticleCells, x: number, y: number, z: number): Found[] {
  const near = cells.findNear(x, y, z, cells.cell);
  if (near === 0) return [nearest(cells, x, y, z)];
  const found = Array.from({ length: near }, (_, n) => ({
    particle: cells.found[n],
    square: cells.squares[n],
  }));
  return found.sort((p, q) => p.square - q.square || p.particle - q.particle).slice(0, MOST_CARRIERS);
}

function nearest({ places, entries }: ParticleCells, x: number, y: number, z: number): Found {
  let best: Found = { particle: 0, square: Infinity };
  for (let e = 0; e < entries.length; e++) {
    const [dx, dy, dz] = [places[3 * e] - x, places[3 * e + 1] - y, places[3 * e + 2] - z];
    const square = dx * dx + dy * dy + dz * dz;
    const particle = entries[e];
    if (square < best.square || (square === best.square && particle < best.particle))
      best = { particle, square };
  }
  return best;
}
