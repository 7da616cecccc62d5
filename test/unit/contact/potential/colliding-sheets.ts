/** Two free sheets that collide, in nothing but each other's company, and a view into the solve of their steps. */
import { buildScene, parseScene, type World } from 'pliant';
import type { Threads } from 'pliant/engine';
import type { ContactPotential } from '../../../../src/core/implicit.ts';

/** Half the relative speed of the sheets, m/s, and their speed past each other. */
const [SPEED, PAST] = [0.5, 0.3];

/** Two sheets of cotton, one askew above the other, that move towards and past each other without gravity or air. */
export function collidingSheets(threads?: Threads): World {
  const sheet = (name: string, y: number, turn: number) => ({
    name,
    model: 'adaptive-cloth',
    size: [0.3, 0.3],
    cells: [6, 6],
    maxLevel: 0,
    position: [0.1 * y, y, 0.3 * y],
    rotation: { axis: [1, 0.05, 0.1], angle: -90 + turn },
    jitter: 0.001,
    material: 'cotton',
  });
  const scene = parseScene({
    format: 1,
    engine: { name: 'implicit-euler', substeps: 1 },
    gravity: [0, 0, 0],
    air: { rate: 0, density: 0 },
    contact: { self: true },
    bodies: [sheet('upper', 0.05, 3), sheet('lower', -0.05, -4)],
  });
  const world = buildScene(scene, { threads });
  const { particles, bodies } = world;
  bodies.forEach(({ first, count }, k) => {
    particles.vy.fill(k === 0 ? -SPEED : SPEED, first, first + count);
    particles.vx.fill(k === 0 ? PAST : 0, first, first + count);
  });
  return world;
}

/** Calls `look` after each time that contacts have given their forces to a linear system. */
export function eachAssembly(world: World, look: (potential: ContactPotential) => void): void {
  const potential = world.contact?.potential as ContactPotential & { assemble: ContactPotential['assemble'] };
  const assemble = potential.assemble.bind(potential);
  let looking = false;
  potential.assemble = (w, rows) => {
    const used = assemble(w, rows);
    if (looking) return used;
    looking = true;
    look(potential);
    looking = false;
    return used;
  };
}
