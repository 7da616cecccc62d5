/** Files that are dropped on the page or picked. The user is asked only if their use is ambiguous. */
import type { MeshFile } from 'pliant/formats';
import { h, icon } from '../elements.ts';
import { MESH_USES, type MeshUse, meshScene } from './mesh-scene.ts';
import { ACCEPTED, type OpenedFiles, openFiles } from './open-files.ts';
import './files.css';

type Taken = Exclude<OpenedFiles, { kind: 'mesh' }>;

export interface Taker {
  open(opened: Taken): void;
  refuse(reason: string): void;
}

/** Listens for drops on the whole page until `signal` is aborted. */
export function watchDrops(taker: Taker, signal?: AbortSignal): void {
  let over = 0;
  const mark = () => document.body.classList.toggle('dropping', over > 0);
  const holds = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  document.addEventListener(
    'dragenter',
    (event) => {
      if (!holds(event)) return;
      over++;
      mark();
    },
    { signal },
  );
  document.addEventListener(
    'dragleave',
    (event) => {
      if (!holds(event)) return;
      over = Math.max(0, over - 1);
      mark();
    },
    { signal },
  );
  document.addEventListener('dragover', (event) => holds(event) && event.preventDefault(), { signal });
  document.addEventListener(
    'drop',
    (event) => {
      if (!holds(event)) return;
      event.preventDefault();
      over = 0;
      mark();
      void take([...(event.dataTransfer?.files ?? [])], taker);
    },
    { signal },
  );
}

/** Returns a button that opens the system's file picker. */
export function openButton(taker: Taker): HTMLElement {
  const picker = h('input', {
    type: 'file',
    multiple: true,
    accept: ACCEPTED,
    hidden: true,
    'aria-label': 'Files to open',
  });
  picker.addEventListener('change', () => {
    const files = [...(picker.files ?? [])];
    picker.value = '';
    if (files.length > 0) void take(files, taker);
  });
  const button = h('button', { type: 'button', class: 'wide-button' }, icon('files'), 'Open a file …');
  button.addEventListener('click', () => picker.click());
  return h('span', { class: 'open-files' }, button, picker);
}

async function take(files: readonly File[], taker: Taker): Promise<void> {
  try {
    const given = await Promise.all(
      files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    );
    const opened = await openFiles(given);
    if (opened.kind !== 'mesh') return taker.open(opened);
    const use = await askUse(opened.name, opened.mesh);
    if (use) taker.open({ kind: 'scene', scene: meshScene(opened.name, opened.mesh, use) });
  } catch (error) {
    taker.refuse(error instanceof Error ? error.message : String(error));
  }
}

function askUse(name: string, { positions, triangles }: MeshFile): Promise<MeshUse | undefined> {
  return new Promise((answer) => {
    const dialog = h('dialog', { class: 'ask panel', 'aria-labelledby': 'ask-title' });
    const choices = MESH_USES.map(([use, title, about]) =>
      h(
        'button',
        { type: 'button', class: 'offer', onclick: () => dialog.close(use) },
        h('b', {}, title),
        h('span', {}, about),
      ),
    );
    const size = `${positions.length / 3} vertices, ${triangles.length / 3} triangles`;
    dialog.append(
      h('h2', { id: 'ask-title' }, name),
      h('p', { class: 'soft' }, size),
      ...choices,
      h('button', { type: 'button', class: 'plain', onclick: () => dialog.close() }, 'Cancel'),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      answer(MESH_USES.find(([use]) => use === dialog.returnValue)?.[0]);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
