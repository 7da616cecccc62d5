/**
 * Puts the command line's only dependency, Commander, into dist/cli/vendor, so that installing Pliant for a page brings no
 * package for the command line. Runs after `tsc -b`, which writes dist/cli.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const VENDOR = './vendor/commander.js';

const { output } = await build({
  configFile: false,
  root: at('.'),
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: at('node_modules/commander/esm.mjs'),
    write: false,
    target: 'node20',
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
mkdirSync(at('dist/cli/vendor'), { recursive: true });
writeFileSync(at(`dist/cli/${VENDOR}`), output[0].code);
copyFileSync(at('node_modules/commander/LICENSE'), at('dist/cli/vendor/LICENSE'));
for (const name of readdirSync(at('dist/cli'))) {
  if (!name.endsWith('.js')) continue;
  const code = readFileSync(at(`dist/cli/${name}`), 'utf8');
  const bundled = code.replace(/from 'commander'/g, `from '${VENDOR}'`);
  if (bundled !== code) writeFileSync(at(`dist/cli/${name}`), bundled);
}
