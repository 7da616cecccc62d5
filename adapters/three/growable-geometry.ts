/** Geometries whose arrays are written in place and, if they are too small, replaced by larger ones with spare room. */
import { BufferAttribute, type BufferGeometry, DynamicDrawUsage } from 'three';

const WIDTHS = { index: 1, uv: 2, position: 3, normal: 3, color: 3 } as const;
type Name = keyof typeof WIDTHS;

/** Size of a replaced array over the size needed, so that it lasts for some refinements. */
const SPARE = 1.5;

/** Returns the attribute of that name with room for `numbers` numbers, which it marks as changed. */
export function writable(geometry: BufferGeometry, name: Name, numbers: number): BufferAttribute {
  const attribute = roomFor(geometry, name, numbers);
  attribute.needsUpdate = true;
  return attribute;
}

export function putNumbers(
  geometry: BufferGeometry,
  name: Exclude<Name, 'index'>,
  numbers: Float32Array,
): void {
  writable(geometry, name, numbers.length).array.set(numbers);
}

/**
 * Writes the positions that are shown. Spare room repeats the first of them, so that it does not enlarge boxes and spheres
 * around the geometry, which rays ask for: these are computed again on demand.
 */
export function putPositions(geometry: BufferGeometry, positions: Float32Array): void {
  const array = writable(geometry, 'position', positions.length).array as Float32Array;
  array.set(positions);
  for (let i = positions.length; i < array.length; i++) array[i] = positions[i % 3] ?? 0;
  geometry.boundingBox = null;
  geometry.boundingSphere = null;
}

/** Writes the vertices of the triangles that are drawn. Returns whether they are others than before. */
export function putIndex(geometry: BufferGeometry, corners: Uint32Array): boolean {
  const before = geometry.index?.array;
  if (before && geometry.drawRange.count === corners.length && corners.every((c, k) => before[k] === c))
    return false;
  writable(geometry, 'index', corners.length).array.set(corners);
  geometry.setDrawRange(0, corners.length);
  return true;
}

function roomFor(geometry: BufferGeometry, name: Name, numbers: number): BufferAttribute {
  const known = name === 'index' ? geometry.index : geometry.getAttribute(name);
  if (known && known.array.length >= numbers) return known as BufferAttribute;
  // A buffer on the graphics card keeps its size: disposing of the geometry makes room for another.
  if (known) geometry.dispose();
  const width = WIDTHS[name];
  const room = width * Math.ceil((known ? SPARE : 1) * (numbers / width));
  const array = name === 'index' ? new Uint32Array(room) : new Float32Array(room);
  const attribute = new BufferAttribute(array, width).setUsage(DynamicDrawUsage);
  if (name === 'index') geometry.setIndex(attribute);
  else geometry.setAttribute(name, attribute);
  return attribute;
}
