/**
 * Cost of lattice matter: frames of a melting creature from its fall to the puddle, by stage; the cost of a particle among
 * 100,000 compared with 10,000; and the density pass compared with C++.
 *
 * A world is simulated to an interesting state and saved as a snapshot, which is restored before every sample. The minimum
 * CPU time counts, which other work on the machine affects less than wall time.
 */
import { restore, snapshot } from 'pliant';
import { type BenchResult, table } from '../bench.ts';
import { withCompiled } from '../kernels/compiled.ts';
import { cpuTime } from '../machine.ts';
import { FRAME, go, type Melt, makeMelt, solidShare } from './melt.ts';
import { DENSITY_SOURCE } from './native.ts';

export const MATTER_STAGES = ['lists', 'docking', 'heat', 'fluid', 'lattice', 'solve', 'rest'] as const;
type MatterStage = (typeof MATTER_STAGES)[number];

/** Stage of each kernel; `rest` is the remainder of a frame: contact, the engine, gathering and checks. */
const STAGE_OF: Record<string, MatterStage> = {
  matterSort: 'lists',
  matterLabel: 'lists',
  matterNeighbours: 'lists',
  matterSift: 'lists',
  matterCandidates: 'lists',
  matterTouching: 'lists',
  matterStrayed: 'lists',
  matterDock: 'docking',
  matterBase: 'docking',
  matterEdges: 'docking',
  matterHarden: 'docking',
  matterHeat: 'heat',
  matterPhases: 'heat',
  matterDensity: 'fluid',
  matterPressure: 'fluid',
  matterForces: 'fluid',
  matterWalls: 'fluid',
  matterStop: 'fluid',
  matterLattice: 'lattice',
  matterElastic: 'lattice',
  matterPushes: 'solve',
  matterDamp: 'lattice',
  matterSolveBegin: 'solve',
  matterSolve: 'solve',
  matterRelease: 'solve',
  matterSettle: 'solve',
  matterJoin: 'docking',
};

export interface FrameRow {
  /** Time since the release, s. */
  time: number;
  particles: number;
  substeps: number;
  /** Solid share of the particles, 0 to 1. */
  solid: number;
  /** CPU time, ms. */
  frame: number;
  /** CPU time of each stage per frame, ms. */
  stages: Record<MatterStage, number>;
}

export interface GrowthRow {
  /** Fluid share by height, 0 to 1. */
  molten: number;
  small: number;
  large: number;
  /** Cost per particle and sub-step, ns. */
  smallCost: number;
  largeCost: number;
  ratio: number;
}

export interface DensityRow {
  particles: number;
  pairs: number;
  /** Time, ms; null without g++. */
  wasm: number;
  cpp: number | null;
  slowerThanCpp: number | null;
  /** Sum of densities over that of C++: both compute the same. */
  densityRatio: number | null;
}

export interface MatterBenchOptions {
  clock: () => number;
  samples: number;
  particles: number;
  /** Frames before the samples. */
  frames: readonly number[];
  large: number;
  progress?: (done: number, total: number, label: string) => void;
}

export interface MatterMeasures {
  frames: FrameRow[];
  growth: GrowthRow[];
  density: DensityRow;
}

export function benchMatter(options: MatterBenchOptions): MatterMeasures {
  const total = options.frames.length + GROWTH.length + 1;
  let done = 0;
  const tell = (label: string) => options.progress?.(++done, total, label);
  const density = benchDensity(options);
  tell('density');
  const frames = benchFrames(options, tell);
  const growth = GROWTH.map((molten) => {
    const row = benchGrowth(molten, options);
    tell('growth');
    return row;
  });
  return { frames, growth, density };
}

/** Fluid shares of the height. */
const GROWTH = [0, 0.5];

function benchFrames(
  { clock, samples, particles, frames }: MatterBenchOptions,
  tell: (label: string) => void,
): FrameRow[] {
  const melt = makeMelt(particles, clock);
  let at = 0;
  return frames.map((frame) => {
    go(melt, frame - at);
    at = frame;
    const { least, stages } = sampleFrames(melt, samples);
    const { world, matter } = melt;
    const row = {
      time: world.time,
      particles: matter.count,
      substeps: world.substeps,
      solid: solidShare(melt),
      frame: least,
      stages,
    };
    tell(`${row.time.toFixed(2)} s`);
    return row;
  });
}

function sampleFrames(melt: Melt, samples: number): { least: number; stages: Record<MatterStage, number> } {
  const { world } = melt;
  const kept = snapshot(world);
  const stages = Object.fromEntries(
    MATTER_STAGES.map((stage) => [stage, Number.POSITIVE_INFINITY]),
  ) as Record<MatterStage, number>;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < samples; k++) {
    restore(world, kept);
    const spent = cpuTime();
    go(melt, 1);
    least = Math.min(least, cpuTime() - spent);
  }
  // Then with every kernel timed, which has a small cost itself.
  const watch = watchKernels(melt);
  for (let k = 0; k < samples; k++) {
    restore(world, kept);
    watch.times.clear();
    const spent = cpuTime();
    go(melt, 1);
    let rest = cpuTime() - spent;
    for (const time of watch.times.values()) rest -= time;
    watch.times.set('rest', rest);
    for (const stage of MATTER_STAGES) {
      stages[stage] = Math.min(stages[stage], Math.max(0, watch.times.get(stage) ?? 0));
    }
  }
  watch.end();
  restore(world, kept);
  return { least, stages };
}

/** Replaces the kernels of the world by timed ones. */
function watchKernels({ world }: Melt): { times: Map<MatterStage, number>; end(): void } {
  const times = new Map<MatterStage, number>();
  const kernels = Object.fromEntries(
    Object.entries(world.kernels).map(([name, kernel]) => {
      const stage = STAGE_OF[name];
      if (!stage || typeof kernel !== 'function') return [name, kernel];
      const timed = (...given: number[]) => {
        const start = cpuTime();
        const result = (kernel as (...given: number[]) => number)(...given);
        times.set(stage, (times.get(stage) ?? 0) + cpuTime() - start);
        return result;
      };
      return [name, timed];
    }),
  );
  Object.defineProperty(world, 'kernels', { configurable: true, value: kernels });
  return {
    times,
    end() {
      Reflect.deleteProperty(world, 'kernels'); // restores the getter of its class
    },
  };
}

/** Compares more of the same matter; both sides alternate. */
function benchGrowth(molten: number, { clock, samples, particles, large }: MatterBenchOptions): GrowthRow {
  const melts = [particles, large].map((count) => makeMelt(count, clock, molten));
  const kept = melts.map((melt) => {
    go(melt, 1);
    return snapshot(melt.world);
  });
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let k = 0; k < samples; k++) {
    melts.forEach((melt, side) => {
      // Equal times on both sides, so that other work hits them alike.
      for (let again = side === 0 ? Math.max(1, Math.round(large / particles / 2)) : 1; again > 0; again--) {
        restore(melt.world, kept[side]);
        const spent = cpuTime();
        go(melt, 1);
        least[side] = Math.min(least[side], cpuTime() - spent);
      }
    });
  }
  const [smallCost, largeCost] = melts.map(
    ({ world, matter }, side) => (1e6 * least[side]) / (matter.count * world.substeps),
  );
  const [small, big] = melts.map(({ matter }) => matter.count);
  return { molten, small, large: big, smallCost, largeCost, ratio: largeCost / smallCost };
}

function benchDensity({ clock, samples, particles }: MatterBenchOptions): DensityRow {
  const melt = makeMelt(particles, clock, 2);
  go(melt, 1);
  const { world, matter } = melt;
  const { words, numbers } = matter.record;
  const { position, velocity } = world.particles;
  const gather = () => world.kernels.matterGather(words.offset, position.offset, velocity.offset);
  let wasm = Number.POSITIVE_INFINITY;
  let pairs = 0;
  const own = () => {
    for (let k = 0; k < 10 * samples; k++) {
      gather();
      const start = clock();
      pairs = world.kernels.matterDensity(words.offset, numbers.offset);
      wasm = Math.min(wasm, clock() - start);
    }
  };
  const native = withCompiled(DENSITY_SOURCE, (run) => {
    let cpp = Number.POSITIVE_INFINITY;
    let sum = 0;
    for (let round = 0; round < ROUNDS; round++) {
      own();
      gather();
      const memory = new Uint8Array(world.arena.memory.buffer);
      const head = Uint32Array.of(memory.byteLength, words.offset, numbers.offset, 10 * samples);
      const found = run([new Uint8Array(head.buffer), memory]) as { ms: number; sum: number };
      cpp = Math.min(cpp, found.ms);
      sum = found.sum;
    }
    return { cpp, sum };
  });
  if (!native) {
    for (let round = 0; round < ROUNDS; round++) own();
    return { particles: matter.count, pairs, wasm, cpp: null, slowerThanCpp: null, densityRatio: null };
  }
  gather();
  world.kernels.matterDensity(words.offset, numbers.offset);
  const { densities } = matter.record;
  let sum = 0;
  for (let i = 0; i < matter.count; i++) sum += densities[4 * i];
  const { cpp } = native;
  return {
    particles: matter.count,
    pairs,
    wasm,
    cpp,
    slowerThanCpp: wasm / cpp,
    densityRatio: sum / native.sum,
  };
}

/** Rounds of wasm and C++ in turn. */
const ROUNDS = 3;

/**
 * Targets: ms per frame for twenty frames per second; cost of a particle among ten times as many; wasm over C++.
 */
const MATTER_TARGETS = { frame: 50, growth: 1.3, timesCpp: 2 };

export function judgeMatter({ frames, growth, density }: MatterMeasures): BenchResult {
  const met = (holds: boolean) => (holds ? 'met' : 'missed');
  const mean = frames.reduce((sum, { frame }) => sum + frame, 0) / frames.length;
  const worst = Math.max(...frames.map(({ frame }) => frame));
  const growthWorst = Math.max(...growth.map(({ ratio }) => ratio));
  const meets = {
    frame: worst <= MATTER_TARGETS.frame,
    growth: growthWorst <= MATTER_TARGETS.growth,
    density: density.slowerThanCpp === null ? null : density.slowerThanCpp <= MATTER_TARGETS.timesCpp,
  };
  const beside =
    density.cpp === null || density.slowerThanCpp === null
      ? 'C++ skipped: there is no g++'
      : `C++ ${density.cpp.toFixed(3)} ms, wasm / C++ ${density.slowerThanCpp.toFixed(2)} (target: at most ${MATTER_TARGETS.timesCpp}: ${met(meets.density === true)})`;
  const text = [
    table(
      ['s', 'particles', 'sub-steps', 'solid', 'ms per frame', ...MATTER_STAGES, 'target'],
      frames.map((row) => [
        row.time.toFixed(2),
        String(row.particles),
        String(row.substeps),
        row.solid.toFixed(2),
        row.frame.toFixed(1),
        ...MATTER_STAGES.map((stage) => row.stages[stage].toFixed(1)),
        met(row.frame <= MATTER_TARGETS.frame),
      ]),
    ),
    `a frame is ${FRAME} s; mean ${mean.toFixed(1)} ms, worst ${worst.toFixed(1)} ms (target: at most ${MATTER_TARGETS.frame}: ${met(meets.frame)})`,
    '',
    table(
      ['fluid', 'particles', 'ns per particle and sub-step', 'particles', 'ns', 'ratio', 'target'],
      growth.map((row) => [
        row.molten.toFixed(2),
        String(row.small),
        row.smallCost.toFixed(0),
        String(row.large),
        row.largeCost.toFixed(0),
        row.ratio.toFixed(2),
        met(row.ratio <= MATTER_TARGETS.growth),
      ]),
    ),
    `target: ratio at most ${MATTER_TARGETS.growth}`,
    '',
    `density of ${density.particles} particles, ${density.pairs} pairs: ${density.wasm.toFixed(3)} ms; ${beside}`,
  ].join('\n');
  return {
    json: { bench: 'matter', targets: MATTER_TARGETS, frames, mean, worst, growth, density, meets },
    text,
  };
}
