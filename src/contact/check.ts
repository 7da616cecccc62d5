/** Checks of arguments of the contact code: every message begins with the field at fault. */
import { finite } from '../math/check.ts';
import type { Vector } from '../math/vec3.ts';

export { finite, positive, within } from '../math/check.ts';

/** Length (m) below which a vector has no direction: its square is below the least normal number, 2⁻¹⁰²². */
export const LEAST_LENGTH = Math.sqrt(2.2250738585072014e-308);

export function vector(field: string, value: readonly number[]): Vector {
  if (!Array.isArray(value) || value.length !== 3) {
    throw new RangeError(`${field}: must be three numbers, got ${JSON.stringify(value) ?? value}`);
  }
  for (let axis = 0; axis < 3; axis++) finite(`${field}[${axis}]`, value[axis]);
  return value as unknown as Vector;
}

/** Returns the vertices as a flat array of x, y, z. */
export function vertexArray(field: string, vertices: readonly (readonly number[])[]): Float64Array {
  if (!Array.isArray(vertices) || vertices.length === 0) {
    throw new RangeError(`${field}: must have at least one vertex`);
  }
  const flat = new Float64Array(3 * vertices.length);
  for (let i = 0; i < vertices.length; i++) flat.set(vector(`${field}[${i}]`, vertices[i]), 3 * i);
  return flat;
}

/** Requires a whole number below `count`. */
export function vertexIndex(field: string, index: number, count: number): number {
  if (!Number.isInteger(index) || index < 0 || index >= count) {
    throw new RangeError(
      `${field}: vertex index must be a whole number from 0 to ${count - 1}, got ${index}`,
    );
  }
  return index;
}
