/**
 * Volume of a closed mesh: V = ⅙ Σ a · (b × c) over its triangles (divergence theorem), m³; negative for a mesh that is
 * inside out. Corners are measured from the first vertex, so that a mesh far from the origin loses no digits.
 */
export function meshVolume(positions: ArrayLike<number>, triangles: ArrayLike<number>): number {
  const [ox, oy, oz] = [positions[0], positions[1], positions[2]];
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const bx = positions[b] - ox;
    const by = positions[b + 1] - oy;
    const bz = positions[b + 2] - oz;
    const cx = positions[c] - ox;
    const cy = positions[c + 1] - oy;
    const cz = positions[c + 2] - oz;
    sum +=
      (positions[a] - ox) * (by * cz - bz * cy) +
      (positions[a + 1] - oy) * (bz * cx - bx * cz) +
      (positions[a + 2] - oz) * (bx * cy - by * cx);
  }
  return sum / 6;
}
