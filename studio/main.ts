/** The studio's door: the address names a scene (`#flag`), or the gallery is shown. */
import { sceneById } from 'pliant/scenes';
import './base.css';
import './studio.css';
import { gallery } from './gallery.ts';
import type { PageApi } from './page-api.ts';
import type { Answer, Request } from './protocol.ts';
import { Workbench } from './workbench.ts';

const page = document.getElementById('page')!;
let bench: Workbench | undefined;

function show(): void {
  bench?.dispose();
  bench = undefined;
  const id = addressed();
  const scene = sceneById(id);
  if (scene) {
    bench = new Workbench(scene);
    page.replaceChildren(bench.element);
    bench.start();
  } else {
    page.replaceChildren(gallery(id ? `There is no scene named “${id}”. Here is what there is.` : undefined));
  }
  document.title = scene ? `${scene.title} · Pliant` : 'Pliant';
  window.scrollTo(0, 0);
}

function addressed(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);
  }
}

const api: PageApi = {
  async runHash(scene, steps) {
    const { runHash } = await import('./run-hash.ts');
    return runHash(scene, steps);
  },
  runHashInWorker(scene, steps) {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    return new Promise<string>((resolve, reject) => {
      worker.addEventListener('error', (event) => reject(new Error(event.message)));
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
        if (data.hash !== undefined) resolve(data.hash);
        else reject(new Error(data.failed));
      });
      const question = { kind: 'run-hash', scene, steps } as const;
      worker.postMessage({ id: 0, run: 0, question } satisfies Request);
    }).finally(() => worker.terminate());
  },
  showStep(steps) {
    return opened().showStep(steps);
  },
  picture(width, height) {
    return opened().picture(width, height);
  },
};

function opened(): Workbench {
  if (!bench) throw new Error('no scene is open');
  return bench;
}

window.pliant = api;
window.addEventListener('hashchange', show);
show();
