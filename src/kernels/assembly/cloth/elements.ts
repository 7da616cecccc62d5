/**
 * The constants of the triangles and hinges of a cloth and their places in its matrix; src/models/adaptive-cloth/energy.ts states
 * the energies and has the symbols.
 */
import * as ClothHinge from '../../../layouts/generated/cloth-hinge';
import * as ClothTriangle from '../../../layouts/generated/cloth-triangle';
import * as MeshJob from '../../../layouts/generated/mesh-job';
import { index, number, putIndex, word } from '../memory';
import { blockAt, cornerOf, next, previous } from './structure';

/** Writes rows, blocks and records of the triangles of the system. */
export function clothTriangleRecords(job: usize): void {
  const triangles = word(job, MeshJob.MESH_TRIANGLES),
    pattern = word(job, MeshJob.MESH_PATTERN),
    paint = word(job, MeshJob.STRETCH_PAINT),
    edges = word(job, MeshJob.EDGES),
    cornerEdges = word(job, MeshJob.CORNER_EDGES),
    edgeBlocks = word(job, MeshJob.EDGE_BLOCKS),
    rowOf = word(job, MeshJob.ROW_OF),
    order = word(job, MeshJob.TRIANGLE_ORDER),
    corners = word(job, MeshJob.CORNERS),
    slots = word(job, MeshJob.SLOTS),
    placeOf = word(job, MeshJob.PLACE_OF);
  const warp = load<f64>(job, MeshJob.STRETCH_WARP),
    weft = load<f64>(job, MeshJob.STRETCH_WEFT),
    shear = load<f64>(job, MeshJob.SHEAR);
  const count = <i32>word(job, MeshJob.TRIANGLE_COUNT);
  let record = word(job, MeshJob.TRIANGLES);
  for (let k: i32 = 0; k < count; k++, record += ClothTriangle.BYTES) {
    const t = index(order, k);
    putIndex(placeOf, t, k);
    for (let c: i32 = 0; c < 3; c++) {
      const vertex = index(triangles, 3 * t + c);
      putIndex(corners, 3 * k + c, index(rowOf, vertex));
      const edge = index(cornerEdges, 3 * t + previous(c)); // to the next corner
      const side = index(edges, 2 * edge) === vertex ? 2 * edge : 2 * edge + 1;
      putIndex(slots, 6 * k + 2 * c, index(edgeBlocks, side));
      putIndex(slots, 6 * k + 2 * c + 1, index(edgeBlocks, side ^ 1));
    }
    const p = 6 * t;
    const u = number(pattern, p);
    const v = number(pattern, p + 1);
    const u1 = number(pattern, p + 2) - u;
    const v1 = number(pattern, p + 3) - v;
    const u2 = number(pattern, p + 4) - u;
    const v2 = number(pattern, p + 5) - v;
    const twice = u1 * v2 - u2 * v1;
    const area = 0.5 * twice * painted(paint, triangles, t);
    store<f64>(record, v2 / twice, ClothTriangle.B1);
    store<f64>(record, -v1 / twice, ClothTriangle.B2);
    store<f64>(record, -u2 / twice, ClothTriangle.C1);
    store<f64>(record, u1 / twice, ClothTriangle.C2);
    store<f64>(record, area * warp, ClothTriangle.STRETCH_U);
    store<f64>(record, area * weft, ClothTriangle.STRETCH_V);
    store<f64>(record, area * shear, ClothTriangle.SHEAR);
  }
}

/** Returns the mean of a paint over the corners of a triangle. */
// @inline
function painted(paint: usize, triangles: usize, t: i32): f64 {
  if (paint === 0) return 1;
  const a = number(paint, index(triangles, 3 * t));
  const b = number(paint, index(triangles, 3 * t + 1));
  const c = number(paint, index(triangles, 3 * t + 2));
  return (a + b + c) / 3;
}

/** Writes rows and records of the hinges of the system, and adds κ c_i c_j of all pairs to blocks, scalars and the diagonal. */
export function clothHingeRecords(job: usize): void {
  const triangles = word(job, MeshJob.MESH_TRIANGLES),
    pattern = word(job, MeshJob.MESH_PATTERN),
    angles = word(job, MeshJob.MESH_ANGLES),
    paint = word(job, MeshJob.BEND_PAINT),
    clamped = word(job, MeshJob.CLAMPED),
    hinges = word(job, MeshJob.MESH_HINGES),
    hingeTriangles = word(job, MeshJob.HINGE_TRIANGLES),
    couples = word(job, MeshJob.COUPLES),
    rows = word(job, MeshJob.ROWS),
    columns = word(job, MeshJob.COLUMNS),
    placeOf = word(job, MeshJob.PLACE_OF),
    corners = word(job, MeshJob.CORNERS),
    slots = word(job, MeshJob.SLOTS),
    order = word(job, MeshJob.HINGE_ORDER),
    hingeVertices = word(job, MeshJob.HINGE_VERTICES),
    hingeSides = word(job, MeshJob.HINGE_SIDES),
    triangleHinges = word(job, MeshJob.TRIANGLE_HINGES),
    blockBend = word(job, MeshJob.BLOCK_BEND),
    scalarBend = word(job, MeshJob.SCALAR_BEND),
    bends = word(job, MeshJob.BENDS);
  const bendWarp = load<f64>(job, MeshJob.BEND_WARP),
    bendWeft = load<f64>(job, MeshJob.BEND_WEFT);
  const one = f64x2.splat(1);
  const n = <i32>word(job, MeshJob.VERTEX_COUNT);
  const count = <i32>word(job, MeshJob.HINGE_COUNT);
  memory.fill(blockBend, 0, (<usize>index(rows, n)) << 2);
  memory.fill(scalarBend, 0, word(job, MeshJob.COUPLE_COUNT) << 3);
  memory.fill(bends, 0, (<usize>n) << 2);
  const places = 3 * <i32>word(job, MeshJob.TRIANGLE_COUNT);
  for (let c: i32 = 0; c < places; c++) putIndex(triangleHinges, c, count);
  let record = word(job, MeshJob.HINGES);
  for (let h: i32 = 0; h < count; h++, record += ClothHinge.BYTES) {
    const from = index(order, h);
    const s = index(hingeTriangles, 2 * from),
      t = index(hingeTriangles, 2 * from + 1);
    // corners; i → j is anticlockwise in s, clockwise in t
    const sk = cornerOf(triangles, s, index(hinges, 4 * from + 2)),
      tl = cornerOf(triangles, t, index(hinges, 4 * from + 3));
    const si = next(sk),
      sj = previous(sk),
      ti = previous(tl),
      tj = next(tl);
    // in lanes: the edge e from i to j, and the opposite corner a, in both triangles
    const u = both(pattern, 6 * s + 2 * si, 6 * t + 2 * ti),
      v = both(pattern, 6 * s + 2 * si + 1, 6 * t + 2 * ti + 1);
    const eu = f64x2.sub(both(pattern, 6 * s + 2 * sj, 6 * t + 2 * tj), u),
      ev = f64x2.sub(both(pattern, 6 * s + 2 * sj + 1, 6 * t + 2 * tj + 1), v),
      au = f64x2.sub(both(pattern, 6 * s + 2 * sk, 6 * t + 2 * tl), u),
      av = f64x2.sub(both(pattern, 6 * s + 2 * sk + 1, 6 * t + 2 * tl + 1), v);
    const square = f64x2.add(f64x2.mul(eu, eu), f64x2.mul(ev, ev));
    const lengths = f64x2.sqrt(square);
    const heights = f64x2.div(f64x2.abs(f64x2.sub(f64x2.mul(eu, av), f64x2.mul(ev, au))), lengths);
    const along = f64x2.div(f64x2.add(f64x2.mul(eu, au), f64x2.mul(ev, av)), square);
    const flat = f64x2.div(f64x2.mul(heights, heights), square);
    const middle = f64x2.max(
      f64x2.splat(0),
      f64x2.min(one, f64x2.div(f64x2.mul(along, f64x2.sub(one, along)), flat)),
    );
    const alpha = f64x2.min(
      one,
      f64x2.add(f64x2.sub(one, middle), f64x2.mul(f64x2.mul(f64x2.splat(2), middle), flat)),
    );
    const length = f64x2.extract_lane(lengths, 0);
    const height1 = f64x2.extract_lane(heights, 0),
      height2 = f64x2.extract_lane(heights, 1),
      weight1 = f64x2.extract_lane(alpha, 0),
      weight2 = f64x2.extract_lane(alpha, 1);
    const warp = 0.5 * sumOf(f64x2.div(f64x2.mul(ev, ev), square));
    const bend = warp * bendWarp + (1 - warp) * bendWeft;
    // A clamped triangle does not bend: beside it, only the other one does.
    const isClamped1 = index(clamped, s),
      isClamped2 = index(clamped, t);
    const bends1: f64 = isClamped1 === isClamped2 ? 1 : 1 - isClamped1,
      bends2: f64 = isClamped1 === isClamped2 ? 1 : 1 - isClamped2;
    const areas = 0.5 * length * (bends1 * height1 + bends2 * height2);
    const weight = (2 * weight1 * weight2) / (weight1 + weight2);
    const factor = paint === 0 ? 1 : 0.5 * (painted(paint, triangles, s) + painted(paint, triangles, t));
    const stiffness = (factor * bend * weight * length * length) / areas;
    store<f64>(record, stiffness, ClothHinge.STIFFNESS);
    store<f64>(record, number(angles, 3 * s + sk), ClothHinge.REST_ANGLE);
    store<f64>(record, 0, ClothHinge.START_ANGLE);
    store<f64>(record, 0.5 * (height1 + height2), ClothHinge.HEIGHT);
    // θ = Σ c z for small distances z of the vertices from a plane
    const ci = sumOf(f64x2.div(f64x2.sub(along, one), heights)),
      cj = sumOf(f64x2.div(f64x2.neg(along), heights)),
      inverses = f64x2.div(one, heights),
      ck = f64x2.extract_lane(inverses, 0),
      cl = f64x2.extract_lane(inverses, 1);
    const first = 3 * index(placeOf, s),
      second = 3 * index(placeOf, t);
    putIndex(hingeSides, 2 * h, index(placeOf, s));
    putIndex(hingeSides, 2 * h + 1, index(placeOf, t));
    putIndex(triangleHinges, first + sk, h);
    putIndex(triangleHinges, second + tl, h);
    const ri = index(corners, first + si),
      rj = index(corners, first + sj),
      rk = index(corners, first + sk),
      rl = index(corners, second + tl);
    putIndex(hingeVertices, 4 * h, ri);
    putIndex(hingeVertices, 4 * h + 1, rj);
    putIndex(hingeVertices, 4 * h + 2, rk);
    putIndex(hingeVertices, 4 * h + 3, rl);
    const ki = stiffness * ci,
      kj = stiffness * cj,
      kk = stiffness * ck,
      kl = stiffness * cl;
    addBend(bends, ri, ki * ci);
    addBend(bends, rj, kj * cj);
    addBend(bends, rk, kk * ck);
    addBend(bends, rl, kl * cl);
    // blocks from a corner to the next one, and back
    const ijBlock = 2 * (first + si),
      jkBlock = 2 * (first + sj),
      kiBlock = 2 * (first + sk),
      ljBlock = 2 * (second + tl),
      ilBlock = 2 * (second + ti);
    addBend(blockBend, index(slots, ijBlock), ki * cj);
    addBend(blockBend, index(slots, ijBlock + 1), kj * ci);
    addBend(blockBend, index(slots, jkBlock), kj * ck);
    addBend(blockBend, index(slots, jkBlock + 1), kk * cj);
    addBend(blockBend, index(slots, kiBlock), kk * ci);
    addBend(blockBend, index(slots, kiBlock + 1), ki * ck);
    addBend(blockBend, index(slots, ljBlock), kl * cj);
    addBend(blockBend, index(slots, ljBlock + 1), kj * cl);
    addBend(blockBend, index(slots, ilBlock), ki * cl);
    addBend(blockBend, index(slots, ilBlock + 1), kl * ci);
    if (rk === rl) continue;
    const scalar = index(couples, 2 * from);
    if (scalar >= 0) {
      addBend(scalarBend, scalar, kk * cl);
      addBend(scalarBend, index(couples, 2 * from + 1), kl * ck);
    } else {
      addBend(blockBend, blockAt(rows, columns, rk, rl), kk * cl);
      addBend(blockBend, blockAt(rows, columns, rl, rk), kl * ck);
    }
  }
}

// @inline
function addBend(at: usize, k: i32, bend: f64): void {
  const to = at + ((<usize>k) << 2);
  store<f32>(to, <f32>(<f64>load<f32>(to) + bend));
}

/** Loads two elements of the f64 at `at` into two lanes. */
// @inline
function both(at: usize, a: i32, b: i32): v128 {
  return f64x2.replace_lane(f64x2.splat(number(at, a)), 1, number(at, b));
}

// @inline
function sumOf(lanes: v128): f64 {
  return f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
}
