/**
 * A T-shirt of two panels and the dress form that wears it, as OBJ files. Front and back are cut alike, like a T. They have the same
 * vertices along the shoulders and the tops of the sleeves, from where they bend down on a cylinder, without strain, and
 * hang 0.3 m apart; seams draw their sides and the undersides of the sleeves together.
 */

type Point = [number, number, number];
type Ring = readonly [along: number, radius: number, depth: number];

/** Side of a cell, m. */
const CELL = 0.025;
/** Cells of half a panel: body from the middle to the side, sleeve, and half of the neck. */
const [BODY, SLEEVE, NECK] = [10, 7, 4];
/** Cells from the top down: neck, sleeve and whole shirt. */
const [NECK_DEPTH, SLEEVE_DEPTH, LENGTH] = [3, 8, 26];
/** Height of the shoulders, and radius of the cylinder below them, m. */
const [TOP, RADIUS] = [1.46, 0.15];
/** Texture coordinates have this many metres a unit, and the back panel beside the front one. */
export const SHIRT_PATTERN = 2;

/** Trunk and neck from the hips up: height, half width and half depth, m. */
const TRUNK: readonly Ring[] = [
  [0.74, 0.01, 0.008],
  [0.745, 0.13, 0.1],
  [0.8, 0.165, 0.125],
  [0.87, 0.172, 0.128],
  [0.95, 0.15, 0.112],
  [1.04, 0.125, 0.1],
  [1.14, 0.132, 0.105],
  [1.25, 0.152, 0.11],
  [1.34, 0.16, 0.1],
  [1.4, 0.14, 0.08],
  [1.425, 0.08, 0.06],
  [1.45, 0.055, 0.052],
  [1.52, 0.05, 0.05],
  [1.525, 0.01, 0.01],
];
/** Arms from inside the trunk outwards: distance from the middle, half height and half depth, m. */
const ARM: readonly Ring[] = [
  [0.08, 0.01, 0.01],
  [0.085, 0.05, 0.055],
  [0.17, 0.045, 0.05],
  [0.3, 0.04, 0.042],
  [0.4, 0.035, 0.037],
  [0.405, 0.01, 0.01],
];
const ARM_HEIGHT = 1.372;
const AROUND = 24;

/** Returns the columns from −BODY − SLEEVE on and the rows from the top of one panel that are cells of it. */
function isCell(column: number, row: number): boolean {
  const out = column < 0 ? -column - 1 : column; // cells from the middle
  if (row < NECK_DEPTH && out < NECK) return false;
  return out < BODY ? row < LENGTH : out < BODY + SLEEVE && row < SLEEVE_DEPTH;
}

/** Vertices of a panel by column and row, numbered row by row from the top, those of the back after those of the front. */
class Panel {
  readonly #number = new Map<string, number>();
  readonly corners: readonly (readonly [column: number, row: number])[];

  constructor() {
    const corners: [number, number][] = [];
    const half = BODY + SLEEVE;
    for (let row = 0; row <= LENGTH; row++) {
      for (let column = -half; column <= half; column++) {
        const around = [-1, 0].some((i) => [-1, 0].some((j) => isCell(column + i, row + j)));
        if (!around) continue;
        this.#number.set(`${column} ${row}`, corners.length);
        corners.push([column, row]);
      }
    }
    this.corners = corners;
  }

  at(column: number, row: number): number {
    return this.#number.get(`${column} ${row}`)!;
  }
}

/** Returns the OBJ text of both panels with their flat pattern. */
export function shirtObj(): string {
  const panel = new Panel();
  const lines = ['# a T-shirt of two panels, in metres'];
  for (const side of [1, -1]) {
    for (const [column, row] of panel.corners) {
      const [x, down] = [column * CELL, row * CELL];
      const angle = Math.min(Math.PI / 2, down / RADIUS);
      const below = Math.max(0, down - (Math.PI / 2) * RADIUS);
      const z = side * RADIUS * Math.sin(angle);
      lines.push(`v ${[x, TOP - RADIUS * (1 - Math.cos(angle)) - below, z].map(figure).join(' ')}`);
      lines.push(`vt ${figure((x + 1 + side * 0.45) / SHIRT_PATTERN)} ${figure((1 - down) / SHIRT_PATTERN)}`);
    }
  }
  const half = BODY + SLEEVE;
  for (const first of [1, 1 + panel.corners.length]) {
    for (let row = 0; row < LENGTH; row++) {
      for (let column = -half; column < half; column++) {
        if (!isCell(column, row)) continue;
        const corners = [
          panel.at(column, row),
          panel.at(column, row + 1),
          panel.at(column + 1, row + 1),
          panel.at(column + 1, row),
        ];
        if (first > 1) corners.reverse();
        lines.push(`f ${corners.map((k) => `${first + k}/${first + k}`).join(' ')}`);
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Returns the seams of the shirt, right and left: the underside of the sleeve and the side, from the wrist to the hem. */
export function shirtSeams(): { from: number[]; to: number[] }[] {
  const panel = new Panel();
  return [1, -1].map((side) => {
    const from: number[] = [];
    for (let k = BODY + SLEEVE; k > BODY; k--) from.push(panel.at(side * k, SLEEVE_DEPTH));
    for (let row = SLEEVE_DEPTH; row <= LENGTH; row++) from.push(panel.at(side * BODY, row));
    return { from, to: from.map((k) => panel.corners.length + k) };
  });
}

/** Returns the OBJ text of the dress form: a trunk with a neck and two arms, which end inside it. */
export function dressFormObj(): string {
  const lines = ['# a dress form, in metres'];
  const faces: string[] = [];
  let first = 1;
  const tube = (
    rings: readonly Ring[],
    place: (along: number, u: number, v: number) => Point,
    turns: boolean,
  ) => {
    for (const [along, wide, deep] of rings) {
      for (let k = 0; k < AROUND; k++) {
        const angle = (2 * Math.PI * k) / AROUND;
        lines.push(
          `v ${place(along, wide * Math.cos(angle), deep * Math.sin(angle))
            .map(figure)
            .join(' ')}`,
        );
      }
    }
    const corner = (ring: number, k: number) => first + ring * AROUND + (k % AROUND);
    const add = (...corners: number[]) => faces.push(`f ${(turns ? corners.reverse() : corners).join(' ')}`);
    for (let ring = 0; ring + 1 < rings.length; ring++) {
      for (let k = 0; k < AROUND; k++)
        add(corner(ring, k), corner(ring + 1, k), corner(ring + 1, k + 1), corner(ring, k + 1));
    }
    const circle = Array.from({ length: AROUND }, (_, k) => k);
    add(...circle.map((k) => corner(0, k)));
    add(...circle.map((k) => corner(rings.length - 1, k)).reverse());
    first += rings.length * AROUND;
  };
  tube(TRUNK, (y, x, z) => [x, y, z], false);
  for (const side of [1, -1]) tube(ARM, (x, y, z) => [side * x, ARM_HEIGHT + y, z], side < 0);
  return `${[...lines, ...faces].join('\n')}\n`;
}

/** Rounds to 10 µm, which hides the last digits of sines: they differ between machines. */
function figure(value: number): string {
  return (Math.round(value * 1e5) / 1e5 + 0).toString();
}
