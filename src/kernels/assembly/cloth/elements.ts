/**
 * The constants of the triangles and hinges of a cloth and their places in its matrix; src/models/adaptive-cloth/energy.ts states
 * the energies and has the symbols.
 */
import * as ClothHinge from '../../../layouts/generated/cloth-hinge';
import * as ClothTriangle from '../../../layouts/generated/cloth-triangle';
import * as HingeSide from '../../../layouts/generated/hinge-side';
import * as MeshJob from '../../../layouts/generated/mesh-job';
import { index, number, putIndex } from '../memory';
import { word } from './solve';
import { blockAt, cornerOf } from './structure';

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
    slots = word(job, MeshJob.SLOTS);
  const warp = load<f64>(job, MeshJob.STRETCH_WARP),
    weft = load<f64>(job, MeshJob.STRETCH_WEFT),
    shear = load<f64>(job, MeshJob.SHEAR);
  const count = <i32>word(job, MeshJob.TRIANGLE_COUNT);
  let record = word(job, MeshJob.TRIANGLES);
  for (let k: i32 = 0; k < count; k++, record += ClothTriangle.BYTES) {
    const t = index(order, k);
    for (let c: i32 = 0; c < 3; c++) {
      const vertex = index(triangles, 3 * t + c);
      putIndex(corners, 3 * k + c, index(rowOf, vertex));
      const edge = index(cornerEdges, 3 * t + ((c + 2) % 3)); // to the next corner
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
    cornerEdges = word(job, MeshJob.CORNER_EDGES),
    hinges = word(job, MeshJob.MESH_HINGES),
    hingeTriangles = word(job, MeshJob.HINGE_TRIANGLES),
    couples = word(job, MeshJob.COUPLES),
    rowOf = word(job, MeshJob.ROW_OF),
    rows = word(job, MeshJob.ROWS),
    columns = word(job, MeshJob.COLUMNS),
    order = word(job, MeshJob.HINGE_ORDER),
    hingeVertices = word(job, MeshJob.HINGE_VERTICES),
    blockBend = word(job, MeshJob.BLOCK_BEND),
    scalarBend = word(job, MeshJob.SCALAR_BEND),
    bends = word(job, MeshJob.BENDS),
    one = word(job, MeshJob.SIDES),
    two = one + HingeSide.BYTES;
  const bendWarp = load<f64>(job, MeshJob.BEND_WARP),
    bendWeft = load<f64>(job, MeshJob.BEND_WEFT);
  const n = <i32>word(job, MeshJob.VERTEX_COUNT);
  const count = <i32>word(job, MeshJob.HINGE_COUNT);
  memory.fill(blockBend, 0, (<usize>index(rows, n)) << 2);
  memory.fill(scalarBend, 0, word(job, MeshJob.COUPLE_COUNT) << 3);
  memory.fill(bends, 0, (<usize>n) << 2);
  let record = word(job, MeshJob.HINGES);
  for (let h: i32 = 0; h < count; h++, record += ClothHinge.BYTES) {
    const from = index(order, h);
    const i = index(hinges, 4 * from),
      j = index(hinges, 4 * from + 1),
      k = index(hinges, 4 * from + 2),
      l = index(hinges, 4 * from + 3);
    const s = index(hingeTriangles, 2 * from),
      t = index(hingeTriangles, 2 * from + 1);
    const sk = cornerOf(triangles, s, k),
      tl = cornerOf(triangles, t, l);
    // i → j is anticlockwise in s, clockwise in t
    const si = 3 * s + ((sk + 1) % 3),
      sj = 3 * s + ((sk + 2) % 3),
      ti = 3 * t + ((tl + 2) % 3),
      tj = 3 * t + ((tl + 1) % 3);
    hingeSide(pattern, si, sj, 3 * s + sk, one);
    hingeSide(pattern, ti, tj, 3 * t + tl, two);
    const length = load<f64>(one, HingeSide.LENGTH);
    const height1 = load<f64>(one, HingeSide.HEIGHT),
      height2 = load<f64>(two, HingeSide.HEIGHT),
      along1 = load<f64>(one, HingeSide.ALONG),
      along2 = load<f64>(two, HingeSide.ALONG),
      weight1 = load<f64>(one, HingeSide.WEIGHT),
      weight2 = load<f64>(two, HingeSide.WEIGHT);
    const warp = 0.5 * (load<f64>(one, HingeSide.WARP) + load<f64>(two, HingeSide.WARP));
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
    const ci = -(1 - along1) / height1 - (1 - along2) / height2,
      cj = -along1 / height1 - along2 / height2,
      ck = 1 / height1,
      cl = 1 / height2;
    const ri = index(rowOf, i),
      rj = index(rowOf, j),
      rk = index(rowOf, k),
      rl = index(rowOf, l);
    putIndex(hingeVertices, 4 * h, ri);
    putIndex(hingeVertices, 4 * h + 1, rj);
    putIndex(hingeVertices, 4 * h + 2, rk);
    putIndex(hingeVertices, 4 * h + 3, rl);
    addBend(bends, ri, stiffness * ci * ci);
    addBend(bends, rj, stiffness * cj * cj);
    addBend(bends, rk, stiffness * ck * ck);
    addBend(bends, rl, stiffness * cl * cl);
    couple(job, index(cornerEdges, 3 * s + sk), i, stiffness * ci * cj, stiffness * cj * ci);
    couple(job, index(cornerEdges, sj), i, stiffness * ci * ck, stiffness * ck * ci);
    couple(job, index(cornerEdges, si), j, stiffness * cj * ck, stiffness * ck * cj);
    couple(job, index(cornerEdges, tj), i, stiffness * ci * cl, stiffness * cl * ci);
    couple(job, index(cornerEdges, ti), j, stiffness * cj * cl, stiffness * cl * cj);
    if (rk === rl) continue;
    const scalar = index(couples, 2 * from);
    if (scalar >= 0) {
      addBend(scalarBend, scalar, stiffness * ck * cl);
      addBend(scalarBend, index(couples, 2 * from + 1), stiffness * cl * ck);
    } else {
      addBend(blockBend, blockAt(rows, columns, rk, rl), stiffness * ck * cl);
      addBend(blockBend, blockAt(rows, columns, rl, rk), stiffness * cl * ck);
    }
  }
}

// @inline
function addBend(at: usize, k: i32, bend: f64): void {
  const to = at + ((<usize>k) << 2);
  store<f32>(to, <f32>(<f64>load<f32>(to) + bend));
}

/** Adds bending to both blocks of an edge, first to that in the row of a vertex. */
// @inline
function couple(job: usize, edge: i32, vertex: i32, bend: f64, back: f64): void {
  const blockBend = word(job, MeshJob.BLOCK_BEND);
  const edgeBlocks = word(job, MeshJob.EDGE_BLOCKS);
  const side = index(word(job, MeshJob.EDGES), 2 * edge) === vertex ? 2 * edge : 2 * edge + 1;
  addBend(blockBend, index(edgeBlocks, side), bend);
  addBend(blockBend, index(edgeBlocks, side ^ 1), back);
}

/** Writes the measures of an edge in one of its triangles, whose corners are given by their entries: both ends and the apex. */
// @inline
function hingeSide(pattern: usize, from: i32, to: i32, apex: i32, out: usize): void {
  const u = number(pattern, 2 * from),
    v = number(pattern, 2 * from + 1);
  const eu = number(pattern, 2 * to) - u,
    ev = number(pattern, 2 * to + 1) - v,
    au = number(pattern, 2 * apex) - u,
    av = number(pattern, 2 * apex + 1) - v;
  const square = eu * eu + ev * ev;
  const length = sqrt<f64>(square);
  const height = abs<f64>(eu * av - ev * au) / length;
  const along = (eu * au + ev * av) / square;
  const flat = (height * height) / square;
  const middle = max<f64>(0, min<f64>(1, (along * (1 - along)) / flat));
  store<f64>(out, length, HingeSide.LENGTH);
  store<f64>(out, height, HingeSide.HEIGHT);
  store<f64>(out, along, HingeSide.ALONG);
  store<f64>(out, (ev * ev) / square, HingeSide.WARP);
  store<f64>(out, min<f64>(1, 1 - middle + 2 * middle * flat), HingeSide.WEIGHT);
}
