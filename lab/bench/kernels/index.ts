/**
 * The kernels compared with plain TypeScript and C++ -O3 -march=native on the same arrays: a Provot sheet of n × n
 * particles, slightly deformed. Minimum times of several samples, all in one run; the ratios matter.
 */
import { World } from 'pliant';
import { addProvotSheet, createIntegrator } from 'pliant/engine';
import {
  type NaiveSprings,
  type NaiveState,
  naiveAddScaled,
  naiveDot,
  naiveKickDrift,
  naiveLargest,
  naiveSpringForces,
} from './naive.ts';
import { type NativeInput, nativeTimes } from './native.ts';

export interface KernelRow {
  kernel: string;
  n: number;
  /** Time in ns per spring, or per number for vector loops. */
  wasm: number;
  typescript: number;
  cpp: number | null;
  /** C++ over index arrays, one spring at a time, for comparison with the run layout. */
  cppIndexed: number | null;
  fasterThanTypescript: number;
  slowerThanCpp: number | null;
}

export interface KernelOptions {
  sizes?: readonly number[];
  samples?: number;
  clock: () => number;
}

export function benchKernels({ sizes = [73, 257], samples = 15, clock }: KernelOptions): KernelRow[] {
  const sheets = sizes.map((n) => measureSheet(n, samples, clock));
  const native = nativeTimes(sheets.map((s) => s.native));
  return sheets.flatMap((s, i) =>
    s.rows.map((row) => {
      const time = native?.[i];
      const cpp = time
        ? (time[row.kernel === 'springForces' ? 'springForcesRuns' : row.kernel] ?? 0) / row.items
        : null;
      return {
        kernel: row.kernel,
        n: s.n,
        wasm: row.wasm / row.items,
        typescript: row.typescript / row.items,
        cpp,
        cppIndexed: time && row.kernel === 'springForces' ? time.springForcesSingle / row.items : null,
        fasterThanTypescript: row.typescript / row.wasm,
        slowerThanCpp: cpp === null ? null : row.wasm / row.items / cpp,
      };
    }),
  );
}

function measureSheet(n: number, samples: number, clock: () => number) {
  const world = new World(createIntegrator('euler-cromer'));
  const sheet = addProvotSheet(world, {
    name: 'sheet',
    size: [1, 1],
    points: [n, n],
    material: { density: 0.15, stretch: 300, shear: 100, bend: 5, damping: 0.02, thickness: 5e-4 },
    place: (u, v) => [u, v, 0.02 * Math.sin(9 * u) * Math.cos(7 * v)],
  });
  const { particles: p, kernels } = world;
  const { springs } = sheet;
  const state: NaiveState = {
    x: p.position.view.slice(),
    v: p.velocity.view.slice(),
    f: p.force.view.slice(),
    inverseMass: p.inverseMass.view.slice(),
    stride: p.stride,
  };
  const list: NaiveSprings = {
    ends: springs.ends.view.slice(),
    stiffness: springs.stiffness.view.slice(),
    rest: springs.rest.view.slice(),
    damping: springs.damping.view.slice(),
  };
  const repeats = Math.max(1, Math.round(4e5 / springs.count));
  const h = 1e-9;
  const x = p.position.offset;
  const v = p.velocity.offset;
  const f = p.force.offset;
  const loops: { kernel: string; items: number; wasm: () => unknown; typescript: () => unknown }[] = [
    {
      kernel: 'springForces',
      items: springs.count,
      wasm: () => springs.add(world),
      typescript: () => naiveSpringForces(state, list),
    },
    {
      kernel: 'kickDrift',
      items: p.numbers,
      wasm: () => kernels.kickDrift(x, v, f, p.inverseMass.offset, h, p.stride),
      typescript: () => naiveKickDrift(state, h),
    },
    {
      kernel: 'addScaled',
      items: p.numbers,
      wasm: () => kernels.addScaled(f, x, v, h, p.numbers),
      typescript: () => naiveAddScaled(state.f, state.x, state.v, h),
    },
    {
      kernel: 'dot',
      items: p.numbers,
      wasm: () => kernels.dot(x, v, p.numbers),
      typescript: () => naiveDot(state.x, state.v),
    },
    {
      kernel: 'largest',
      items: p.numbers,
      wasm: () => kernels.largest(x, p.numbers),
      typescript: () => naiveLargest(state.x),
    },
  ];
  const native: NativeInput = {
    stride: p.stride,
    springs: springs.count,
    runs: springs.runCount,
    samples,
    repeats,
    arrays: [
      state.x,
      state.v,
      state.f,
      state.inverseMass,
      list.stiffness,
      list.rest,
      list.damping,
      springs.runs.view.slice(),
      list.ends,
    ].map((a) => a.slice()),
  };
  const rows = loops.map(({ kernel, items, wasm, typescript }) => ({
    kernel,
    items,
    ...least(samples, repeats, clock, wasm, typescript),
  }));
  return { n, rows, native };
}

/** Alternates the two sides, so that a busy moment of the machine hits both; keeps the minimum of each. */
function least(
  samples: number,
  repeats: number,
  clock: () => number,
  wasm: () => unknown,
  typescript: () => unknown,
) {
  const best = { wasm: Infinity, typescript: Infinity };
  for (let k = 0; k < samples + 2; k++) {
    for (const [side, loop] of [
      ['wasm', wasm],
      ['typescript', typescript],
    ] as const) {
      const start = clock();
      for (let i = 0; i < repeats; i++) loop();
      const time = ((clock() - start) * 1e6) / repeats;
      if (k >= 2) best[side] = Math.min(best[side], time); // the first two rounds warm up
    }
  }
  return best;
}
