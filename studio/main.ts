/** Entry of the studio: shows the scene that the address names, or the gallery. */
import { type Addressed, addressOf, readAddress } from './address.ts';
import './base.css';
import './studio.css';
import { type Taker, watchDrops } from './files/drop-files.ts';
import { gallery } from './gallery.ts';
import type { PageApi } from './page-api.ts';
import type { Shown, Workbench } from './workbench.ts';

const page = document.getElementById('page')!;
/** The scene, comparison or study that fills the page; undefined for the gallery. */
let filled: Pick<Workbench, 'element' | 'title' | 'start' | 'dispose' | 'notice'> | undefined;
/** The same if it is a single scene. */
let bench: Workbench | undefined;
/** Opened from a file and too large for a link, or a session. */
let given: Shown | undefined;
let turn = 0;
const COMPARISON = /^#(compare|study)=/;

const taker: Taker = {
  open(opened) {
    void openGiven(opened);
  },
  refuse(reason) {
    if (filled) filled.notice(reason, 'bad');
    else showGallery(reason);
  },
};

async function openGiven(opened: Shown): Promise<void> {
  const isPlain = opened.kind === 'scene' && !opened.edits?.length;
  const address = isPlain ? await addressOf(opened.scene) : undefined;
  if (address === undefined) {
    given = opened;
    history.pushState(undefined, '', '#own');
    await show();
  } else if (location.hash === address) {
    await show();
  } else {
    location.hash = address;
  }
}

/** Shows the scene of the address; the last call wins. */
async function show(): Promise<void> {
  const own = location.hash === '#own' ? given : undefined;
  const mine = ++turn;
  if (COMPARISON.test(location.hash)) return showComparison(mine);
  const addressed: Addressed | Shown = own ?? (await readAddress(location.hash));
  // The gallery loads without the 3-D view.
  const workbench = isShown(addressed) ? await import('./workbench.ts') : undefined;
  if (mine !== turn) return;
  if (workbench && isShown(addressed)) {
    const opening = new workbench.Workbench(addressed);
    fill(opening);
    bench = opening;
  } else {
    fill(undefined);
    showGallery(isShown(addressed) ? undefined : noticeFor(addressed));
  }
}

/** Shows variants of a scene to compare or rate. */
async function showComparison(mine: number): Promise<void> {
  try {
    const { openComparison } = await import('./compare/open-comparison.ts');
    const opened = await openComparison(location.hash, given?.kind === 'scene' ? given.scene : undefined);
    const next =
      opened.view === 'compare'
        ? new (await import('./compare/comparison-workbench.ts')).ComparisonWorkbench(opened)
        : new (await import('./study/study-page.ts')).StudyPage(opened);
    if (mine === turn) fill(next);
    else next.dispose();
  } catch (error) {
    if (mine !== turn) return;
    fill(undefined);
    const reason = error instanceof Error ? error.message : String(error);
    showGallery(`This link opens no comparison: ${reason}`);
  }
}

/** Fills the page and closes what was open. */
function fill(next: typeof filled): void {
  filled?.dispose();
  filled = next;
  bench = undefined;
  window.scrollTo(0, 0);
  if (!next) return;
  page.replaceChildren(next.element);
  next.start();
  document.title = `${next.title} · Pliant`;
}

function isShown(addressed: Addressed | Shown): addressed is Shown {
  return addressed.kind === 'scene' || addressed.kind === 'trajectory';
}

function showGallery(notice?: string): void {
  page.replaceChildren(gallery(taker, notice));
  document.title = 'Pliant';
}

function noticeFor(addressed: Addressed): string | undefined {
  if (addressed.kind === 'broken') return `This link opens no scene: ${addressed.reason}.`;
  if (addressed.kind !== 'gallery' || addressed.unknown === undefined) return undefined;
  if (addressed.unknown === 'own') return 'The file that was open here is no longer loaded. Open it again.';
  return `There is no scene named “${addressed.unknown}”. These are the scenes of the gallery.`;
}

const api: PageApi = {
  async runHash(scene, steps) {
    const { runHash } = await import('./run-hash.ts');
    return runHash(scene, steps);
  },
  async runHashInWorker(scene, steps) {
    const { RunClient } = await import('./run-client.ts');
    const simulation = new RunClient();
    try {
      return await simulation.call('runHash', { scene, steps });
    } finally {
      simulation.dispose();
    }
  },
  showStep(steps) {
    return opened().showStep(steps);
  },
  picture(width, height) {
    return opened().picture(width, height);
  },
  stateHash() {
    return opened().simulation.hash();
  },
};

function opened(): Workbench {
  if (!bench) throw new Error('no scene is open');
  return bench;
}

window.pliant = api;
window.addEventListener('hashchange', () => void show());
watchDrops(taker);
void show();
