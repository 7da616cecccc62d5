/**
 * The scene of the timing experiments, figure 5.27: a TRiMM sheet falls on the first of two polyhedra, then on the second,
 * slides down its sloping face and onto the floor. Air takes 3 % of the speed every 0.20 s, the step that Table 5.1 and the
 * text print (with 3 % every 0.015 s the sheet would stop halfway down).
 */
import type { Frame } from '../picture/figure.ts';
import { touching } from './measure.ts';
import { CENTIMETRE, cm, FLOOR, floor, twoPolyhedra } from './room.ts';
import {
  type Aurora,
  type AuroraOptions,
  advance,
  countMasses,
  createAurora,
  MASS,
  photograph,
} from './sheet.ts';

/** Air rate ln(1/0.97) / 0.20 s. */
const AIR_RATE = 0.152;
/** Longest run, s: every sheet is on the floor by then. */
const LONGEST = 15;

/** Times from the start in s; `LONGEST` if the event did not happen. */
export interface Events {
  firstContact: number;
  secondContact: number;
  /** The sheet has left the first polyhedron and is on the second. */
  sliding: number;
  /** Every mass of the lower layer is within a tenth of the sheet's side of the floor. */
  onFloor: number;
}

export interface TimedRun {
  events: Events;
  /** Force evaluations until the sheet is on the floor. */
  evaluations: number;
  steps: number;
  springs: number;
  masses: number;
  frames: Frame[];
}

export type TimedOptions = Pick<AuroraOptions, 'side' | 'engine' | 'step' | 'stiffness' | 'damping'>;

export function timedColliders() {
  const [first, second] = twoPolyhedra();
  return [first, second, floor()] as const;
}

/** The sheet has the same mass at every size. */
function createTimed(options: TimedOptions): Aurora {
  const side = options.side ?? 11;
  return createAurora({
    ...options,
    colliders: timedColliders(),
    position: cm(-0.15, 0.25, -0.15),
    airRate: AIR_RATE,
    mass: (MASS * countMasses(11)) / countMasses(side),
  });
}

/** Runs until the sheet is on the floor, with frames of the start and the four events. */
export function runTimed(options: TimedOptions, progress: (share: number) => void = () => {}): TimedRun {
  const aurora = createTimed(options);
  const { world, lattice, colliders } = aurora;
  const events: Events = {
    firstContact: LONGEST,
    secondContact: LONGEST,
    sliding: LONGEST,
    onFloor: LONGEST,
  };
  const frames = [photograph(aurora, { springs: 'surface' })];
  let [evaluations, steps] = [0, 0];
  const happens = (name: keyof Events, time: number) => {
    if (events[name] < LONGEST) return;
    events[name] = time;
    frames.push(photograph(aurora, { springs: 'surface' }));
  };
  while (events.onFloor === LONGEST && world.time < LONGEST) {
    advance(aurora, world.time + aurora.tick, ({ time, forceEvaluations, substeps }) => {
      evaluations += forceEvaluations;
      steps += substeps;
      const [first, second] = colliders.map((thing) => touching(aurora, thing));
      if (first > 0) happens('firstContact', time);
      if (second > 0) happens('secondContact', time);
      if (events.firstContact < LONGEST && second > 0 && first === 0) happens('sliding', time);
      if (isOnFloor(aurora)) happens('onFloor', time);
      progress(time / 8);
    });
  }
  return {
    events,
    evaluations,
    steps,
    springs: lattice.springs.length,
    masses: lattice.masses.length,
    frames,
  };
}

function isOnFloor({ world, lattice }: Aurora): boolean {
  const { y } = world.particles;
  for (let i = 0; i < lattice.first[1]; i++) if (y[i] > FLOOR + 0.25 * CENTIMETRE) return false;
  return true;
}

/**
 * Computing time of the steps of each run, ms: the minimum of several runs in turn, so that all meet the same
 * noise.
 */
export function stepTimes(
  runs: readonly { options: TimedOptions; until: number }[],
  clock: () => number,
  rounds = 4,
): number[] {
  const least = runs.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    runs.forEach(({ options, until }, i) => {
      const aurora = createTimed(options);
      const start = clock();
      advance(aurora, until);
      least[i] = Math.min(least[i], clock() - start);
    });
  }
  return least;
}
