/**
 * A heater: hot faces that radiate ε σ T⁴ from their front, with keyframes of the temperature T. A heater that is off has the
 * temperature of the room.
 */
import { finite, positive, within } from '../math/check.ts';
import { areaVector, type Polygon } from '../math/polygon.ts';
import { cross, dot, normalised } from '../math/vec3.ts';

export interface TemperatureKeyframe {
  /** Time, s. */
  readonly time: number;
  /** Temperature, K. Default: off, the temperature of the room. */
  readonly temperature?: number;
}

export interface HeaterOptions {
  name: string;
  /** Faces in world coordinates, m. */
  faces: readonly Polygon[];
  /** Temperature, K. */
  temperature: number;
  /** Emissivity of the faces, 0 to 1. Default: 1. */
  emissivity?: number;
  /** Keyframes, linear in between, with steps to and from off. Default: always on. */
  keyframes?: readonly TemperatureKeyframe[];
  /** Index of the solid that the faces belong to, which cannot occlude them. Default: −1, none. */
  solid?: number;
}

export interface Heater {
  readonly name: string;
  readonly faces: readonly Polygon[];
  /** Area vector of each face, m². */
  readonly areas: readonly (readonly [number, number, number])[];
  readonly emissivity: number;
  readonly temperature: number;
  readonly keyframes: readonly TemperatureKeyframe[];
  readonly solid: number;
  /** Points of each face for occlusion rays, each for the same area; x, y, z in turn, m. */
  readonly samples: readonly Float64Array[];
}

export function createHeater(options: HeaterOptions): Heater {
  const { name, faces, temperature, emissivity = 1, keyframes = [], solid = -1 } = options;
  positive(`${name}.temperature`, temperature);
  within(`${name}.emissivity`, emissivity, 0, 1);
  faces.forEach((face, i) => {
    if (face.length < 9 || face.length % 3 !== 0)
      throw new RangeError(
        `${name}.faces[${i}]: must have at least 3 corners of x, y, z, got ${face.length} numbers`,
      );
    for (const value of face) finite(`${name}.faces[${i}]`, value);
    const [x, y, z] = areaVector(face);
    if (!(x * x + y * y + z * z > 0)) throw new RangeError(`${name}.faces[${i}]: has no area`);
  });
  checkKeyframes(name, keyframes);
  return {
    name,
    faces,
    areas: faces.map(areaVector),
    temperature,
    emissivity,
    keyframes,
    solid,
    samples: faces.map(samplePoints),
  };
}

export function checkKeyframes(name: string, keyframes: readonly TemperatureKeyframe[]): void {
  keyframes.forEach(({ time, temperature }, i) => {
    finite(`${name}.keyframes[${i}].time`, time);
    if (temperature !== undefined) positive(`${name}.keyframes[${i}].temperature`, temperature);
    if (i > 0 && !(time > keyframes[i - 1].time))
      throw new RangeError(`${name}.keyframes[${i}].time: must be later than the previous one, got ${time}`);
  });
}

/** Returns the temperature at `time`, K: `off` after a keyframe without one, `start` without keyframes. */
export function temperatureAt(
  keyframes: readonly TemperatureKeyframe[],
  time: number,
  start: number,
  off: number,
): number {
  if (keyframes.length === 0) return start;
  let i = keyframes.length - 1;
  while (i > 0 && keyframes[i].time > time) i--;
  const from = keyframes[i];
  const to = keyframes[i + 1];
  if (from.temperature === undefined) return off;
  if (time <= from.time || to?.temperature === undefined) return from.temperature;
  const share = (time - from.time) / (to.time - from.time);
  return from.temperature + share * (to.temperature - from.temperature);
}

/** Ray points along each side of a face. */
const GRID = 4;

/** Returns the cell centres of a grid that lie inside the face, or its centroid if none does. */
function samplePoints(face: Polygon): Float64Array {
  const corners = face.length / 3;
  const normal = normalised(areaVector(face));
  const u = normalised([face[3] - face[0], face[4] - face[1], face[5] - face[2]]);
  const v = cross(normal, u);
  const flat = Array.from({ length: corners }, (_, i) => {
    const d = [face[3 * i] - face[0], face[3 * i + 1] - face[1], face[3 * i + 2] - face[2]];
    return [dot(d, u), dot(d, v)];
  });
  const low = [0, 1].map((axis) => Math.min(...flat.map((point) => point[axis])));
  const high = [0, 1].map((axis) => Math.max(...flat.map((point) => point[axis])));
  const points: number[] = [];
  for (let k = 0; k < GRID * GRID; k++) {
    const s = low[0] + ((k % GRID) + 0.5) * ((high[0] - low[0]) / GRID);
    const t = low[1] + (Math.floor(k / GRID) + 0.5) * ((high[1] - low[1]) / GRID);
    if (inside(flat, s, t))
      for (let axis = 0; axis < 3; axis++) points.push(face[axis] + s * u[axis] + t * v[axis]);
  }
  if (points.length > 0) return Float64Array.from(points);
  const middle = new Float64Array(3);
  for (let i = 0; i < face.length; i++) middle[i % 3] += face[i] / corners;
  return middle;
}

/** Even-odd rule. */
function inside(flat: readonly number[][], s: number, t: number): boolean {
  let odd = false;
  flat.forEach(([bx, by], i) => {
    const [ax, ay] = flat[(i + flat.length - 1) % flat.length];
    if (by > t !== ay > t && s < ((ax - bx) * (t - by)) / (ay - by) + bx) odd = !odd;
  });
  return odd;
}
