/** `pliant studio`: serves the studio to a browser on this machine until Ctrl-C. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Command } from 'commander';
import { errorCode, Refusal, RunFailure, reasonOf } from './failure.ts';
import { wholeIn } from './options.ts';
import type { Environment } from './output.ts';
import { PACKAGE_FOLDER } from './package.ts';
import type { Session } from './session.ts';
import { untilSignal } from './signals.ts';
import { serveFolder } from './static-server.ts';

interface StudioOptions {
  port: number;
  open: boolean;
  json?: boolean;
}

export function defineStudio(command: Command, session: Session): void {
  command
    .description('Serves the studio on this machine, prints its address, and stops on Ctrl-C.')
    .option('--port <n>', 'port to serve on; 0 chooses a free one', wholeIn({ min: 0, max: 65535 }), 0)
    .option('--no-open', 'do not open a browser')
    .option('--json', 'print {"address"} as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ pliant studio
  $ pliant studio --port 8080 --no-open`,
    )
    .action((options: StudioOptions) => studio(options, session));
}

async function studio({ port, open, json }: StudioOptions, { output, env }: Session): Promise<void> {
  const { server, address } = await serve(port);
  const stopped = untilSignal(); // before the address is printed: a signal may follow at once
  if (json) output.json({ address });
  else output.line(`Studio: ${output.paint('bold', address)}  (Ctrl-C stops it)`);
  if (open) openBrowser(address, env);
  await stopped;
  server.close();
  server.closeAllConnections();
}

async function serve(port: number) {
  const folder = join(PACKAGE_FOLDER, 'dist', 'studio');
  try {
    return await serveFolder(folder, port);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EADDRINUSE')
      throw new Refusal(`port ${port} is in use. Without --port a free one is chosen`);
    if (code === 'EACCES')
      throw new Refusal(`port ${port} is not permitted. Without --port a free one is chosen`);
    if (code === 'ENOENT') throw new RunFailure(`${folder}: does not exist. Run "npm run build" first`);
    throw new RunFailure(`the studio cannot be served: ${reasonOf(error)}`);
  }
}

/** Returns the command that opens an address; undefined without a display. */
export function browserCommand(
  platform: string,
  env: Environment,
): [command: string, ...args: string[]] | undefined {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['cmd', '/c', 'start', ''];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}

/** The address is printed anyway, so a browser that does not open is no failure. */
function openBrowser(address: string, env: Environment): void {
  const command = browserCommand(process.platform, env);
  if (!command) return;
  const [name, ...args] = command;
  const child = spawn(name, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
