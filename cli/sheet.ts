/** `pliant sheet`: makes a layered sheet from a material or from raw stiffness, and reports its properties. */
import { basename } from 'node:path';
import type { Command } from 'commander';
import { type EngineName, parseScene, type SceneInput, sceneFromFiles, World } from 'pliant';
import {
  addLayeredSheet,
  createIntegrator,
  type LayeredSheet,
  type LayeredSheetOptions,
  type SheetReport,
  sheetFileOf,
  sheetReport,
  stableSteps,
} from 'pliant/engine';
import { type PolyhedraFile, writeSheetFile } from 'pliant/formats';
import { Refusal } from './failure.ts';
import { writeWhole } from './files.ts';
import { collect } from './options.ts';
import { figure, toJson } from './output.ts';
import type { Session } from './session.ts';
import { addSheetOptions, layeredOptions, type SheetOptions } from './sheet-options.ts';
import { targetFile } from './target-file.ts';
import { idOf, readPolyhedraFile } from './text-file.ts';

interface Options extends SheetOptions {
  output?: string;
  onto?: string[];
  force?: boolean;
  json?: boolean;
}

export function defineSheet(command: Command, session: Session): void {
  command.description(
    'Makes a layered sheet from a material, its extent and masses a side, or from raw stiffness.',
  );
  addSheetOptions(command)
    .option('-o, --output <file>', 'file to write: FILE.sht, a sheet file, or FILE.json, a scene')
    .option('--onto <file>', 'polyhedra (.pol) under the sheet of a scene; repeatable', collect)
    .option('--force', 'replace the file')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ pliant sheet --structure trimm --size 11x2x11 --json
  $ pliant sheet --material pvc-0.4 --extent 0.3x0.2 --size 16x2x11 -o pvc.sht
  $ pliant sheet --material card --onto wedge.pol -o scene.json
  $ pliant sheet --structure slamm --extent 0.025x0.025 --layer-distance 0.001 --planar 0.205 --mass 0.001

It says how many masses and springs there are, the modulus and the rigidity that the sheet will show, and the largest
step that each engine can take with it.`,
    )
    .action((options: Options) => make(options, session));
}

interface Result extends SheetReport {
  material: string;
  /** Largest sub-step that each engine can take, s. */
  stableStep: Record<EngineName, number>;
  file?: string;
}

function make(options: Options, session: Session): void {
  const target =
    options.output === undefined
      ? undefined
      : targetFile(options.output, ['.sht', '.json'], options.force, session.fs);
  const polyhedra = (options.onto ?? []).map((file) => readPolyhedraFile(file, undefined, session.fs));
  if (polyhedra.length > 0 && !(target !== undefined && isScene(target))) {
    throw new Refusal('--onto needs a scene to write: use -o FILE.json');
  }
  const world = new World(createIntegrator('rk4'));
  const sheet = addedTo(world, layeredOptions(options));
  const result: Result = {
    ...sheetReport(sheet, world.particles.mass.view.subarray(0, sheet.count)),
    material: options.material,
    stableStep: engineSteps(world),
  };
  if (target !== undefined) {
    const text = writeSheetFile(sheetFileOf(world, sheet, options.material));
    const body = () => sceneBody(options, layeredOptions(options));
    writeWhole(target, isScene(target) ? sceneText(target, text, body(), polyhedra) : text, session.fs);
    result.file = target;
  }
  if (options.json) session.output.json(result);
  else print(result, session);
}

function isScene(path: string): boolean {
  return /\.json$/i.test(path);
}

/** A scene in which the sheet falls: on the polyhedra, from a tenth of its width above them, or on a floor. */
function sceneText(
  path: string,
  sheet: string,
  body: LayeredBody,
  polyhedra: readonly PolyhedraFile[],
): string {
  const id = idOf(path);
  const made = sceneFromFiles({ id, title: 'A sheet made by pliant sheet', sheet, polyhedra, above: true });
  const position = made.bodies?.[0].position;
  const scene = { ...made, bodies: [{ ...body, ...(position && { position }) }] };
  parseScene(scene, path);
  return `${toJson(scene)}\n`;
}

type LayeredBody = Extract<NonNullable<SceneInput['bodies']>[number], { model: 'layered-sheet' }>;

/** The sheet by its parameters rather than mass by mass, so that a scene can be changed. */
function sceneBody(options: SheetOptions, made: LayeredSheetOptions): LayeredBody {
  const { name, structure, points, layers, size, layerDistance, stiffness, masses, material } = made;
  const { density, stretch, rigidity, damping, thickness } = material;
  const own = options.thickness ?? options.mass ?? options.damping;
  return {
    name,
    model: 'layered-sheet',
    structure,
    points: [...points],
    layers,
    size: [...size],
    ...(layerDistance !== undefined && { layerDistance }),
    material: own === undefined ? options.material : { density, stretch, rigidity, damping, thickness },
    stiffness,
    masses,
  };
}

function addedTo(world: World, options: LayeredSheetOptions): LayeredSheet {
  try {
    return addLayeredSheet(world, options);
  } catch (error) {
    throw error instanceof RangeError ? new Refusal(error.message) : error;
  }
}

function engineSteps(world: World): Record<EngineName, number> {
  const steps = Object.entries(stableSteps(world).engines).map(([name, { step }]) => [name, step]);
  return Object.fromEntries(steps);
}

function print(result: Result, { output }: Session): void {
  const { structure, columns, layers, rows, masses, springs, stiffness, modulus, rigidity } = result;
  const [width, depth] = result.size.map((side) => figure(side));
  output.line(output.paint('bold', `${structure}, ${columns} x ${layers} x ${rows}, ${result.material}`));
  const both = (value: { x: number; z: number }, unit: string, scale = 1) =>
    figure(value.x) === figure(value.z)
      ? `${figure(value.x * scale)} ${unit}`
      : `${figure(value.x * scale)} ${unit} along x, ${figure(value.z * scale)} ${unit} along z`;
  const ties = stiffness.interlayer === null ? '' : `, ${figure(stiffness.interlayer)} N/m between layers`;
  const facts: [string, string][] = [
    ['lattice', `${masses} masses, ${springs} springs`],
    ['extent', `${width} m x ${depth} m, ${figure(result.thickness * 1000)} mm thick`],
    ['layers', `${figure(result.layerDistance * 1000)} mm apart`],
    ['mass', `${figure(result.totalMass)} kg`],
    ['springs', `${figure(stiffness.planar)} N/m in a layer${ties}`],
    ['stretch', `${both(modulus.stretch, 'N/m')}: ${both(modulus.young, 'MPa', 1e-6)}`],
    ['rigidity', rigidityText(rigidity)],
    ...thesisRow(modulus.thesis),
    [
      'stable step',
      Object.entries(result.stableStep)
        .map(([name, step]) => `${name} ${figure(step)} s`)
        .join(', '),
    ],
    ...(result.file === undefined ? [] : [['written', basename(result.file)] as [string, string]]),
  ];
  for (const [name, value] of facts) output.line(`  ${output.paint('dim', name.padEnd(11))}  ${value}`);
}

function rigidityText({ hung, x, z }: SheetReport['rigidity']): string {
  const lattice = `by its lattice ${figure(x)} along x, ${figure(z)} along z`;
  return hung === null ? `${lattice}, N·m` : `${figure(hung)} N·m hung by its edge; ${lattice}`;
}

function thesisRow(thesis: SheetReport['modulus']['thesis']): [string, string][] {
  if (thesis === null) return [];
  const { along, through, throughTies } = thesis;
  const text = `${figure(along)} Pa along, ${figure(through)} Pa through (${figure(throughTies)} Pa by all ties)`;
  return [['K = EA/L', text]];
}
