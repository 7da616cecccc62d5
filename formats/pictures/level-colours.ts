/**
 * One colour per refinement level: light is coarse, dark is fine, also in greyscale. Deeper levels share the last
 * colour.
 */
const COLOURS = [0xf3ead7, 0xf6cf82, 0xee9a4d, 0xd9534a, 0x9c2f72, 0x57237d, 0x1a1c51] as const;

/** Colour as 0xRRGGBB, sRGB. */
export function levelColour(level: number): number {
  return COLOURS[Math.min(Math.max(0, Math.floor(level)), COLOURS.length - 1)];
}

/** Colour in the notation of CSS and SVG. */
export function levelColourText(level: number): string {
  return `#${levelColour(level).toString(16).padStart(6, '0')}`;
}
