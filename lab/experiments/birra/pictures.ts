/** Pictures of cloths with their triangles, coloured by level, and of their cost through time. */
import type { ColliderSpec } from 'pliant/engine';
import type { Figure, FigureRow, Frame, Room, SheetPicture, View } from '../picture/figure.ts';
import { FAINT_INK, SHEET } from '../picture/palette.ts';
import type { ClothComparison, ClothScene } from './compare.ts';
import type { ClothMoment } from './cotton.ts';

export interface Eye {
  readonly view: View;
  readonly room: Room;
  readonly frameSize: readonly [number, number];
  readonly colliders: readonly ColliderSpec[];
}

/** Every triangle has its own corners, so that it is flat and of one colour. */
export function levelsPicture({ positions, triangles, levels }: ClothMoment): SheetPicture {
  const corners = new Float32Array(3 * triangles.length);
  const springs: number[] = [];
  triangles.forEach((corner, h) => {
    corners.set(positions.subarray(3 * corner, 3 * corner + 3), 3 * h);
    springs.push(h, h % 3 === 2 ? h - 2 : h + 1);
  });
  return {
    positions: corners,
    triangles: Int32Array.from(triangles.keys()),
    values: Array.from(triangles, (_, h) => levels[Math.floor(h / 3)]),
    springs,
  };
}

function row(
  title: string,
  moments: readonly ClothMoment[],
  colliders: readonly ColliderSpec[],
  picture: (moment: ClothMoment) => SheetPicture,
): FigureRow {
  const frames = moments.map(
    (moment): Frame => ({
      caption: `${moment.time.toFixed(2)} s, ${moment.triangles.length / 3} triangles`,
      sheets: [picture(moment)],
    }),
  );
  return { title, frames, colliders };
}

/** `shown` has the indices of the moments to draw. */
export function clothsFigure(
  title: string,
  { adaptive, uniform }: ClothComparison,
  shown: readonly number[],
  eye: Eye,
  deepest: number,
): Figure {
  const moments = (of: typeof adaptive) => shown.map((i) => of.moments[i]);
  const plain = ({ positions, triangles }: ClothMoment) => ({ positions, triangles });
  return {
    title,
    rows: [
      row('Triangles of the adaptive cloth', moments(adaptive), eye.colliders, levelsPicture),
      row('The same cloth, shaded', moments(adaptive), eye.colliders, plain),
      row('Uniform cloth', moments(uniform), eye.colliders, plain),
    ],
    view: eye.view,
    room: eye.room,
    frameSize: eye.frameSize,
    scale: { title: 'level of a triangle', unit: 'bisections', min: 0, max: deepest },
  };
}

/** Triangles and, with a clock, ms per frame through time. */
export function costFigure(
  title: string,
  { adaptive, uniform }: ClothComparison,
  { frames, dt }: ClothScene,
): Figure {
  const time = { title: 'time (s)', max: frames * dt };
  const curve = (numbers: readonly number[], first: number) =>
    numbers.flatMap((n, k) => [(k + first) * dt, n]);
  const triangles: Frame = {
    caption: `triangles, of ${uniform.triangles[0]} in the uniform cloth`,
    sheets: [],
    drawing: {
      kind: 'plot',
      x: time,
      y: { title: 'triangles', max: roundUp(Math.max(...adaptive.triangles)) },
      curves: [{ name: '', colour: SHEET, points: curve(adaptive.triangles, 0) }],
    },
  };
  const cost: Frame = {
    caption: 'ms per frame',
    sheets: [],
    drawing: {
      kind: 'plot',
      x: time,
      y: { title: 'ms per frame', max: roundUp(Math.max(...uniform.times, 1e-3)) },
      curves: [
        { name: 'adaptive', colour: SHEET, points: curve(adaptive.times, 1) },
        { name: 'uniform', colour: FAINT_INK, points: curve(uniform.times, 1) },
      ],
    },
  };
  const timed = uniform.times.some((ms) => ms > 0);
  return {
    title,
    rows: [{ frames: timed ? [triangles, cost] : [triangles], colliders: [] }],
    view: { target: [0, 0, 0], distance: 1, azimuth: 0, elevation: 0 },
    frameSize: [560, 360],
  };
}

/** Rounds up to 1, 2, 5 or 10 times a power of ten. */
function roundUp(value: number): number {
  const ten = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((n) => n * ten >= value) ?? 10) * ten;
}
