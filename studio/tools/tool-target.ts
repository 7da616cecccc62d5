/** Converts positions on the screen to positions in the scene. */
import { vec3 } from 'pliant/engine';
import type { WorkbenchContext } from '../workbench-context.ts';

export type Vector = [number, number, number];

export interface Screen {
  /** Position in the page, CSS pixels. */
  readonly x: number;
  readonly y: number;
}

/** The target of a tool. */
export interface ToolTarget extends Screen {
  /** Position on the body under the pointer, or at the depth of the scene's middle, m. */
  readonly point: Vector;
  /** Unit vector away from the camera. */
  readonly direction: Vector;
  /** Distance from the camera to the point, m. */
  readonly distance: number;
  /** Size of a pixel there, m. */
  readonly perPixel: number;
  /** Whether a body is under the pointer, and whether anything is. */
  readonly isOnBody: boolean;
  readonly isOnAnything: boolean;
}

/** Distance over which the size of a pixel is measured, CSS pixels. */
const STRIDE = 40;
/** Reach of a blade before and behind the scene's middle, in radii of the scene. */
const BLADE_REACH = 1.3;

/** Extent of the scene: its middle, and half its diagonal, m. */
export function extent({ view }: WorkbenchContext): { middle: Vector; radius: number } {
  const box = view.value?.reach;
  if (!box || box.isEmpty()) return { middle: [0, 0, 0], radius: 1 };
  const { min, max } = box;
  return {
    middle: [(min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2],
    radius: Math.max(1e-6, min.distanceTo(max) / 2),
  };
}

export function targetAt(bench: WorkbenchContext, { x, y }: Screen): ToolTarget | undefined {
  const { stage, view } = bench;
  if (!stage || !view.value) return undefined;
  const { origin, direction } = rayAt(bench, { x, y });
  const hit = view.value.pick(x, y);
  const { middle } = extent(bench);
  const distance = hit ? along(origin, direction, hit.point) : Math.max(0, along(origin, direction, middle));
  const point = hit ? ([...hit.point] as Vector) : at(origin, direction, distance);
  const beside = rayAt(bench, { x: x + STRIDE, y });
  const [a, b] = [at(origin, direction, distance), at(beside.origin, beside.direction, distance)];
  const perPixel = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) / STRIDE;
  const isOnBody = hit !== undefined && hit.body >= 0;
  return { x, y, point, direction, distance, perPixel, isOnBody, isOnAnything: hit !== undefined };
}

/** Returns the position under the pointer at the depth of another target. */
export function targetBeside(
  bench: WorkbenchContext,
  { point, direction }: ToolTarget,
  screen: Screen,
): Vector {
  const ray = rayAt(bench, screen);
  const facing = vec3.dot(ray.direction, direction);
  const deep = vec3.dot(
    [point[0] - ray.origin[0], point[1] - ray.origin[1], point[2] - ray.origin[2]],
    direction,
  );
  return at(ray.origin, ray.direction, deep / Math.max(0.05, facing));
}

/** Returns the triangles that a stroke sweeps from the camera through the scene, nine numbers each. */
export function bladeOf(bench: WorkbenchContext, stroke: readonly Screen[]): number[] {
  const { middle, radius } = extent(bench);
  const ends = stroke.map((screen) => {
    const { origin, direction } = rayAt(bench, screen);
    const deep = along(origin, direction, middle);
    const near = at(origin, direction, Math.max(0, deep - BLADE_REACH * radius));
    return { near, far: at(origin, direction, deep + BLADE_REACH * radius) };
  });
  const blade: number[] = [];
  for (let k = 1; k < ends.length; k++) {
    const [a, b] = [ends[k - 1], ends[k]];
    blade.push(...a.near, ...b.near, ...b.far, ...a.near, ...b.far, ...a.far);
  }
  return blade;
}

function rayAt({ stage }: WorkbenchContext, { x, y }: Screen): { origin: Vector; direction: Vector } {
  const { origin, direction } = stage!.rayAt(x, y).ray;
  return { origin: [origin.x, origin.y, origin.z], direction: [direction.x, direction.y, direction.z] };
}

function along(origin: Vector, direction: Vector, to: readonly [number, number, number]): number {
  return vec3.dot(vec3.subtract(to, origin), direction);
}

function at(origin: Vector, direction: Vector, distance: number): Vector {
  return [
    origin[0] + distance * direction[0],
    origin[1] + distance * direction[1],
    origin[2] + distance * direction[2],
  ];
}
