/**
 * A coffee cup of flat faces: a wall of n upright boxes, a bottom, and a handle of square section from three bars. Boxes are
 * as wide as the outer side of their polygon, so that they meet at its corners and overlap inside: the whole cup is solid,
 * and inside and outside are well defined. Lengths in m; the cup stands on y = 0 about the y axis, its handle towards +x.
 */
import type { ColliderSpec, Vector } from 'pliant/engine';

export interface CupOptions {
  /** Distance from the axis to the centre of an outer face. */
  readonly radius: number;
  readonly height: number;
  /** Thickness of wall and bottom. */
  readonly wall: number;
  /** Number of faces of the wall; even, so that one faces the handle. */
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

/** The bottom ends within the wall. */
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

/**
 * Heights of the bars and reach of the bow, over the cup's height and radius; side of the section over its height.
 */
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
