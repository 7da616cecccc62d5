/**
 * The room of the Aurora experiments and its obstacles, from the thesis's centimetres: x −6.5…6.5, floor at y = −2.81, back
 * wall at z = −2.99, open to z = 3.33. The thesis shows its objects in pictures only; ours have their shapes and, relative
 * to the sheet of 2.5 cm, about their sizes.
 */
import type { ColliderSpec, Vector } from 'pliant/engine';
import type { Room, View } from '../picture/figure.ts';

export const CENTIMETRE = 0.01;
export const FLOOR = -2.81 * CENTIMETRE;
export const ROOM: Room = {
  min: cm(-6.5, -2.81, -2.99),
  max: cm(6.5, 3, 3.33),
  square: 0.65 * CENTIMETRE,
};

export function cm(x: number, y: number, z: number): Vector {
  return [x * CENTIMETRE, y * CENTIMETRE, z * CENTIMETRE];
}

/** View of a point at a height above the floor (cm) from the front and above. */
export function lookAt(x: number, above: number, distance: number, azimuth = 24, elevation = 20): View {
  return { target: cm(x, above - 2.81, 0), distance: distance * CENTIMETRE, azimuth, elevation };
}

/** Friction and restitution of a surface. */
export interface Surface {
  readonly friction: number;
  readonly restitution: number;
}

/** Values of Table 5.1. */
export const USUAL: Surface = { friction: 0.3, restitution: 0.1 };

export function floor(surface: Surface = USUAL): ColliderSpec {
  return { name: 'floor', shape: { kind: 'plane' }, position: [0, FLOOR, 0], ...surface };
}

/** A prism along z: a convex outline in x and height above the floor (cm), anticlockwise seen from +z. */
export function prism(
  name: string,
  outline: readonly (readonly [x: number, height: number])[],
  [back, front]: readonly [number, number],
  surface: Surface = USUAL,
): ColliderSpec {
  const count = outline.length;
  const vertices = [front, back].flatMap((z) =>
    outline.map(([x, height]) => [x * CENTIMETRE, FLOOR + height * CENTIMETRE, z * CENTIMETRE]),
  );
  const faces = [
    outline.map((_, i) => i),
    outline.map((_, i) => 2 * count - 1 - i),
    ...outline.map((_, i) => [i, i + count, ((i + 1) % count) + count, (i + 1) % count]),
  ];
  return { name, shape: { kind: 'convex', vertices, faces }, ...surface };
}

/** The triangular wedge: a roof with its ridge along z. */
export function wedge(surface: Surface = USUAL, x = 0): ColliderSpec {
  return prism(
    'wedge',
    [
      [x - 1.6, 0],
      [x + 1.6, 0],
      [x, 1.8],
    ],
    [-1.7, 1.7],
    surface,
  );
}

export function cube(surface: Surface = USUAL): ColliderSpec {
  return { name: 'cube', shape: { kind: 'box', size: cm(1.5, 1.5, 1.5) }, position: above(0.75), ...surface };
}

/** Two walls whose gap is narrower than the sheet. */
export function twoWalls(surface: Surface = USUAL): ColliderSpec[] {
  return [-1, 1].map((side) => ({
    name: side < 0 ? 'left wall' : 'right wall',
    shape: { kind: 'box', size: cm(0.4, 1.6, 3) },
    position: above(0.8, side * 0.9),
    ...surface,
  }));
}

/** A ball whose lower half is below the floor. */
export function hemisphere(surface: Surface = USUAL, x = 0): ColliderSpec {
  return {
    name: 'hemisphere',
    shape: { kind: 'sphere', radius: 1.5 * CENTIMETRE },
    position: above(0, x),
    ...surface,
  };
}

/** A cylinder along z whose lower half is below the floor. */
export function halfCylinder(surface: Surface = USUAL): ColliderSpec {
  return {
    name: 'half cylinder',
    shape: { kind: 'cylinder', radius: 1.2 * CENTIMETRE, height: 3.4 * CENTIMETRE },
    position: above(0),
    rotation: { axis: [1, 0, 0], angle: 90 },
    ...surface,
  };
}

export function uprightCylinder(surface: Surface = USUAL): ColliderSpec {
  return {
    name: 'upright cylinder',
    shape: { kind: 'cylinder', radius: 0.8 * CENTIMETRE, height: 1.6 * CENTIMETRE },
    position: above(0.8),
    ...surface,
  };
}

/** A ramp of 45° that falls towards +x. */
export function slope(surface: Surface = USUAL): ColliderSpec {
  const outline = [
    [-3, 0],
    [-0.4, 0],
    [-3, 2.6],
  ] as const;
  return prism('slope', outline, [-1.9, 1.9], surface);
}

/**
 * The two polyhedra of the timing experiments (§5.3.5), both with a face that slopes towards +x: the sheet meets the
 * first, then the second, slides down that and onto the floor.
 */
export function twoPolyhedra(surface: Surface = USUAL): [first: ColliderSpec, second: ColliderSpec] {
  const first = [
    [-2.4, 0],
    [-1, 0],
    [-1, 2.25],
    [-2.4, 3.5],
  ] as const;
  const second = [
    [-1, 0],
    [1.3, 0],
    [-1, 2.1],
  ] as const;
  return [prism('first', first, [-1.6, 1.4], surface), prism('second', second, [-1.6, 1.4], surface)];
}

/** Position at a height above the floor in cm. */
function above(height: number, x = 0): Vector {
  return [x * CENTIMETRE, FLOOR + height * CENTIMETRE, 0];
}
