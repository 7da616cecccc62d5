/**
 * A brittle block in the plane that a wall holds by one side (Wicke, Hatt, Pauly, Müller & Gross 2006, section 4.2, figure
 * 4c): it breaks under its weight. We then push the pieces together: broken faces do not heal.
 */
import type { Scene } from 'pliant';
import { type ColliderSpec, createCollider, FLUID, matterPieces } from 'pliant/engine';
import { wickeFracture } from 'pliant/scenes';
import { atLeast, atMost, type Experiment, type ExperimentContext } from '../experiment.ts';
import type { Figure, Frame } from '../picture/figure.ts';
import { PAPER } from './blocks.ts';
import { costOf, costText, follow, framesOf, type MatterRun } from './course.ts';
import { massAndHeight, placesOf, touching } from './measure.ts';
import { CRUMBS_GROUP, flatPicture, HELD_GROUP } from './pictures.ts';

/** Least number of particles of a piece; smaller ones are crumbs. */
const PIECE = 12;
/** Distance over spacing below which pieces touch. */
const TOUCH = 1.05;
/** Frames: everything has fallen and the plate starts to move; the pieces are together. */
const BROKEN = 50;

/** Piece of each particle in the order of sizes; FLUID for crumbs. */
function piecesBySize({ matter }: MatterRun): { pieceOf: Int32Array; sizes: number[] } {
  const { pieceOf, sizes } = matterPieces(matter);
  const order = sizes.map((_, i) => i).sort((a, b) => sizes[b] - sizes[a] || a - b);
  const rank = new Map(order.map((piece, place) => [piece, place]));
  const large = order.filter((piece) => sizes[piece] >= PIECE).map((piece) => sizes[piece]);
  return {
    pieceOf: pieceOf.map((piece) => {
      const place = rank.get(piece) ?? FLUID;
      return place < large.length ? place : FLUID;
    }),
    sizes: large,
  };
}

/** Number of pieces that have merged since `before`. */
function healed(before: Int32Array, now: Int32Array): number {
  const whole = new Map<number, Set<number>>();
  before.forEach((piece, particle) => {
    if (piece === FLUID || now[particle] === FLUID) return;
    const parts = whole.get(now[particle]) ?? new Set();
    whole.set(now[particle], parts.add(piece));
  });
  return [...whole.values()].reduce((sum, parts) => sum + parts.size - 1, 0);
}

function run(this: Experiment, context: ExperimentContext) {
  const scene = wickeFracture();
  const frames = framesOf(scene);
  const moments = [0, 6, 10, BROKEN, frames];
  const shown: Frame[] = [];
  let broken: number[] = [];
  let brokenOf: Int32Array = new Int32Array();
  let fewest = Number.POSITIVE_INFINITY;
  let touched = 0;
  let [start, spacing] = [{ mass: 0, height: 0 }, 0];
  const course = follow(scene, context, (moment, k) => {
    const { pieceOf, sizes } = piecesBySize(moment);
    if (k === 0) {
      start = massAndHeight(moment);
      spacing = moment.matter.lattice.spacing;
    }
    if (k === BROKEN) [broken, brokenOf] = [sizes, pieceOf];
    if (k > BROKEN) {
      const pairs = touching(placesOf(moment), pieceOf, TOUCH * spacing).size;
      touched = Math.max(touched, pairs);
      // They can heal only where they touch.
      if (touched > 0) fewest = Math.min(fewest, sizes.length);
    }
    if (moments.includes(k))
      shown.push({
        caption: `${(k * scene.dt).toFixed(2)} s, ${sizes.length} ${sizes.length > 1 ? 'pieces' : 'piece'}`,
        sheets: flatPicture(moment, (particle) => groupOf(moment, particle, pieceOf[particle])),
        colliders: [plateAt(scene, k * scene.dt)],
      });
  });
  const end = piecesBySize(course).sizes;
  const before = course.energies.slice(0, BROKEN);
  const weight = start.mass * 9.80665 * start.height;
  const gained = (Math.max(...before) - before[0]) / weight;
  return {
    claim: 'full' as const,
    ours: `It breaks into pieces of ${broken.join(', ')} particles; pushed together, ${touched} pairs of them touch, and there are still ${end.length}, of ${end.join(', ')}${costText(course)}.`,
    facts: [
      atLeast('pieces after it broke', broken.length, 2),
      atLeast('pairs of pieces that touch when they are pushed together', touched, 1),
      atLeast('smallest number of pieces from the first touch on', fewest, 2),
      atLeast('pieces at the end', end.length, 2),
      atMost('pieces that have merged', healed(brokenOf, matterPieces(course.matter).pieceOf), 0),
      atMost('energy gain while it breaks, over m g y at the start', gained, 0.005),
    ],
    fields: { ...costOf(course), pieces: { broken, end }, touchingPairs: touched },
    numbers: { 'energy after each frame, J': course.energies },
    figures: [figure(this.title, shown)],
  };
}

/** Colour group of a particle: its piece, crumbs, or held by the wall. */
function groupOf({ world, matter }: MatterRun, particle: number, piece: number): number {
  if (world.particles.inverseMass.view[matter.first + particle] === 0) return HELD_GROUP;
  return piece === FLUID ? CRUMBS_GROUP : piece % CRUMBS_GROUP;
}

function plateAt({ colliders }: Scene, time: number): ColliderSpec {
  const plate = colliders.find(({ name }) => name === 'plate');
  if (!plate) throw new Error('the scene has no plate');
  const { position } = createCollider(plate).track.poseAt(time);
  return { name: plate.name, shape: plate.shape, position };
}

function figure(title: string, frames: readonly Frame[]): Figure {
  return {
    title,
    rows: [{ title: 'dark: particles that the wall holds; grey: crumbs', frames, colliders: [] }],
    view: { target: [1.1, 0.6, 0], distance: 6.4, azimuth: 0, elevation: 6, field: 24 },
    room: { min: [-0.6, 0, -0.5], max: [3.2, 1.8, 0.5], square: 0.2 },
    frameSize: [340, 250],
  };
}

export const fractureExperiment: Experiment = {
  name: 'wicke-2d-fracture',
  title: 'A brittle block in the plane breaks off a wall',
  paper: `${PAPER}, section 4.2, figure 4c`,
  finding:
    'Sites of the lattice that stay empty take no particle in any more: a cube fixed to a wall breaks under its weight, and cracks do not close when faces touch.',
  figures: ['fracture'],
  run,
};
