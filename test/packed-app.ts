/** A project of somebody else's, with the package as npm would publish it installed in it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What npm installs with it. */
const NEEDED = [
  'zod',
  'robust-predicates',
  '@gltf-transform/core',
  'property-graph',
  '@dimforge/rapier3d-compat',
];

/** `beside`: what the project installs itself. Answers its folder, which is the caller's to remove. */
export function packedApp(beside: readonly string[]): string {
  const app = mkdtempSync(join(tmpdir(), 'pliant-packed-'));
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const packed = spawnSync(npm, ['pack', '--ignore-scripts', '--json', '--pack-destination', app], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (packed.status !== 0) throw new Error(`npm pack: ${packed.stderr}`);
  const [archive] = readdirSync(app).filter((name) => name.endsWith('.tgz'));
  const target = join(app, 'node_modules', 'pliant');
  mkdirSync(target, { recursive: true });
  const taken = spawnSync('tar', ['xzf', join(app, archive), '-C', target, '--strip-components', '1']);
  if (taken.status !== 0) throw new Error(`tar: ${taken.stderr}`);
  // Everything else a project would install is what is installed here.
  for (const name of [...NEEDED, ...beside]) {
    const installed = join(root, 'node_modules', name);
    const here = join(app, 'node_modules', name);
    mkdirSync(dirname(here), { recursive: true });
    if (existsSync(installed)) symlinkSync(installed, here, 'junction');
  }
  writeFileSync(join(app, 'package.json'), '{ "type": "module", "private": true }');
  return app;
}
