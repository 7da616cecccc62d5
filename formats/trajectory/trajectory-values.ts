/** Views that frames store besides positions, as the bodies say how. */
import {
  type ParticleView,
  readAll,
  type ValueArray,
  type ValueKind,
  viewsOf,
} from '../../src/core/views.ts';
import type { World } from '../../src/core/world.ts';

export const VALUE_ARRAYS = {
  f32: Float32Array,
  i16: Int16Array,
  u16: Uint16Array,
  u8: Uint8Array,
} as const;

/** Smallest and largest whole numbers that are stored. */
const RANGES = { i16: [-32767, 32767], u16: [0, 65535], u8: [0, 255] } as const;

/** A view as a file describes it. */
export interface ValueEntry {
  readonly name: string;
  readonly unit: string;
  readonly kind: ValueKind;
  readonly width?: number;
  readonly scale?: number;
}

export interface RecordedValue {
  /** Index of the body. */
  readonly body: number;
  readonly value: ValueEntry;
  readonly view: ParticleView;
}

/** Recorded views in the order of the bodies; constant for the lifetime of the world. */
export function recordedValues(world: World): RecordedValue[] {
  return world.bodies.flatMap((body, i) =>
    viewsOf(world, body).flatMap((view) => {
      const { kind, width, recorded } = view;
      const value = recorded && { name: kind.name, unit: kind.unit, ...(width && { width }), ...recorded };
      return value ? [{ body: i, value, view }] : [];
    }),
  );
}

/** Returns the present numbers as they are stored, one array per entry. */
export function readBodyValues(world: World, recorded: readonly RecordedValue[]): ValueArray[] {
  return recorded.map(({ body, view, value }) => stored(readAll(world, world.bodies[body], view), value));
}

function stored(values: Float32Array<ArrayBuffer>, { kind, scale = 1 }: ValueEntry): ValueArray {
  if (kind === 'f32') return values;
  const [low, high] = RANGES[kind];
  const whole = new VALUE_ARRAYS[kind](values.length);
  for (let i = 0; i < values.length; i++) {
    whole[i] = Math.round(Math.min(high, Math.max(low, values[i] / scale)));
  }
  return whole;
}
