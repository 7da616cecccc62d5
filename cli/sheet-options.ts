/** The options of `pliant sheet`, and the layered sheet they describe. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type MaterialName, materialNames } from 'pliant';
import {
  type LayeredSheetOptions,
  type Material,
  materialOfThickness,
  particleCount,
  resolveMaterial,
  STRUCTURE_NAMES,
  type StructureName,
  sceneLimits,
} from 'pliant/engine';
import { Refusal } from './failure.ts';
import { numberIn } from './options.ts';

const CALIBRATIONS = ['rigidity', 'modulus'] as const;
const MASSES = ['area', 'equal'] as const;

export interface SheetOptions {
  structure: StructureName;
  size?: [columns: number, layers: number, rows: number];
  material: MaterialName;
  extent: [width: number, depth: number];
  thickness?: number;
  layerDistance?: number;
  calibration?: (typeof CALIBRATIONS)[number];
  planar?: number;
  interlayer?: number;
  mass?: number;
  masses: (typeof MASSES)[number];
  damping?: number;
}

const length = numberIn({ above: 0, max: 1e6 });
const stiffness = numberIn({ above: 0, max: 1e12 });

export function addSheetOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--structure <name>', 'arrangement of particles and springs')
        .choices(STRUCTURE_NAMES)
        .default('trimm'),
    )
    .option(
      '--size <CxLxR>',
      'masses: columns x layers x rows (default: 11x2x11; one layer of provot-2d)',
      parseSize,
    )
    .addOption(
      new Option('--material <name>', 'what the sheet is made of')
        .choices(materialNames)
        .default('styrene-0.25'),
    )
    .addOption(
      new Option('--extent <WxD>', 'width along the columns and depth along the rows, m')
        .argParser(parseExtent)
        .default([0.25, 0.25], '0.25x0.25'),
    )
    .option('--thickness <m>', 'thickness, for materials that are solids', length)
    .option('--layer-distance <m>', 'distance of the layers; chosen for the material by default', length)
    .addOption(
      new Option(
        '--calibration <name>',
        'springs from the flexural rigidity, or from the modulus by K = EA/L (default: rigidity)',
      ).choices(CALIBRATIONS),
    )
    .option('--planar <N/m>', 'stiffness of every spring in a layer, instead of a calibration', stiffness)
    .option('--interlayer <N/m>', 'stiffness of every tie between layers; without it, as --planar', stiffness)
    .option(
      '--mass <kg>',
      "mass of the whole sheet, instead of the material's",
      numberIn({ above: 0, max: 1e9 }),
    )
    .addOption(
      new Option('--masses <name>', 'particle masses by area, or all equal').choices(MASSES).default('area'),
    )
    .option(
      '--damping <share>',
      "share of critical damping, instead of the material's",
      numberIn({ min: 0, max: 10 }),
    );
}

function parseSize(text: string): [number, number, number] {
  const match = /^(\d{1,7})x(\d{1,7})x(\d{1,7})$/i.exec(text);
  if (!match) throw new InvalidArgumentError('It must be columns x layers x rows, such as 11x2x11.');
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}

function parseExtent(text: string): [number, number] {
  const parts = text.split(/x/i);
  if (parts.length !== 2) throw new InvalidArgumentError('It must be width x depth in m, such as 0.25x0.2.');
  return [length(parts[0]), length(parts[1])];
}

/** Throws a Refusal if options contradict each other or exceed limits. */
export function layeredOptions(options: SheetOptions): LayeredSheetOptions {
  const { structure, extent, calibration, planar, interlayer, layerDistance, masses } = options;
  const [columns, layers, rows] = options.size ?? [11, structure === 'provot-2d' ? 1 : 2, 11];
  if (planar !== undefined && calibration !== undefined) {
    throw new Refusal('--planar and --calibration both set the stiffness of the springs. Give one of them.');
  }
  if (interlayer !== undefined && planar === undefined) {
    throw new Refusal('--interlayer needs --planar, the stiffness of the springs in a layer');
  }
  const count = particleCount(columns, rows, layers);
  if (count > sceneLimits.particles) {
    throw new Refusal(
      `--size: ${columns}x${layers}x${rows} makes ${count} masses; the limit is ${sceneLimits.particles}`,
    );
  }
  const material = materialOf(options);
  return {
    name: 'sheet',
    structure,
    points: [columns, rows],
    layers,
    size: extent,
    layerDistance,
    material,
    stiffness: ruleOf(options, material),
    masses,
  };
}

function materialOf({ material: name, thickness, mass, damping, extent }: SheetOptions): Material {
  try {
    const material = thickness === undefined ? resolveMaterial(name) : materialOfThickness(name, thickness);
    return {
      ...material,
      density: mass === undefined ? material.density : mass / (extent[0] * extent[1]),
      damping: damping ?? material.damping,
    };
  } catch (error) {
    throw error instanceof RangeError ? new Refusal(`--${error.message}`) : error;
  }
}

function ruleOf(
  { planar, interlayer, calibration }: SheetOptions,
  material: Material,
): LayeredSheetOptions['stiffness'] {
  if (planar !== undefined) return { kind: 'springs', planar, interlayer: interlayer ?? planar };
  if (calibration === 'modulus') return { kind: 'modulus', young: material.stretch / material.thickness };
  return { kind: 'rigidity' };
}
