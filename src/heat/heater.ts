/**
 * A heater: hot faces that radiate as ε σ T⁴ from their front, on and off by keyframes of its
 * temperature. Off means as warm as the room: it then gives nothing.
 */
import { finite, positive, within } from '../math/check.ts';
import { areaVector, type Polygon } from './view-factor.ts';

export interface TemperatureKeyframe {
  /** s */
  readonly time: number;
  /** K; leave out for "as the room": the heater is off. */
  readonly temperature?: number;
}

export interface HeaterOptions {
  name: string;
  /** In the room, m. */
  faces: readonly Polygon[];
  /** K */
  temperature: number;
  /** Emissivity of its faces, 0 to 1; 1 where left out. */
  emissivity?: number;
  /** Temperature by time, linear between; a step from and to "off". None: always on. */
  keyframes?: readonly TemperatureKeyframe[];
  /** Number for `blocked` of the solid that the faces belong to, which cannot shade them; −1 where left out. */
  solid?: number;
}

export interface Heater {
  readonly name: string;
  readonly faces: readonly Polygon[];
  readonly emissivity: number;
  readonly temperature: number;
  readonly keyframes: readonly TemperatureKeyframe[];
  readonly solid: number;
  /** Points of each face that rays go to, and their share of the face; x y z share, four a point. */
  readonly samples: readonly Float64Array[];
}

export function createHeater(options: HeaterOptions): Heater {
  const { name, faces, temperature, emissivity = 1, keyframes = [], solid = -1 } = options;
  positive(`${name}.temperature`, temperature);
  within(`${name}.emissivity`, emissivity, 0, 1);
  faces.forEach((face, i) => {
    if (face.length < 9 || face.length % 3 !== 0)
      throw new RangeError(
        `${name}.faces[${i}]: needs at least 3 corners of x, y, z, got ${face.length} numbers`,
      );
    for (const value of face) finite(`${name}.faces[${i}]`, value);
    const [x, y, z] = areaVector(face);
    if (!(x * x + y * y + z * z > 0)) throw new RangeError(`${name}.faces[${i}]: has no area`);
  });
  checkKeyframes(name, keyframes);
  return { name, faces, temperature, emissivity, keyframes, solid, samples: faces.map(samplePoints) };
}

export function checkKeyframes(name: string, keyframes: readonly TemperatureKeyframe[]): void {
  keyframes.forEach(({ time, temperature }, i) => {
    finite(`${name}.keyframes[${i}].time`, time);
    if (temperature !== undefined) positive(`${name}.keyframes[${i}].temperature`, temperature);
    if (i > 0 && !(time > keyframes[i - 1].time))
      throw new RangeError(`${name}.keyframes[${i}].time: must be later than the one before it, got ${time}`);
  });
}

/** K at `time`; `off` where a keyframe names no temperature, `start` where there are none. */
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

/** The middle and points half-way to (up to eight) corners; a corner's point stands for its share of the rim. */
function samplePoints(face: Polygon): Float64Array {
  const corners = face.length / 3;
  const middle = [0, 0, 0];
  for (let i = 0; i < face.length; i++) middle[i % 3] += face[i] / corners;
  const points = Math.min(8, corners);
  const samples = new Float64Array(4 * (points + 1));
  samples.set([...middle, 0.25]); // the half-size copy around the middle has a quarter of the area
  for (let k = 0; k < points; k++) {
    const corner = 3 * Math.floor((k * corners) / points);
    for (let axis = 0; axis < 3; axis++)
      samples[4 * (k + 1) + axis] = middle[axis] + 0.7 * (face[corner + axis] - middle[axis]);
    samples[4 * (k + 1) + 3] = 0.75 / points;
  }
  return samples;
}
