/**
 * Merging of vertices that coincide, by a hash of grid cells. Returns for each vertex (x, y, z in turn) the first kept vertex
 * within the tolerance; a vertex without one is kept and maps to itself.
 */
export function coincident(positions: ArrayLike<number>, tolerance: number): Int32Array {
  const count = Math.floor(positions.length / 3);
  let extent = 0;
  for (let i = 0; i < 3 * count; i++) extent = Math.max(extent, Math.abs(positions[i]));
  // Cells are no smaller than the tolerance, and few enough along the mesh for exact integers.
  const size = Math.max(tolerance, extent / (1 << 20)) || 1;
  const reach = tolerance > 0 ? 1 : 0;
  let buckets = 16;
  while (buckets < 2 * count) buckets *= 2;
  const first = new Int32Array(buckets).fill(-1);
  const next = new Int32Array(count);
  const keptAs = new Int32Array(count);
  const bucketOf = (i: number, j: number, k: number) =>
    (Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca77) ^ Math.imul(k, 0xc2b2ae3d)) & (buckets - 1);
  const isNear = (v: number, w: number) => {
    const [x, y, z] = [0, 1, 2].map((axis) => positions[3 * v + axis] - positions[3 * w + axis]);
    return x * x + y * y + z * z <= tolerance * tolerance;
  };
  for (let v = 0; v < count; v++) {
    const [i, j, k] = [0, 1, 2].map((axis) => Math.floor(positions[3 * v + axis] / size));
    let found = v;
    for (let a = i - reach; a <= i + reach; a++) {
      for (let b = j - reach; b <= j + reach; b++) {
        for (let c = k - reach; c <= k + reach; c++) {
          for (let w = first[bucketOf(a, b, c)]; w >= 0; w = next[w]) {
            if (w < found && isNear(v, w)) found = w;
          }
        }
      }
    }
    keptAs[v] = found;
    if (found !== v) continue;
    const bucket = bucketOf(i, j, k);
    next[v] = first[bucket];
    first[bucket] = v;
  }
  return keptAs;
}
