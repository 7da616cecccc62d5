#!/usr/bin/env node
/** The `pliant` command. */
import { RUN_FAILED, reasonOf } from './failure.ts';
import { packageVersion } from './package.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of the output may stop reading (`pliant scenes | head -1`): no fault of the run, which continues.
  if (error.code === 'EPIPE') return;
  process.exitCode = RUN_FAILED;
  process.stderr.write(`error: the output was not written: ${reasonOf(error)}\n`);
});
process.stderr.on('error', () => {});

const args = process.argv.slice(2);
if (args.length === 1 && ['-V', '--version'].includes(args[0])) {
  process.stdout.write(`${packageVersion()}\n`); // needs no command, and nothing that commands load
} else {
  const { disk } = await import('./disk.ts');
  const { createOutput } = await import('./output.ts');
  const { runProgram } = await import('./program.ts');
  const code = await runProgram(args, {
    output: createOutput(process.stdout, process.stderr, process.env),
    env: process.env,
    clock: () => performance.now(),
    processor: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    fs: disk,
  });
  // Setting the code instead of calling `process.exit` lets a pipe receive everything that was printed.
  process.exitCode ||= code;
}
