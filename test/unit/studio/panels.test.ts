/** The studio's Scene tab without a page: which controls the table gives, what sliders offer, and what changes become. */
import { signal } from '@preact/signals-core';
import { parseScene, type Scene, sceneParameters } from 'pliant';
import { withValue } from 'pliant/engine';
import { scenes } from 'pliant/scenes';
import { describe, expect, it } from 'vitest';
import { type Control, type Field, fieldsIn, sceneFields } from '../../../studio/panels/fields.ts';
import {
  copyOf,
  initialValue,
  needsData,
  newEntry,
  otherVariant,
} from '../../../studio/panels/initial-values.ts';
import { choiceLabel, labelOf, pathWords } from '../../../studio/panels/labels.ts';
import { type Answered, type Change, PendingChanges } from '../../../studio/panels/pending-changes.ts';
import { fieldsInScene, findFields, groupsOf, sceneSections } from '../../../studio/panels/sections.ts';
import { roundUp, scaleFor, stepAt } from '../../../studio/panels/slider.ts';
import { stepSummaryText } from '../../../studio/panels/step-summary.ts';
import {
  isSame,
  numberText,
  originalAt,
  readNumber,
  stepsOf,
  valueAt,
} from '../../../studio/panels/values.ts';

const flag = scenes.find(({ id }) => id === 'flag')!;

/** Every path of the controls, as the table writes them; tags of variants are choices of their own. */
function* patterns(control: Control, path: string): Generator<string> {
  if (control.kind === 'list') yield* patterns(control.entry, `${path}[]`);
  if (control.kind === 'mixed') for (const form of control.forms) yield* patterns(form, path);
  const kinds = control.kind === 'variant' ? control.variants.map(({ fields }) => fields) : [];
  if (control.kind === 'variant') yield `${path}.${control.tag}`;
  for (const fields of [...kinds, control.kind === 'object' ? control.fields : []]) {
    for (const field of fields) {
      yield `${path}.${field.key}`;
      yield* patterns(field.control, `${path}.${field.key}`);
    }
  }
}

describe('controls', () => {
  it('are there for every row of the parameter table', () => {
    const all = new Set<string>();
    for (const { fields, more } of sceneSections()) {
      for (const { path, field } of [...fields, ...more]) {
        all.add(path);
        for (const inner of patterns(field.control, path)) all.add(inner);
      }
    }
    const hidden = /^(\$schema|format|expect\b.*)$/;
    const missing = sceneParameters()
      .map(({ path }) => path)
      .filter((path) => !hidden.test(path) && !all.has(path));
    expect(missing).toEqual([]);
  });

  it.each(scenes.map((scene) => [scene.id, scene] as const))('fit what %s holds', (_, scene) => {
    for (const { path, field } of fieldsInScene(scene)) {
      const value = valueAt(scene, stepsOf(path));
      if (value === undefined) continue; // optional, or a number of a preset
      expect(fits(field.control, value), `${path}: ${JSON.stringify(value)}`).toBe(true);
    }
  });
});

function fits(control: Control, value: unknown): boolean {
  switch (control.kind) {
    case 'number':
      return typeof value === 'number';
    case 'vector':
      return Array.isArray(value) && value.length === control.length;
    case 'choice':
      return control.choices.includes(value as string);
    case 'flag':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string';
    case 'list':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object';
    case 'variant':
      return fieldsIn(control, value).length > 0 || (value as { kind?: string }).kind === 'plane';
    case 'mixed':
      return control.words.includes(value as string) || control.forms.some((form) => fits(form, value));
    case 'data':
      return true;
  }
}

describe('a slider', () => {
  const stretch = { bounds: { above: 0, max: 1e9 }, isWhole: false, unit: 'N/m' };

  it('is logarithmic, two decades either way, where the range spans decades', () => {
    const scale = scaleFor(stretch, [300]);
    expect(scale).toMatchObject({ isLogarithmic: true, low: 3, high: 30000 });
    expect(scale.valueAt(scale.stops / 2)).toBe(300);
  });

  it('has 0 at its end where 0 is allowed', () => {
    const scale = scaleFor({ ...stretch, bounds: { min: 0, max: 1e9 } }, [100]);
    expect(scale.valueAt(0)).toBe(0);
    expect(scale.valueAt(1)).toBeGreaterThan(0);
    expect(scale.stopAt(0)).toBe(0);
  });

  it.each([
    ['a share', { bounds: { min: 0, max: 1 }, isWhole: false, unit: '' }, [0.1], 0, 1],
    ['a coefficient', { bounds: { min: 0, max: 100 }, isWhole: false, unit: '' }, [0.3], 0, 2],
    ['an angle', { bounds: { min: -36000, max: 36000 }, isWhole: false, unit: '°' }, [90], -180, 180],
    ['a temperature', { bounds: { above: 0, max: 5000 }, isWhole: false, unit: 'K' }, [293.15], 200, 500],
    ['gravity', { bounds: { min: -1e4, max: 1e4 }, isWhole: false, unit: 'm/s²' }, [-9.80665], -20, 20],
    ['a level', { bounds: { min: 0, max: 8 }, isWhole: true, unit: '' }, [3], 0, 8],
    ['particles per side', { bounds: { min: 2, max: 1e6 }, isWhole: true, unit: '' }, [33], 2, 200],
    ['a pressure of none', { bounds: { min: -1e7, max: 1e7 }, isWhole: false, unit: 'Pa' }, [0], -1000, 1000],
  ] as const)('offers a useful range of %s', (_, what, values, low, high) => {
    expect(scaleFor(what, values)).toMatchObject({ low, high, isLogarithmic: false });
  });

  it('holds a value that was typed beyond it', () => {
    expect(scaleFor(stretch, [300, 1e6]).high).toBeGreaterThanOrEqual(1e6);
  });

  const numbers: [string, Field, Control & { kind: 'number' }][] = [];
  const collect = (fields: readonly Field[], path: string) => {
    for (const field of fields) {
      const { control, key } = field;
      if (control.kind === 'number') numbers.push([`${path}.${key}`, field, control]);
      if (control.kind === 'object') collect(control.fields, `${path}.${key}`);
      if (control.kind === 'list' && control.entry.kind === 'object')
        collect(control.entry.fields, `${path}.${key}[]`);
      const variants =
        control.kind === 'variant' ? control : control.kind === 'list' ? control.entry : undefined;
      if (variants?.kind === 'variant')
        for (const v of variants.variants) collect(v.fields, `${path}.${key} ${v.name}`);
      if (control.kind === 'mixed')
        for (const f of control.forms) if (f.kind === 'object') collect(f.fields, `${path}.${key}`);
    }
  };
  collect(sceneFields(), '');

  it('stays inside the bounds of every number of the table, and finds its values again', () => {
    expect(numbers.length).toBeGreaterThan(150);
    for (const [path, field, { bounds, isWhole }] of numbers) {
      const initial =
        typeof field.default === 'number' ? field.default : (initialValue(field, flag) as number);
      const scale = scaleFor({ bounds, isWhole, unit: field.unit }, [initial]);
      const at = scale.stopAt(initial);
      // Of 200 stops the nearest is at most half of one away; on four decades one is 10^(4/200) = 1.047 times the last.
      const span = scale.isLogarithmic ? initial * 0.048 : (scale.high - scale.low) / scale.stops;
      expect(Math.abs(scale.valueAt(at) - initial), path).toBeLessThanOrEqual(0.51 * span + 1e-12);
      for (const stop of [0, 1, Math.floor(scale.stops / 3), scale.stops]) {
        const value = scale.valueAt(stop);
        expect(value, path).toBeLessThanOrEqual(bounds.max ?? Number.POSITIVE_INFINITY);
        expect(value, path).toBeGreaterThanOrEqual(bounds.min ?? Number.NEGATIVE_INFINITY);
        if (isWhole) expect(Number.isInteger(value), path).toBe(true);
        // The end of an open range is not in it; the simulation says so, as it does of what is typed.
        if (stop > 0) expect(value, path).toBeGreaterThan(bounds.above ?? Number.NEGATIVE_INFINITY);
      }
    }
  });

  it('goes by round numbers', () => {
    expect([0.3, 1.2, 4, 9.9, 600].map(roundUp)).toEqual([0.5, 2, 5, 10, 1000]);
    expect([stepAt(0.15, false), stepAt(300, false), stepAt(0, false), stepAt(7, true)]).toEqual([
      0.01, 10, 0.1, 1,
    ]);
  });
});

describe('sections', () => {
  it('have what they are named for', () => {
    const paths = Object.fromEntries(
      sceneSections().map(({ title, fields }) => [title, fields.map(({ path }) => path)]),
    );
    expect(paths['Air and wind']).toContain('air.wind');
    expect(paths['Time and engine']).toEqual(['engine.name', 'engine.substeps', 'dt', 'seconds']);
    expect(paths.Contact).toEqual(expect.arrayContaining(['contact.self', 'contact.friction']));
    expect(paths.Bodies).toEqual(['bodies']);
  });

  it('put every field of every body under one heading or fold it', () => {
    const bodies = sceneFields().find(({ key }) => key === 'bodies')!.control as Control & { kind: 'list' };
    for (const { name: model, fields } of (bodies.entry as Control & { kind: 'variant' }).variants) {
      const { name, groups, more } = groupsOf(fields);
      const all = [name, ...groups.flatMap((group) => group.fields), ...more];
      expect(all.map((field) => field?.key).sort(), model).toEqual(fields.map(({ key }) => key).sort());
    }
  });

  it('are searched by names first, then by help', () => {
    const found = findFields(flag, 'density').map(({ path }) => path);
    expect(found.slice(0, 2).sort()).toEqual(['air.density', 'bodies[0].material.density']);
    expect(findFields(flag, 'flag stretch')[0].path).toBe('bodies[0].material.stretch');
    expect(findFields(flag, '   ')).toEqual([]);
    expect(findFields(flag, 'no such thing at all')).toEqual([]);
  });

  it('find the numbers of a preset', () => {
    const denim = parseScene(withValue(flag, 'bodies[0].material', 'denim'));
    expect(findFields(denim, 'shear').map(({ path }) => path)).toContain('bodies[0].material.shear');
  });
});

describe('a new value', () => {
  const list = (key: string) =>
    sceneFields().find((field) => field.key === key)!.control as Control & { kind: 'list' };

  it('makes a scene that is sound: a collider, a body, a rigid body', () => {
    for (const key of ['colliders', 'bodies', 'rigidBodies'] as const) {
      const entry = newEntry(list(key), flag[key], flag);
      expect(parseScene(withValue(flag, `${key}[${flag[key].length}]`, entry))[key]).toHaveLength(
        flag[key].length + 1,
      );
    }
  });

  it('makes every kind of collider that needs no corners', () => {
    const shape = (list('colliders').entry as Control & { kind: 'object' }).fields.find(
      ({ key }) => key === 'shape',
    )!;
    const control = shape.control as Control & { kind: 'variant' };
    const typed = control.variants.filter(({ fields }) => !fields.some(needsData));
    const names = typed.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['plane', 'sphere', 'box', 'capsule', 'cylinder']));
    for (const variant of typed) {
      const made = otherVariant(control, variant, flag, { kind: 'sphere', radius: 0.3 });
      parseScene(withValue(flag, 'colliders', [{ name: 'a', shape: made }]));
      if (variant.fields.some(({ key }) => key === 'radius')) expect(made.radius).toBe(0.3);
    }
  });

  it('makes each optional field of the corpus, or the scene says why not', () => {
    const tried = new Set<string>();
    let made = 0;
    for (const scene of scenes) {
      for (const { path, field } of fieldsInScene(scene)) {
        if (!field.isOptional || valueAt(scene, stepsOf(path)) !== undefined) continue;
        const pattern = path.replace(/\d+/g, '');
        if (field.control.kind === 'data' || tried.has(pattern)) continue;
        tried.add(pattern);
        try {
          parseScene(withValue(scene, path, initialValue(field, scene)));
          made++;
        } catch (error) {
          expect((error as Error).name, path).toBe('SceneError');
        }
      }
    }
    expect(made).toBeGreaterThan(20);
  });

  it('has a name of its own and a time after the last', () => {
    expect(copyOf({ name: 'ball' }, [{ name: 'ball' }, { name: 'ball 2' }])).toEqual({ name: 'ball 3' });
    expect(newEntry(list('colliders'), [{ name: 'collider' }], flag)).toMatchObject({
      name: 'collider 2',
    });
    const heat = sceneFields().find(({ key }) => key === 'heat')!.control as Control & { kind: 'object' };
    const frames = heat.fields.find(({ key }) => key === 'oven')!.control as Control & { kind: 'list' };
    const first = newEntry(frames, [], flag);
    expect(first).toMatchObject({ time: 0 });
    expect(newEntry(frames, [first], flag)).toMatchObject({ time: 1 });
  });
});

describe('values', () => {
  it('are what the scene came with, though entries have moved', () => {
    const two = parseScene({
      format: 1,
      bodies: [
        { name: 'a', model: 'provot-sheet', size: [1, 1] },
        { name: 'b', model: 'provot-sheet', size: [2, 2] },
      ],
    });
    const one = withValue(two, 'bodies[0]', undefined) as Scene;
    expect(originalAt(two, one, stepsOf('bodies[0].size'))).toEqual([2, 2]);
    expect(originalAt(two, withValue(two, 'dt', 1), ['dt'])).toBe(1 / 60);
  });

  it('are typed and shown as people do', () => {
    expect(['1,5', '−3', ' 2e-3 ', '', 'x', '1e999'].map(readNumber)).toEqual([
      1.5,
      -3,
      0.002,
      undefined,
      undefined,
      undefined,
    ]);
    expect([1 / 60, 6.4e-5, 0.0005, 1e9, 293.15, -9.80665].map((v) => numberText(v))).toEqual([
      '0.016667',
      '0.000064',
      '0.0005',
      '1e9',
      '293.15',
      '-9.80665',
    ]);
    expect([-9.80665, 6.4321e-5, 100000, 33].map((v) => numberText(v, 5))).toEqual([
      '-9.81',
      '6.4e-5',
      '1e5',
      '33',
    ]);
    expect(isSame([1, 2], [1, 2])).toBe(true);
  });

  it('have names', () => {
    expect([
      labelOf('gustPeriod'),
      labelOf('name', 'Engine'),
      labelOf('name'),
      labelOf('constructor'),
    ]).toEqual(['Gust period', 'Engine', 'Name', 'Constructor']);
    expect(['bodies[0].points[1]', 'engine.name', 'gravity', 'Drop a ball'].map(pathWords)).toEqual([
      'Particles per side',
      'Engine',
      'Gravity',
      'Drop a ball',
    ]);
    expect([choiceLabel('styrene-0.25'), choiceLabel('wool-polyester'), choiceLabel('rk4')]).toEqual([
      'Styrene, 0.25 mm',
      'Wool polyester',
      'Runge–Kutta 4',
    ]);
  });

  it('of the engine are put into words', () => {
    expect(stepSummaryText('euler-cromer', 1 / 60, 20, 0.001)).toContain(
      '20 sub-steps of 0.833 ms a frame. Stability limit of this engine: 1.00 ms.',
    );
    expect(stepSummaryText('euler-cromer', 1 / 60, 10, 0.001)).toContain('will be unstable');
    expect(stepSummaryText('sdirk2', 1 / 60, 1, undefined)).toContain('implicit');
    expect(stepSummaryText('sdirk2', 1 / 60, 1, 0.001)).toContain(
      'Stability limit of the matter: 1.00 ms – the step is longer',
    );
  });
});

describe('changes', () => {
  /** An `apply` whose answers the test gives. */
  function desk() {
    const asked: { change: Change; answer: (answer: Answered) => Promise<void> }[] = [];
    const waiting = signal<readonly string[]>([]);
    const changes = new PendingChanges(
      (change) =>
        new Promise((resolve) => {
          asked.push({
            change,
            answer: async (answer) => {
              resolve(answer);
              await new Promise((rest) => setTimeout(rest));
            },
          });
        }),
      waiting,
    );
    return { asked, changes, waiting };
  }

  it('go one at a time; of a drag, the last value', async () => {
    const { asked, changes } = desk();
    const drag = changes.gesture();
    for (const value of [1, 2, 3]) changes.change('dt', value, drag);
    changes.change('seed', 5);
    expect(asked.map(({ change }) => change.value)).toEqual([1]);
    await asked[0].answer({ done: true });
    expect(changes.outcomes.value.get('dt')).toEqual({ state: 'pending' });
    await asked[1].answer({ done: true });
    await asked[2].answer({ done: true });
    expect(asked.map(({ change }) => [change.path, change.value])).toEqual([
      ['dt', 1],
      ['dt', 3],
      ['seed', 5],
    ]);
    expect(asked[0].change.gesture).toBe(asked[1].change.gesture);
    expect(asked[2].change.gesture).not.toBe(drag);
    expect([...changes.outcomes.value.values()]).toEqual([{ state: 'live' }, { state: 'live' }]);
  });

  it('that are refused say why, without the path that is beside them', async () => {
    const { asked, changes } = desk();
    changes.change('dt', -1);
    await asked[0].answer({ done: false, message: 'dt: must be > 0, got -1' });
    expect(changes.outcomes.value.get('dt')).toEqual({ state: 'refused', message: 'must be > 0, got -1' });
    changes.forget('dt');
    expect(changes.outcomes.value.size).toBe(0);
  });

  it('that wait for a restart wait until the simulation says otherwise', async () => {
    const { asked, changes, waiting } = desk();
    changes.change('bodies[0].points', [9, 9]);
    waiting.value = ['bodies[0].points'];
    await asked[0].answer({ done: true, message: 'It takes effect at the next restart.' });
    expect(changes.outcomes.value.get('bodies[0].points')).toEqual({ state: 'restart' });
    waiting.value = [];
    expect(changes.outcomes.value.get('bodies[0].points')).toEqual({ state: 'live' });
  });
});
