/** What pictures and files show of the particles of lattice matter besides where they are. */
import type { BodyValue } from '../../core/body.ts';
import type { LatticeMatter } from './matter.ts';
import { writeLatticeRotation } from './strain.ts';

/** Numbers are kept as whole ones of one or two bytes, as finely as an eye can tell. */
const SHARES = 255;
const STRAINS = 65535;
/** A of a frame reaches from −4 to 4. */
const FRAMES = 8192;
const LARGEST = 32767;

export function shownOf(matter: LatticeMatter): BodyValue[] {
  const { record, count, first } = matter;
  const values: BodyValue[] = [
    {
      name: 'solid',
      unit: '',
      kind: 'u8',
      scale: 1 / SHARES,
      read: (_world, into) => {
        const { view } = record.share;
        for (let i = 0; i < count; i++) into[i] = Math.round(SHARES * Math.min(1, Math.max(0, view[i])));
      },
    },
    {
      name: 'temperature',
      unit: 'K',
      kind: 'f32',
      read: ({ particles }, into) => into.set(particles.temperature.view.subarray(first, first + count)),
    },
    {
      name: 'object',
      unit: '',
      kind: 'f32', // whole numbers up to 16 million: as many pieces as can break off
      read: (_world, into) => into.set(record.objectOf.view),
    },
    {
      name: 'strain',
      unit: '',
      kind: 'u16',
      scale: 1 / STRAINS,
      read: (_world, into) => {
        for (let i = 0; i < count; i++) into[i] = Math.round(STRAINS * Math.min(1, strainSize(matter, i)));
      },
    },
  ];
  if (matter.skins.length > 0) values.push(frames(matter));
  return values;
}

/** A, by which a mesh is carried. */
function frames({ record }: LatticeMatter): BodyValue {
  return {
    name: 'frame',
    unit: '',
    kind: 'i16',
    width: 9,
    scale: 1 / FRAMES,
    read: (_world, into) => {
      const { view } = record.shape;
      for (let i = 0; i < into.length; i++)
        into[i] = Math.round(Math.min(LARGEST, Math.max(-LARGEST, FRAMES * view[i])));
    },
  };
}

const ROTATION = new Float64Array(9);

/** |ε| = √(Σ ε_ij²) of a solid particle's linear strain, ε = ½ (A Rᵀ + R Aᵀ) − 1; 0 of a fluid one's. */
export function strainSize({ record }: LatticeMatter, i: number): number {
  if (record.phase.view[i] === 0) return 0;
  const { view: a } = record.shape;
  const r = ROTATION;
  writeLatticeRotation(record, i, r);
  let sum = 0;
  for (let row = 0; row < 3; row++) {
    for (let column = row; column < 3; column++) {
      let twice = row === column ? -2 : 0;
      for (let k = 0; k < 3; k++) {
        twice += a[9 * i + 3 * row + k] * r[3 * column + k] + a[9 * i + 3 * column + k] * r[3 * row + k];
      }
      sum += (row === column ? 0.25 : 0.5) * twice * twice;
    }
  }
  return Math.sqrt(sum);
}
