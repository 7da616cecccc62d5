/**
 * A given mesh carried by particles (Wicke, Hatt, Pauly, Müller & Gross 2006, section 6).
 *
 * A vertex v of the rest shape keeps, for every particle i within reach h, its place in the frame of that particle,
 *   l_i = A_i(0)⁻¹ (v − p_i(0)),   and goes to   v' = Σ w_i (p_i + A_i l_i) / Σ w_i,
 * p_i the particle's place (m), A_i the map from the lattice to the world around it, w_i = (1 − |v − p_i(0)|²/h²)³ the
 * weight of the fluid's kernel. Since every term is v moved as particle i moves, rigid and affine motions are exact.
 *
 * Where matter breaks, particles of both pieces would each draw a vertex to their own side. The vertex belongs to the
 * piece of its nearest particle: a term that puts it farther from where that one does than half a spacing weighs less,
 * and farther than a whole spacing nothing. Nothing is remembered: matter that closes again is whole again.
 */
import { finite, positive, wholeNumber, within } from '../math/check.ts';
import { determinant, inverse } from '../math/mat3.ts';
import { ParticleCells } from './particle-cells.ts';

export interface SkinOptions {
  /** D: distance of neighbours in matter at rest, m. */
  spacing: number;
  /** h over the spacing; 2 if not given. A vertex farther from all particles follows the nearest. */
  reach?: number;
  /** Most particles that carry a vertex, the nearest; 12 if not given. */
  most?: number;
  /** A_i(0), row after row, 9 each; all 1 if not given. */
  frames?: ArrayLike<number>;
}

/** Over the spacing: from where to where a particle that parted from the nearest loses its weight. */
const PARTED = [0.5, 1] as const;
/** Of the determinant over the cube of the greatest entry: a frame that is flatter has no inverse to speak of. */
const FLAT = 1e-9;

export class Skin {
  /** Vertices and particles it was bound to. */
  readonly vertexCount: number;
  readonly particleCount: number;
  /** Particles of vertex v: particles[starts[v]] to particles[starts[v + 1] − 1], the nearest first. */
  readonly starts: Int32Array;
  readonly particles: Int32Array;
  /** w_i; and l_i, three each. */
  readonly weights: Float64Array;
  readonly locals: Float64Array;
  readonly #spacing: number;

  /** `vertices` and `particles`: x, y, z each, m, of the shape at rest. */
  constructor(vertices: ArrayLike<number>, particles: ArrayLike<number>, options: SkinOptions) {
    const spacing = positive('spacing', options.spacing);
    const reach = spacing * within('reach', options.reach ?? 2, 1, 10);
    const most = wholeNumber('most', options.most ?? 12, 1, 64);
    checkPlaces('vertices', vertices);
    checkPlaces('particles', particles);
    if (particles.length === 0) throw new RangeError('particles: there are none to carry the mesh');
    this.#spacing = spacing;
    this.vertexCount = vertices.length / 3;
    this.particleCount = particles.length / 3;
    const inverse = invertedFrames(options.frames, this.particleCount);
    const near = new NearParticles(particles, reach);
    const starts = new Int32Array(this.vertexCount + 1);
    const chosen: number[] = [];
    const weights: number[] = [];
    const locals: number[] = [];
    for (let v = 0; v < this.vertexCount; v++) {
      const [x, y, z] = [vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]];
      for (const { particle, square } of near.around(x, y, z, most)) {
        const q = Math.max(0, 1 - square / (reach * reach));
        chosen.push(particle);
        weights.push(q > 0 ? q * q * q : 1); // beyond the reach there is the nearest alone
        const [dx, dy, dz] = [
          x - particles[3 * particle],
          y - particles[3 * particle + 1],
          z - particles[3 * particle + 2],
        ];
        const m = inverse && 9 * particle;
        if (inverse && m !== undefined) {
          for (let row = m; row < m + 9; row += 3)
            locals.push(inverse[row] * dx + inverse[row + 1] * dy + inverse[row + 2] * dz);
        } else locals.push(dx, dy, dz);
      }
      starts[v + 1] = chosen.length;
    }
    this.starts = starts;
    this.particles = Int32Array.from(chosen);
    this.weights = Float64Array.from(weights);
    this.locals = Float64Array.from(locals);
  }

  /** Writes where the vertices are now; `particles` x, y, z each, `frames` A_i, row after row, 9 each. */
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
        // From the nearest one's: where all agree, the sum of their differences is a rounding's.
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

function checkPlaces(field: string, places: ArrayLike<number>): void {
  if (places.length % 3 !== 0)
    throw new RangeError(`${field}: must be x, y, z each, got ${places.length} numbers`);
  for (let i = 0; i < places.length; i++) finite(`${field}[${Math.floor(i / 3)}]`, places[i]);
}

/** A⁻¹ of every frame. */
function invertedFrames(frames: ArrayLike<number> | undefined, count: number): Float64Array | undefined {
  if (!frames) return undefined;
  if (frames.length !== 9 * count)
    throw new RangeError(`frames: must be 9 numbers for each of ${count} particles, got ${frames.length}`);
  const inverses = new Float64Array(9 * count);
  for (let i = 0; i < count; i++) {
    const frame = Array.from({ length: 9 }, (_, m) => finite(`frames[${i}]`, frames[9 * i + m]));
    const size = Math.max(...frame.map(Math.abs));
    const volume = determinant(frame);
    if (!(Math.abs(volume) > FLAT * size * size * size))
      throw new RangeError(`frames[${i}]: has no inverse, its determinant is ${volume}`);
    inverses.set(inverse(frame), 9 * i);
  }
  return inverses;
}

interface Found {
  readonly particle: number;
  readonly square: number;
}

/** Particles by the cells of the reach. */
class NearParticles {
  readonly #places: ArrayLike<number>;
  readonly #reach: number;
  readonly #cells: ParticleCells;

  constructor(places: ArrayLike<number>, reach: number) {
    this.#places = places;
    this.#reach = reach;
    this.#cells = new ParticleCells(places, reach);
  }

  /** Those within reach, nearest first, at most so many; the nearest of all where there is none. */
  around(x: number, y: number, z: number, most: number): Found[] {
    const cells = this.#cells;
    const near = cells.look(x, y, z, this.#reach);
    if (near === 0) return [this.#nearest(x, y, z)];
    const found = Array.from({ length: near }, (_, n) => ({
      particle: cells.found[n],
      square: cells.squares[n],
    }));
    return found.sort((p, q) => p.square - q.square || p.particle - q.particle).slice(0, most);
  }

  #nearest(x: number, y: number, z: number): Found {
    let best: Found = { particle: 0, square: Infinity };
    for (let particle = 0; particle < this.#places.length / 3; particle++) {
      const square = this.#square(particle, x, y, z);
      if (square < best.square) best = { particle, square };
    }
    return best;
  }

  #square(p: number, x: number, y: number, z: number): number {
    const [dx, dy, dz] = [this.#places[3 * p] - x, this.#places[3 * p + 1] - y, this.#places[3 * p + 2] - z];
    return dx * dx + dy * dy + dz * dz;
  }
}
