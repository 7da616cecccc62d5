/**
 * A small patch facing a hot disc: the view factor of the engine's radiation, from the energy absorbed in one exchange,
 * against theory (Howell 1982, B-13 and B-15). Distance d along the disc's axis, offset a across it, radius r = 1. A patch
 * parallel to the disc sees
 *   F∥ = ½ [1 − (a² + d² − r²)/√((a² + d² + r²)² − 4 a² r²)],
 * a patch whose normal points at the axis at a right angle F⊥ = d/2a [(a² + d² + r²)/√(…) − 1], and a patch tilted by β
 * towards the axis F = F∥ cos β + F⊥ sin β while its horizon does not cut the disc. Otherwise the integral
 * ∫ cos θ₁ cos θ₂/(π s²) dA over the part above the horizon is summed.
 */
import { step, World } from 'pliant';
import {
  createHeater,
  createIntegrator,
  discPolygon,
  HeatExchange,
  heatBalance,
  STEFAN_BOLTZMANN,
} from 'pliant/engine';
import { type ValidationCase, verdict } from './case.ts';

/** Edge of the patch over the distance: the mean over its corners differs from its centre by the square of this. */
const PATCH = 1e-4;
const HOT = 600;
const ROOM = 300;

export const radiationDiscCase: ValidationCase = {
  name: 'radiation-disc',
  title: 'View factor from a small patch to a hot disc, against theory',
  options: [
    { name: 'distance', default: 1, unit: 'r', min: 0.05, max: 100, help: 'height above the disc, in radii' },
    { name: 'offset', default: 0, unit: 'r', min: 0, max: 100, help: 'distance from the axis, in radii' },
    { name: 'tilt', default: 0, unit: '°', min: -180, max: 180, help: 'tilt of the patch towards the axis' },
  ],
  run(options) {
    const [distance, offset] = [options.distance as number, options.offset as number];
    const tilt = ((options.tilt as number) * Math.PI) / 180;
    const measured = patchFactor(distance, offset, tilt);
    const exact = discFactor(distance, offset, tilt);
    const parallel = discFactor(distance, offset, 0);
    // Near the edge of sight F vanishes: there the error is relative to the factor of the untilted patch.
    const relativeError = Math.abs(measured - exact) / Math.max(exact, 0.01 * parallel);
    return verdict(this.name, measured, exact, relativeError, 0.001);
  },
};

/** View factor of the engine: the patch faces up, the disc faces down. */
export function patchFactor(distance: number, offset: number, tilt: number): number {
  const world = new World(createIntegrator('euler-cromer'));
  const p = world.particles;
  p.add(3);
  const size = PATCH * Math.min(1, distance);
  // Tilted towards the axis x = 0; the patch is at x = offset.
  const across = [Math.cos(tilt), Math.sin(tilt)];
  for (let i = 0; i < 3; i++) {
    const angle = (2 * Math.PI * i) / 3;
    const u = size * Math.cos(angle);
    p.x[i] = offset + u * across[0];
    p.y[i] = u * across[1];
    p.z[i] = size * Math.sin(angle);
    p.setMass(i, 1);
    p.temperature.view[i] = ROOM;
  }
  const faces = [{ triangles: [0, 2, 1], side: 1 as const }]; // anticlockwise from above
  const patch = { name: 'patch', first: 0, count: 3, heatCapacity: 1e6, emissivity: 1, faces, links: [] };
  const disc = discPolygon(1, 360);
  for (let i = 1; i < disc.length; i += 3) disc[i] = distance;
  const heater = createHeater({ name: 'disc', faces: [disc], temperature: HOT });
  const heat = new HeatExchange(world, { bodies: [patch], ambient: ROOM, airLoss: 0, heaters: [heater] });
  world.add(heat);
  step(world, 1);
  const area = (3 * Math.sqrt(3) * size * size) / 4;
  return (
    heatBalance(world).radiated /
    (area * STEFAN_BOLTZMANN * (HOT * HOT * HOT * HOT - ROOM * ROOM * ROOM * ROOM))
  );
}

export function discFactor(d: number, a: number, tilt: number): number {
  const normal = [-Math.sin(tilt), Math.cos(tilt)]; // x, y: towards the axis and up
  const lowest = normal[1] * d - normal[0] * a - Math.abs(normal[0]);
  if (lowest < 0) return summedFactor(d, a, normal);
  const z = a * a + d * d + 1;
  const root = Math.sqrt(z * z - 4 * a * a);
  const parallel = 0.5 * (1 - (z - 2) / root);
  const square = a > 0 ? (d / (2 * a)) * (z / root - 1) : 0;
  return parallel * normal[1] - square * normal[0];
}

/** Midpoint rule in polar coordinates, accurate to about 1e-6. */
function summedFactor(d: number, a: number, normal: readonly number[]): number {
  const rings = 600;
  const spokes = 1200;
  let sum = 0;
  for (let i = 0; i < rings; i++) {
    const r = (i + 0.5) / rings;
    for (let k = 0; k < spokes; k++) {
      const angle = (2 * Math.PI * (k + 0.5)) / spokes;
      const x = r * Math.cos(angle) - a;
      const z = r * Math.sin(angle);
      const square = x * x + d * d + z * z;
      const facing = normal[0] * x + normal[1] * d;
      if (facing > 0) sum += (r * facing * d) / (square * square);
    }
  }
  return (sum * 2) / (rings * spokes);
}
