/** `pliant fill`: fills a closed mesh with particles on a lattice, and says how many there are and how far apart. */
import { basename } from 'node:path';
import type { Command } from 'commander';
import { FILL_LIMITS, type Filling, type FillSize, fillMesh, isosurface } from 'pliant/engine';
import type { MeshFile } from 'pliant/formats';
import { Refusal } from './failure.ts';
import { readBytes, writeWhole } from './files.ts';
import { readMeshFile } from './mesh-file.ts';
import { numberIn, wholeIn } from './options.ts';
import { figure } from './output.ts';
import type { Session } from './session.ts';
import { targetFile } from './target-file.ts';

interface Options {
  spacing?: number;
  count?: number;
  scale: number;
  output?: string;
  force?: boolean;
  json?: boolean;
}

export function defineFill(command: Command, session: Session): void {
  command
    .description(
      'Fills a closed mesh (OBJ, GLB, STL, PLY) with particles on a cubic closest-packed lattice and prints their number.',
    )
    .argument('<mesh>', 'mesh file; must be closed')
    .option('--spacing <m>', 'distance of neighbours', numberIn({ above: 0 }))
    .option(
      '--count <n>',
      'exact number of particles; determines the spacing',
      wholeIn({ min: 1, max: FILL_LIMITS.particles }),
    )
    .option('--scale <m>', 'metres per unit of the file', numberIn({ above: 0, max: 1e6 }), 1)
    .option('-o, --output <file>', 'write FILE.csv, the particles, or FILE.obj, the surface around them')
    .option('--force', 'replace the file')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ pliant fill die.stl --scale 0.001 --count 246
  $ pliant fill bowl.glb --spacing 0.005 -o bowl.csv`,
    )
    .action((file: string, options: Options) => fill(file, options, session));
}

async function fill(file: string, options: Options, session: Session): Promise<void> {
  const size = sizeOf(options);
  const target =
    options.output === undefined
      ? undefined
      : targetFile(options.output, ['.csv', '.obj'], options.force, session.fs);
  const mesh = await readMeshFile(file, readBytes(file, undefined, session.fs));
  const filling = filled(file, mesh, options.scale, size);
  if (target !== undefined) writeWhole(target, textOf(target, filling), session.fs);
  const { particles, spacing, volume, mended } = filling;
  const result = {
    file: basename(file),
    particles: particles.length / 3,
    spacing,
    volume,
    matter: ((particles.length / 3) * spacing ** 3) / Math.SQRT2,
    mended,
  };
  if (options.json) {
    session.output.json(result);
    return;
  }
  session.output.line(
    `${result.particles} particles ${figure(spacing)} m apart; mesh ${figure(volume)} m³, matter ${figure(result.matter)} m³`,
  );
  for (const what of mended) session.output.warn(`${file}: ${what}`);
}

function sizeOf({ spacing, count }: Options): FillSize {
  if (spacing !== undefined && count === undefined) return { spacing };
  if (count !== undefined && spacing === undefined) return { count };
  throw new Refusal('give one of --spacing and --count');
}

function filled(file: string, { positions, triangles }: MeshFile, scale: number, size: FillSize): Filling {
  try {
    const places = positions.map((x) => scale * x);
    return fillMesh(places, triangles, size);
  } catch (error) {
    throw error instanceof RangeError ? new Refusal(`${file}: ${error.message}`) : error;
  }
}

function textOf(target: string, { particles, spacing }: Filling): string {
  if (/\.csv$/i.test(target)) return `x_m,y_m,z_m\n${rows(particles, 3).join('\n')}\n`;
  const { positions, triangles } = isosurface(particles, { spacing });
  const vertices = rows(positions, 3).map((row) => `v ${row.replaceAll(',', ' ')}`);
  const faces = rows(triangles, 3, 1).map((row) => `f ${row.replaceAll(',', ' ')}`);
  return `# the surface of ${particles.length / 3} particles, in metres\n${[...vertices, ...faces].join('\n')}\n`;
}

function rows(numbers: ArrayLike<number>, width: number, plus = 0): string[] {
  return Array.from({ length: numbers.length / width }, (_, row) =>
    Array.from({ length: width }, (_, k) => numbers[row * width + k] + plus).join(','),
  );
}
