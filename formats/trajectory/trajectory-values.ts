/**
 * Values that frames store besides positions: the bodies' own values, the temperature if anything is heated, and the wall
 * thickness of sheets that conserve volume.
 */
import type { Body, BodyValue, ValueArray } from '../../src/core/body.ts';
import type { World } from '../../src/core/world.ts';

export const VALUE_ARRAYS = {
  f32: Float32Array,
  i16: Int16Array,
  u16: Uint16Array,
  u8: Uint8Array,
} as const;

export interface RecordedValue {
  /** Index of the body. */
  body: number;
  value: BodyValue;
}

/** Values in the order of the bodies; constant for the lifetime of the world. */
export function recordedValues(world: World): RecordedValue[] {
  return world.bodies.flatMap((body, i) => valuesOf(world, body).map((value) => ({ body: i, value })));
}

function valuesOf(world: World, body: Body): BodyValue[] {
  const values = [...(body.shown ?? [])];
  const lacks = (name: string) => values.every((value) => value.name !== name);
  if (world.schedule.in('heat').length > 0 && lacks('temperature')) values.push(temperature(body));
  if (body.thicknessMap && lacks('thickness')) values.push(thickness(body));
  return values;
}

function temperature(body: Body): BodyValue {
  return {
    name: 'temperature',
    unit: 'K',
    kind: 'f32',
    read: ({ particles }, into) =>
      into.set(particles.temperature.view.subarray(body.first, body.first + body.count)),
  };
}

function thickness(body: Body): BodyValue {
  return {
    name: 'thickness',
    unit: 'm',
    kind: 'f32',
    read: (world, into) => into.set(body.thicknessMap!(world).thickness),
  };
}

/** Present values, one array per entry. */
export function readBodyValues(world: World, recorded: readonly RecordedValue[]): ValueArray[] {
  return recorded.map(({ body, value }) => {
    const array = new VALUE_ARRAYS[value.kind]((value.width ?? 1) * world.bodies[body].count);
    value.read(world, array);
    return array;
  });
}
