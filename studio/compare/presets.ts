/** Comparisons that suit a scene: the structure of its sheets, the engine, refinement, the material. */
import { ENGINE_NAMES, materialNames, type Scene } from 'pliant';
import { IMPLICIT_ENGINE_NAMES, modelNamed, STRUCTURE_NAMES } from 'pliant/engine';
import type { Setting, Variant } from './comparison.ts';

export interface Preset {
  readonly id: 'structures' | 'engines' | 'refinement' | 'materials';
  readonly title: string;
  readonly variants: readonly Variant[];
  /** The two variants to show first. */
  readonly shown: readonly [number, number];
}

type SceneBody = Scene['bodies'][number];
type BodyOf<M extends SceneBody['model']> = Extract<SceneBody, { model: M }>;

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
  const sheets = numbered(scene, 'layered-sheet');
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
  const grids = numbered(scene, 'adaptive-grid');
  const cloths = numbered(scene, 'adaptive-cloth').filter(
    ({ body }) => (body.maxLevel ?? body.startLevel) > body.startLevel,
  );
  const isThere = grids.length + cloths.length > 0;
  const coarse = [
    ...grids.map(({ path }) => ({ path: `${path}.maxLevel`, value: 0 })),
    ...cloths.map(({ path, body }) => ({ path: `${path}.maxLevel`, value: body.startLevel })),
  ];
  const fine = [...grids.flatMap(fineGrid), ...cloths.flatMap(fineCloth)];
  return preset(
    { id: 'refinement', title: 'Adaptive against uniform' },
    isThere
      ? [
          { label: 'Adaptive', settings: [] },
          { label: 'Uniform, fine', settings: fine },
          { label: 'Uniform, coarse', settings: coarse },
        ]
      : [],
    ['Adaptive', 'Uniform, fine'],
  );
}

/** All cells as small as the smallest refined ones. */
function fineGrid({ body, path }: { body: BodyOf<'adaptive-grid'>; path: string }): Setting[] {
  const parts = 2 ** body.maxLevel;
  return [
    { path: `${path}.points`, value: body.points.map((n) => (n - 1) * parts + 1) },
    { path: `${path}.maxLevel`, value: 0 },
  ];
}

function fineCloth({ body, path }: { body: BodyOf<'adaptive-cloth'>; path: string }): Setting[] {
  const most = body.maxLevel ?? body.startLevel;
  const triangles = (level: number) => 2 * body.cells[0] * body.cells[1] * 2 ** level;
  let level = most;
  while (level > body.startLevel && triangles(level) > MOST_TRIANGLES) level--;
  return [
    { path: `${path}.startLevel`, value: level },
    { path: `${path}.maxLevel`, value: level },
  ];
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

function numbered<M extends SceneBody['model']>(scene: Scene, model: M): { body: BodyOf<M>; path: string }[] {
  return scene.bodies.flatMap((body, i) =>
    body.model === model ? [{ body: body as BodyOf<M>, path: `bodies[${i}]` }] : [],
  );
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
