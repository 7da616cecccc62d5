/**
 * The springs of a contact with a rigid body in the rows of that body: the block of its matrix and the load, for the motion u of the
 * body, three translations and three rotations. Symbols as in solved-bodies.ts.
 */
import * as ContactTerm from '../../layouts/generated/contact-term.ts';
import { type ContactTerms, TERM, TERM_WORDS } from '../potential/terms.ts';

const BODY = ContactTerm.BODY / 4;
const ARM = ContactTerm.ARM / 8;
const BASE = ContactTerm.BASE / 8;
const SIGN = ContactTerm.RIGID_SIGN / 8;
const NORMAL = ContactTerm.NORMAL / 8;
const WEIGHTS = ContactTerm.WEIGHTS / 8;
const START = ContactTerm.START / 8;
const SLIP = ContactTerm.SLIP / 8;
const RANGE = ContactTerm.RANGE / 8;
const PRESS = ContactTerm.PRESS / 8;
const REST = ContactTerm.REST / 8;
const DRAG = ContactTerm.DRAG / 8;

/**
 * Returns how many of the gathered contacts bear each body: those of single vertices of sheets, or all others if they are more. Edges and
 * faces keep less distance, so that it is one or the other kind. If all counted, those that hardly press would make every contact
 * softer, and the body would sink onto more of them and stay there.
 */
export function countBearing({ words, count }: ContactTerms, bodies: number): Int32Array {
  const vertices = new Int32Array(bodies);
  const others = new Int32Array(bodies);
  for (let k = 0; k < count; k++) {
    const own = TERM_WORDS * k;
    const i = words[own + BODY];
    if (i < 0) continue;
    let particles = 0;
    for (let j = own; j < own + 4; j++) if (words[j] >= 0) particles++;
    (particles === 1 ? vertices : others)[i]++;
  }
  return vertices.map((number, i) => Math.max(number, others[i]));
}

/** Adds h² Jᵀ K J, K = drag + (press − drag) n nᵀ, of the term at `at`. */
export function addStiffness(a: Float64Array, c: Float64Array, at: number, square: number): void {
  const own = square * c[at + DRAG];
  const more = square * (c[at + PRESS] - c[at + DRAG]);
  const [x, y, z] = [c[at + ARM], c[at + ARM + 1], c[at + ARM + 2]];
  const [nx, ny, nz] = [c[at + NORMAL], c[at + NORMAL + 1], c[at + NORMAL + 2]];
  const along = [nx, ny, nz, y * nz - z * ny, z * nx - x * nz, x * ny - y * nx];
  for (let row = 0; row < 6; row++)
    for (let k = 0; k < 6; k++) a[6 * row + k] += more * along[row] * along[k];
  const cross = [0, z, -y, -z, 0, x, y, -x, 0]; // columns e × r
  const r = [x, y, z];
  const far = x * x + y * y + z * z;
  for (let row = 0; row < 3; row++) {
    a[7 * row] += own;
    for (let k = 0; k < 3; k++) {
      a[6 * row + 3 + k] += own * cross[3 * row + k];
      a[6 * (3 + k) + row] += own * cross[3 * row + k];
      a[6 * (3 + row) + 3 + k] += own * ((row === k ? far : 0) - r[row] * r[k]);
    }
  }
}

/** Adds h² Jᵀ f of term k at u = 0. */
export function addLoad(
  load: Float64Array,
  c: Float64Array,
  words: Int32Array,
  k: number,
  positions: Float64Array,
  stride: number,
  square: number,
): void {
  const at = TERM * k;
  const own = TERM_WORDS * k;
  const [s, v] = [SEPARATION, SLIPPED];
  let along = 0;
  let slid = 0;
  for (let axis = 0; axis < 3; axis++) {
    s[axis] = c[at + BASE + axis];
    for (let j = 0; j < 4; j++) {
      const i = words[own + j];
      if (i >= 0) s[axis] += c[at + WEIGHTS + j] * positions[axis * stride + i];
    }
    v[axis] = s[axis] - c[at + START + axis] + c[at + SLIP + axis];
    along += s[axis] * c[at + NORMAL + axis];
    slid += v[axis] * c[at + NORMAL + axis];
  }
  const push = c[at + PRESS] * (c[at + RANGE] - along - c[at + REST]);
  const scale = square * c[at + SIGN];
  for (let axis = 0; axis < 3; axis++) {
    const n = c[at + NORMAL + axis];
    s[axis] = scale * (push * n - c[at + DRAG] * (v[axis] - slid * n));
    load[axis] += s[axis];
  }
  const [x, y, z] = [c[at + ARM], c[at + ARM + 1], c[at + ARM + 2]];
  load[3] += y * s[2] - z * s[1];
  load[4] += z * s[0] - x * s[2];
  load[5] += x * s[1] - y * s[0];
}

const SEPARATION = new Float64Array(3);
const SLIPPED = new Float64Array(3);
