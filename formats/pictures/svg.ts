/** Numbers and words as SVG takes them. */

/** Hundredths of a pixel are more than enough. */
export function fixed(value: number): string {
  return String(Number(value.toFixed(2)));
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);
}
