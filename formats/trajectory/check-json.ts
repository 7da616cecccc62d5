/** Parts of a checked JSON value; each throws with the path of what is wrong. */

export function object(json: unknown, path: string): Record<string, unknown> {
  if (typeof json === 'object' && json !== null && !Array.isArray(json))
    return json as Record<string, unknown>;
  throw new Error(`${path}: must be an object`);
}

export function list(json: unknown, path: string): unknown[] {
  if (Array.isArray(json)) return json;
  throw new Error(`${path}: must be a list`);
}

export function text(json: unknown, path: string): string {
  if (typeof json === 'string') return json;
  throw new Error(`${path}: must be text`);
}

export function finite(json: unknown, path: string): number {
  if (typeof json === 'number' && Number.isFinite(json)) return json;
  throw new Error(`${path}: must be a finite number`);
}

export function positive(json: unknown, path: string): number {
  const n = finite(json, path);
  if (n > 0) return n;
  throw new Error(`${path}: must be > 0, got ${n}`);
}

export function triple(json: unknown, path: string): readonly [number, number, number] {
  const numbers = list(json, path);
  if (numbers.length !== 3) throw new Error(`${path}: must be three numbers`);
  const [x, y, z] = numbers.map((n) => finite(n, path));
  return [x, y, z];
}
