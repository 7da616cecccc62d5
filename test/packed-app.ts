/** A project of a user, with the package installed in it as npm would publish it. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Packages that npm installs with it: those it needs, and the optional ones with theirs. */
const NEEDED = ['zod'];
const OPTIONAL = ['@gltf-transform/core', 'property-graph', '@dimforge/rapier3d-compat'];

/** The package's archive, which all projects of this process share. */
let archive: Buffer | undefined;

/**
 * Makes the project and returns its folder, which the caller removes. `beside` are the packages that the project itself
 * installs; `optional` is whether npm installs optional packages.
 */
export function packedApp(beside: readonly string[], { optional = true } = {}): string {
  const app = mkdtempSync(join(tmpdir(), 'pliant-packed-'));
  const target = join(app, 'node_modules', 'pliant');
  mkdirSync(target, { recursive: true });
  archive ??= pack();
  const taken = spawnSync('tar', ['xzf', '-', '-C', target, '--strip-components', '1'], { input: archive });
  if (taken.status !== 0) throw new Error(`tar: ${taken.stderr}`);
  // The other packages are those of this repository.
  for (const name of [...NEEDED, ...(optional ? OPTIONAL : []), ...beside]) {
    const installed = join(root, 'node_modules', name);
    const here = join(app, 'node_modules', name);
    mkdirSync(dirname(here), { recursive: true });
    if (existsSync(installed)) symlinkSync(installed, here, 'junction');
  }
  writeFileSync(join(app, 'package.json'), '{ "type": "module", "private": true }');
  return app;
}

/** Packs the package and returns the bytes of the archive. */
function pack(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-archive-'));
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const packed = spawnSync(npm, ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (packed.status !== 0) throw new Error(`npm pack: ${packed.stderr}`);
  const bytes = readFileSync(join(folder, readdirSync(folder)[0]));
  rmSync(folder, { recursive: true });
  return bytes;
}
