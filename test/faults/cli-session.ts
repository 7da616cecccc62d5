/** Runs the command line within the test's own process, where its surroundings can be made as bad as we like. */
import { disk, type FileSystem } from '../../cli/disk.ts';
import { createOutput, type Environment, type Stream } from '../../cli/output.ts';
import { runProgram } from '../../cli/program.ts';

export interface Surroundings {
  fs?: FileSystem;
  env?: Environment;
  /** Whether stdout and stderr are terminals. */
  isTTY?: boolean;
  clock?: () => number;
}

export async function pliantHere(args: readonly string[], surroundings: Surroundings = {}) {
  const { fs = disk, env = {}, isTTY = false, clock = () => performance.now() } = surroundings;
  const [stdout, stderr] = [page(isTTY), page(isTTY)];
  const code = await runProgram(args, {
    output: createOutput(stdout, stderr, env),
    env,
    fs,
    clock,
    processor: clock,
  });
  return { code, stdout: stdout.text, stderr: stderr.text };
}

function page(isTTY: boolean): Stream & { text: string } {
  const stream = { text: '', isTTY, columns: 80, write: (text: string) => (stream.text += text) };
  return stream;
}
