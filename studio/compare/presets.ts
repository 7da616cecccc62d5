/** Comparisons that suit a scene: the structure of its sheets, the engine, refinement, the material. */
import { ENGINE_NAMES, materialNames, type Scene } from 'pliant';
import { IMPLICIT_ENGINE_NAMES, modelNamed, STRUCTURE_NAMES } from 'pliant/engine';
import type { Variant } from './comparison.ts';

export interface Preset {
  readonly id: 'structures' | 'engines' | 'refinement' | 'materials';
  readonly title: string;
  readonly variants: readonly Variant[];
  /** The two variants to show first. */
  readonly shown: readonly [number, number];
}

/** Most triangles of a uniform cloth that runs at an acceptable speed. */
const MOST_TRIANGLES = 20_000;

/** Returns the comparisons with at least two variants for this scene. */
export function presetsFor(scene: Scene): Preset[] {
  const presets = [structures(scene), engines(scene), refinement(scene), materials(scene)];
  return presets.filter(({ variants }) => variants.length > 1);
}

const STRUCTURES: Record<(typeof STRUCTURE_NAMES)[number], string> = {
  samm: 'SaMM',
  slamm: 'SLaMM',
  slamm2: 'SLaMM×2',
  trimm: 'TRiMM',
  'trimm+': 'TRiMM+',
  'provot-2d': 'Provot 2-D',
  'provot-3d': 'Provot 3-D',
};

function structures(scene: Scene): Preset {
  const sheets = scene.bodies.flatMap((body, i) =>
    'structure' in body ? [{ body, path: `bodies[${i}]` }] : [],
  );
  const present = sheets[0]?.body.structure;
  const variants = STRUCTURE_NAMES.map((name) => ({
    label: STRUCTURES[name],
    settings: sheets.flatMap(({ body, path }) => [
      ...(body.structure === name ? [] : [{ path: `${path}.structure`, value: name }]),
      // A single layer has no other layers to connect.
      ...(name === 'provot-2d' && body.layers !== undefined
        ? [{ path: `${path}.layers`, value: undefined }]
        : []),
    ]),
  }));
  return preset({ id: 'structures', title: 'Structures of the sheet' }, sheets.length > 0 ? variants : [], [
    present && STRUCTURES[present],
    present === 'provot-2d' ? STRUCTURES.trimm : STRUCTURES['provot-2d'],
  ]);
}

function engines(scene: Scene): Preset {
  const present = scene.engine.name;
  const names = isImplicit(present) ? IMPLICIT_ENGINE_NAMES : ENGINE_NAMES;
  const variants = names.map((name) => ({
    label: name,
    settings: name === present ? [] : [{ path: 'engine.name', value: name }],
  }));
  return preset({ id: 'engines', title: 'Engines' }, variants, [
    present,
    isImplicit(present) ? 'sdirk2' : 'rk4',
  ]);
}

function isImplicit(name: string): boolean {
  return IMPLICIT_ENGINE_NAMES.some((one) => one === name);
}

function refinement(scene: Scene): Preset {
  const uniform = scene.bodies.map((body) => modelNamed(body.model).uniform?.(body, MOST_TRIANGLES));
  const settings = (size: 'coarse' | 'fine') =>
    uniform.flatMap((sizes, i) =>
      Object.entries(sizes?.[size] ?? {}).map(([field, value]) => ({ path: `bodies[${i}].${field}`, value })),
    );
  return preset(
    { id: 'refinement', title: 'Adaptive against uniform' },
    uniform.some((sizes) => sizes !== undefined)
      ? [
          { label: 'Adaptive', settings: [] },
          { label: 'Uniform, fine', settings: settings('fine') },
          { label: 'Uniform, coarse', settings: settings('coarse') },
        ]
      : [],
    ['Adaptive', 'Uniform, fine'],
  );
}

function materials(scene: Scene): Preset {
  // A film has no presets.
  const sheets = scene.bodies.flatMap((body, i) =>
    'material' in body && modelNamed(body.model).preset ? [{ body, path: `bodies[${i}]` }] : [],
  );
  const present =
    sheets[0] && typeof sheets[0].body.material === 'string' ? sheets[0].body.material : undefined;
  const own: Variant[] = present === undefined ? [{ label: 'As it is', settings: [] }] : [];
  const named = materialNames.map((name) => ({
    label: titleOf(name),
    settings: sheets.flatMap(({ path }) => [{ path: `${path}.material`, value: name }]),
  }));
  return preset({ id: 'materials', title: 'Materials' }, sheets.length > 0 ? [...own, ...named] : [], [
    present === undefined ? 'As it is' : titleOf(present),
    titleOf(present === 'cotton' ? 'wool' : 'cotton'),
  ]);
}

function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function preset(
  { id, title }: Pick<Preset, 'id' | 'title'>,
  variants: readonly Variant[],
  first: readonly (string | undefined)[],
): Preset {
  const place = (label: string | undefined) => variants.findIndex((variant) => variant.label === label);
  const left = Math.max(0, place(first[0]));
  const right = place(first[1]);
  return { id, title, variants, shown: [left, right >= 0 && right !== left ? right : left === 0 ? 1 : 0] };
}
