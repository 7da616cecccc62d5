/**
 * Nine stiff dice that collide (Wicke, Hatt, Pauly, Müller & Gross 2006, section 7, figure 5), at ten times the longest step
 * of explicit integration, which limited the paper. One die also falls with explicit steps: both must reach the same shape.
 */
import { buildScene, type Scene } from 'pliant';
import { type LatticeMatter, matterLimits } from 'pliant/engine';
import { BOWL_SLOPE, DIE_SIDE, wickeDice } from 'pliant/scenes';
import {
  atLeast,
  atMost,
  type Experiment,
  type ExperimentContext,
  type ExperimentOutcome,
} from '../experiment.ts';
import type { Figure, Frame, SheetPicture } from '../picture/figure.ts';
import { SOLID } from '../picture/palette.ts';
import { PAPER } from './blocks.ts';
import { costOf, costText, energyRise, follow, framesOf, type MatterRun } from './course.ts';
import { massAndHeight, placesOf, range, shapeChange, touching } from './measure.ts';
import { type DiePicture, diePicture, dieSkin } from './pictures.ts';

export interface DiceSize {
  readonly particles: number;
  readonly dice: number;
  /** Young's modulus, Pa. */
  readonly young: number;
}

const PAPER_SIZE: DiceSize = { particles: 246, dice: 9, young: 1e8 };
const PUBLISHED = { particles: 9 * 246, secondsPerFrame: 19 } as const;
/** Step over the explicit limit. */
const STEPS = 10;
/** Distance over spacing below which dice touch. */
const TOUCH = 1.02;
/** Frames of the fall of one die with explicit steps: it has landed by then. */
const EXPLICIT_FRAMES = 12;

/** Longest explicit step, s. */
function explicitLimit(scene: Scene): number {
  const [body] = scene.bodies;
  if (!('objects' in body)) throw new Error('the dice are not lattice matter');
  const { lattice } = buildScene(scene).bodies[0] as LatticeMatter;
  return matterLimits(body.objects[0].material, lattice).elastic;
}

/** Largest displacement of a particle of one die that falls with explicit steps, % of the side. */
function explicitShape({ particles, young }: DiceSize, context: ExperimentContext): number {
  const scene = wickeDice({ particles, young, dice: 1 });
  const [body] = scene.bodies;
  const explicit = { ...scene, bodies: [{ ...body, implicit: false }] } as Scene;
  let start: Float64Array = new Float64Array();
  const options = { ...context, frames: EXPLICIT_FRAMES, from: 0, share: 0.2 };
  const course = follow(explicit, options, (moment, k) => {
    if (k === 0) start = placesOf(moment);
  });
  return (100 * shapeChange(placesOf(course), start).max) / DIE_SIDE;
}

function runDice(title: string, size: DiceSize, context: ExperimentContext): ExperimentOutcome {
  const { particles, dice } = size;
  const limit = explicitLimit(wickeDice({ ...size, dice: 1 }));
  const explicitPercent = explicitShape(size, context);
  const [{ dt }] = [wickeDice({ ...size, dice: 1 })];
  const substeps = Math.floor(dt / (STEPS * limit));
  const scene = wickeDice({ ...size, substeps });
  const frames = framesOf(scene);
  const moments = [0, 4, 9, 20, frames];
  const members = Array.from({ length: dice }, (_, k) => range(particles * k, particles));
  const dieOf = Array.from({ length: particles * dice }, (_, k) => Math.floor(k / particles));
  const pairs = new Set<string>();
  const shown: Frame[] = [];
  let skins: DiePicture[] = [];
  let starts: Float64Array[] = [];
  let worst = 0;
  const changes = (moment: MatterRun) =>
    members.map((die, k) => (100 * shapeChange(placesOf(moment, die), starts[k]).max) / DIE_SIDE);
  const course = follow(scene, { ...context, from: 0.2, share: 0.8 }, (moment, k) => {
    if (k === 0) {
      starts = members.map((die) => placesOf(moment, die));
      skins = members.map((die) => dieSkin(moment, die));
    }
    worst = Math.max(worst, ...changes(moment));
    for (const pair of touching(placesOf(moment), dieOf, TOUCH * moment.matter.lattice.spacing))
      pairs.add(pair);
    if (moments.includes(k))
      shown.push({
        caption: `${(k * dt).toFixed(2)} s`,
        sheets: [bowl(), ...skins.flatMap((skin) => diePicture(moment, skin))],
      });
  });
  const implicitPercent = Math.max(...changes(course));
  const { mass, height } = massAndHeight(course);
  // The energy if all of them were at rest at their present positions.
  const rises = energyRise(course.energies, mass * 9.80665 * Math.min(height, DIE_SIDE / 2));
  const ratio = dt / substeps / limit;
  return {
    claim: 'full',
    ours: `${dice} dice of ${(size.young / 1e6).toFixed(0)} MPa, ${particles} particles each, with steps of ${((1000 * dt) / substeps).toFixed(2)} ms, ${ratio.toFixed(1)} times the explicit limit: ${pairs.size} pairs of them collide, and at the end no particle is farther than ${implicitPercent.toFixed(3)} % of the side from its place in its die (a die with explicit steps: ${explicitPercent.toFixed(3)} %)${costText(course)}.`,
    facts: [
      atLeast('step over the longest explicit one', ratio, STEPS),
      atLeast('pairs of dice that collide', pairs.size, dice - 1),
      atMost(
        'largest displacement of a particle in its die at the end, over the side',
        implicitPercent,
        1,
        '%',
      ),
      atMost('the same for a die with explicit steps', explicitPercent, 1, '%'),
      atMost('largest displacement of a particle at any time, over the side', worst, 5, '%'),
      atMost('energy gain, over the energy of the throw', rises, 0.01),
    ],
    fields: {
      ...costOf(course, PUBLISHED),
      step: dt / substeps,
      explicitLimit: limit,
      stepRatio: ratio,
      collidingPairs: pairs.size,
      shapePercent: { end: implicitPercent, worst, explicit: explicitPercent },
    },
    numbers: { 'energy after each frame, J': course.energies },
    figures: [figure(title, shown)],
  };
}

/** Half size of the drawn bowl, m. */
const BOWL_HALF = 1.15;

function bowl(): SheetPicture {
  const high = BOWL_HALF * Math.tan((BOWL_SLOPE * Math.PI) / 180);
  const corners = [-1, 1].flatMap((z) => [-1, 1].map((x) => [x * BOWL_HALF, high, z * BOWL_HALF]));
  // Every side has its own corners, so that it is flat.
  const sides = [
    [2, 3],
    [1, 0],
    [3, 1],
    [0, 2],
  ];
  return {
    positions: Float32Array.from(sides.flatMap(([a, b]) => [...corners[a], ...corners[b], 0, 0, 0])),
    triangles: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    colour: SOLID,
  };
}

function figure(title: string, frames: readonly Frame[]): Figure {
  return {
    title,
    rows: [{ frames, colliders: [] }],
    view: { target: [0, 0.95, 0], distance: 6.2, azimuth: 24, elevation: 18 },
    room: { min: [-1.9, -0.02, -1.6], max: [1.9, 2.6, 1.9], square: 0.2 },
    frameSize: [330, 330],
  };
}

/** Makes the experiment at another size, for tests. */
export function diceExperimentOf(size: DiceSize): Experiment {
  return {
    name: 'wicke-dice',
    title: 'Nine stiff dice collide',
    paper: `${PAPER}, section 7, figure 5`,
    finding:
      'Nine dice of 246 particles each collide, with no collision handling other than the repulsion between objects; 19 s per frame on a 3 GHz Pentium 4, with explicit steps.',
    figures: ['dice'],
    run(context) {
      return runDice(this.title, size, context);
    },
  };
}

export const diceExperiment = diceExperimentOf(PAPER_SIZE);
