/** Sections of the panel: the fields of each, and the rarely needed ones that are folded. */
import type { Scene } from 'pliant';
import {
  type Control,
  type Field,
  fieldsIn,
  formIn,
  isObject,
  type Placed,
  placed,
  sceneFields,
} from './fields.ts';

export interface Section {
  readonly title: string;
  readonly fields: readonly Placed[];
  /** Rarely needed fields, folded. */
  readonly more: readonly Placed[];
}

interface Chapter {
  readonly title: string;
  /** Keys of a scene; objects among them are shown by their fields. */
  readonly roots: readonly string[];
}

const CHAPTERS: readonly Chapter[] = [
  { title: 'Bodies', roots: ['bodies'] },
  { title: 'Time and engine', roots: ['engine', 'dt', 'seconds', 'seed'] },
  { title: 'Gravity', roots: ['gravity'] },
  { title: 'Air and wind', roots: ['air'] },
  { title: 'Contact', roots: ['contact'] },
  { title: 'Oven and heaters', roots: ['heat'] },
  { title: 'Colliders', roots: ['colliders'] },
  { title: 'Rigid bodies', roots: ['rigidBodies'] },
  { title: 'Seams', roots: ['seams'] },
];
/** The section of all remaining fields. */
const LAST = 'About the scene';

const FOLDED: readonly string[] = [
  'engine.tolerance',
  'engine.iterations',
  'seed',
  'air.rate',
  'air.factor',
  'contact.matter',
  'contact.conductance',
  'heat.thesis',
  'id',
  'group',
];

/** Returns the panel's sections with the fields of a scene. */
export function sceneSections(): Section[] {
  const fields = sceneFields();
  const taken = CHAPTERS.flatMap(({ roots }) => roots);
  const rest = fields.map(({ key }) => key).filter((key) => !taken.includes(key));
  return [...CHAPTERS, { title: LAST, roots: rest }].map(({ title, roots }) => {
    const all = roots.flatMap((root) => spread(fields.find(({ key }) => key === root)));
    return {
      title,
      fields: all.filter(({ path }) => !FOLDED.includes(path)),
      more: all.filter(({ path }) => FOLDED.includes(path)),
    };
  });
}

function spread(field: Field | undefined): Placed[] {
  if (!field) return [];
  if (field.control.kind !== 'object' || field.isOptional) return [placed('', field)];
  return field.control.fields.map((inner) => placed(field.key, inner));
}

const GROUPS: readonly (readonly [title: string, keys: readonly string[]])[] = [
  [
    'Shape and place',
    [
      'structure',
      'outline',
      'shape',
      'size',
      'points',
      'cells',
      'layers',
      'layerDistance',
      'spacing',
      'plane',
      'objects',
    ]
      .concat([
        'mesh',
        'text',
        'units',
        'position',
        'rotation',
        'velocity',
        'spin',
        'mass',
        'density',
        'keyframes',
      ])
      .concat(['phase', 'pinned']),
  ],
  ['Material', ['material', 'stiffness', 'masses']],
  ['Surface', ['friction', 'staticFriction', 'restitution', 'stick']],
  [
    'Behaviour',
    [
      'elongationLimit',
      'pressure',
      'clamp',
      'viscoelastic',
      'yield',
      'hardening',
      'rupture',
      'crease',
      'tearStrain',
    ].concat(['restShape', 'paint']),
  ],
  ['Heat', ['thermal', 'temperature', 'emissivity', 'on', 'off', 'cooling', 'conductance']],
  [
    'Adaptation',
    ['splitAngle', 'splitAngleStep', 'startLevel', 'minLevel', 'maxLevel', 'refineError', 'splitAtContact']
      .concat(['refineAtContact', 'unsplit', 'unsplitShare', 'unsplitAge', 'simplifyShare', 'simplifyRate'])
      .concat(['simplifyAge', 'refined', 'scaling']),
  ],
  ['Pins and seams', ['pins', 'seams']],
];

export interface Group {
  readonly title: string;
  readonly fields: readonly Field[];
}

/** Returns the fields of a body, collider or heater under their headings; the rest follows, folded. */
export function groupsOf(fields: readonly Field[]): {
  name: Field | undefined;
  groups: Group[];
  more: Field[];
} {
  const name = fields.find(({ key }) => key === 'name');
  const groups = GROUPS.map(([title, keys]) => ({
    title,
    fields: fields
      .filter(({ key }) => keys.includes(key))
      .sort((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key)),
  })).filter((group) => group.fields.length > 0);
  const taken = groups.flatMap((group) => group.fields);
  return { name, groups, more: fields.filter((field) => field !== name && !taken.includes(field)) };
}

/** A field of the scene, with the names of the objects around it. */
export interface Found extends Placed {
  readonly crumbs: readonly string[];
}

/** Returns every field that can be set, in the order of the panel. */
export function* fieldsInScene(scene: Scene): Generator<Found> {
  for (const { title, fields, more } of sceneSections()) {
    for (const { path, field } of [...fields, ...more]) {
      const [root, key] = path.split('.');
      const holder = (scene as unknown as Record<string, unknown>)[root];
      const value = key === undefined ? holder : (holder as Record<string, unknown> | undefined)?.[key];
      yield* within({ path, field, crumbs: [title] }, value);
    }
  }
}

function* within(found: Found, value: unknown): Generator<Found> {
  const { path, field, crumbs } = found;
  const { control } = field;
  if (control.kind !== 'list') yield found;
  if (value === undefined) return;
  if (control.kind === 'list') {
    for (const [i, entry] of (value as unknown[]).entries()) {
      const here = [...crumbs, entryTitle(entry, i, control.title)];
      yield* insideOf(control.entry, `${path}[${i}]`, entry, here);
    }
    return;
  }
  const form = control.kind === 'mixed' ? shownForm(field, value) : control;
  if (form) yield* insideOf(form, path, value, [...crumbs, field.label]);
}

function* insideOf(
  control: Control,
  path: string,
  value: unknown,
  crumbs: readonly string[],
): Generator<Found> {
  for (const field of fieldsIn(control, value)) {
    const inner = isObject(value) ? value[field.key] : undefined;
    yield* within({ ...placed(path, field), crumbs }, inner);
  }
}

/** Returns the form of a mixed value whose fields are shown; a material given by name can be changed too. */
export function shownForm({ key, control }: Field, value: unknown): Control | undefined {
  if (control.kind !== 'mixed') return undefined;
  const isPreset = key === 'material' && typeof value === 'string';
  return isPreset ? control.forms.find(({ kind }) => kind === 'object') : formIn(control, value);
}

/** Returns the title of an entry: its name, time or place, otherwise its number. */
export function entryTitle(entry: unknown, index: number, title: string): string {
  if (isObject(entry)) {
    if (typeof entry.name === 'string') return entry.name;
    if (typeof entry.at === 'string') return entry.at;
  }
  return `${title} ${index + 1}`;
}

/** Most fields that a search returns. */
const MOST_FOUND = 40;

/** Returns the fields whose name, place or help contains all words of the query, matching names first. */
export function findFields(scene: Scene, query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const ranked: [rank: number, found: Found][] = [];
  for (const found of fieldsInScene(scene)) {
    const rank = rankOf(found, words);
    if (rank !== undefined) ranked.push([rank, found]);
  }
  return ranked
    .sort(([a], [b]) => a - b)
    .slice(0, MOST_FOUND)
    .map(([, found]) => found);
}

function rankOf({ field, path, crumbs }: Found, words: readonly string[]): number | undefined {
  const texts = [field.label, `${field.label} ${crumbs.join(' ')} ${path}`, field.help].map((t) =>
    t.toLowerCase(),
  );
  let worst = 0;
  for (const word of words) {
    const rank = texts.findIndex((text) => text.includes(word));
    if (rank < 0) return undefined;
    worst = Math.max(worst, rank);
  }
  return worst;
}
