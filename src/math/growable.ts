/** Growing typed arrays. */

type Numbers = Float64Array | Float32Array | Int32Array | Int8Array | Uint8Array;

/** Returns a copy of `array` with `length` elements; the new ones are 0. Default: twice as many, so that growing is rare. */
export function grown<A extends Numbers>(array: A, length = 2 * array.length): A {
  const larger = new (array.constructor as new (length: number) => A)(length);
  larger.set(array);
  return larger;
}
