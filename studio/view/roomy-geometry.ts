/** Geometries whose numbers change from frame to frame: their arrays have room for more than is drawn. */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage } from 'three';

const SIZES = { position: 3, normal: 3, uv: 2, color: 3 } as const;
type Name = keyof typeof SIZES;

/** Room for so many points and corners; colours get theirs when they are first put. */
export function roomyGeometry(points: number, corners: number): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const name of ['position', 'normal', 'uv'] as const)
    geometry.setAttribute(name, dynamic(points, name));
  const index = new BufferAttribute(new Uint32Array(corners), 1);
  geometry.setIndex(index.setUsage(DynamicDrawUsage));
  return geometry;
}

export function attributeOf(geometry: BufferGeometry, name: Name): Float32Array {
  return (geometry.getAttribute(name)?.array ?? new Float32Array()) as Float32Array;
}

export function putNumbers(geometry: BufferGeometry, name: Name, numbers: Float32Array): void {
  if (!geometry.getAttribute(name))
    geometry.setAttribute(name, dynamic(geometry.getAttribute('position').count, name));
  const attribute = geometry.getAttribute(name) as BufferAttribute;
  attribute.array.set(numbers);
  attribute.needsUpdate = true;
}

/** The corners that are drawn. Answers whether they are others than before. */
export function putIndex(geometry: BufferGeometry, corners: Uint32Array | Int32Array): boolean {
  const { array } = geometry.index!;
  if (geometry.drawRange.count === corners.length && corners.every((corner, k) => array[k] === corner))
    return false;
  array.set(corners);
  geometry.index!.needsUpdate = true;
  geometry.setDrawRange(0, corners.length);
  return true;
}

function dynamic(points: number, name: Name): BufferAttribute {
  const attribute = new BufferAttribute(new Float32Array(SIZES[name] * points), SIZES[name]);
  return attribute.setUsage(DynamicDrawUsage);
}
