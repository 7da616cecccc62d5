/** The Files tab: the scene as a file or a link, the session, and the recording in the formats of other programs. */
import { type ExportFormat, exportTrajectory, TrajectoryReader } from 'pliant/formats';
import { addressOf } from '../address.ts';
import { h } from '../elements.ts';
import type { Part, WorkbenchContext } from '../workbench-context.ts';
import type { FilmKind } from './film.ts';
import { readingsOf } from './report-table.ts';
import { save } from './save-files.ts';
import './files.css';

interface Deed {
  readonly name: string;
  readonly about: string;
  run(progress: (share: number) => void): Promise<string | undefined>;
}

export function filesPart(bench: WorkbenchContext): Part {
  const element = h(
    'div',
    { class: 'files' },
    chapter(bench, 'The scene', [
      {
        name: 'Scene (.json)',
        about: 'With every change of a parameter. pliant run reads it.',
        run: () => saveScene(bench),
      },
      { name: 'Copy a link', about: 'Opens this scene in any studio.', run: () => copyLink(bench) },
      {
        name: 'Session (.json)',
        about: 'The scene and every edit, step by step.',
        run: () => saveSession(bench),
      },
    ]),
    chapter(bench, 'The recording', [
      { name: 'GLB', about: 'Moving mesh for three.js, Blender and others.', run: exporting(bench, 'glb') },
      { name: 'USDA', about: 'USD with a mesh for every frame.', run: exporting(bench, 'usda') },
      { name: 'PC2 + OBJ', about: 'For Blender’s Mesh Cache.', run: exporting(bench, 'pc2') },
      { name: 'OBJ of this frame', about: 'The meshes of the present frame.', run: exporting(bench, 'obj') },
      {
        name: 'Trajectory (.pltr)',
        about: 'Every frame. pliant export and the studio read it.',
        run: () => saveTrajectory(bench),
      },
      { name: 'CSV', about: 'The measurements of each step.', run: () => saveReadings(bench) },
    ]),
    chapter(bench, 'Pictures', [
      { name: 'PNG', about: 'The present view.', run: () => savePicture(bench) },
      { name: 'WebM film', about: 'The whole recording, 1280 × 720.', run: filming(bench, 'webm') },
      { name: 'MP4 film', about: 'For players without WebM.', run: filming(bench, 'mp4') },
    ]),
  );
  return { element };
}

function chapter(bench: WorkbenchContext, title: string, deeds: readonly Deed[]): HTMLElement {
  return h(
    'section',
    {},
    h('h2', {}, title),
    h('ul', {}, ...deeds.map((deed) => h('li', {}, deedButton(bench, deed)))),
  );
}

function deedButton(bench: WorkbenchContext, { name, about, run }: Deed): HTMLElement {
  const bar = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': name });
  const button = h('button', { type: 'button', class: 'deed' }, h('b', {}, name), h('span', {}, about), bar);
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      const message = await run((share) => {
        bar.hidden = false;
        bar.value = share;
      });
      if (message) bench.notice(message);
    } catch (error) {
      bench.notice(`${name}: ${error instanceof Error ? error.message : String(error)}`, 'bad');
    } finally {
      button.disabled = false;
      bar.hidden = true;
    }
  });
  return button;
}

async function saveScene({ simulation }: WorkbenchContext): Promise<undefined> {
  const { scene } = await simulation.edited();
  await save([{ name: `${scene.id}.json`, bytes: `${JSON.stringify(scene, undefined, 2)}\n` }]);
}

async function saveSession({ simulation }: WorkbenchContext): Promise<undefined> {
  const { scene, edits } = await simulation.edited();
  const session = { original: simulation.scene, edits };
  await save([{ name: `${scene.id}-session.json`, bytes: `${JSON.stringify(session, undefined, 2)}\n` }]);
}

async function copyLink({ simulation }: WorkbenchContext): Promise<string> {
  const { scene } = await simulation.edited();
  const address = await addressOf(scene);
  if (!address)
    throw new Error(
      'the scene is too large for a link (usually because of a mesh). Save it as a file instead.',
    );
  await navigator.clipboard.writeText(new URL(address, location.href).href);
  return 'The link was copied to the clipboard.';
}

async function saveTrajectory({ simulation, state }: WorkbenchContext): Promise<undefined> {
  await save([{ name: `${state.scene.value.id}.pltr`, bytes: await simulation.trajectory() }]);
}

function exporting({ simulation, state }: WorkbenchContext, format: ExportFormat): Deed['run'] {
  return async (progress) => {
    const warnings: string[] = [];
    const files = await exportTrajectory(await simulation.trajectory(), format, {
      name: state.scene.value.id,
      ...(format === 'obj' && { frame: await shownFrame(simulation, state) }),
      progress,
      warn: (text) => warnings.push(text),
    });
    await save(files.map(({ name, bytes }) => ({ name, bytes: bytes as Uint8Array<ArrayBuffer> })));
    return warnings.length > 0 ? warnings.join(' ') : undefined;
  };
}

/** Returns the number of the shown frame among the recorded ones, some of which may have been dropped. */
async function shownFrame(
  simulation: WorkbenchContext['simulation'],
  state: WorkbenchContext['state'],
): Promise<number> {
  const reader = new TrajectoryReader(await simulation.trajectory());
  const time = state.frame.value?.time ?? 0;
  let best = 0;
  while (best + 1 < reader.count && reader.frame(best + 1).time <= time + 1e-9) best++;
  return best;
}

async function saveReadings({ simulation, state }: WorkbenchContext): Promise<undefined> {
  const reports = await simulation.call('reports', undefined);
  const rows = readingsOf(reports.flatMap(({ report }) => report ?? []));
  if (rows.length < 2) throw new Error('nothing has been simulated yet');
  const text = rows.map((row) => row.join(',')).join('\n');
  await save([{ name: `${state.scene.value.id}.csv`, bytes: `${text}\n` }]);
}

async function savePicture({ view, state }: WorkbenchContext): Promise<undefined> {
  if (!view.value) throw new Error('there is no 3-D view');
  await save([{ name: `${state.scene.value.id}.png`, bytes: await view.value.png() }]);
}

function filming({ simulation, state }: WorkbenchContext, kind: FilmKind): Deed['run'] {
  return async (progress) => {
    const { film } = await import('./film.ts');
    const bytes = await film(await simulation.trajectory(), kind, { style: 'smooth' }, progress);
    await save([{ name: `${state.scene.value.id}.${kind}`, bytes: bytes as Uint8Array<ArrayBuffer> }]);
    return undefined;
  };
}
