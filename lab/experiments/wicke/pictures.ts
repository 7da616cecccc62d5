/**
 * Pictures of lattice matter: particles in the plane as discs, matter in space by its surface, dice by their skins.
 */
import { matterSurface, Skin } from 'pliant/engine';
import type { Colour, SheetPicture } from '../picture/figure.ts';
import type { MatterRun } from './course.ts';
import { placesOf } from './measure.ts';

/** Corners of a disc. */
const ROUND = 14;

/** Particles `members` as touching discs, seen along −z. */
export function discs(run: MatterRun, members: readonly number[], colour: Colour): SheetPicture {
  const places = placesOf(run, members);
  const radius = 0.48 * run.matter.lattice.spacing;
  const positions = new Float32Array(3 * (ROUND + 1) * members.length);
  const triangles: number[] = [];
  members.forEach((_, k) => {
    const first = (ROUND + 1) * k;
    const [x, y] = [places[3 * k], places[3 * k + 1]];
    positions.set([x, y, 0], 3 * first);
    for (let corner = 0; corner < ROUND; corner++) {
      const angle = (2 * Math.PI * corner) / ROUND;
      positions.set(
        [x + radius * Math.cos(angle), y + radius * Math.sin(angle), 0],
        3 * (first + 1 + corner),
      );
      triangles.push(first, first + 1 + corner, first + 1 + ((corner + 1) % ROUND));
    }
  });
  return { positions, triangles, colour };
}

/** Colours of the pieces in the order of sizes, then of crumbs and of held particles. */
const PIECES: readonly Colour[] = [
  [0.2, 0.5, 0.75],
  [0.9, 0.55, 0.2],
  [0.3, 0.62, 0.36],
  [0.72, 0.33, 0.5],
  [0.5, 0.45, 0.72],
  [0.55, 0.55, 0.55],
  [0.2, 0.2, 0.22],
];
export const CRUMBS_GROUP = 5;
export const HELD_GROUP = 6;

/** All particles, coloured by their group, darker at the boundary, where a neighbouring site is empty. */
export function flatPicture(run: MatterRun, groupOf: (particle: number) => number): SheetPicture[] {
  const { matter } = run;
  const whole = matter.record.occupied.view.reduce((most, bits) => most | bits, 0);
  const groups = new Map<string, { members: number[]; colour: Colour }>();
  for (let k = 0; k < matter.count; k++) {
    const group = Math.min(Math.max(0, groupOf(k)), PIECES.length - 1);
    const inner = matter.record.occupied.view[k] === whole;
    const key = `${group} ${inner}`;
    const colour = PIECES[group].map((value) => (inner ? value : 0.62 * value)) as unknown as Colour;
    const known = groups.get(key) ?? { members: [], colour };
    known.members.push(k);
    groups.set(key, known);
  }
  return [...groups.values()].map(({ members, colour }) => discs(run, members, colour));
}

/** Surface of the particles `members`, in one colour or coloured by values. */
export function solidPicture(
  run: MatterRun,
  members: ArrayLike<number>,
  look: { readonly colour: Colour } | { readonly values: ArrayLike<number> },
): SheetPicture[] {
  if (members.length === 0) return [];
  const { positions, triangles, values } = matterSurface(placesOf(run, members), {
    spacing: run.matter.lattice.spacing,
    ...('values' in look ? { values: look.values } : {}),
  });
  return ['values' in look ? { positions, triangles, values } : { positions, triangles, ...look }];
}

export interface DiePicture {
  readonly skin: Skin;
  readonly members: Int32Array;
  /** Corner indices of the triangles of the body and of the pips. */
  readonly body: readonly number[];
  readonly pips: readonly number[];
}

/** Colours of the mesh of the die, which differ in their green component. */
const MADDER: Colour = [0.72, 0.13, 0.11];
const IVORY: Colour = [0.95, 0.93, 0.87];
const GREEN = 1;

/** Binds the mesh that the object of particles `members` carries. */
export function dieSkin({ matter }: MatterRun, members: Int32Array): DiePicture {
  const mesh = matter.drawing.skins.find(({ copies }) => copies.includes(members[0]));
  if (!mesh) throw new Error(`the object from particle ${members[0]} on has no skin`);
  const { positions, triangles, colours = [] } = mesh;
  const skin = new Skin(positions, mesh.points, { spacing: matter.lattice.spacing });
  const body: number[] = [];
  const pips: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    (corners.every((v) => colours[4 * v + GREEN] > 0.5) ? pips : body).push(...corners);
  }
  return { skin, members, body, pips };
}

export function diePicture(run: MatterRun, { skin, members, body, pips }: DiePicture): SheetPicture[] {
  const shape = run.matter.record.shape.view;
  const frames = new Float64Array(9 * members.length);
  members.forEach((k, at) => {
    frames.set(shape.subarray(9 * k, 9 * k + 9), 9 * at);
  });
  const positions = Float32Array.from(skin.place(placesOf(run, members), frames));
  return [
    { positions, triangles: body, colour: MADDER },
    { positions, triangles: pips, colour: IVORY },
  ];
}
