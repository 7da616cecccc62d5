/**
 * `npm test`: builds what is out of date, checks style and types, and runs every test: unit, validation, golden,
 * faults, browser. Arguments go to Vitest (`npm test -- contact`).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';

const counts = 'dist/.tests.json';
rmSync(counts, { force: true });

const steps = [
  ['build', 'npm', ['run', '--silent', 'build']],
  ['style', 'npx', ['biome', 'check', '.']],
  ['types', 'npx', ['tsc', '-p', 'test']],
  ['types of the studio', 'npx', ['tsc', '-p', 'studio']],
  ['types of the report', 'npx', ['tsc', '-p', 'report']],
  [
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
  ],
];

for (const [name, command, args] of steps) {
  const started = Date.now();
  const { status, error } = spawnSync(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (name === 'tests') printCounts();
  if (error) console.error(`${name}: ${error.message}`);
  if (status !== 0) {
    console.error(`npm test: ${name} failed`);
    process.exit(status ?? 1);
  }
  console.log(`${name}: ok, ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** The plain last word: how many tests passed and failed. */
function printCounts() {
  if (!existsSync(counts)) return;
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(counts, 'utf8'));
  console.log(`${numPassedTests} passed, ${numFailedTests} failed`);
}
