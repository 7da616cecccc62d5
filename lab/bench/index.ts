/** Benchmarks of our own and of other engines; run by `pliant bench`. */
import { type Bench, type BenchResult, table } from './bench.ts';
import { benchIterations, benchShared, type IterationRow, type SharedRow } from './cloth/index.ts';
import { benchContact, type ContactRow } from './contact.ts';
import { benchExport, judgeExport } from './export.ts';
import { benchKernels, type KernelRow } from './kernels/index.ts';
import { benchLive, LIVE_CHOICES } from './live/index.ts';
import { formatLive } from './live/table.ts';
import { judgeLive } from './live/targets.ts';
import { benchMatter, judgeMatter } from './matter/index.ts';
import { benchPeers, peers as engines, formatPeers, judgePeers, plotPeers } from './peers/index.ts';
import { benchRealTime, benchSpringCost } from './sheets.ts';
import { benchStep } from './step.ts';
import { benchThreads } from './threads.ts';

export type { Bench, BenchOptions, BenchResult } from './bench.ts';

const kernels: Bench = {
  name: 'kernels',
  title:
    'Kernels compared with plain TypeScript and C++ -O3 -march=native (ns per item, minimum of several samples)',
  files: [],
  canStop: false,
  async run({ quick, clock }) {
    return judgeKernels(benchKernels({ clock, sizes: quick ? [33] : [73, 257], samples: quick ? 3 : 25 }));
  },
};

/**
 * Targets of the kernels: at least this many times as fast as TypeScript, at most this many times the time of C++.
 */
const KERNEL_TARGETS = { timesTypescript: 4, timesCpp: 2 };

/** Adds to each row whether it meets the targets; without g++ only TypeScript counts. */
export function judgeKernels(measured: readonly KernelRow[]): BenchResult {
  const { timesTypescript, timesCpp } = KERNEL_TARGETS;
  const rows = measured.map((row) => ({
    ...row,
    meets:
      row.fasterThanTypescript >= timesTypescript &&
      (row.slowerThanCpp === null || row.slowerThanCpp <= timesCpp),
  }));
  const digits = (value: number | null) => (value === null ? 'no g++' : value.toFixed(2));
  const text = table(
    ['kernel', 'n', 'wasm', 'TypeScript', 'C++', 'C++ by index', '× TypeScript', 'wasm / C++', 'target'],
    rows.map((r) => [
      r.kernel,
      `${r.n}×${r.n}`,
      digits(r.wasm),
      digits(r.typescript),
      digits(r.cpp),
      r.cppIndexed === null ? '' : digits(r.cppIndexed),
      digits(r.fasterThanTypescript),
      digits(r.slowerThanCpp),
      r.meets ? 'met' : 'missed',
    ]),
  );
  const aim = `target: × TypeScript at least ${timesTypescript}, wasm / C++ at most ${timesCpp}`;
  return { json: { bench: 'kernels', targets: KERNEL_TARGETS, rows }, text: `${text}\n\n${aim}` };
}

const step: Bench = {
  name: 'step',
  title: 'One frame of the flag: ms by phase',
  files: [],
  canStop: false,
  async run({ quick, clock }) {
    const rows = benchStep({ clock, sizes: quick ? [17] : [33, 73, 129], frames: quick ? 2 : 20 });
    const text = table(
      [
        'n',
        'sub-steps',
        'ms per frame',
        'integrate',
        'limit',
        'contact',
        'check',
        'ns per spring and sub-step',
      ],
      rows.map((r) => [
        `${r.n}×${r.n}`,
        String(r.substeps),
        r.frame.toFixed(2),
        r.phases.integrate.toFixed(2),
        r.phases.limit.toFixed(2),
        r.phases.contact.toFixed(2),
        r.phases.check.toFixed(2),
        r.perSpring.toFixed(2),
      ]),
    );
    return { json: { bench: 'step', rows }, text };
  },
};

/** Targets of layered sheets: times real time, and the largest cost of a spring over the smallest. */
const SHEET_TARGETS = { timesRealTime: 100, costSpread: 1.3 };

const sheets: Bench = {
  name: 'sheets',
  title: 'Layered sheets: 11×2×11 TRiMM over two polyhedra against real time; cost of a spring by size',
  files: [],
  canStop: false,
  async run({ quick, clock }) {
    const realTime = benchRealTime(clock, quick ? 2 : 10);
    const rows = benchSpringCost(quick ? [11, 21] : [11, 21, 41, 71, 101], clock, quick ? 3 : 40);
    const costs = rows.map(({ perSpring }) => perSpring);
    const costSpread = Math.max(...costs) / Math.min(...costs);
    const met = (holds: boolean) => (holds ? 'met' : 'missed');
    const { simulated, milliseconds, timesRealTime } = realTime;
    const text = [
      `two polyhedra, Runge–Kutta at ${(1000 * realTime.step).toFixed(1)} ms: ${simulated.toFixed(2)} s in ${milliseconds.toFixed(1)} ms, ${timesRealTime.toFixed(0)} × real time (target ${SHEET_TARGETS.timesRealTime}: ${met(timesRealTime >= SHEET_TARGETS.timesRealTime)})`,
      '',
      table(
        ['side', 'springs', 'ns per spring and evaluation'],
        rows.map((r) => [String(r.side), String(r.springs), r.perSpring.toFixed(2)]),
      ),
      '',
      `largest over smallest cost: ${costSpread.toFixed(2)} (target ${SHEET_TARGETS.costSpread}: ${met(costSpread <= SHEET_TARGETS.costSpread)})`,
    ].join('\n');
    return { json: { bench: 'sheets', targets: SHEET_TARGETS, realTime, rows, costSpread }, text };
  },
};

const threads: Bench = {
  name: 'threads',
  title: 'Threads: starting a job, meeting at a barrier, and a dot product (µs, minimum of several samples)',
  files: [],
  canStop: false,
  async run({ quick, clock, threads: most = 2 }) {
    const rows = await benchThreads({ clock, most, samples: quick ? 5 : 40 });
    const text = table(
      ['threads', 'job', 'job after a sleep', 'barrier', 'dot product of 200 000', '× one thread'],
      rows.map((r) => [
        String(r.threads),
        r.job.toFixed(2),
        r.asleep.toFixed(0),
        r.barrier.toFixed(3),
        r.dot.toFixed(1),
        r.timesOne.toFixed(2),
      ]),
    );
    return { json: { bench: 'threads', rows }, text };
  },
};

/** Targets of the linear solve: at most this many times the time of C++, and this speed-up on two threads. */
const CLOTH_TARGETS = { timesCpp: 2, timesOneThread: 1.5 };

const cloth: Bench = {
  name: 'cloth',
  title:
    'Linear solve of the implicit cloth: an iteration compared with C++ -O3 -march=native; on two threads',
  files: [],
  canStop: false,
  async run({ quick, clock, threads: count = 2 }) {
    const first = { iterations: 5, samples: 2, rounds: 1, clock };
    const rows = benchIterations(
      quick ? { ...first, sizes: [17] } : { iterations: 40, samples: 8, rounds: 6, clock, sizes: [73, 129] },
    );
    // Many short solves: on a busy machine two cores are seldom free for long.
    const shared = quick
      ? await benchShared(33, count, first)
      : await benchShared(129, count, { iterations: 10, samples: 40, rounds: 10, clock });
    return judgeCloth(rows, shared);
  },
};

export function judgeCloth(measured: readonly IterationRow[], shared: SharedRow): BenchResult {
  const { timesCpp, timesOneThread } = CLOTH_TARGETS;
  const rows = measured.map((row) => ({
    ...row,
    meets: row.slowerThanCpp === null || row.slowerThanCpp <= timesCpp,
  }));
  const onThreads = { ...shared, meets: shared.sameBytes && shared.timesOne >= timesOneThread };
  const met = (holds: boolean) => (holds ? 'met' : 'missed');
  const digits = (value: number | null) => (value === null ? 'no g++' : value.toFixed(3));
  const text = [
    table(
      ['n', 'ms per iteration', 'C++', 'wasm / C++', 'target'],
      rows.map((r) => [
        `${r.n}×${r.n}`,
        digits(r.wasm),
        digits(r.cpp),
        digits(r.slowerThanCpp),
        r.slowerThanCpp === null ? '' : met(r.meets),
      ]),
    ),
    `target: wasm / C++ at most ${timesCpp}`,
    '',
    `${shared.n}×${shared.n} on ${shared.threads} threads: ${shared.shared.toFixed(2)} ms per solve, on one ${shared.one.toFixed(2)}; ${shared.timesOne.toFixed(2)} times as fast, ${shared.sameBytes ? 'same bytes' : 'DIFFERENT BYTES'} (target: at least ${timesOneThread}, same bytes: ${met(onThreads.meets)})`,
  ].join('\n');
  return { json: { bench: 'cloth', targets: CLOTH_TARGETS, rows, shared: onThreads }, text };
}

/**
 * Targets of contact: largest share of a step, and largest growth over T log T from a small sheet to a large one.
 */
const CONTACT_TARGETS = { share: 0.5, growthSpread: 1.5 };

const contact: Bench = {
  name: 'contact',
  title: 'Contact: its share of a step, over a ball of 10,000 triangles and on itself; its growth',
  files: [],
  canStop: false,
  async run({ quick, clock, progress }) {
    const rows = benchContact(
      quick
        ? { clock, progress, samples: 2, drape: 17, sizes: [9, 17], crumpled: false }
        : { clock, progress, samples: 8, drape: 73, sizes: [37, 73, 145], crumpled: true },
    );
    return judgeContact(rows);
  },
};

/** The share is judged for drapes, the growth for sheets of one model. */
export function judgeContact(measured: readonly ContactRow[]): BenchResult {
  const { share, growthSpread } = CONTACT_TARGETS;
  const met = (holds: boolean) => (holds ? 'met' : 'missed');
  const rows = measured.map((row) => ({ ...row, meets: row.share <= share }));
  const grown = measured.filter(({ what }) => what === 'drape, provot-sheet').sort((a, b) => a.n - b.n);
  const [smallest, largest] = [grown[0], grown[grown.length - 1]];
  const spread = largest.growth / smallest.growth;
  const frameSpread = largest.frameGrowth / smallest.frameGrowth;
  const text = [
    table(
      [
        'what',
        'n',
        'triangles',
        'sub-steps',
        'contacts',
        'ms per frame',
        'contact',
        'in advance',
        'share',
        'ns per sub-step / T log₂ T',
        'a frame',
        'target',
      ],
      rows.map((r) => [
        r.what,
        `${r.n}×${r.n}`,
        String(r.triangles),
        String(r.substeps),
        String(r.contacts),
        r.frame.toFixed(2),
        r.contact.toFixed(2),
        r.inside.toFixed(2),
        r.share.toFixed(2),
        r.growth.toFixed(2),
        r.frameGrowth.toFixed(0),
        r.what === 'crumpled' ? '' : met(r.meets),
      ]),
    ),
    `target: share (contact, including its part of advance) at most ${share}`,
    '',
    `contact per sub-step over T log T, largest sheet over smallest: ${spread.toFixed(2)} (target: at most ${growthSpread}: ${met(spread <= growthSpread)})`,
    `per frame, which has more sub-steps on a finer sheet: ${frameSpread.toFixed(2)}`,
  ].join('\n');
  const json = {
    bench: 'contact',
    targets: CONTACT_TARGETS,
    rows,
    growthSpread: spread,
    frameGrowthSpread: frameSpread,
  };
  return { json, text };
}

const matter: Bench = {
  name: 'matter',
  title:
    'Lattice matter: frames of a melting creature by stage; cost of a particle by size; density compared with C++',
  files: [],
  canStop: false,
  async run({ quick, clock, progress }) {
    return judgeMatter(
      benchMatter(
        quick
          ? { clock, progress, samples: 1, particles: 300, frames: [2, 20], large: 1500 }
          : { clock, progress, samples: 5, particles: 9871, frames: [5, 20, 50, 100, 200], large: 100_000 },
      ),
    );
  },
};

const PEERS_PLOT = 'peers.svg';

const exports: Bench = {
  name: 'export',
  title: 'Export: seconds and sizes of a run as files of other programs',
  files: [],
  canStop: false,
  async run({ quick, clock, progress }) {
    const size = quick ? { side: 17, frames: 10, samples: 1 } : { side: 73, frames: 300, samples: 5 };
    const sheet = `${size.frames} frames of ${size.side}×${size.side} particles`;
    return judgeExport(await benchExport({ ...size, clock, progress }), sheet);
  },
};

const peers: Bench = {
  name: 'peers',
  title: 'Flag and sphere drape in several engines: time per frame and stretch of the sheet',
  files: [PEERS_PLOT],
  canStop: true,
  choices: engines.map(({ name }) => name),
  async run({ quick, clock, progress, stop, only, sizes }) {
    const result = await benchPeers({
      clock,
      progress,
      stop,
      ...(quick ? { sizes: [17], frames: 10 } : { rounds: 3 }),
      ...(sizes && { sizes }),
      ...(only && { peers: engines.filter(({ name }) => only.includes(name)) }),
    });
    return {
      json: { bench: 'peers', ...result, targets: judgePeers(result.rows) },
      text: formatPeers(result),
      files: [{ name: PEERS_PLOT, content: plotPeers(result) }],
    };
  },
};

const live: Bench = {
  name: 'live',
  title: 'Live cloth: drape, flag and crumple with self-contact: time, strain and work of a frame',
  files: [],
  canStop: true,
  choices: LIVE_CHOICES,
  async run({ quick, clock, progress, stop, only, sizes }) {
    const result = await benchLive({
      clock,
      progress,
      stop,
      ...(quick && { quick, sizes: [9] }),
      ...(sizes && { sizes }),
      ...(only && { only }),
    });
    const targets = judgeLive(result.rows, result.threads);
    return { json: { bench: 'live', ...result, targets }, text: formatLive(result) };
  },
};

export const benches: readonly Bench[] = [
  kernels,
  step,
  sheets,
  threads,
  cloth,
  contact,
  matter,
  exports,
  peers,
  live,
];
