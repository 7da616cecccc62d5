/** Lists of places: x, y, z of one point after the other, m. */
import { finite } from '../math/check.ts';

/** Requires three finite numbers per point. */
export function checkPlaces(field: string, places: ArrayLike<number>): void {
  if (places.length % 3 !== 0)
    throw new RangeError(`${field}: must be x, y, z each, got ${places.length} numbers`);
  for (let i = 0; i < places.length; i++) finite(`${field}[${Math.floor(i / 3)}]`, places[i]);
}

/** Copies the numbers of some points, `width` each. */
export function picked(numbers: ArrayLike<number>, members: Int32Array, width = 3): Float64Array {
  const list = new Float64Array(width * members.length);
  for (let m = 0; m < members.length; m++) {
    for (let c = 0; c < width; c++) list[width * m + c] = numbers[width * members[m] + c];
  }
  return list;
}
