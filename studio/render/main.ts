/**
 * The page behind `pliant render`: draws frames of a trajectory with the studio's own look, one picture after the other,
 * and posts them to its server. The hash of its address is the name of the job there.
 */
import { TrajectoryReader } from 'pliant/formats';
import type { RenderJob, RenderNews } from '../../cli/render-job.ts';
import '../base.css';
import { openEncoder } from './encoder.ts';
import { RenderedRun } from './rendered-run.ts';

const home = `/${location.hash.slice(1)}`;

try {
  await render();
  await tell({ kind: 'done' });
} catch (error) {
  await tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
}

async function render(): Promise<void> {
  const job = (await (await asked('job')).json()) as RenderJob;
  const reader = new TrajectoryReader(new Uint8Array(await (await asked('trajectory')).arrayBuffer()));
  const scenery = new RenderedRun(document.getElementById('stage')!, reader, job);
  const encoder = job.film && (await openEncoder(job, job.film, tell));
  for (let picture = 0; picture < job.frames.length; picture++) {
    const canvas = scenery.draw(picture);
    if (encoder) await encoder.add(canvas, picture);
    else await tell({ kind: 'picture' }, await pngOf(canvas));
  }
  await encoder?.end();
}

async function asked(name: string): Promise<Response> {
  const answer = await fetch(`${home}/${name}`);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

/** Posts news and waits for the answer, so that nothing queues up. */
async function tell(news: RenderNews, content?: BlobPart): Promise<void> {
  const query = new URLSearchParams(Object.entries(news).map(([name, value]) => [name, String(value)]));
  const body = content === undefined ? undefined : new Blob([content]);
  const answer = await fetch(`${home}/news?${query}`, { method: 'POST', body });
  if (!answer.ok) throw new Error(`news of ${news.kind}: ${answer.status}`);
}

async function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error(`the browser could not make a PNG of ${canvas.width} × ${canvas.height} pixels`);
  return blob;
}
