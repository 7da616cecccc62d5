import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Tests and the pages read the sources under the names that users import. */
export const alias = [
  { find: /^pliant$/, replacement: here('src/index.ts') },
  { find: /^pliant\/engine$/, replacement: here('src/engine.ts') },
  { find: /^pliant\/(formats|scenes)$/, replacement: here('$1/index.ts') },
  { find: /^#lab\/(validation|bench|experiments)$/, replacement: here('lab/$1/index.ts') },
  { find: /^pliant\/worker\/protocol$/, replacement: here('adapters/worker/protocol.ts') },
  { find: /^pliant\/(threads|three|worker|react)$/, replacement: here('adapters/$1/index.ts') },
];
