/**
 * `npm test`: builds what is out of date, checks style and types, and runs every test: unit, validation, golden,
 * faults, browser. Arguments go to Vitest (`npm test -- contact`).
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const counts = 'dist/.tests.json';
rmSync(counts, { force: true });

const build = ['build', 'npm', ['run', '--silent', 'build']];
/** Each needs the build, none another; the longest first. */
const checks = [
  ['types', 'npx', ['tsc', '-p', 'test']],
  ['types of the studio', 'npx', ['tsc', '-p', 'studio']],
  ['types of the report', 'npx', ['tsc', '-p', 'report']],
  ['style', 'npx', ['biome', 'check', '.']],
];
const tests = [
  'tests',
  'npx',
  [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${counts}`,
    ...process.argv.slice(2),
  ],
];

await inTurn([build]);
await Promise.all(Array.from({ length: availableParallelism() }, () => inTurn(checks)));
await inTurn([tests]);

/** Takes the first step that is left and runs it, until none is; the first to fail ends all. */
async function inTurn(steps) {
  for (let step = steps.shift(); step; step = steps.shift()) await run(...step);
}

async function run(name, command, args) {
  const started = Date.now();
  const child = spawn(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  const status = await new Promise((ended) => {
    child.on('error', ({ message }) => {
      console.error(`${name}: ${message}`);
      ended(1);
    });
    child.on('close', (code) => ended(code ?? 1));
  });
  if (name === 'tests') printCounts();
  if (status !== 0) {
    console.error(`npm test: ${name} failed`);
    process.exit(status);
  }
  console.log(`${name}: ok, ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** The plain last word: how many tests passed and failed. */
function printCounts() {
  if (!existsSync(counts)) return;
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(counts, 'utf8'));
  console.log(`${numPassedTests} passed, ${numFailedTests} failed`);
}
