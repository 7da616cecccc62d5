/**
 * Pins of an adaptive sheet: masses of level 0 that hold still or follow keyframes. A mass that is added between pinned
 * ones is pinned too, and moved with them (bilinear over its cell of level 0).
 */

import { PINNED } from '../../core/particles.ts';
import { type Keyframe, leadPin, offsetAt } from '../../core/pins.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import { checkTimes } from '../../math/keyframes.ts';
import type { AdaptiveSheet } from './sheet.ts';

export interface GridPin {
  /** Column and row of a mass of level 0; row 0 is the top. */
  readonly column: number;
  readonly row: number;
  readonly keyframes?: readonly Keyframe[];
}

interface HeldPoint {
  readonly keyframes: readonly Keyframe[];
  readonly home: readonly [number, number, number];
}

/** Pins masses at their present positions. A mass of two pins follows the later one. */
export function pinGrid(world: World, sheet: AdaptiveSheet, pins: readonly GridPin[]): void {
  const { particles: p } = world;
  const [columns, rows] = sheet.points;
  const held = new Map<number, HeldPoint>();
  pins.forEach(({ column, row, keyframes = [] }, k) => {
    const inside = column >= 0 && row >= 0 && column < columns && row < rows;
    if (!inside || !Number.isInteger(column) || !Number.isInteger(row)) {
      throw new RangeError(`pins[${k}]: the sheet has no mass in column ${column}, row ${row}`);
    }
    checkTimes(`pins[${k}].keyframes`, keyframes);
    const i = sheet.index(column, row);
    held.set(row * columns + column, { keyframes, home: [p.x[i], p.y[i], p.z[i]] });
  });
  for (let i = 0; i < sheet.count; i++) {
    if (!cornersOf(sheet, i).every(({ corner }) => held.has(corner))) continue;
    p.pin(sheet.first + i);
    for (const v of [p.vx, p.vy, p.vz]) v[sheet.first + i] = 0; // engines carry a pinned particle on at its velocity
  }
  if ([...held.values()].some(({ keyframes }) => keyframes.length > 0)) {
    world.add(pinDriver(sheet, held));
  }
}

/** Returns the masses of level 0 that a mass lies between, with their weights. */
function cornersOf(sheet: AdaptiveSheet, i: number): { corner: number; weight: number }[] {
  const { net, grid, points } = sheet;
  const whole = 1 << grid.room;
  const column = net.point[i] % net.pointColumns;
  const row = (net.point[i] - column) / net.pointColumns;
  const [u, v] = [(column % whole) / whole, (row % whole) / whole];
  const first = Math.floor(row / whole) * points[0] + Math.floor(column / whole);
  return [0, 1, 2, 3]
    .map((k) => ({
      corner: first + (k & 1) + (k >> 1) * points[0],
      weight: (k & 1 ? u : 1 - u) * (k & 2 ? v : 1 - v),
    }))
    .filter(({ weight }) => weight > 0);
}

function pinDriver(sheet: AdaptiveSheet, held: ReadonlyMap<number, HeldPoint>): System {
  let version = -1;
  let led: { mass: number; corners: { point: HeldPoint; weight: number }[] }[] = [];
  const list = (world: World) => {
    led = [];
    for (let mass = 0; mass < sheet.count; mass++) {
      if (!(world.particles.flags.view[sheet.first + mass] & PINNED)) continue;
      const corners = cornersOf(sheet, mass).flatMap(({ corner, weight }) => {
        const point = held.get(corner);
        return point ? { point, weight } : [];
      });
      // A mass that is grabbed between others does not follow the pins.
      if (corners.length === cornersOf(sheet, mass).length) led.push({ mass, corners });
    }
    version = sheet.version;
  };
  return {
    name: 'pins',
    phase: 'drive',
    run(world: World, h: number): Moved {
      if (version !== sheet.version) list(world);
      for (const { mass, corners } of led) {
        leadPin(world, h, sheet.first + mass, (axis, time) =>
          corners.reduce(
            (sum, { point, weight }) =>
              sum + weight * (point.home[axis] + offsetAt(point.keyframes, time, axis)),
            0,
          ),
        );
      }
      return 'moved';
    },
  };
}
