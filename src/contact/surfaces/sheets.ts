/**
 * The sheets' part of the surface: their triangles, and how near they may come. Towards other bodies a vertex has half
 * of its sheet's thickness; towards its own sheet not more than the share OWN of the lowest triangle around it (the
 * least height h = 2 A / l, l its longest side, A its area): a sheet whose cells are smaller than it is thick would
 * else push itself apart.
 *
 * Radii and the mean height are taken when the triangles are new, and kept in the arena: a run that goes on from a snapshot
 * has the same. Heights of single triangles are those of the present positions, whenever somebody asks: what they are for
 * (how long a list lasts) changes no result.
 */
import type { Arena, Block } from '../../core/arena.ts';
import type { Body } from '../../core/body.ts';
import type { Particles } from '../../core/particles.ts';

/** A sheet that touches with its whole surface. It may change between steps. */
export interface SurfaceBody {
  readonly body: Pick<Body, 'first' | 'count' | 'triangles' | 'name'>;
  /** m; half the sheet's thickness. */
  readonly radius: number;
}

const OWN = 0.2;

export class SheetSurface {
  readonly #bodies: readonly SurfaceBody[];
  readonly #radii: Block<'f64'>;
  /** Of the triangles that the radii are for. */
  readonly #mark: Block<'i32'>;
  /** Mean height of the triangles, m. */
  readonly #height: Block<'f64'>;
  #known: Int32Array[] = [];
  #particles = -1;

  constructor(arena: Arena, bodies: readonly SurfaceBody[]) {
    this.#bodies = bodies;
    this.#radii = arena.allocate('contact.radii', 'f64', 0, 'model');
    this.#mark = arena.allocate('contact.surface', 'i32', 1, 'model');
    this.#height = arena.allocate('contact.heights', 'f64', 1, 'model');
  }

  /** What `changed` may change. */
  get changes(): readonly Block[] {
    return [this.#radii, this.#mark, this.#height];
  }

  get triangleCount(): number {
    return this.#bodies.reduce((sum, { body }) => sum + body.triangles.length / 3, 0);
  }

  /** Of the triangles' heights, m. */
  get meanHeight(): number {
    return this.#height.view[0];
  }

  /** The body's particles, by number in the stage. */
  get bodies(): readonly SurfaceBody[] {
    return this.#bodies;
  }

  /** True if triangles or particles are others than at the last call; radii are then made, unless a snapshot has them. */
  changed(particles: Particles): boolean {
    const views = this.#bodies.map(({ body }) => body.triangles.view);
    const same =
      this.#particles === particles.count &&
      views.length === this.#known.length &&
      views.every((view, k) => equal(view, this.#known[k]));
    if (same) return false;
    this.#known = views.map((view) => view.slice());
    this.#particles = particles.count;
    const mark = fingerprint(views, particles.count);
    if (this.#mark.view[0] !== mark || this.#radii.length !== 2 * particles.stride) {
      particles.arena.resize(new Map([[this.#radii as Block, 2 * particles.stride]]));
      this.#mark.view[0] = mark;
      this.#measure(this.heights(particles));
      this.#height.view[0] = this.#mean(particles);
    }
    return true;
  }

  /** Two a particle. */
  get radii(): Float64Array {
    return this.#radii.view;
  }

  #measure(heights: Float64Array): void {
    const radii = this.#radii.view;
    radii.fill(0);
    for (const { body, radius } of this.#bodies) {
      for (const i of body.triangles.view) {
        radii[2 * i] = radius;
        radii[2 * i + 1] = Math.min(radius, OWN * heights[i]);
      }
    }
  }

  #mean({ position, stride }: Particles): number {
    let sum = 0;
    for (const { body } of this.#bodies) {
      const t = body.triangles.view;
      for (let k = 0; k < t.length; k += 3) {
        sum += leastHeight(position.view, stride, t[k], t[k + 1], t[k + 2]);
      }
    }
    return sum / Math.max(1, this.triangleCount);
  }

  /** By particle: the least height of a triangle around it, m; none is infinite. */
  heights({ position, stride, count }: Particles): Float64Array {
    const heights = new Float64Array(count).fill(Infinity);
    for (const { body } of this.#bodies) {
      const t = body.triangles.view;
      for (let k = 0; k < t.length; k += 3) {
        const height = leastHeight(position.view, stride, t[k], t[k + 1], t[k + 2]);
        for (let c = k; c < k + 3; c++) heights[t[c]] = Math.min(heights[t[c]], height);
      }
    }
    return heights;
  }
}

function leastHeight(p: Float64Array, stride: number, a: number, b: number, c: number): number {
  const [y, z] = [stride, 2 * stride];
  const ux = p[b] - p[a];
  const uy = p[y + b] - p[y + a];
  const uz = p[z + b] - p[z + a];
  const vx = p[c] - p[a];
  const vy = p[y + c] - p[y + a];
  const vz = p[z + c] - p[z + a];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const [wx, wy, wz] = [ux - vx, uy - vy, uz - vz];
  const longest = Math.max(
    ux * ux + uy * uy + uz * uz,
    vx * vx + vy * vy + vz * vz,
    wx * wx + wy * wy + wz * wz,
  );
  return longest > 0 ? Math.sqrt((nx * nx + ny * ny + nz * nz) / longest) : 0;
}

function equal(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** FNV-1a over the triangles, which tells them from others in all but one of 2³² cases. */
function fingerprint(views: readonly Int32Array[], particles: number): number {
  let hash = 0x811c9dc5 ^ particles;
  for (const view of views) {
    for (let i = 0; i < view.length; i++) hash = Math.imul(hash ^ view[i], 0x01000193);
  }
  return hash | 0;
}
