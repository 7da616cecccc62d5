/** Checks of the options of a heat exchange. */
import { piecesOf } from '../core/dynamics.ts';
import type { World } from '../core/world.ts';
import { finite, positive, wholeNumber, within } from '../math/check.ts';
import type { HeatFace, HeatOptions } from './exchange.ts';
import { checkKeyframes } from './heater.ts';

export function checkOptions(world: World, options: HeatOptions): void {
  const { particles } = world;
  positive('ambient', options.ambient);
  within('airLoss', options.airLoss, 0);
  if (options.interval !== undefined) positive('interval', options.interval);
  checkKeyframes('oven', options.oven ?? []);
  for (const { name, first, count, heatCapacity, emissivity, faces, links, conductances } of options.bodies) {
    wholeNumber(`${name}.first`, first, 0, particles.count);
    wholeNumber(`${name}.count`, count, 0, particles.count - first);
    positive(`${name}.heatCapacity`, heatCapacity);
    within(`${name}.emissivity`, emissivity, 0, 1);
    links.forEach(({ a, b, conductance }, i) => {
      wholeNumber(`${name}.links[${i}].a`, a, 0, particles.count - 1);
      wholeNumber(`${name}.links[${i}].b`, b, 0, particles.count - 1);
      if (conductances) finite(`${name}.links[${i}].conductance`, conductance);
      else within(`${name}.links[${i}].conductance`, conductance, 0);
    });
    faces.forEach((face, i) => {
      checkFace(`${name}.faces[${i}]`, face, first, count);
    });
  }
  for (const { name, temperature, conductance } of options.hotBodies ?? []) {
    positive(`${name}.temperature`, temperature);
    within(`${name}.conductance`, conductance, 0);
  }
  const changing = world.bodies.filter((body) => piecesOf(body));
  for (const i of options.held ?? []) {
    wholeNumber('held', i, 0, particles.count - 1);
    const body = changing.find(({ first, count }) => i >= first && i < first + count);
    if (body)
      throw new RangeError(
        `held: particle ${i} belongs to "${body.name}", which refines itself. Fix temperatures of other bodies only`,
      );
  }
}

function checkFace(
  field: string,
  { triangles, cells = [], side, share }: HeatFace,
  first: number,
  count: number,
): void {
  if (triangles.length % 3 !== 0)
    throw new RangeError(
      `${field}.triangles: must have 3 corners per triangle, got ${triangles.length} numbers`,
    );
  for (let k = 0; k < triangles.length; k++)
    wholeNumber(`${field}.triangles[${k}]`, triangles[k], first, first + count - 1);
  if (cells.length % 8 !== 0)
    throw new RangeError(`${field}.cells: must have 8 particles per cell, got ${cells.length} numbers`);
  for (let k = 0; k < cells.length; k++)
    wholeNumber(`${field}.cells[${k}]`, cells[k], first, first + count - 1);
  if (side !== 1 && side !== -1) throw new RangeError(`${field}.side: must be 1 or -1, got ${side}`);
  if (share !== undefined) positive(`${field}.share`, share);
}
