/**
 * A Chromium on this machine: the one named by PLIANT_BROWSER or CHROME_PATH, one that Playwright has installed, or the
 * system's (Chromium, Chrome, Edge).
 */
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Refusal } from './failure.ts';
import type { Environment } from './output.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];

export const BROWSER_HINT =
  'install chromium or google-chrome, run "npx playwright-core install chromium", or set PLIANT_BROWSER to the path of one';

/** Options for a browser without a window or dialogs; it draws in software if there is no graphics card. */
export const BROWSER_ARGUMENTS = [
  // Pages are Pliant's own, from this machine. As root, and in most containers, a sandbox is not available.
  '--no-sandbox',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

/** Returns the path of the browser; undefined if there is none. */
export function findBrowser(env: Environment): string | undefined {
  return namedByUser(env) ?? playwrights(env) ?? systems(env);
}

/** A path that the user gives must be right: falling back to another browser would hide the mistake. */
function namedByUser(env: Environment): string | undefined {
  for (const variable of ['PLIANT_BROWSER', 'CHROME_PATH']) {
    const path = env[variable];
    if (!path) continue;
    if (!existsSync(path)) throw new Refusal(`${variable} names ${path}, which does not exist`);
    return path;
  }
  return undefined;
}

/** Returns the latest version that Playwright has installed; each has its own folder, `chromium-1234`. */
function playwrights(env: Environment): string | undefined {
  const caches: Record<string, string> = {
    darwin: join(homedir(), 'Library', 'Caches', 'ms-playwright'),
    win32: join(env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
  };
  const cache =
    env.PLAYWRIGHT_BROWSERS_PATH ?? caches[process.platform] ?? join(homedir(), '.cache', 'ms-playwright');
  const version = (name: string) => Number(/^chromium-(\d+)$/.exec(name)?.[1] ?? -1);
  const installed = foldersIn(cache)
    .filter((name) => version(name) >= 0)
    .toSorted((a, b) => version(b) - version(a));
  return installed
    .flatMap((name) => PLACES.map((place) => join(cache, name, ...place)))
    .find((path) => existsSync(path));
}

const TESTING = 'Google Chrome for Testing';
const PLACES: readonly string[][] = [
  ['chrome-linux', 'chrome'],
  ['chrome-linux64', 'chrome'],
  ['chrome-mac', 'Chromium.app', 'Contents', 'MacOS', 'Chromium'],
  ...['chrome-mac-x64', 'chrome-mac-arm64'].map((arch) => [
    arch,
    `${TESTING}.app`,
    'Contents',
    'MacOS',
    TESTING,
  ]),
  ['chrome-win', 'chrome.exe'],
  ['chrome-win64', 'chrome.exe'],
];

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function systems(env: Environment): string | undefined {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => NAMES.map((name) => join(folder, name + suffix)));
  return [...onPath, ...usualPlaces(env)].find((path) => existsSync(path));
}

function usualPlaces(env: Environment): string[] {
  const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
  if (process.platform === 'darwin')
    return apps.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
  if (process.platform !== 'win32') return [];
  const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA];
  const programs = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];
  return roots.flatMap((root) => (root ? programs.map((program) => join(root, program)) : []));
}
