/**
 * A coffee cup of flat faces: a wall of n upright boxes, a bottom, and a handle of square section from three bars. Boxes
 * are as wide as the outer side of the polygon they make, so that they meet at its corners and overlap within: all of
 * the cup is solid, and a sheet knows inside from outside. Lengths in m; the cup stands on y = 0 about the y axis, its
 * handle towards +x.
 */
import type { ColliderSpec, Vector } from 'pliant/engine';

export interface CupOptions {
  /** From the axis to the middle of an outer face. */
  readonly radius: number;
  readonly height: number;
  /** Of wall and bottom. */
  readonly wall: number;
  /** Faces of the wall; an even number, so that one faces the handle. */
  readonly sides: number;
  readonly friction: number;
}

export function coffeeCup(options: CupOptions): ColliderSpec[] {
  return [...walls(options), bottom(options), ...handle(options)];
}

function walls({ radius, height, wall, sides, friction }: CupOptions): ColliderSpec[] {
  const width = 2 * radius * Math.tan(Math.PI / sides);
  return Array.from({ length: sides }, (_, k) => {
    const angle = (2 * Math.PI * k) / sides;
    const middle = radius - wall / 2;
    return {
      name: `wall ${k + 1}`,
      shape: { kind: 'box', size: [wall, height, width] },
      position: [middle * Math.cos(angle), height / 2, -middle * Math.sin(angle)],
      rotation: { axis: [0, 1, 0], angle: (360 * k) / sides },
      friction,
    };
  });
}

/** Its edge is within the wall. */
function bottom({ radius, wall, sides, friction }: CupOptions): ColliderSpec {
  const ring = (y: number) =>
    Array.from({ length: sides }, (_, k): Vector => {
      const angle = (2 * Math.PI * (k + 0.5)) / sides;
      const corner = (radius - wall / 2) / Math.cos(Math.PI / sides);
      return [corner * Math.cos(angle), y, -corner * Math.sin(angle)];
    });
  return {
    name: 'bottom',
    shape: {
      kind: 'convex',
      vertices: [...ring(0), ...ring(wall)],
      faces: [
        Array.from({ length: sides }, (_, k) => sides - 1 - k),
        Array.from({ length: sides }, (_, k) => sides + k),
        ...Array.from({ length: sides }, (_, k) => {
          const next = (k + 1) % sides;
          return [k, next, sides + next, sides + k];
        }),
      ],
    },
    friction,
  };
}

/** Heights of the bars' middles and reach of the bow, over the cup's height and radius; side of the section over its height. */
const HANDLE = { top: 0.8, low: 0.28, reach: 0.62, section: 0.11 };

function handle({ radius, height, wall, friction }: CupOptions): ColliderSpec[] {
  const thick = HANDLE.section * height;
  const [top, low] = [HANDLE.top * height, HANDLE.low * height];
  const [from, to] = [radius - wall / 2, radius + HANDLE.reach * radius];
  const bar = (name: string, size: Vector, position: Vector): ColliderSpec => ({
    name: `handle ${name}`,
    shape: { kind: 'box', size },
    position,
    friction,
  });
  const across: Vector = [to - from, thick, thick];
  return [
    bar('top', across, [(from + to) / 2, top, 0]),
    bar('bow', [thick, top - low + thick, thick], [to - thick / 2, (top + low) / 2, 0]),
    bar('foot', across, [(from + to) / 2, low, 0]),
  ];
}
