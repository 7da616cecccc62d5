/**
 * A sheet clamped level along one edge bends under its own weight into the heavy elastica of its Γ = ρ g L³/D.
 *
 * Its springs are calibrated for the rigidity D at small bending; this case tests large bending. For the clamp and the
 * start of the free length, see src/models/layered-sheet/cantilever.ts.
 */
import { run, World } from 'pliant';
import {
  addLayeredSheet,
  airDamping,
  clampedSpacings,
  createIntegrator,
  createLattice,
  freeEnd,
  gravity,
  isClamped,
  pinParticles,
  STRUCTURE_NAMES,
  type StructureName,
  stableSteps,
  substepsFor,
} from 'pliant/engine';
import { type CaseValues, type ValidationCase, ValidationError, verdict } from './case.ts';
import { CLAMPS, hangCloth } from './cloth-cantilever.ts';
import { elastica } from './elastica.ts';

const G = 9.80665;
const DENSITY = 0.5;
const LENGTH = 0.2;

interface Hung {
  world: World;
  /** Time scale of the slowest mode, 1/ω, s. */
  swing: number;
  /** Drop and reach of the middle plane at the free end, m. */
  end(): { drop: number; reach: number };
}

function hang(structure: StructureName, gamma: number, masses: number, width: number, layers: number): Hung {
  const columns = masses + 1;
  // Start of the free length and end of the sheet, in spacings.
  const sheetEnd = structure.startsWith('trimm') ? columns - 0.5 : columns - 1;
  const rows = Math.max(layers + 2, Math.round(width * (columns - 1)) + 1);
  const size = [sheetEnd, rows - 1] as const;
  const clamp = clampedSpacings(createLattice({ structure, columns, rows, layers, size, layerDistance: 1 }));
  const spacing = LENGTH / (sheetEnd - clamp);
  const rigidity = (DENSITY * G * LENGTH ** 3) / gamma;
  const world = new World(createIntegrator('verlet'));
  const sheet = addLayeredSheet(world, {
    name: 'sheet',
    structure,
    points: [columns, rows],
    layers,
    size: [sheetEnd * spacing, (rows - 1) * spacing],
    material: { density: DENSITY, stretch: 1e9, rigidity, thickness: 1e-3, damping: 0.05 },
  });
  const { lattice, first } = sheet;
  const held = lattice.masses.flatMap((_, i) => (isClamped(lattice, i) ? [{ particle: first + i }] : []));
  pinParticles(world, held);
  // First mode of the beam for small Γ, of a hanging chain for large.
  const swing = 1 / Math.sqrt((3.516 * 3.516 * G) / (gamma * LENGTH) + (1.45 * G) / LENGTH);
  world.addForce(airDamping(2 / swing));
  // The weight grows slowly: a sudden load would swing the sheet far beyond its rest shape.
  world.addForce({
    name: 'weight',
    add: (w, time) => gravity([0, -G * Math.min(1, time / (RAMP * swing)), 0]).add(w, time),
    energy: { none: 'growing load' },
  });
  const last = freeEnd(lattice).map((i) => first + i);
  const half = ((layers - 1) * lattice.layerDistance) / 2;
  const start = (clamp - sheetEnd / 2) * spacing;
  return {
    world,
    swing,
    end: () => {
      const { x, y } = world.particles; // views change when the memory grows
      const mean = (of: (i: number) => number) => last.reduce((sum, i) => sum + of(i), 0) / last.length;
      const [tx, ty] = [mean((i) => x[i] - x[i - 1]), mean((i) => y[i] - y[i - 1])];
      const length = Math.sqrt(tx * tx + ty * ty);
      return {
        drop: half - mean((i) => y[i]) - (half * tx) / length,
        reach: mean((i) => x[i]) - (half * ty) / length - start,
      };
    },
  };
}

/** Duration of the load's growth, in periods of the slowest mode. */
const RAMP = 6;

/** With one layer only provot-2d resists bending. */
function checkLayers(structure: StructureName, layers: number): void {
  if (layers > 1 || structure === 'provot-2d') return;
  throw new ValidationError(
    `--layers: must be 2 or more for --structure ${structure}, got 1; only provot-2d resists bending with one layer`,
  );
}

const SHEETS: Record<string, (name: string, options: CaseValues) => ReturnType<ValidationCase['run']>> = {
  'layered-sheet': layered,
  'adaptive-cloth': cloth,
};

export const cantileverCase: ValidationCase = {
  name: 'cantilever',
  title: 'Sheet clamped at one edge, against the heavy elastica',
  options: [
    {
      name: 'model',
      default: 'layered-sheet',
      choices: Object.keys(SHEETS),
      help: 'model of the sheet',
    },
    {
      name: 'structure',
      default: 'trimm',
      choices: STRUCTURE_NAMES,
      help: 'structure of the layered sheet (layered-sheet alone, as are the options below gamma)',
    },
    {
      name: 'clamp',
      default: 'rail',
      choices: CLAMPS,
      help: 'clamp of adaptive-cloth: bent over a rail, or rows of pins',
    },
    { name: 'gamma', default: 10, min: 0.1, max: 100, help: 'Γ = ρ g L³/D: weight over rigidity' },
    { name: 'masses', default: 31, min: 11, max: 61, whole: true, help: 'masses along the free length' },
    { name: 'width', default: 0.5, min: 0.2, max: 2, help: 'width of the sheet over its free length' },
    {
      name: 'layers',
      default: 2,
      min: 1,
      max: 3,
      whole: true,
      help: 'layers of masses; provot-2d always has one',
    },
  ],
  run(options) {
    return SHEETS[options.model](this.name, options);
  },
};

function layered(name: string, { structure, gamma, masses, width, layers }: CaseValues) {
  const count = structure === 'provot-2d' ? 1 : (layers as number);
  checkLayers(structure as StructureName, count);
  const { world, swing, end } = hang(
    structure as StructureName,
    gamma as number,
    masses as number,
    width as number,
    count,
  );
  const dt = swing / 10;
  world.substeps = substepsFor(dt, stableSteps(world).engines.verlet.step);
  // At rest when the end has moved by less than 1e-6 of the length in a period.
  let last = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 100; k++) {
    const { fault } = run(world, dt, 10);
    if (fault) throw new Error(fault.cause);
    const { drop } = end();
    if (k > RAMP && Math.abs(drop - last) < 1e-6 * LENGTH) break;
    last = drop;
  }
  const { drop, reach } = end();
  const shape = { hOverL: drop / LENGTH, wOverL: reach / LENGTH };
  const exact = elastica(gamma as number);
  return verdict(name, shape, { ...exact }, Math.abs(shape.hOverL / exact.hOverL - 1), 0.03, shape);
}

function cloth(name: string, { gamma: given, clamp }: CaseValues) {
  const gamma = given as number;
  // Cells along the free length: a limper sheet has a shorter bend at the rail.
  const shape = hangCloth(gamma, gamma > 30 ? 24 : 16, clamp as (typeof CLAMPS)[number]);
  const exact = elastica(gamma);
  const error = Math.max(
    Math.abs(shape.hOverL / exact.hOverL - 1),
    Math.abs(shape.wOverL / exact.wOverL - 1),
  );
  return verdict(name, shape, { ...exact }, error, 0.03, shape);
}
