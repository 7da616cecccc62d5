/**
 * Time and quality of a run, the same for every engine.
 *
 * Time: milliseconds of each measured frame; their minimum, which other work on the machine disturbs least, median and
 * mean. The frames before the measured ones let the compilers warm up and the sheet come into contact, so that no frame
 * of free fall counts.
 *
 * Quality, read after each measured frame:
 * - edge strain ε = |l/l₀ − 1| over the 2n(n−1) structural edges (neighbours in a row or a column): the mean over edges
 *   and frames, the 99th percentile, the share below 1 %, and the maximum. A sheet that refines itself is judged by its
 *   own edges along the threads;
 * - penetration max(0, R − |x − c|) of the particles into the sphere, in m: the largest in any frame.
 *
 * A run has exploded when a coordinate is not finite or the mean strain exceeds 1 (edges doubled on average).
 */
import type { PeerRun } from './peer.ts';
import { type Scenario, type Sphere, spacing } from './scenario.ts';

/** Strain at which a cloth still looks like one. */
const SMALL = 0.01;

export interface Strain {
  mean: number; // 1
  p99: number; // 1; 99 % of the edges are strained by less
  within: number; // share of the edges strained by less than 1 %
  max: number; // 1
}

export interface Measurement {
  /** Outcome; `slow`: time ran out before the measured frames began, so there is no quality to report. */
  status: 'ok' | 'exploded' | 'slow';
  frames: number; // total
  measured: number; // timed and judged
  msMin: number; // per frame: the measured ones, or all if none was measured
  msMedian: number;
  times: number[]; // ms, of the same frames
  strain: Strain | null; // null unless ok
  penetration: number | null; // m; null unless ok and there is a sphere
  vertices: number | null; // mean over the measured frames, for a sheet that refines itself
  positions: Float64Array; // of the n × n particles at the end
}

export interface MeasureOptions {
  warmUp: number; // frames before the first measured one
  frames: number; // measured frames
  budget: number; // ms of stepping after which the run is stopped
  clock: () => number; // ms
}

/** Strains of the structural edges of n × n particles at interleaved positions. */
export function edgeStrain(positions: Float64Array, n: number): Strain {
  return strainOf([edgeStrains(positions, n)]);
}

function edgeStrains(positions: Float64Array, n: number): Float64Array {
  const rest = spacing(n);
  const strains = new Float64Array(2 * n * (n - 1));
  let count = 0;
  const add = (i: number, j: number) => {
    const dx = positions[3 * i] - positions[3 * j];
    const dy = positions[3 * i + 1] - positions[3 * j + 1];
    const dz = positions[3 * i + 2] - positions[3 * j + 2];
    strains[count++] = Math.abs(Math.sqrt(dx * dx + dy * dy + dz * dz) / rest - 1);
  };
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      const k = row * n + column;
      if (column + 1 < n) add(k, k + 1);
      if (row + 1 < n) add(k, k + n);
    }
  }
  return strains;
}

function meanOf(strains: Float64Array): { mean: number } {
  return { mean: strains.reduce((sum, strain) => sum + strain, 0) / strains.length };
}

/** Statistics over all edges of all frames. */
export function strainOf(frames: readonly Float64Array[]): Strain {
  const all = new Float64Array(frames.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const strains of frames) {
    all.set(strains, at);
    at += strains.length;
  }
  all.sort(); // NaN sorts last
  const within = all.findIndex((strain) => !(strain < SMALL));
  return {
    mean: all.reduce((sum, strain) => sum + strain, 0) / all.length,
    p99: all[Math.ceil(0.99 * all.length) - 1],
    within: within < 0 ? 1 : within / all.length,
    max: all[all.length - 1],
  };
}

/** Depth in m of the deepest particle inside the sphere; 0 if all are outside or there is no sphere. */
export function spherePenetration(positions: Float64Array, sphere: Sphere | undefined): number {
  if (!sphere) return 0;
  let deepest = 0;
  for (let k = 0; k < positions.length; k += 3) {
    const dx = positions[k] - sphere.centre[0];
    const dy = positions[k + 1] - sphere.centre[1];
    const dz = positions[k + 2] - sphere.centre[2];
    const depth = sphere.radius - Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

export function hasExploded(strain: Pick<Strain, 'mean'>): boolean {
  return !(strain.mean <= 1);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Runs the warm-up and measured frames of a sheet, and judges it. */
export async function measure(
  run: PeerRun,
  scenario: Scenario,
  n: number,
  { warmUp, frames, budget, clock }: MeasureOptions,
): Promise<Measurement> {
  const positions = new Float64Array(3 * n * n);
  const times: number[] = [];
  let spent = 0;
  const strains: Float64Array[] = [];
  let vertices = 0;
  let penetration = 0;
  const judged = () => Math.max(0, times.length - warmUp);
  const result = (status: Measurement['status']): Measurement => {
    const timed = judged() > 0 ? times.slice(warmUp) : times;
    return {
      status,
      frames: times.length,
      measured: judged(),
      msMin: Math.min(...timed),
      msMedian: median(timed),
      times: timed,
      strain: status === 'ok' ? strainOf(strains) : null,
      penetration: status === 'ok' && scenario.sphere ? penetration : null,
      vertices: status === 'ok' && run.vertices ? vertices / judged() : null,
      positions,
    };
  };
  while (times.length < warmUp + frames) {
    const start = clock();
    run.frame();
    times.push(clock() - start);
    spent += times[times.length - 1];
    run.positions(positions);
    const own = run.strains?.() ?? edgeStrains(positions, n);
    if (hasExploded(meanOf(own))) return result('exploded');
    if (times.length > warmUp) {
      strains.push(own);
      vertices += run.vertices?.() ?? 0;
      penetration = Math.max(penetration, spherePenetration(positions, scenario.sphere));
    }
    if (spent > budget || isHopeless(times.length, (spent / times.length) * warmUp, budget)) break;
    await turn();
  }
  return result(judged() > 0 ? 'ok' : 'slow');
}

/** Whether the measured frames are out of reach, by a wide margin, because the first frame is the slowest. */
function isHopeless(frames: number, expected: number, budget: number): boolean {
  return (frames === 1 && expected > 4 * budget) || (frames === 3 && expected > budget);
}

/** Lets signals and progress bars run between frames. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
