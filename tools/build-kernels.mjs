/** Compiles src/kernels/assembly to one .wasm with SIMD and atomics and writes it as text into src/kernels/wasm.ts. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'src/kernels/assembly');
const target = join(root, 'src/kernels/wasm.ts');
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
  // Constants of the kernels end where the words begin by which threads talk: CONTROL in assembly/threads.ts.
  '--lowMemoryLimit',
  '12288',
];

/** Names what the file was made from, so that an unchanged source is not compiled again. */
function fingerprint() {
  const hash = createHash('sha256').update(options.join(' ')).update(asc.version);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  for (const name of names.sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

const mark = `// from assembly/ ${fingerprint()}`;
if (existsSync(target) && readFileSync(target, 'utf8').startsWith(mark)) process.exit(0);

let binary;
const { error, stderr } = await asc.main(['index.ts', '--outFile', 'kernels.wasm', ...options], {
  readFile: (name, base = folder) => {
    const path = join(base === '.' ? folder : base, name);
    return existsSync(path)
      ? readFileSync(path, 'utf8')
      : existsSync(join(folder, name))
        ? readFileSync(join(folder, name), 'utf8')
        : null;
  },
  writeFile: (_name, contents) => {
    binary = contents;
  },
  listFiles: () => [],
});
if (error || !binary) {
  console.error(stderr.toString());
  throw error ?? new Error('no kernels were written');
}
writeFileSync(
  target,
  `${mark}\nexport const WASM_BASE64 =\n  '${Buffer.from(binary).toString('base64')}';\n`,
);
console.log(`kernels: ${binary.length} bytes of WebAssembly`);
