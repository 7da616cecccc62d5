/**
 * `npm test`: builds what is out of date, checks style and types, and runs every test: unit, scenes, validation,
 * faults, browser. Arguments go to Vitest (`npm test -- contact`).
 *
 * `npm run test:fast`: builds what is out of date but for the pages, and runs the unit tests but for those named
 * `*.slow.test.ts`.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';

const counts = 'dist/.tests.json';
rmSync(counts, { force: true });

const isFast = process.argv[2] === '--fast';
const chosen = process.argv.slice(isFast ? 3 : 2);
/** Share of the time of all files from which one is too slow for `npm run test:fast`, which lists it. */
const SLOW = 0.05;

const build = ['build', 'npm', ['run', '--silent', isFast ? 'build:node' : 'build']];
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
    ...(isFast
      ? ['--project=engine', '--exclude=**/*.slow.test.ts', '--exclude=test/{scenes,validation,faults}/**']
      : []),
    ...chosen,
  ],
];

await inTurn([build]);
if (!isFast) await Promise.all(Array.from({ length: availableParallelism() }, () => inTurn(checks)));
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

/** Prints how many tests passed and failed and, of a fast run, the files that are slow. */
function printCounts() {
  if (!existsSync(counts)) return;
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(counts, 'utf8'));
  console.log(`${numPassedTests} passed, ${numFailedTests} failed`);
  if (!isFast) return;
  const times = testResults.map(({ name, startTime, endTime }) => [relative('.', name), endTime - startTime]);
  const total = times.reduce((sum, [, time]) => sum + time, 0);
  for (const [name, time] of times.filter(([, time]) => time > SLOW * total)) {
    const share = ((100 * time) / total).toFixed(0);
    console.log(`${name} takes ${share} % of the time: make it faster, or name it *.slow.test.ts`);
  }
}
