/**
 * The box around the bulk of a body of matter: a crumb or droplet that flew far away does not make everything else small.
 * It leaves out at most 2 % of the particles, and of these only those more than twice as far from the middle as all others.
 */
import { Box3, Vector3 } from 'three';

const KEPT = 0.98;
const FAR = 2;
/** Particles that the middle is estimated from. */
const SAMPLED = 999;

/** `positions`: x, y, z of each particle. */
export function bulkBox(positions: ArrayLike<number>): Box3 {
  const count = Math.floor(positions.length / 3);
  const most = count - Math.ceil(KEPT * count);
  if (most === 0) return new Box3().setFromArray(positions);
  const middle = [0, 1, 2].map((axis) => median(positions, count, axis));
  const squares = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [0, 1, 2].map((axis) => positions[3 * i + axis] - middle[axis]);
    squares[i] = x * x + y * y + z * z;
  }
  const limit = FAR * FAR * squares.slice().sort()[count - 1 - most];
  const box = new Box3();
  const at = new Vector3();
  for (let i = 0; i < count; i++) {
    if (squares[i] <= limit)
      box.expandByPoint(at.set(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]));
  }
  return box;
}

function median(positions: ArrayLike<number>, count: number, axis: number): number {
  const step = Math.ceil(count / SAMPLED);
  const values = new Float64Array(Math.ceil(count / step));
  for (let k = 0; k < values.length; k++) values[k] = positions[3 * k * step + axis];
  return values.sort()[values.length >> 1];
}
