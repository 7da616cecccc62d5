/** What a user gets: the package's doors, its lock file, and the README's own words. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const text = (name: string) => readFileSync(join(root, name), 'utf8');
const manifest = JSON.parse(text('package.json'));

describe('package.json', () => {
  it.each(Object.entries(manifest.exports))('%s leads to files that the build makes', (_, target) => {
    for (const path of Object.values(typeof target === 'string' ? { default: target } : (target as object))) {
      expect(existsSync(join(root, path as string)), `${path}`).toBe(true);
    }
  });

  it('puts types before code, or they are not found', () => {
    for (const target of Object.values(manifest.exports)) {
      if (typeof target === 'object') expect(Object.keys(target as object)).toEqual(['types', 'default']);
    }
  });

  it('has an entry for its command', () => {
    expect(readFileSync(join(root, manifest.bin.pliant), 'utf8')).toMatch(/^#!\/usr\/bin\/env node/);
  });

  it('runs nothing at a user’s install', () => {
    for (const name of ['install', 'preinstall', 'postinstall'])
      expect(manifest.scripts).not.toHaveProperty(name);
  });
});

describe('the lock file', () => {
  const { packages } = JSON.parse(text('package-lock.json'));

  it.each([
    '@biomejs/cli-darwin-arm64',
    '@biomejs/cli-win32-x64',
    '@rolldown/binding-darwin-arm64',
    '@rolldown/binding-win32-x64-msvc',
    '@rolldown/binding-linux-x64-gnu',
  ])('lists %s, so that other machines can install', (name) => {
    expect(packages).toHaveProperty([`node_modules/${name}`]);
  });

  it('names no place of one machine', () => {
    for (const [name, entry] of Object.entries(packages)) {
      const { resolved = '' } = entry as { resolved?: string };
      expect(resolved, name).not.toMatch(/localhost|127\.0\.0\.1|^file:/);
    }
  });

  it('builds nothing native and downloads nothing at install', () => {
    const scripts = Object.entries(packages)
      .filter(([, entry]) => (entry as { hasInstallScript?: boolean }).hasInstallScript)
      .map(([name]) => name);
    // fsevents is macOS only, optional, and ships its binary.
    expect(scripts.filter((name) => name !== 'node_modules/fsevents')).toEqual([]);
  });
});

describe('README', () => {
  const readme = text('README.md');
  const quickstart = /In a program, without drawing:\n\n```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

  it('shows the two commands before anything else one could run', () => {
    const commands = [...readme.matchAll(/```sh[^\n]*\n([\s\S]*?)```/g)].flatMap((match) =>
      match[1].trim().split('\n'),
    );
    expect(commands[0]).toMatch(/^npm ci && npm start\b/);
    expect(commands[1]).toMatch(/^npm ci && npm test\b/);
  });

  it('has a quickstart of at most 15 lines that runs', async () => {
    expect(quickstart.trim().split('\n').length).toBeLessThanOrEqual(15);
    const folder = join(root, 'test', '.examples-readme');
    const lines = vi.spyOn(console, 'log').mockImplementation(() => {});
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'quickstart.ts'), quickstart);
      await import(/* @vite-ignore */ join(folder, 'quickstart.ts'));
      expect(lines).toHaveBeenCalledTimes(60);
      expect(lines.mock.calls.flat().every(Number.isFinite)).toBe(true);
    } finally {
      lines.mockRestore();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
