/**
 * A real Chromium for the tests, found as `pliant render` finds it. Where there is none and Debian's can be installed,
 * it is; otherwise the tests fail and say what to do. They are never left out silently.
 */
import { spawnSync } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';
import { BROWSER_ARGUMENTS, BROWSER_HINT, findBrowser as findInstalled } from '../../cli/browser.ts';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), headless: true, args: [...BROWSER_ARGUMENTS] });
}

export function findBrowser(): string {
  const find = () => findInstalled(process.env);
  const found = find() ?? (installDebians() ? find() : undefined);
  if (found) return found;
  throw new Error(`The browser tests need Chromium and found none: ${BROWSER_HINT}.`);
}

/** Needs apt-get and the right to use it without a question. */
function installDebians(): boolean {
  if (process.platform !== 'linux' || !runs('apt-get', '--version')) return false;
  const root = process.getuid?.() === 0;
  if (!root && !runs('sudo', '-n', 'true')) return false;
  const sudo = root ? [] : ['sudo', '-n'];
  console.log('No Chromium here: installing the package "chromium" with apt-get for the browser tests …');
  return (
    runs(...sudo, 'apt-get', 'update', '-qq') &&
    runs(...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-y', '-qq', 'chromium')
  );
}

function runs(...command: string[]): boolean {
  return spawnSync(command[0], command.slice(1), { stdio: 'ignore' }).status === 0;
}
