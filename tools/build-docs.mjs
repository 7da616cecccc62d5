/**
 * `npm run docs`: brings the generated pages of docs/ up to date, then makes a site of all of them with the reference of
 * every public entry (TypeDoc): dist/docs/index.html. Runs after the build: the reference is made of the published types.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Application, Comment, CommentTag, Converter, ReflectionKind } from 'typedoc';

process.argv.push('--docs');
await import('./write-schema.mjs');

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const { exports: entries } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
/** Paths of type declarations by import name, such as `pliant/three`. */
const modules = new Map(
  Object.entries(entries)
    .filter(([, entry]) => entry.types)
    .map(([name, { types }]) => [name.replace('.', 'pliant'), types.replace('./', `${root}/`)]),
);

/** Titles of the folders of src/ in the reference. */
const PARTS = {
  core: 'World',
  scene: 'Scenes',
  models: 'Models',
  materials: 'Materials',
  forces: 'Forces',
  integrators: 'Engines',
  contact: 'Contact',
  heat: 'Heat',
  surfaces: 'Surfaces',
  math: 'Numbers',
  kernels: 'Kernels',
};
/** Modules with so many names that they need parts. */
const PARTED = ['pliant', 'pliant/engine'];
const parts = new Map(PARTED.flatMap((name) => [...partsOf(readFileSync(modules.get(name), 'utf8'))]));
const groups = pages();

const config = `${root}/dist/.docs-tsconfig.json`;
writeFileSync(
  config,
  JSON.stringify({
    extends: '../tsconfig.base.json',
    compilerOptions: {
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: ['node'],
      noEmit: true,
      composite: false,
      declaration: false,
      skipLibCheck: true,
    },
    files: [...modules.values()],
  }),
);

const app = await Application.bootstrap({
  name: 'Pliant',
  entryPoints: [...modules.values()],
  tsconfig: config,
  basePath: `${root}/dist`,
  readme: `${root}/README.md`,
  projectDocuments: groups.flatMap(({ files }) => files),
  out: `${root}/dist/docs`,
  disableSources: true,
  excludeExternals: true,
  excludePrivate: true,
  includeVersion: true,
  hideGenerator: true,
  searchInComments: true,
  headings: { readme: false },
  customCss: `${root}/tools/docs.css`,
  navigation: { includeGroups: true, includeCategories: true, includeFolders: false },
  groupOrder: [...groups.map(({ name }) => name), 'Modules', '*'],
  categorizeByGroup: false,
  categoryOrder: [...Object.values(PARTS), '*'],
  sortEntryPoints: false,
  sort: ['kind', 'alphabetical-ignoring-documents'],
  kindSortOrder: ['Document', 'Module', 'Function', 'Class', 'Variable', 'Interface', 'TypeAlias'],
  // Types that only other types use are omitted.
  validation: { notExported: false, invalidLink: true, notDocumented: false },
  // At lower levels it warns of languages that it cannot colour.
  logLevel: process.argv.includes('--verbose') ? 'Verbose' : 'Error',
});
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  for (const page of project.documents ?? []) {
    const file = `${root}/${page.name.replace(/^(\.\.\/)+/, '')}.md`;
    const group = groups.find(({ files }) => files.includes(file));
    if (!group) throw new Error(`npm run docs: ${file} is in no group`);
    page.frontmatter.group = group.name;
  }
  const parted = project
    .getChildrenByKind(ReflectionKind.Module)
    .filter(({ name }) => PARTED.includes(nameOf(name)));
  for (const one of parted.flatMap(({ children }) => children ?? [])) {
    const part = parts.get(one.name);
    if (!part) throw new Error(`npm run docs: the folder of ${one.name} is missing from PARTS`);
    tag(one, '@category', part);
  }
});
const project = await app.convert();
if (!project) throw new Error('npm run docs: the types were not understood');
for (const module of project.getChildrenByKind(ReflectionKind.Module)) module.name = nameOf(module.name);
for (const page of project.documents ?? []) {
  const [heading] = page.content;
  page.name = /^# (.*)$/m.exec(heading.text)?.[1] ?? page.name;
}
app.validate(project);
await app.generateOutputs(project);
if (app.logger.hasErrors()) process.exit(1);
const documented = project.getChildrenByKind(ReflectionKind.Module).map(({ name }) => name);
console.log(`dist/docs/index.html: ${documented.join(', ')}`);

/** Returns the import name of a module that TypeDoc names by its path. */
function nameOf(name) {
  const path = `${root}/dist/${name}.d.ts`;
  const found = [...modules].find(
    ([, types]) => types === path || types === path.replace('.d.ts', '/index.d.ts'),
  );
  return found ? found[0] : name;
}

function tag(reflection, name, text) {
  reflection.comment ??= new Comment();
  reflection.comment.blockTags.push(new CommentTag(name, [{ kind: 'text', text }]));
}

/** Returns the title of the folder of each export, by its name. */
function partsOf(types) {
  const found = new Map();
  for (const [, names, folder] of types.matchAll(/export (?:type )?\{([^}]*)\} from '\.\/(\w+)/g))
    for (const name of names.split(',')) found.set(name.trim().replace(/^type |^.* as /g, ''), PARTS[folder]);
  return found;
}

/** Order of the pages: the tutorial, the reference, the decisions. */
function pages() {
  const inFolder = (folder) => readdirSync(`${root}/docs${folder}`).filter((name) => name.endsWith('.md'));
  const at = (names) => names.map((name) => `${root}/docs/${name}`);
  const guides = [
    'tutorial.md',
    'studio.md',
    'cli.md',
    'embedding.md',
    'api.md',
    'extending.md',
    'architecture.md',
  ];
  const reference = ['scene-format.md', 'file-formats.md', 'glossary.md'];
  const others = inFolder('').filter((name) => ![...guides, ...reference].includes(name));
  return [
    { name: 'Guides', files: at(guides) },
    { name: 'Reference', files: at(reference) },
    { name: 'Models', files: at(inFolder('/models').map((name) => `models/${name}`)) },
    { name: 'Measurements', files: at(others) },
    { name: 'Decisions', files: at(inFolder('/decisions').map((name) => `decisions/${name}`)) },
  ];
}
