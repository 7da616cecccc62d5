/**
 * Style sheets of the studio are loaded with their panels and stay: a class that two of them style looks different after
 * another tab was opened. So each bare class is styled in one file; what all share is in base.css.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const STUDIO = fileURLToPath(new URL('../../../studio/', import.meta.url));

it('each class of the studio is styled in one file', () => {
  const files = readdirSync(STUDIO, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  );
  const owners = new Map<string, Set<string>>();
  for (const file of files.filter((name) => name !== 'base.css')) {
    const text = readFileSync(`${STUDIO}${file}`, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    for (const [, selectors] of text.matchAll(/([^{}@;]+)\{/g)) {
      for (const selector of selectors.split(',').map((one) => one.trim())) {
        if (/^\.[\w-]+$/.test(selector)) owners.set(selector, (owners.get(selector) ?? new Set()).add(file));
      }
    }
  }
  expect(owners.size).toBeGreaterThan(100);
  const shared = [...owners].filter(([, where]) => where.size > 1);
  // Its variables are set by what it is made of.
  expect(shared.map(([selector]) => selector).filter((selector) => selector !== '.bench')).toEqual([]);
});
