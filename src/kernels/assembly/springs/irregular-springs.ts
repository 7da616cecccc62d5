/**
 * Springs between masses in no order, some of them ending at the middle between two masses (a virtual point, whose
 * force goes to both, half and half). The spring law is that of springs.ts.
 *
 * Masses are gathered into records, so that a spring's end is three loads: x y | z u | v w (m and m/s), 48 bytes;
 * forces into records fx fy | fz 0, 32 bytes. Virtual points follow the masses. Springs come in pairs, two lanes;
 * a list of odd length is filled up with a spring from a mass to itself, which has no force.
 */

const NODE: usize = 48;
const LOAD: usize = 32;

/**
 * Gathers the first `used` of `count` masses from index `first` on, and the first `virtualCount` middles of the pairs in
 * `parents` (i32, two each), whose records follow those of all masses.
 */
export function netGather(
  position: usize,
  velocity: usize,
  stride: i32,
  first: i32,
  count: i32,
  used: i32,
  parents: usize,
  virtualCount: i32,
  nodes: usize,
  loads: usize,
): void {
  const plane: usize = (<usize>stride) << 3;
  const plane2: usize = plane << 1;
  let x: usize = position + ((<usize>first) << 3);
  let v: usize = velocity + ((<usize>first) << 3);
  let node: usize = nodes;
  for (let i: i32 = 0; i < used; i++, x += 8, v += 8, node += NODE) {
    store<f64>(node, load<f64>(x));
    store<f64>(node, load<f64>(x + plane), 8);
    store<f64>(node, load<f64>(x + plane2), 16);
    store<f64>(node, load<f64>(v), 24);
    store<f64>(node, load<f64>(v + plane), 32);
    store<f64>(node, load<f64>(v + plane2), 40);
  }
  const half = f64x2.splat(0.5);
  node = nodes + <usize>count * NODE;
  for (let i: i32 = 0; i < virtualCount; i++, node += NODE) {
    const a: usize = nodes + <usize>load<i32>(parents + ((<usize>i) << 3)) * NODE;
    const b: usize = nodes + <usize>load<i32>(parents + ((<usize>i) << 3), 4) * NODE;
    v128.store(node, f64x2.mul(half, f64x2.add(v128.load(a), v128.load(b))));
    v128.store(node, f64x2.mul(half, f64x2.add(v128.load(a, 16), v128.load(b, 16))), 16);
    v128.store(node, f64x2.mul(half, f64x2.add(v128.load(a, 32), v128.load(b, 32))), 32);
  }
  memory.fill(loads, 0, <usize>used * LOAD);
  memory.fill(loads + <usize>count * LOAD, 0, <usize>virtualCount * LOAD);
}

/** Adds `weight` times the forces of springs to the loads. `ends`: i32, two each; `n` is even. */
export function netForces(
  ends: usize,
  stiffness: usize,
  rest: usize,
  damping: usize,
  n: i32,
  weight: f64,
  nodes: usize,
  loads: usize,
): void {
  const one = f64x2.splat(1);
  const w2 = f64x2.splat(weight);
  for (let i: i32 = 0; i < n; i += 2) {
    const end: usize = ends + ((<usize>i) << 3);
    const a0 = <usize>load<i32>(end);
    const b0 = <usize>load<i32>(end, 4);
    const a1 = <usize>load<i32>(end, 8);
    const b1 = <usize>load<i32>(end, 12);
    const na0: usize = nodes + a0 * NODE;
    const nb0: usize = nodes + b0 * NODE;
    const na1: usize = nodes + a1 * NODE;
    const nb1: usize = nodes + b1 * NODE;
    const xy0 = f64x2.sub(v128.load(nb0), v128.load(na0));
    const zu0 = f64x2.sub(v128.load(nb0, 16), v128.load(na0, 16));
    const vw0 = f64x2.sub(v128.load(nb0, 32), v128.load(na0, 32));
    const xy1 = f64x2.sub(v128.load(nb1), v128.load(na1));
    const zu1 = f64x2.sub(v128.load(nb1, 16), v128.load(na1, 16));
    const vw1 = f64x2.sub(v128.load(nb1, 32), v128.load(na1, 32));
    const dx = v128.shuffle<f64>(xy0, xy1, 0, 2);
    const dy = v128.shuffle<f64>(xy0, xy1, 1, 3);
    const dz = v128.shuffle<f64>(zu0, zu1, 0, 2);
    const ux = v128.shuffle<f64>(zu0, zu1, 1, 3);
    const uy = v128.shuffle<f64>(vw0, vw1, 0, 2);
    const uz = v128.shuffle<f64>(vw0, vw1, 1, 3);
    const square = f64x2.add(f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy)), f64x2.mul(dz, dz));
    const rate = f64x2.add(f64x2.add(f64x2.mul(dx, ux), f64x2.mul(dy, uy)), f64x2.mul(dz, uz));
    const w = f64x2.div(one, f64x2.sqrt(square));
    const at: usize = (<usize>i) << 3;
    let t = f64x2.add(
      f64x2.mul(v128.load(stiffness + at), f64x2.sub(one, f64x2.mul(v128.load(rest + at), w))),
      f64x2.mul(f64x2.mul(v128.load(damping + at), rate), f64x2.mul(w, w)),
    );
    t = v128.and(f64x2.mul(w2, t), f64x2.gt(square, f64x2.splat(0)));
    const fx = f64x2.mul(t, dx);
    const fy = f64x2.mul(t, dy);
    const fz = f64x2.mul(t, dz);
    const zero = f64x2.splat(0);
    pull(loads, a0, b0, v128.shuffle<f64>(fx, fy, 0, 2), v128.shuffle<f64>(fz, zero, 0, 2));
    pull(loads, a1, b1, v128.shuffle<f64>(fx, fy, 1, 3), v128.shuffle<f64>(fz, zero, 1, 3));
  }
}

// @inline
function pull(loads: usize, a: usize, b: usize, xy: v128, z: v128): void {
  const la: usize = loads + a * LOAD;
  const lb: usize = loads + b * LOAD;
  v128.store(la, f64x2.add(v128.load(la), xy));
  v128.store(la, f64x2.add(v128.load(la, 16), z), 16);
  v128.store(lb, f64x2.sub(v128.load(lb), xy));
  v128.store(lb, f64x2.sub(v128.load(lb, 16), z), 16);
}

/**
 * Adds `weight` times the forces of bending to the loads: between a point and those on both sides of it, d = x₋ − 2x + x₊,
 * F = k d + c ḋ on each side's point against d, and twice that on the middle one along d. `points`: i32, three each
 * (one side, middle, other side).
 */
export function netBends(
  points: usize,
  stiffness: usize,
  damping: usize,
  n: i32,
  weight: f64,
  nodes: usize,
  loads: usize,
): void {
  const zero = f64x2.splat(0);
  for (let i: i32 = 0; i < n; i++) {
    const at: usize = points + <usize>i * 12;
    const a = <usize>load<i32>(at);
    const m = <usize>load<i32>(at, 4);
    const b = <usize>load<i32>(at, 8);
    const na: usize = nodes + a * NODE;
    const nm: usize = nodes + m * NODE;
    const nb: usize = nodes + b * NODE;
    const xy = second(na, nm, nb, 0);
    const zu = second(na, nm, nb, 16);
    const vw = second(na, nm, nb, 32);
    const k = f64x2.splat(weight * load<f64>(stiffness + ((<usize>i) << 3)));
    const c = f64x2.splat(weight * load<f64>(damping + ((<usize>i) << 3)));
    const fxy = f64x2.add(f64x2.mul(k, xy), f64x2.mul(c, v128.shuffle<f64>(zu, vw, 1, 2)));
    const fz = f64x2.add(
      f64x2.mul(k, v128.shuffle<f64>(zu, zero, 0, 2)),
      f64x2.mul(c, v128.shuffle<f64>(vw, zero, 1, 2)),
    );
    const la: usize = loads + a * LOAD;
    const lm: usize = loads + m * LOAD;
    const lb: usize = loads + b * LOAD;
    v128.store(la, f64x2.sub(v128.load(la), fxy));
    v128.store(la, f64x2.sub(v128.load(la, 16), fz), 16);
    v128.store(lm, f64x2.add(v128.load(lm), f64x2.add(fxy, fxy)));
    v128.store(lm, f64x2.add(v128.load(lm, 16), f64x2.add(fz, fz)), 16);
    v128.store(lb, f64x2.sub(v128.load(lb), fxy));
    v128.store(lb, f64x2.sub(v128.load(lb, 16), fz), 16);
  }
}

// @inline
function second(a: usize, m: usize, b: usize, part: usize): v128 {
  const middle = v128.load(m + part);
  return f64x2.sub(f64x2.add(v128.load(a + part), v128.load(b + part)), f64x2.add(middle, middle));
}

/** Σ ½ k |d|², J. */
export function netBendEnergy(points: usize, stiffness: usize, n: i32, nodes: usize): f64 {
  let energy: f64 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const at: usize = points + <usize>i * 12;
    const na: usize = nodes + <usize>load<i32>(at) * NODE;
    const nm: usize = nodes + <usize>load<i32>(at, 4) * NODE;
    const nb: usize = nodes + <usize>load<i32>(at, 8) * NODE;
    let square: f64 = 0;
    for (let axis: usize = 0; axis < 24; axis += 8) {
      const d = load<f64>(na + axis) + load<f64>(nb + axis) - 2 * load<f64>(nm + axis);
      square += d * d;
    }
    energy += 0.5 * load<f64>(stiffness + ((<usize>i) << 3)) * square;
  }
  return energy;
}

/** Hands the loads of virtual points to their parents and adds those of the first `used` masses to their forces. */
export function netScatter(
  loads: usize,
  count: i32,
  used: i32,
  parents: usize,
  virtualCount: i32,
  force: usize,
  stride: i32,
  first: i32,
): void {
  handOn(loads, count, parents, virtualCount);
  const plane: usize = (<usize>stride) << 3;
  let f: usize = force + ((<usize>first) << 3);
  let from: usize = loads;
  for (let i: i32 = 0; i < used; i++, f += 8, from += LOAD) {
    store<f64>(f, load<f64>(f) + load<f64>(from));
    store<f64>(f + plane, load<f64>(f + plane) + load<f64>(from, 8));
    store<f64>(f + (plane << 1), load<f64>(f + (plane << 1)) + load<f64>(from, 16));
  }
}

/** As netScatter, but the loads are impulses: v += load / m. */
export function netKick(
  loads: usize,
  count: i32,
  used: i32,
  parents: usize,
  virtualCount: i32,
  velocity: usize,
  inverseMass: usize,
  stride: i32,
  first: i32,
): void {
  handOn(loads, count, parents, virtualCount);
  const plane: usize = (<usize>stride) << 3;
  let v: usize = velocity + ((<usize>first) << 3);
  let w: usize = inverseMass + ((<usize>first) << 3);
  let from: usize = loads;
  for (let i: i32 = 0; i < used; i++, v += 8, w += 8, from += LOAD) {
    const free = load<f64>(w);
    store<f64>(v, load<f64>(v) + free * load<f64>(from));
    store<f64>(v + plane, load<f64>(v + plane) + free * load<f64>(from, 8));
    store<f64>(v + (plane << 1), load<f64>(v + (plane << 1)) + free * load<f64>(from, 16));
  }
}

// @inline
function handOn(loads: usize, count: i32, parents: usize, virtualCount: i32): void {
  const half = f64x2.splat(0.5);
  let from: usize = loads + <usize>count * LOAD;
  for (let i: i32 = 0; i < virtualCount; i++, from += LOAD) {
    const xy = f64x2.mul(half, v128.load(from));
    const z = f64x2.mul(half, v128.load(from, 16));
    for (let k: usize = 0; k < 8; k += 4) {
      const to: usize = loads + <usize>load<i32>(parents + ((<usize>i) << 3) + k) * LOAD;
      v128.store(to, f64x2.add(v128.load(to), xy));
      v128.store(to, f64x2.add(v128.load(to, 16), z), 16);
    }
  }
}

/** Writes to `out`, as springMeasures does: energy, Σ |L − L₀|/L₀, the largest of these, and how many they are. */
export function netMeasures(ends: usize, stiffness: usize, rest: usize, n: i32, nodes: usize, out: usize): void {
  let energy: f64 = 0;
  let sum: f64 = 0;
  let most: f64 = 0;
  let whole: f64 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const k = load<f64>(stiffness + ((<usize>i) << 3));
    if (!(k > 0)) continue;
    const a: usize = nodes + <usize>load<i32>(ends + ((<usize>i) << 3)) * NODE;
    const b: usize = nodes + <usize>load<i32>(ends + ((<usize>i) << 3), 4) * NODE;
    const dx = load<f64>(b) - load<f64>(a);
    const dy = load<f64>(b, 8) - load<f64>(a, 8);
    const dz = load<f64>(b, 16) - load<f64>(a, 16);
    const length = load<f64>(rest + ((<usize>i) << 3));
    const stretch = sqrt(dx * dx + dy * dy + dz * dz) - length;
    const strain = abs(stretch) / length;
    energy += 0.5 * k * stretch * stretch;
    sum += strain;
    most = max(most, strain);
    whole += 1;
  }
  store<f64>(out, energy);
  store<f64>(out, sum, 8);
  store<f64>(out, most, 16);
  store<f64>(out, whole, 24);
}
