/**
 * Writes the constants of src/layouts, compiles src/kernels/assembly to one .wasm with SIMD and atomics, and writes it as
 * text into src/kernels/wasm.ts, with the signatures of the functions that it exports.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import ts from 'typescript';
import './write-layouts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src');
const target = join(source, 'kernels/wasm.ts');
/** Constants of the kernels end where their space begins. */
const low = readFileSync(join(source, 'layouts/generated/low-memory.ts'), 'utf8');
const options = [
  '--enable',
  'simd',
  '--enable',
  'threads',
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--importMemory',
  '--converge',
  '--lowMemoryLimit',
  /SCRATCH = (\d+)/.exec(low)[1],
];

/** Folders that the kernels are compiled from. */
const FOLDERS = ['kernels/assembly', 'layouts/generated'];

/** Returns a hash of this program, the compiler and all sources: an unchanged source is not compiled again. */
function fingerprint() {
  const hash = createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(asc.version);
  for (const folder of FOLDERS) {
    const names = readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((name) => name.endsWith('.ts')).sort()) {
      hash.update(name).update(readFileSync(join(source, folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** The sources are TypeScript, which knows no decorators of functions: the comment `// @inline` stands for that of AssemblyScript. */
function decorated(text) {
  return text.replaceAll(/^\/\/ (?=@inline$)/gm, '');
}

/** Returns the functions that assembly/index.ts exports as methods of a TypeScript interface: every argument is a number. */
function signatures() {
  const index = join(source, 'kernels/assembly/index.ts');
  return parsed(index)
    .filter(ts.isExportDeclaration)
    .flatMap(({ exportClause, moduleSpecifier }) => {
      const names = exportClause?.elements.map(({ name }) => name.text);
      return parsed(`${join(dirname(index), moduleSpecifier.text)}.ts`)
        .filter((one) => ts.isFunctionDeclaration(one) && !one.typeParameters)
        .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
        .filter(({ name }) => names?.includes(name.text) ?? true)
        .map(({ name, parameters, type, jsDoc }) => {
          const list = parameters.map((one) => `${one.name.text}: number`).join(', ');
          const result = type.getText() === 'void' ? 'void' : 'number';
          return `${jsDoc ? `${jsDoc.at(-1).getText()}\n` : ''}${name.text}(${list}): ${result};`;
        });
    });
}

function parsed(file) {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true).statements;
}

const mark = `// from assembly/ ${fingerprint()}`;
if (existsSync(target) && readFileSync(target, 'utf8').startsWith(mark)) process.exit(0);

let binary;
const { error, stderr } = await asc.main(
  ['kernels/assembly/index.ts', '--outFile', 'kernels.wasm', ...options],
  {
    readFile: (name) => {
      const path = join(source, name);
      return existsSync(path) ? decorated(readFileSync(path, 'utf8')) : null;
    },
    writeFile: (_name, contents) => {
      binary = contents;
    },
    listFiles: () => [],
  },
);
if (error || !binary) {
  console.error(stderr.toString());
  throw error ?? new Error('no kernels were written');
}
const text = [
  mark,
  'export interface Kernels {',
  ...signatures(),
  '}',
  `export const WASM_BASE64 = '${Buffer.from(binary).toString('base64')}';\n`,
];
writeFileSync(target, text.join('\n'));
console.log(`kernels: ${binary.length} bytes of WebAssembly`);
