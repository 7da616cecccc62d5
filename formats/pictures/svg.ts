/** Formats numbers and text for SVG. */

/** Rounds to hundredths of a pixel. */
export function fixed(value: number): string {
  return String(Number(value.toFixed(2)));
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);
}
