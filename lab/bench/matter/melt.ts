/**
 * A creature of lattice matter that is dropped onto a hot floor and melts there (Wicke et al. 2006, fig. 7), for
 * measurements: frames of 1/25 s, with as many sub-steps as its matter requires.
 */
import { step, World } from 'pliant';
import {
  addContact,
  addLatticeMatter,
  createCollider,
  createIntegrator,
  creatureMesh,
  fillMesh,
  gravity,
  type LatticeMatter,
  type MatterObject,
  type System,
} from 'pliant/engine';

export const FRAME = 1 / 25;
/** Height of the creature of 9,871 particles, m; others have the same spacing. */
const HEIGHT = 2.4;
const PAPER = 9871;
/** Height of the fall over that of the creature. */
const DROP = 0.25;
const [COLD, HOT, MELTING_POINT] = [300, 700, 330];

const MATERIAL = {
  density: 1000,
  young: 1e6,
  soundSpeed: 12,
  viscosity: 5,
  heat: { conductivity: 2e4, specificHeat: 1000 },
  melting: { rate: 0.1, temperature: MELTING_POINT },
};

export interface Melt {
  world: World;
  matter: LatticeMatter;
}

/** Cached, since making it takes longer than a frame. */
let mesh: ReturnType<typeof creatureMesh> | undefined;

/** With `molten`, the share of its height that is fluid at the start, it stands on the floor. */
export function makeMelt(particles: number, clock: () => number, molten?: number): Melt {
  const size = HEIGHT * Math.cbrt(particles / PAPER);
  mesh ??= creatureMesh(1, 40);
  const positions = mesh.positions.map((value) => size * value);
  const { particles: points, spacing } = fillMesh(positions, mesh.triangles, { count: particles });
  for (let k = 1; k < points.length; k += 3) points[k] += molten === undefined ? DROP * size : spacing / 2;
  const isFluid = (k: number) => molten !== undefined && points[k + 1] < molten * size;
  const part = (fluid: boolean): MatterObject => ({
    points: points.filter((_, k) => isFluid(k - (k % 3)) === fluid),
    phase: fluid ? 'fluid' : 'solid',
    material: MATERIAL,
    temperature: fluid ? MELTING_POINT + 20 : COLD,
    object: 0,
  });
  const objects = [part(false), part(true)].filter(({ points: { length } }) => length > 0);
  const world = new World(createIntegrator('euler-cromer'), { clock });
  const matter = addLatticeMatter(world, { name: 'creature', spacing, objects });
  world.addForce(gravity([0, -9.80665, 0]));
  const floor = createCollider({ name: 'floor', shape: { kind: 'plane' }, friction: 0.4 });
  addContact(world, { colliders: [floor], bodies: [{ body: matter, radius: spacing / 2 }] });
  world.add(hotFloor(matter));
  world.substeps = Math.ceil(FRAME / matter.dynamics.stableStep);
  return { world, matter };
}

/** Particles on the floor take its temperature within a twentieth of a second. */
function hotFloor({ first, count, lattice }: LatticeMatter): System {
  return {
    name: 'hot floor',
    phase: 'heat',
    run({ particles: { y, temperature } }, h) {
      for (let i = first; i < first + count; i++) {
        if (y[i] < lattice.spacing) temperature.view[i] += (HOT - temperature.view[i]) * Math.min(1, 20 * h);
      }
      return 'still';
    },
  };
}

export function go({ world }: Melt, frames: number): void {
  for (let k = 0; k < frames; k++) {
    const { fault } = step(world, FRAME);
    if (fault) throw new Error(`bench matter: at ${fault.time.toFixed(2)} s: ${fault.cause}`);
  }
}

/** Solid share of the particles, 0 to 1. */
export function solidShare({ matter: { record, count } }: Melt): number {
  return record.share.view.reduce((sum, share) => sum + share, 0) / count;
}
