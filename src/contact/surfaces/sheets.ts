/**
 * Contact radii of sheets. Towards other bodies the radius of a vertex is half the thickness of its sheet. Towards its own
 * sheet it is at most the share OWN of the least height h = 2 A / l of the triangles around it (A area, l longest side):
 * otherwise a sheet whose cells are smaller than its thickness would push itself apart.
 *
 * Radii and the mean height are measured when triangles change and are part of the model, so that a run which continues from a
 * snapshot has the same. Heights of single triangles are measured at the present positions: they decide how long a list
 * lasts, and no result.
 */
import type { Arena, Block } from '../../core/arena.ts';
import type { Body } from '../../core/body.ts';
import { GrowableBlock } from '../../core/growable-block.ts';
import type { Particles } from '../../core/particles.ts';
import { grown } from '../../math/growable.ts';

/** A sheet that touches with its whole surface. Its triangles may change between steps. */
export interface SurfaceBody {
  readonly body: Pick<Body, 'first' | 'count' | 'triangles' | 'name'> &
    Partial<Pick<Body, 'contact' | 'dynamics'>>;
  /** Half the thickness of the sheet, m. */
  readonly radius: number;
}

/**
 * Largest contact radius of a vertex towards its own sheet, as a share of the least height around it. Test: kept-
 * distances.test.ts.
 */
const OWN = 0.2;
/**
 * Least contact radius of a vertex towards its own sheet if contact is part of an implicit solve, as a share of the least height
 * around it: Newton's method must find the force within that depth. Measured: docs/decisions/0011.
 */
const SOLVED = 0.1;

export class SheetSurface {
  readonly bodies: readonly SurfaceBody[];
  readonly #radii: Block<'f64'>;
  /** Fingerprint of the triangles that the radii belong to. */
  readonly #mark: Block<'i32'>;
  /** Mean height of the triangles, m. */
  readonly #height: Block<'f64'>;
  readonly #solvedShare: number;
  readonly #arena: Arena;
  readonly #least: GrowableBlock<'f64'>;
  /** The triangles at the last call, of each body. */
  readonly #known: { triangles: Int32Array; length: number }[];
  #particles = -1;

  /** `inSolve`: contact is part of an implicit solve. */
  constructor(arena: Arena, bodies: readonly SurfaceBody[], inSolve = false) {
    this.bodies = bodies;
    this.#arena = arena;
    this.#known = bodies.map(() => ({ triangles: new Int32Array(0), length: -1 }));
    this.#least = new GrowableBlock(arena, 'contact.leastHeights', 'f64');
    this.#solvedShare = inSolve ? SOLVED : 0;
    this.#radii = arena.allocate('contact.radii', 'f64', 0, 'model');
    this.#mark = arena.allocate('contact.surface', 'i32', 1, 'model');
    this.#height = arena.allocate('contact.heights', 'f64', 1, 'model');
  }

  /** Blocks that `changed` may write. */
  get changes(): readonly Block[] {
    return [this.#radii, this.#mark, this.#height];
  }

  get triangleCount(): number {
    return this.bodies.reduce((sum, { body }) => sum + body.triangles.length / 3, 0);
  }

  /** Mean height of the triangles when they last changed, m. */
  get meanHeight(): number {
    return this.#height.view[0];
  }

  /** Radii of each particle towards other bodies and towards its own sheet, m. */
  get radii(): Float64Array {
    return this.#radii.view;
  }

  /** Whether triangles or particles have changed since the last call; then measures radii, unless a snapshot has them. */
  changed(particles: Particles): boolean {
    let same = this.#particles === particles.count;
    for (let k = 0; k < this.#known.length; k++) if (!this.#remember(k)) same = false;
    if (same) return false;
    this.#particles = particles.count;
    const mark = fingerprint(this.bodies, particles.count);
    if (this.#mark.view[0] !== mark || this.#radii.length !== 2 * particles.stride) {
      particles.arena.resize(new Map([[this.#radii as Block, 2 * particles.stride]]));
      this.#mark.view[0] = mark;
      this.#measure(particles);
    }
    return true;
  }

  /** Copies the triangles of body k. Returns whether they are those of the last call. */
  #remember(k: number): boolean {
    const { view, length } = this.bodies[k].body.triangles;
    const known = this.#known[k];
    if (known.length === length && equal(view, known.triangles)) return true;
    if (known.triangles.length < length) known.triangles = grown(view);
    else known.triangles.set(view);
    known.length = length;
    return false;
  }

  #measure(particles: Particles): void {
    const { least, mean } = this.heights(particles);
    this.#height.view[0] = mean;
    const radii = this.#radii.view;
    radii.fill(0);
    for (const { body, radius } of this.bodies) {
      const { view } = body.triangles;
      for (let k = 0; k < view.length; k++) {
        const i = view[k];
        radii[2 * i] = radius;
        radii[2 * i + 1] = Math.min(Math.max(radius, this.#solvedShare * least[i]), OWN * least[i]);
      }
    }
  }

  /** Least height of the triangles around each particle (Infinity for none), valid until the next call, and the mean of all, m. */
  heights({ position, stride, count }: Particles): { least: Float64Array; mean: number } {
    this.#least.grow(count);
    const least = this.#least.view.fill(Infinity);
    const { kernels } = this.#arena;
    let sum = 0;
    for (const { body } of this.bodies) {
      const { offset, length } = body.triangles;
      sum = kernels.surfaceHeights(offset, length / 3, position.offset, stride, this.#least.offset, sum);
    }
    return { least, mean: sum / Math.max(1, this.triangleCount) };
  }
}

/** Whether the elements of a are the first of b. */
function equal(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** FNV-1a hash of the triangles. */
function fingerprint(bodies: readonly SurfaceBody[], particles: number): number {
  let hash = 0x811c9dc5 ^ particles;
  for (const { body } of bodies) {
    const { view } = body.triangles;
    for (let i = 0; i < view.length; i++) hash = Math.imul(hash ^ view[i], 0x01000193);
  }
  return hash | 0;
}
