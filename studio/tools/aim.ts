/** From a place on the screen to places in the scene. */
import { vec3 } from 'pliant/engine';
import type { Bench } from '../bench.ts';

export type Vector = [number, number, number];

export interface Screen {
  /** CSS pixels of the page. */
  readonly x: number;
  readonly y: number;
}

/** What a tool is pointed at. */
export interface Aim extends Screen {
  /** m; on the body under the pointer, or as deep in the scene as its middle. */
  readonly point: Vector;
  /** Away from the eye, of length 1. */
  readonly direction: Vector;
  /** m from the eye to the point. */
  readonly distance: number;
  /** m that a pixel covers there. */
  readonly perPixel: number;
  /** Whether there is a body under the pointer, and whether there is anything. */
  readonly isOnBody: boolean;
  readonly isOnAnything: boolean;
}

/** Pixels over which a scale is taken. */
const STRIDE = 40;
/** Radii of the scene that a blade reaches before and behind its middle. */
const BLADE_REACH = 1.3;

/** The extent of the scene: its middle, and half its diagonal, m. */
export function extent({ view }: Bench): { middle: Vector; radius: number } {
  const box = view.value?.reach;
  if (!box || box.isEmpty()) return { middle: [0, 0, 0], radius: 1 };
  const { min, max } = box;
  return {
    middle: [(min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2],
    radius: Math.max(1e-6, min.distanceTo(max) / 2),
  };
}

export function aimAt(bench: Bench, { x, y }: Screen): Aim | undefined {
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

/** The place under the pointer that is as deep in the view as another aim's point. */
export function besideAim(bench: Bench, { point, direction }: Aim, screen: Screen): Vector {
  const ray = rayAt(bench, screen);
  const facing = vec3.dot(ray.direction, direction);
  const deep = vec3.dot(
    [point[0] - ray.origin[0], point[1] - ray.origin[1], point[2] - ray.origin[2]],
    direction,
  );
  return at(ray.origin, ray.direction, deep / Math.max(0.05, facing));
}

/** The triangles that a stroke sweeps from the eye through the scene, nine numbers each. */
export function bladeOf(bench: Bench, stroke: readonly Screen[]): number[] {
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

function rayAt({ stage }: Bench, { x, y }: Screen): { origin: Vector; direction: Vector } {
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
