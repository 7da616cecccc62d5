/**
 * The adaptive mass/spring sheet (Hutchinson, Preston & Hewitt 1996): a coarse grid of masses with damped springs to
 * their row, column and diagonal neighbours that is refined where it creases and coarsened where it has become flat. The
 * user gives a coarse sheet and an angle instead of a resolution.
 *
 * Springs per width from moduli as in Provot sheets, without flexion springs: k along rows and columns, k on diagonals
 * so that the sheet has stretch modulus Y and shear modulus G (N/m).
 *
 * Scaling. `consistent`: mass per area, stiffness and damping of the lattice are the same at every level. `paper`: every
 * mass has the mass of a level-0 one and stiffness doubles per level, as printed; a refined part is then heavier, and
 * hangs and swings otherwise (docs/models/adaptive-grid.md has figures).
 */

import type { z } from 'zod';
import { levelsInUse } from '../../core/refinement.ts';
import type { StepReport } from '../../core/report.ts';
import { World } from '../../core/world.ts';
import { structuralStiffness } from '../../forces/lattice-moduli.ts';
import { finite } from '../../math/check.ts';
import { checkedOptions } from '../rows.ts';
import { noRefinement } from '../sheet.ts';
import { angleCosine, splitCosines } from './creases.ts';
import type { LatticeValues } from './net.ts';
import { gridOptions } from './parameters.ts';
import { ContactProbe } from './probe.ts';
import { AdaptiveSheet } from './sheet.ts';
import { Splitting } from './split.ts';
import { Unsplitting } from './unsplit.ts';

/** Options of the parameter table, and those that only programs have. */
export interface AdaptiveGridOptions extends Omit<z.input<typeof gridOptions>, 'size' | 'points'> {
  name: string;
  readonly size: readonly [number, number];
  readonly points: readonly [number, number];
  /** Returns the level wanted from the start at a point of the sheet's own plane, m from its centre. */
  startLevel?: ((u: number, v: number) => number) | undefined;
  /** Returns the position of a point of the sheet's own plane, m; default: (u, v, 0). */
  place?: (u: number, v: number) => readonly [number, number, number];
}

type Parameters = z.output<typeof gridOptions>;
export type Scaling = Parameters['scaling'];

export type AdaptiveGrid = AdaptiveSheet;

export function addAdaptiveGrid(world: World, options: AdaptiveGridOptions): AdaptiveGrid {
  const { name } = options;
  const parameters = checkedOptions(gridOptions, options, name);
  const { size, points, maxLevel } = parameters;
  const { thickness } = parameters.material;
  const depthBefore = levelsInUse(world);
  const values = latticeValues(parameters);
  const piece = (level: number, stiffest: number) => pieceOf(world, stiffened(parameters, stiffest), level);
  const sheet = new AdaptiveSheet(world, { name, size, points, maxLevel, values, thickness, piece });
  if (options.startLevel) refineStart(sheet, options.startLevel);
  place(world, sheet, options.place);
  world.bodies.push(sheet);
  world.addForce(sheet.force);
  world.add({ name: 'kicks', phase: 'drive', run: (w: World, h: number) => sheet.force.kick(w, h) });
  world.substeps *= 1 << (levelsInUse(world) - depthBefore);
  if (maxLevel > 0) addAdaptation(world, sheet, parameters);
  // The particles of a sheet that is never refined move when bodies in front of it grow.
  const changes = maxLevel > 0 ? [] : sheet.changes;
  world.addDependent({ name: 'refinement', changes, restored: () => sheet.restored() });
  return sheet;
}

function place(
  { particles: p }: World,
  { name, first, count, places }: AdaptiveSheet,
  put: AdaptiveGridOptions['place'] = (u, v) => [u, v, 0],
): void {
  for (let i = 0; i < count; i++) {
    const [x, y, z] = put(places[2 * i], places[2 * i + 1]);
    for (const value of [x, y, z]) finite(`${name}.place`, value);
    p.x[first + i] = x;
    p.y[first + i] = y;
    p.z[first + i] = z;
  }
}

function latticeValues({ size, points, material, scaling }: Parameters): LatticeValues {
  const [dx, dy] = [size[0] / (points[0] - 1), size[1] / (points[1] - 1)];
  const structural = structuralStiffness(material, dx, dy);
  const cellMass = material.density * dx * dy;
  const diagonal = Math.sqrt(dx * dx + dy * dy);
  const stiffness = [
    (dy / dx) * Math.max(0, structural.row),
    (dx / dy) * Math.max(0, structural.column),
    (material.shear * diagonal * diagonal) / (2 * dx * dy),
  ] as const;
  // Two equal masses on a spring swing at √(2k/m): critical damping of their distance is √(2km).
  const damper = (k: number) => material.damping * Math.sqrt(2 * k * cellMass);
  return {
    stiffness,
    damping: [damper(stiffness[0]), damper(stiffness[1]), damper(stiffness[2])],
    rest: [dx, dy, diagonal],
    cellMass,
    rigidity: material.rigidity,
    retardation: stiffness[0] > 0 ? damper(stiffness[0]) / stiffness[0] : 0,
    paper: scaling === 'paper',
  };
}

/** Masses a side with which the stiffest modes of a lattice are those of a large one. */
const PIECE = 9;

function stiffened(parameters: Parameters, by: number): Parameters {
  const { stretch, shear, rigidity, ...rest } = parameters.material;
  const material = { ...rest, stretch: by * stretch, shear: by * shear, rigidity: by * rigidity };
  return { ...parameters, material };
}

/** Returns a world with a part of the sheet, refined to `level` throughout. */
function pieceOf({ integrator }: World, { size, points: whole, ...rest }: Parameters, level: number): World {
  const world = new World(integrator);
  const points = [0, 1].map((axis) => Math.min(PIECE, (whole[axis] - 1) * (1 << level) + 1));
  const spacing = [0, 1].map((axis) => size[axis] / (whole[axis] - 1) / (1 << level));
  const values = finerValues(latticeValues({ size, points: whole, ...rest }), level);
  const sheet = new AdaptiveSheet(world, {
    name: 'piece',
    size: [spacing[0] * (points[0] - 1), spacing[1] * (points[1] - 1)],
    points: [points[0], points[1]],
    maxLevel: 0,
    values,
    thickness: rest.material.thickness,
    piece: () => world,
  });
  place(world, sheet);
  world.bodies.push(sheet);
  world.addForce(sheet.force);
  return world;
}

/** Returns the values of a lattice refined to `level` throughout. */
function finerValues(values: LatticeValues, level: number): LatticeValues {
  const finer = 1 << level;
  const [stiffer, lighter] = values.paper ? [finer, 1] : [1, finer * finer];
  const scaled = (three: readonly [number, number, number], by: number) =>
    [by * three[0], by * three[1], by * three[2]] as const;
  return {
    ...values,
    stiffness: scaled(values.stiffness, stiffer),
    damping: scaled(values.damping, stiffer),
    rest: scaled(values.rest, 1 / finer),
    cellMass: values.cellMass / lighter,
  };
}

/** Samples of the wanted level along a cell's edge: the narrowest strip that is found is an eighth of a cell wide. */
const SAMPLES = 8;

/** Splits cells until each is as fine as is wanted within it. */
function refineStart(sheet: AdaptiveSheet, wanted: (u: number, v: number) => number): void {
  const { net, grid, size, maxLevel } = sheet;
  for (;;) {
    const split: number[] = [];
    let deepest = 0;
    for (let k = 0; k < 4 * net.cellCount; k += 4) {
      const [c, r, side, level] = net.cells.subarray(k, k + 4);
      let most = 0;
      for (let i = 0; i < SAMPLES * SAMPLES; i++) {
        const along = ((i % SAMPLES) + 0.5) / SAMPLES;
        const down = (Math.floor(i / SAMPLES) + 0.5) / SAMPLES;
        const u = ((c + along * side) / grid.columns - 0.5) * size[0];
        const v = (0.5 - (r + down * side) / grid.rows) * size[1];
        most = Math.max(most, finite(`${sheet.name}.startLevel`, wanted(u, v)));
      }
      if (!(Math.min(most, maxLevel) > level)) continue;
      split.push(c, r, level);
      deepest = Math.max(deepest, level + 1);
    }
    if (split.length === 0) return;
    const room = grid.room;
    while (grid.room < deepest) sheet.growGrid();
    const fine = 1 << (grid.room - room);
    for (let k = 0; k < split.length; k += 3) {
      const [c, r] = [split[k] * fine, split[k + 1] * fine];
      if (grid.levelAt(c, r) === split[k + 2]) grid.split(c, r, 0);
    }
    net.build();
    sheet.adopt();
    sheet.weighAll();
  }
}

function addAdaptation(world: World, sheet: AdaptiveSheet, parameters: Parameters): void {
  const { maxLevel, splitAngle, splitAngleStep, splitAtContact, unsplit, unsplitShare, unsplitAge } =
    parameters;
  const cosines = splitCosines(splitAngle, splitAngleStep, maxLevel);
  const probe = splitAtContact ? new ContactProbe(splitAngle, splitAngleStep, maxLevel) : undefined;
  const splitting = new Splitting(sheet, cosines, probe);
  const calmCosines = Float64Array.from({ length: maxLevel + 1 }, (_, level) => {
    return angleCosine(unsplitShare * Math.min(180, splitAngle + level * splitAngleStep));
  });
  const unsplitting = unsplit
    ? new Unsplitting(sheet, { calmCosines, splitCosines: cosines, age: unsplitAge }, probe)
    : undefined;
  let kept = 0; // time to save the state of the last sub-step, ms
  world.add({
    name: 'back-up',
    phase: 'drive',
    run(w: World) {
      if (w.substep !== w.substeps - 1) return 'still';
      const start = w.clock();
      splitting.saveState(w);
      kept = w.clock() - start;
      return 'still';
    },
  });
  world.add({
    name: 'refinement',
    phase: 'adapt',
    changes: sheet.changes,
    run(w: World, dt: number, report: StepReport) {
      const before = levelsInUse(w);
      if (w.substeps % (1 << before) !== 0) {
        throw new Error(
          `${sheet.name} is refined to level ${before}: a step needs a multiple of ${1 << before} sub-steps, got ${w.substeps}. Set substeps to such a number.`,
        );
      }
      report.refinement ??= noRefinement();
      report.refinement.keep += kept;
      splitting.run(w, dt / report.substeps, report); // a sheet before it may have changed those of the world
      unsplitting?.run(w, report);
      report.refinement.active += sheet.count;
      w.substeps = (w.substeps / (1 << before)) * (1 << levelsInUse(w));
      return 'moved';
    },
  });
}
