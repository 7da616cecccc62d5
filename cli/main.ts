#!/usr/bin/env node
/** The `pliant` command. */
import { disk } from './disk.ts';
import { RUN_FAILED, reasonOf } from './failure.ts';
import { createOutput } from './output.ts';
import { runProgram } from './program.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads our output may stop reading (`pliant scenes | head -1`): no fault of the run, which goes on.
  if (error.code === 'EPIPE') return;
  process.exitCode = RUN_FAILED;
  process.stderr.write(`error: the output was not written: ${reasonOf(error)}\n`);
});
process.stderr.on('error', () => {});

const code = await runProgram(process.argv.slice(2), {
  output: createOutput(process.stdout, process.stderr, process.env),
  env: process.env,
  clock: () => performance.now(),
  processor: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  fs: disk,
});
// Setting the code, and not calling `process.exit`, lets a pipe take all that was printed.
process.exitCode ||= code;
