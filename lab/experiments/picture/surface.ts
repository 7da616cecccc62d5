/** Triangles to draw: corners with normals and colours, from sheets, colliders, springs and masses. */
import { type ColliderSpec, cornerNormals, type Vector, vec3 } from 'pliant/engine';
import type { Camera } from './camera.ts';
import type { Colour, ColourScale, SheetPicture } from './figure.ts';
import { colourOf, linear, SHEET, SOLID, UNDERSIDE } from './palette.ts';

/** Numbers per corner: position, normal, linear reflected light (red, green, blue). */
export const CORNER = 9;

/** Pattern that replaces the corners' colours. */
export type Finish = 'plain' | 'floor' | 'wall' | 'ink';

export interface Surface {
  /** Corners, 3 per triangle, `CORNER` numbers each. */
  readonly corners: Float32Array;
  readonly finish: Finish;
  /** Colour of the side the normals point away from; default: both sides are alike. */
  readonly back?: Colour;
  /** Whether it casts a shadow. */
  readonly casts: boolean;
}

class Corners {
  readonly numbers: number[] = [];
  add(place: Vector, normal: Vector, colour: Colour): void {
    this.numbers.push(...place, ...normal, linear(colour[0]), linear(colour[1]), linear(colour[2]));
  }
  surface(finish: Finish, casts: boolean, back?: Colour): Surface {
    return { corners: Float32Array.from(this.numbers), finish, casts, back };
  }
}

export function sheetSurface(sheet: SheetPicture, scale: ColourScale | undefined): Surface {
  const { positions, triangles, values, colour = SHEET } = sheet;
  const normals = new Float32Array(positions.length);
  cornerNormals(positions, triangles, normals);
  const corners = new Corners();
  for (let t = 0; t < triangles.length; t++) {
    const i = triangles[t];
    const shade = values && scale ? colourOf(values[i], scale) : colour;
    corners.add(at(positions, i), at(normals, i), shade);
  }
  return corners.surface('plain', true, values || sheet.colour ? undefined : UNDERSIDE);
}

function at(numbers: ArrayLike<number>, i: number): Vector {
  return [numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]];
}

const SPRING_INK: Colour = [0.05, 0.2, 0.38];
const MASS_INK: Colour = [0.8, 0.15, 0.1];

/** Springs as ribbons that face the eye, little more than a pixel wide, slightly in front of the sheet. */
export function springSurface({ positions, springs = [] }: SheetPicture, camera: Camera): Surface {
  const corners = new Corners();
  for (let s = 0; s < springs.length; s += 2) {
    const a = camera.nearer(at(positions, springs[s]), 0.006);
    const b = camera.nearer(at(positions, springs[s + 1]), 0.006);
    const side = vec3.normalised(vec3.cross(vec3.subtract(b, a), vec3.subtract(camera.eye, a)));
    const half = 0.55 * camera.pixelAt(a);
    const edge = (p: Vector, sign: number): Vector => [
      p[0] + sign * half * side[0],
      p[1] + sign * half * side[1],
      p[2] + sign * half * side[2],
    ];
    const facing = vec3.normalised(vec3.subtract(camera.eye, a));
    for (const p of [edge(a, 1), edge(a, -1), edge(b, 1), edge(b, 1), edge(a, -1), edge(b, -1)])
      corners.add(p, facing, SPRING_INK);
  }
  return corners.surface('ink', false);
}

/** Masses as balls: discs that face the eye, with the normals of a sphere. */
export function massSurface({ positions }: SheetPicture, camera: Camera): Surface {
  const corners = new Corners();
  for (let i = 0; i < positions.length / 3; i++) {
    const centre = camera.nearer(at(positions, i), 0.01);
    const radius = 2.2 * camera.pixelAt(centre);
    const rim = (k: number): [Vector, Vector] => {
      const [c, s] = [Math.cos((k * Math.PI) / 6), Math.sin((k * Math.PI) / 6)];
      const out = [0, 1, 2].map((d) => c * camera.right[d] + s * camera.up[d]) as unknown as Vector;
      return [[0, 1, 2].map((d) => centre[d] + radius * out[d]) as unknown as Vector, out];
    };
    const facing = vec3.normalised(vec3.subtract(camera.eye, centre));
    for (let k = 0; k < 12; k++) {
      corners.add(centre, facing, MASS_INK);
      for (const [place, normal] of [rim(k), rim(k + 1)]) corners.add(place, normal, MASS_INK);
    }
  }
  return corners.surface('plain', false);
}

/** A flat patch with a pattern: a floor or a wall. */
export function patchSurface(patch: readonly [Vector, Vector, Vector, Vector], finish: Finish): Surface {
  const normal = vec3.normalised(
    vec3.cross(vec3.subtract(patch[1], patch[0]), vec3.subtract(patch[2], patch[0])),
  );
  const corners = new Corners();
  for (const i of [0, 1, 2, 0, 2, 3]) corners.add(patch[i], normal, [1, 1, 1]);
  return corners.surface(finish, false);
}

/** A collider in its pose; nothing for a plane. */
export function solidSurface(spec: ColliderSpec, facesOf: (spec: ColliderSpec) => SolidFaces): Surface {
  const corners = new Corners();
  const { places, normals } = facesOf(spec);
  for (let i = 0; i < places.length; i++) corners.add(places[i], normals[i], SOLID);
  return corners.surface('plain', true);
}

/** Faces with 3 corners per triangle. */
export interface SolidFaces {
  readonly places: readonly Vector[];
  readonly normals: readonly Vector[];
}
