/**
 * A flared skirt as an OBJ file, as pattern software writes it: four panels, each with its own vertices, side by side in
 * the texture. In 3-D it is a cone. A cone unrolls into a sector of a ring, so the pattern of the panels is exact: slant
 * lengths from s₀ to s₁, angles in proportion to those about the axis.
 *
 * One unit of texture is PATTERN metres. The hem waves a little: a perfect cone would have no reason to fold one way or
 * the other.
 */

const PANELS = 4;
const COLUMNS = 4;
const ROWS = 5;
/** Radius of the waist and slant length, m. */
const WAIST_RADIUS = 0.11;
const LENGTH = 0.5;
/** Sine of half the cone's opening angle: radius over slant length. */
const FLARE = 0.62;
export const PATTERN = 3;
/** Amplitude at the hem (m) and number of waves around it. */
const WAVE = 0.03;
const WAVES = 9;

/** Returns the OBJ text: waist at y = 0, axis along −y. */
export function skirtObj(): string {
  const lines = ['# a skirt of four panels, in metres'];
  const corner = (panel: number, row: number, column: number) =>
    (panel * (ROWS + 1) + row) * (COLUMNS + 1) + column + 1;
  for (let panel = 0; panel < PANELS; panel++) {
    for (let row = 0; row <= ROWS; row++) {
      for (let column = 0; column <= COLUMNS; column++) lines.push(...vertexLines(panel, row, column));
    }
  }
  for (let panel = 0; panel < PANELS; panel++) {
    lines.push(`g panel${panel + 1}`);
    for (let row = 0; row < ROWS; row++) {
      for (let column = 0; column < COLUMNS; column++) {
        const corners = [
          corner(panel, row, column),
          corner(panel, row + 1, column),
          corner(panel, row + 1, column + 1),
          corner(panel, row, column + 1),
        ];
        lines.push(`f ${corners.map((k) => `${k}/${k}`).join(' ')}`);
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

function vertexLines(panel: number, row: number, column: number): [string, string] {
  const slant = WAIST_RADIUS / FLARE + (LENGTH * row) / ROWS;
  const turn = ((panel + column / COLUMNS) / PANELS) * 2 * Math.PI;
  const radius = FLARE * slant;
  const drop = Math.sqrt(1 - FLARE * FLARE) * ((LENGTH * row) / ROWS);
  const out = radius + WAVE * (row / ROWS) * Math.cos(WAVES * turn);
  const place = [out * Math.sin(turn), -drop, out * Math.cos(turn)];
  // Unrolled about the panel's own middle, and set down in its own quarter of the texture.
  const angle = FLARE * ((column / COLUMNS - 0.5) / PANELS) * 2 * Math.PI;
  const texture = [
    (panel + 0.5) / PANELS + (slant * Math.sin(angle)) / PATTERN,
    0.6 - (slant * Math.cos(angle)) / PATTERN,
  ];
  return [`v ${place.map(figure).join(' ')}`, `vt ${texture.map(figure).join(' ')}`];
}

/** Rounds to five decimals, which are the same on every machine. */
function figure(value: number): string {
  return (Math.round(value * 1e5) / 1e5 + 0).toString();
}
