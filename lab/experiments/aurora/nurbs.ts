/**
 * Figure 5.14 and the flaw beside it (figure 5.12 H): the sheet drawn by its triangles and as a NURBS surface. The surface
 * of the thesis sinks into the obstacle below the sheet, because contact acts on masses only. Ours is kept out.
 */
import { createCollider, type LayeredSurface, smoothSurface } from 'pliant/engine';
import { atLeast, atMost, type Experiment } from '../experiment.ts';
import type { Frame } from '../picture/figure.ts';
import { creaseAngles, distanceTo } from './measure.ts';
import { cube, floor, lookAt, ROOM } from './room.ts';
import { type Aurora, advance, createAurora, RADIUS } from './sheet.ts';

const TIMES = [3, 4.2, 5, 6, 10];
/** Points per spacing along each side. */
const SUBDIVISIONS = 6;

function drawn(surface: LayeredSurface, time: number): Frame {
  surface.update();
  return {
    caption: `${time.toFixed(2)} s`,
    sheets: [
      {
        positions: Float32Array.from(surface.position),
        triangles: surface.triangles.slice(0, 3 * surface.triangleCount),
      },
    ],
  };
}

/** Largest and mean angle between neighbouring facets, degrees. */
function creases({ position, triangles, triangleCount }: LayeredSurface) {
  const part = (axis: number) =>
    Float64Array.from({ length: position.length / 3 }, (_, i) => position[3 * i + axis]);
  const places = { x: part(0), y: part(1), z: part(2) };
  const angles = creaseAngles(places, triangles.subarray(0, 3 * triangleCount));
  return { max: Math.max(...angles), mean: angles.reduce((sum, a) => sum + a, 0) / angles.length };
}

/** Largest penetration depth of the surface, m; 0 outside. */
function sinking({ position }: LayeredSurface, { colliders }: Aurora): number {
  let deepest = 0;
  for (const distance of colliders.map(distanceTo))
    for (let i = 0; i < position.length; i += 3)
      deepest = Math.max(deepest, -distance(position[i], position[i + 1], position[i + 2]));
  return deepest;
}

export const nurbsExperiment: Experiment = {
  name: 'aurora-nurbs',
  title: 'NURBS: a smooth surface that does not sink in',
  paper: 'Aurora thesis, §5.3.4, figures 5.12 and 5.14',
  finding:
    'The NURBS surface is much smoother than the triangles between the masses, but sinks into objects, because contact acts on masses only.',
  figures: ['nurbs'],
  run({ progress }) {
    const aurora = createAurora({ colliders: [cube(), floor()] });
    const { world, sheet } = aurora;
    const colliders = aurora.colliders.map(createCollider);
    const options = { layer: 'bottom', subdivisions: SUBDIVISIONS, clearance: RADIUS } as const;
    const plain = smoothSurface(world, sheet, { layer: 'bottom', on: false });
    const thesis = smoothSurface(world, sheet, { ...options, colliders: [] });
    const ours = smoothSurface(world, sheet, { ...options, colliders });
    const frames: [Frame[], Frame[], Frame[]] = [[], [], []];
    let [thesisDepth, ourDepth] = [0, 0];
    for (const until of TIMES) {
      advance(aurora, until, ({ time }) => {
        progress(time / TIMES[TIMES.length - 1]);
      });
      [plain, thesis, ours].forEach((surface, i) => {
        frames[i].push(drawn(surface, world.time));
      });
      thesisDepth = Math.max(thesisDepth, sinking(thesis, aurora));
      ourDepth = Math.max(ourDepth, sinking(ours, aurora));
    }
    const [before, after] = [creases(plain), creases(ours)];
    return {
      claim: 'full',
      ours: `At rest on the cube neighbouring facets meet at up to ${before.max.toFixed(0)}° in the plain surface and ${after.max.toFixed(1)}° in the smooth one. Uncorrected it sinks ${(thesisDepth * 1e3).toFixed(2)} mm into the cube, as in the thesis; kept out, ${ourDepth > 0 ? `${(ourDepth * 1e9).toFixed(1)} nm` : 'not at all'}.`,
      facts: [
        atLeast('largest angle between facets, plain over smooth', before.max / after.max, 3),
        atLeast('mean angle between facets, plain over smooth', before.mean / after.mean, 3),
        atLeast('depth of the thesis’s surface in the cube', thesisDepth, 5e-4, 'm'),
        atMost('depth of our surface in anything', ourDepth, 1e-7, 'm'),
      ],
      numbers: { plain: before, smooth: after, unit: '°' },
      figures: [
        {
          title: this.title,
          rows: ['triangles between masses', 'NURBS as in the thesis', 'NURBS that respects contact'].map(
            (title, i) => ({
              title,
              frames: frames[i],
              colliders: aurora.colliders,
            }),
          ),
          view: lookAt(0, 1, 8.5, 26, 24),
          room: ROOM,
          frameSize: [320, 240],
        },
      ],
    };
  },
};
