/** A run that is drawn picture by picture. A picture does not depend on those drawn before it. */

import type { TrajectoryReader } from 'pliant/formats';
import type { RunFrame } from 'pliant/three';
import { type Box3, Vector3 } from 'three';
import type { RenderJob } from '../../cli/render-job.ts';
import { DEFAULT_LOOK } from '../look/look.ts';
import { FIRST_DIRECTION } from '../view/camera-rig.ts';
import { RunView } from '../view/run-view.ts';
import { Stage } from '../view/stage.ts';
import { drawBackdrop, drawLegend } from './backdrop-and-legend.ts';
import { ColouredFrames } from './coloured-frames.ts';

/** Most frames that are read in advance, for the extent of the run and the range of the colours. */
const LOOKED_AT = 240;
/** Steepest elevation, degrees: straight from above, the direction up is undefined. */
const STEEPEST = 89.9;

export class RenderedRun {
  readonly #job: RenderJob;
  readonly #reader: TrajectoryReader;
  readonly #stage: Stage;
  readonly #run: RunView;
  readonly #colouring: ColouredFrames | undefined;
  readonly #box: Box3;
  readonly #distance: number;
  readonly #canvas = document.createElement('canvas');
  readonly #pen: CanvasRenderingContext2D;
  #shown = -1;

  constructor(container: HTMLElement, reader: TrajectoryReader, job: RenderJob) {
    const { frames, width, height } = job;
    this.#job = job;
    this.#reader = reader;
    this.#canvas.width = width;
    this.#canvas.height = height;
    this.#pen = this.#canvas.getContext('2d')!;
    this.#stage = new Stage(container, { onDemand: true });
    const { info, skins } = reader;
    const look = { ...DEFAULT_LOOK, matter: job.style, colour: job.colour ?? '' };
    this.#colouring = job.colour === undefined ? undefined : new ColouredFrames(reader, look);
    const kinds = this.#colouring ? [this.#colouring.kind] : [];
    this.#run = new RunView(this.#stage, info, skins, this.#frame(0), { look, kinds });
    const seen = spread(frames, LOOKED_AT);
    // The camera frames what is drawn, not the start of the run.
    this.#run.show(this.#frame(seen[0]));
    this.#run.frame();
    this.#run.reachFor(this.#frames(seen));
    this.#run.showFloor(job.stage === 'studio');
    this.#box = this.#run.reach;
    // The greatest distance of all pictures: a camera on a turntable keeps its distance.
    const distances = frames.map((_, picture) =>
      this.#stage.distanceFor({ box: this.#box, width, height, back: this.#back(picture) }),
    );
    this.#distance = distances.reduce((most, one) => Math.max(most, one), 0) / job.zoom;
  }

  /** Draws a picture. The canvas is valid until the next one is drawn. */
  draw(picture: number): HTMLCanvasElement {
    const { frames, width, height, stage, legend } = this.#job;
    if (this.#shown !== frames[picture]) {
      this.#shown = frames[picture];
      this.#run.show(this.#frame(this.#shown));
    }
    const back = this.#back(picture);
    this.#stage.draw({ box: this.#box, width, height, back, distance: this.#distance });
    this.#pen.clearRect(0, 0, width, height);
    if (stage !== 'none') drawBackdrop(this.#pen, stage === 'plain');
    this.#pen.drawImage(this.#stage.canvas, 0, 0, width, height);
    if (legend && this.#run.colouring) drawLegend(this.#pen, this.#run.colouring);
    return this.#canvas;
  }

  dispose(): void {
    this.#run.dispose();
    this.#stage.dispose();
  }

  #frame(index: number): RunFrame {
    return this.#colouring?.frame(index) ?? this.#reader.frame(index);
  }

  *#frames(numbers: readonly number[]): Iterable<RunFrame> {
    for (const number of numbers) yield this.#frame(number);
  }

  /** Returns the direction from the middle of the run to the camera. */
  #back(picture: number): Vector3 {
    const { camera, turntable, frames } = this.#job;
    const back = camera ? direction(camera) : FIRST_DIRECTION.clone();
    return back.applyAxisAngle(UP, ((turntable * picture) / frames.length) * (Math.PI / 180));
  }
}

const UP = new Vector3(0, 1, 0);

function direction({ azimuth, elevation }: { azimuth: number; elevation: number }): Vector3 {
  const around = (azimuth * Math.PI) / 180;
  const above = (Math.min(STEEPEST, Math.max(-STEEPEST, elevation)) * Math.PI) / 180;
  return new Vector3(Math.sin(around) * Math.cos(above), Math.sin(above), Math.cos(around) * Math.cos(above));
}

/** Returns at most `most` of the numbers, evenly spread, with the first and the last. */
function spread(numbers: readonly number[], most: number): number[] {
  const count = Math.min(numbers.length, most);
  return Array.from(
    { length: count },
    (_, i) => numbers[count > 1 ? Math.round((i * (numbers.length - 1)) / (count - 1)) : 0],
  );
}
