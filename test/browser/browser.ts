/**
 * A real Chromium for the tests: the one named by PLIANT_BROWSER or CHROME_PATH, Playwright's own, or the
 * system's. Where there is none and Debian's can be installed, it is; otherwise the tests fail and say what
 * to do. They are never left out silently.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];

const ARGUMENTS = [
  '--no-sandbox',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

export function launchBrowser(extra: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), headless: true, args: [...ARGUMENTS, ...extra] });
}

export function findBrowser(): string {
  const found = namedByUser() ?? playwrightsOwn() ?? systems() ?? (installDebians() ? systems() : undefined);
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium and found none. Install chromium or google-chrome, run ' +
      '"npx playwright-core install chromium", or set PLIANT_BROWSER to the path of one.',
  );
}

/** A path that the user gives must be right: falling back to another browser would hide the mistake. */
function namedByUser(): string | undefined {
  for (const variable of ['PLIANT_BROWSER', 'CHROME_PATH']) {
    const path = process.env[variable];
    if (!path) continue;
    if (!existsSync(path)) throw new Error(`${variable} names ${path}, which does not exist`);
    return path;
  }
  return undefined;
}

function playwrightsOwn(): string | undefined {
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

function systems(): string | undefined {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name + suffix)));
  return [...onPath, ...usualPlaces()].find((path) => existsSync(path));
}

function usualPlaces(): string[] {
  const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
  if (process.platform === 'darwin')
    return apps.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
  if (process.platform !== 'win32') return [];
  const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
  const programs = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];
  return roots.flatMap((root) => (root ? programs.map((program) => join(root, program)) : []));
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
