/** Rules of the house that a compiler does not know: who imports whom, and what the engine must not call. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { models } from '../../../src/models/index.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !name.includes('/assembly/') && !name.includes('node_modules'));
}

function imports(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?<![.\w])(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]);
}

/** What each folder of src may import, besides itself. */
const MAY: Record<string, string[]> = {
  math: [],
  layouts: [],
  kernels: ['layouts'],
  schema: ['../formats'],
  core: ['math', 'kernels', 'layouts'],
  surfaces: ['math', 'kernels', 'layouts'],
  forces: ['math', 'kernels', 'layouts', 'core'],
  integrators: ['math', 'kernels', 'layouts', 'core'],
  contact: ['math', 'kernels', 'layouts', 'core', 'schema'],
  heat: ['math', 'kernels', 'layouts', 'core', 'contact'], // colliders stand between heaters and sheets
  models: [
    'math',
    'kernels',
    'layouts',
    'schema',
    'core',
    'forces',
    'integrators',
    'contact',
    'heat',
    'surfaces',
    'materials',
    '../formats',
  ],
  materials: ['math', 'core'],
  scene: [
    'math',
    'kernels',
    'layouts',
    'schema',
    'core',
    'surfaces',
    'forces',
    'integrators',
    'contact',
    'heat',
    'models',
    'materials',
    '../formats',
  ],
  simulation: ['math', 'layouts', 'core', 'surfaces', 'contact', 'scene'],
};

describe('who imports whom', () => {
  it.each(
    sources('src').filter((file) => file.split('/').length > 2),
  )('%s keeps to its folder’s row', (file) => {
    const own = file.split('/')[1];
    expect(MAY, `folder src/${own} has no row`).toHaveProperty(own);
    for (const name of imports(file)) {
      if (!name.startsWith('.')) {
        expect([
          'schema imports zod',
          'contact imports zod', // rows of the parameter table stand with what they describe
          'models imports zod',
          'scene imports zod',
          'contact imports @dimforge/rapier3d-compat',
        ]).toContain(`${own} imports ${name}`);
        continue;
      }
      const other = relative(join(root, 'src'), resolve(root, dirname(file), name))
        .replaceAll('\\', '/')
        .split('/')
        .slice(0, 2)
        .join('/')
        .replace(/^(?!\.\.)([^/]*).*$/, '$1');
      if (other !== own) expect(MAY[own], `${file} imports ${name}`).toContain(other);
    }
  });

  it.each(sources('formats'))('%s keeps to math, core, surfaces and contact', (file) => {
    for (const name of imports(file).filter((one) => /^(\.\.\/)+src\//.test(one)))
      expect(name).toMatch(/^(\.\.\/)+src\/(math|core|surfaces|contact)\//);
  });

  it.each(
    ['adapters', 'lab', 'scenes', 'cli', 'studio', 'report'].flatMap(sources),
  )('%s uses the public doors', (file) => {
    for (const name of imports(file)) expect(name).not.toMatch(/^(\.\.\/)+src\//);
  });
});

describe('a model is a module', () => {
  const names = models().map(({ name }) => name);
  const quoted = `['"\`](?:${names.join('|')})['"\`]`;
  /** Comparisons with a model's name, lists of names that are searched, and tests of a model's class. */
  const tests = new RegExp(
    [
      `(?:[!=]==?|\\bcase|\\.includes\\(|\\.startsWith\\()\\s*${quoted}`,
      `${quoted}\\s*[!=]==?`,
      `${quoted}[^\\]\\n]*\\]\\s*\\.(?:includes|some|find|filter|indexOf)\\(`,
      '\\b(?:instanceof|as unknown as) (?:LatticeMatter|AdaptiveSheet|Cloth|LayeredSheet|MembraneSheet|ProvotSheet)\\b',
    ].join('|'),
  );

  it.each(
    ['src', 'cli', 'studio', 'adapters', 'formats', 'lab', 'report', 'scenes']
      .flatMap(sources)
      .filter((file) => !file.startsWith('src/models/')),
  )('%s tests no model by name', (file) => {
    expect(readFileSync(join(root, file), 'utf8').match(tests)?.[0]).toBeUndefined();
  });

  it.each(
    sources('src/models').filter((file) => file.split('/').length > 3),
  )('%s imports no other model', (file) => {
    const own = file.split('/')[2];
    for (const name of imports(file).filter((one) => one.startsWith('.'))) {
      const path = relative(root, resolve(root, dirname(file), name)).replaceAll('\\', '/');
      const [folder, kit, model, ...rest] = path.split('/');
      if (folder !== 'src' || kit !== 'models' || rest.length === 0) continue;
      expect(model, `${file} imports ${name}`).toBe(own);
    }
  });
});

describe('the same bytes everywhere', () => {
  /** Differ between JavaScript engines or between runs; `**` is Math.pow by another name. */
  const drifting =
    /Math\.(random|sinh?|cosh?|tanh?|exp|expm1|pow|atan2?|acosh?|asinh?|atanh|log|log2|log10|log1p|hypot|cbrt)\b|Date\b|performance\b|\*\*(?!\/)(?! |$)|[\w)\]] \*\* |relaxed/;

  it.each(sources('src'))('%s calls nothing that drifts', (file) => {
    const code = readFileSync(join(root, file), 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\/\/.*$/gm, '')
      .replace(/'[^'\n]*'|`[^`]*`/g, '""');
    expect(code.match(drifting)?.[0]).toBeUndefined();
  });

  it('the kernels use no relaxed SIMD', () => {
    for (const name of readdirSync(join(root, 'src/kernels/assembly'), {
      recursive: true,
      encoding: 'utf8',
    })) {
      if (!name.endsWith('.ts')) continue;
      expect(readFileSync(join(root, 'src/kernels/assembly', name), 'utf8')).not.toContain('relaxed');
    }
  });
});

describe('words', () => {
  /**
   * Folders whose doc comments are sentences: they begin with a capital letter and a subject, not with a fragment
   * ("Of the tolerance, where …").
   */
  const WORDED = ['adapters', 'cli', 'formats', 'lab', 'report', 'scenes', 'src', 'studio'];
  const FRAGMENT = /^(?:Of|Who|Whom|Whose|What|Where|Which|How|As|All that|Such|So that)\b/;

  it.each([...WORDED, 'tools'])('doc comments in %s begin with a capital letter and a subject', (folder) => {
    expect(fragments(folder)).toEqual([]);
  });

  /** Private turns of phrase. A stranger reads "absent if …", "default: …", "again", "in between", "no one" more easily. */
  const PRIVATE = new RegExp(
    [
      'anew',
      'left out(?:[:;,]| where\\b)',
      'where left out',
      '(?:are|be|is|was|were) (?:not )?told',
      'told (?:of|so)',
      'no force tells',
      'whoever',
      'nobody [a-z]+',
      'meanwhile',
      'for ever',
      'by chance',
      'colours (?:say|tell)',
      'last words',
      'as ever',
      'whole or not at all',
      'is let out',
      'paid their impulse',
    ]
      .map((phrase) => `\\b${phrase}(?!\\w)`)
      .join('|'),
    'i',
  );

  it.each([...WORDED, 'docs', 'examples', 'tools'])('%s uses no private phrases', (folder) => {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    const pages = files.filter((name) => /\.(?:tsx?|mjs|md|html)$/.test(name) && !/wasm\.ts$/.test(name));
    const found = pages.flatMap((name) =>
      readFileSync(join(root, folder, name), 'utf8')
        .split('\n')
        .flatMap((line, k) => (PRIVATE.test(line) ? [`${folder}/${name}:${k + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });

  function fragments(folder: string): string[] {
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !/wasm\.ts$|generated/.test(name))
      .flatMap((name) => {
        const text = readFileSync(join(root, folder, name), 'utf8');
        return [...text.matchAll(/\/\*\*[\s*]*([\s\S]*?)\*\//g)]
          .filter(([, comment]) => {
            const paragraphs = comment.split(/\n\s*\*\s*\n[\s*]*/); // later ones may be formulas, in small letters
            return /^\p{Ll}/u.test(comment) || paragraphs.some((paragraph) => FRAGMENT.test(paragraph));
          })
          .map(({ index, 1: comment }) => {
            const line = text.slice(0, index).split('\n').length;
            return `${folder}/${name}:${line}: ${comment.split('\n')[0].trim()}`;
          });
      });
  }
});

describe('the engine has no host', () => {
  it('whose names would not compile in src', () => {
    const hosts = ['console.log(1);', 'document.title;', 'process.exit();', 'setTimeout(() => 0);'];
    const folder = mkdtempSync(join(tmpdir(), 'pliant-host-'));
    try {
      const config = {
        extends: join(root, 'src/tsconfig.json'),
        compilerOptions: { noEmit: true, composite: false, tsBuildInfoFile: null, rootDir: folder },
        include: ['*.ts'],
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      writeFileSync(join(folder, 'plain.ts'), 'export const x = Math.sqrt(2);\n');
      hosts.forEach((line, k) => {
        writeFileSync(join(folder, `host${k}.ts`), `export const x = 1;\n${line}\n`);
      });
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { cwd: folder, encoding: 'utf8' });
      const refused = [...stdout.matchAll(/^(\w+)\.ts\(2,1\): error/gm)].map(([, name]) => name);
      expect(refused.sort(), stdout).toEqual(['host0', 'host1', 'host2', 'host3']);
      expect(stdout).not.toContain('plain.ts');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
