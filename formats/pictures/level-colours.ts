/** One colour a level of refinement: light is coarse, dark is fine, in grey too. Deeper levels share the last. */
const COLOURS = [0xf3ead7, 0xf6cf82, 0xee9a4d, 0xd9534a, 0x9c2f72, 0x57237d, 0x1a1c51] as const;

/** As 0xRRGGBB, sRGB. */
export function levelColour(level: number): number {
  return COLOURS[Math.min(Math.max(0, Math.floor(level)), COLOURS.length - 1)];
}

/** As CSS and SVG write it. */
export function levelColourText(level: number): string {
  return `#${levelColour(level).toString(16).padStart(6, '0')}`;
}
