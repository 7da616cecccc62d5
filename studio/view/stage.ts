/**
 * The stage: renderer, camera and light. It draws only after changes, at a lower resolution if the machine is too slow, and at
 * full resolution once the picture is still.
 */
import {
  type Box3,
  DirectionalLight,
  NeutralToneMapping,
  PCFShadowMap,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { StageName } from '../look/look.ts';
import { CameraRig, FIRST_DIRECTION, type Insets, type Pose, VIEWS, type ViewName } from './camera-rig.ts';
import { studioLight } from './environment.ts';
import { type Surroundings, surroundingsOf } from './palette.ts';
import { Sky } from './sky.ts';
import { openGraphics, smoothGraphics } from './webgl-context.ts';

const LIGHT_DIRECTION = new Vector3(0.45, 1, 0.5).normalize();
/** Time between two pictures, ms: longer is slow, much longer is a pause. After some slow pictures the resolution falls. */
const SLOW_FRAME = 40;
const PAUSE = 1500;
/** Longest camera motion in one picture, ms. */
const LONGEST_FRAME = 250;
const SLOW_FRAMES = 5;
/** Least device pixels per CSS pixel. */
const COARSEST = 0.5;
/** Time without a change after which the picture is drawn at full resolution, ms. */
const STILL_AFTER = 300;
const NONE: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** Poses that differ by less than this share of the distance are the same: controls round them at every update. */
const SAME_POSE = 1e-6;

/** A picture to draw: its box, its size in pixels, and the pose of the camera. */
export interface Shot {
  box: Box3;
  width: number;
  height: number;
  /** Unit vector from the middle of the box to the camera; default: from the front. */
  back?: Vector3;
  /** Distance from there, m; default: the least at which the whole box is visible. */
  distance?: number;
}

export class Stage {
  readonly scene = new Scene();
  readonly canvas: HTMLCanvasElement;
  surroundings: Surroundings = surroundingsOf('studio', false);
  /** Called when the context is lost and when it is restored. */
  onContext: (lost: boolean) => void = () => {};
  /** Called with the new colours when the stage or the page's theme changes. */
  onSurroundings: (surroundings: Surroundings) => void = () => {};
  /** Returns the edges that panels cover; of several alternatives the one with the largest picture is used. */
  insets: () => Insets | readonly Insets[] = () => NONE;
  /** Called when the user or the framing moves the camera, but not by `setPose`: cameras of several stages can be linked. */
  onPose: (pose: Pose) => void = () => {};
  /** A box to show besides the followed one. */
  alsoSeen: () => Box3 | undefined = () => undefined;
  /** Whether pictures follow one another; full resolution is for still ones. */
  animating = false;
  /** Number of pictures drawn. */
  drawn = 0;

  readonly #container: HTMLElement;
  readonly #renderer: WebGLRenderer;
  readonly #rig: CameraRig;
  readonly #key = new DirectionalLight();
  readonly #daylight = studioLight();
  readonly #sky = new Sky();
  readonly #dark = window.matchMedia('(prefers-color-scheme: dark)');
  #name: StageName = 'studio';
  readonly #ends = new AbortController();
  readonly #resizes: ResizeObserver;
  #movingRatio: number;
  readonly #stillRatio: number;
  #scheduled = 0;
  #still = 0;
  #slow = 0;
  #lastDraw = 0;
  #followed: Box3 | undefined;
  #covered: Insets = NONE;
  /** The pose that was last set or reported. */
  #pose: Pose | undefined;
  #lost = false;

  /** Whether only `draw` makes pictures, with antialiasing. */
  readonly #onDemand: boolean;

  /** Throws if the browser has no WebGL 2. */
  constructor(container: HTMLElement, { onDemand = false } = {}) {
    const area = container.clientWidth * container.clientHeight;
    const { canvas, context, movingRatio, stillRatio } = onDemand ? smoothGraphics() : openGraphics(area);
    this.#onDemand = onDemand;
    this.canvas = canvas;
    this.#container = container;
    this.#movingRatio = movingRatio;
    this.#stillRatio = stillRatio;
    this.#renderer = new WebGLRenderer({ canvas, context });
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    container.append(canvas);
    this.#rig = new CameraRig(canvas);
    this.#rig.controls.addEventListener('change', () => this.invalidate());
    this.#lightUp();
    this.#watchContext();
    this.#watchTheme();
    this.#resizes = new ResizeObserver(() => this.resize());
    this.#resizes.observe(container);
  }

  /** Requests a picture; several calls before the next animation frame make one. */
  invalidate(): void {
    if (this.#scheduled !== 0 || this.#lost || this.#onDemand) return;
    this.#scheduled = requestAnimationFrame((now) => {
      this.#scheduled = 0;
      const since = now - this.#lastDraw;
      this.#lastDraw = now;
      this.#watchSpeed(since);
      if (this.#followed && this.#rig.follow(this.#followed, Math.min(since, LONGEST_FRAME) / 1000)) {
        this.invalidate();
      }
      this.#draw();
    });
  }

  /** Moves the camera gradually to a pose in which the box fills the view. */
  follow(own: Box3): void {
    const box = this.#seenWith(own);
    this.#followed = box;
    this.#lightOn(box);
    this.invalidate();
  }

  /** Frames the box at once, from the present direction or another one. */
  frame(own: Box3, view?: ViewName): void {
    const box = this.#seenWith(own);
    this.#followed = box;
    this.#setView(view && VIEWS[view]);
    this.#rig.frame(box, view);
    this.#lightOn(box);
    this.invalidate();
  }

  /** Turns the camera: see `CameraRig`. */
  turn(right: number, up: number): void {
    this.#rig.turn(right, up);
    this.invalidate();
  }

  move(right: number, up: number): void {
    this.#rig.move(right, up);
    this.invalidate();
  }

  near(times: number): void {
    this.#rig.near(times);
    this.invalidate();
  }

  /** Takes the pose of another stage's camera. */
  setPose(pose: Pose): void {
    this.#rig.pose = this.#pose = pose;
    this.invalidate();
  }

  /** Sets up another stage. */
  setStage(name: StageName): void {
    if (this.#name === name) return;
    this.#name = name;
    this.#dress();
  }

  setOrthographic(on: boolean): void {
    if (this.#rig.orthographic === on) return;
    this.#rig.orthographic = on;
    this.invalidate();
  }

  /** Present device pixels per CSS pixel. */
  get pixelRatio(): number {
    return this.#renderer.getPixelRatio();
  }

  /** Returns the ray into the picture at a position of the page, CSS pixels. */
  rayAt(x: number, y: number): Raycaster {
    const box = this.canvas.getBoundingClientRect();
    const place = new Vector2((2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height);
    const ray = new Raycaster();
    ray.setFromCamera(place, this.#rig.shown);
    return ray;
  }

  /** Middle of the free part of the view, CSS pixels of the page. */
  get middle(): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    const { left, right, top, bottom } = this.#covered;
    return { x: box.left + (box.width + left - right) / 2, y: box.top + (box.height + top - bottom) / 2 };
  }

  /** The edges that the picture avoids. */
  get covered(): Insets {
    return this.#covered;
  }

  /** Returns the box from the front as a PNG data URL of `width` × `height` pixels. */
  picture(box: Box3, width: number, height: number): string {
    this.draw({ box, width, height });
    const url = this.canvas.toDataURL('image/png');
    this.resize();
    this.frame(box, 'corner');
    return url;
  }

  /** Returns the least distance at which the whole box is visible in a picture of `width` × `height`, m. */
  distanceFor({ box, width, height, back = FIRST_DIRECTION }: Shot): number {
    this.#rig.setView({ width, height, insets: NONE });
    return this.#rig.distanceFor(box, back);
  }

  /** Draws the box at once. The canvas has the picture until the next task of the page. */
  draw(shot: Shot): void {
    const { box, width, height, back = FIRST_DIRECTION, distance = this.distanceFor(shot) } = shot;
    this.#rig.setView({ width, height, insets: NONE });
    this.#rig.place(box, back, distance);
    this.#lightOn(box);
    this.#renderer.setPixelRatio(1);
    this.#renderer.setSize(width, height, false);
    this.#renderer.render(this.scene, this.#rig.shown);
    this.drawn++;
  }

  /** Returns the present view at full resolution. */
  async png(): Promise<Blob> {
    this.#renderer.setPixelRatio(this.#stillRatio);
    this.#renderer.render(this.scene, this.#rig.shown);
    const blob = await new Promise<Blob | null>((done) => this.canvas.toBlob(done, 'image/png'));
    this.invalidate();
    if (!blob) throw new Error('the browser made no picture');
    return blob;
  }

  /** Adapts to the container's size and the panels. */
  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#container;
    if (width === 0 || height === 0 || this.#onDemand) return;
    this.#renderer.setPixelRatio(this.#movingRatio);
    this.#renderer.setSize(width, height);
    this.#setView();
    this.#draw();
    // The followed box has to be framed again.
    this.invalidate();
  }

  dispose(): void {
    cancelAnimationFrame(this.#scheduled);
    clearTimeout(this.#still);
    this.#ends.abort();
    this.#resizes.disconnect();
    this.#rig.controls.dispose();
    this.#key.dispose();
    this.#sky.dispose();
    this.#renderer.dispose();
    // Browsers allow about a dozen contexts: release this one now, not at the next garbage collection.
    this.#renderer.forceContextLoss();
    this.canvas.remove();
  }

  #draw(): void {
    if (this.#lost) return;
    if (this.#rig.controls.update()) this.invalidate();
    this.#tellPose();
    this.#renderer.render(this.scene, this.#rig.shown);
    this.drawn++;
    clearTimeout(this.#still);
    this.#still = window.setTimeout(() => this.#drawStill(), STILL_AFTER);
  }

  /** Chooses the insets for a picture from the direction `back`. */
  #setView(back = this.#rig.back): void {
    const { clientWidth: width, clientHeight: height } = this.#container;
    if (width === 0 || height === 0 || this.#onDemand) return;
    const box = this.#followed;
    let least = Number.POSITIVE_INFINITY;
    for (const insets of [this.insets()].flat()) {
      this.#rig.setView({ width, height, insets });
      const distance = box ? this.#rig.distanceFor(box, back) : 0;
      if (distance < least) [least, this.#covered] = [distance, insets];
    }
    this.#rig.setView({ width, height, insets: this.#covered });
  }

  #seenWith(box: Box3): Box3 {
    const more = this.alsoSeen();
    return more ? more.clone().union(box) : box;
  }

  #tellPose(): void {
    const { pose } = this.#rig;
    const known = this.#pose;
    const away = known && pose.position.distanceTo(known.position) + pose.target.distanceTo(known.target);
    if (away !== undefined && away <= SAME_POSE * pose.position.distanceTo(pose.target)) return;
    this.#pose = pose;
    this.onPose(pose);
  }

  /** Draws the still picture at full resolution. */
  #drawStill(): void {
    if (this.#lost || this.animating || this.#scheduled !== 0 || this.#movingRatio === this.#stillRatio)
      return;
    this.#renderer.setPixelRatio(this.#stillRatio);
    this.#renderer.render(this.scene, this.#rig.shown);
    this.drawn++;
  }

  /** `since`: ms since the last picture. */
  #watchSpeed(since: number): void {
    this.#slow = since > SLOW_FRAME && since < PAUSE ? this.#slow + 1 : 0;
    if (this.#slow > SLOW_FRAMES) {
      this.#movingRatio = Math.max(COARSEST, 0.75 * this.#movingRatio);
      this.#slow = 0;
    }
    if (this.#renderer.getPixelRatio() !== this.#movingRatio) this.#renderer.setPixelRatio(this.#movingRatio);
  }

  #lightUp(): void {
    this.#key.castShadow = true;
    this.#key.shadow.mapSize.set(1024, 1024);
    this.#key.shadow.radius = 4;
    this.#key.shadow.bias = -0.0004;
    this.scene.add(this.#daylight, this.#key, this.#key.target, this.#sky.mesh);
  }

  /** Fits the shadow of the light to the box and the floor around it. */
  #lightOn(box: Box3): void {
    const radius = box.getSize(new Vector3()).length() / 2 || 1;
    const { shadow, target } = this.#key;
    box.getCenter(target.position);
    this.#key.position.copy(target.position).addScaledVector(LIGHT_DIRECTION, 4 * radius);
    const { camera } = shadow;
    camera.left = camera.bottom = -1.5 * radius;
    camera.right = camera.top = 1.5 * radius;
    camera.near = 0.5 * radius;
    camera.far = 9 * radius;
    camera.updateProjectionMatrix();
    shadow.normalBias = 0.012 * radius;
  }

  #watchContext(): void {
    const { signal } = this.#ends;
    const lost = (event: Event) => {
      event.preventDefault();
      this.#lost = true;
      this.onContext(true);
    };
    const restored = () => {
      // The renderer uploads all arrays and canvases again.
      this.#lost = false;
      this.onContext(false);
      this.resize();
    };
    this.canvas.addEventListener('webglcontextlost', lost, { signal });
    this.canvas.addEventListener('webglcontextrestored', restored, { signal });
  }

  #watchTheme(): void {
    this.#dark.addEventListener('change', () => this.#dress(), { signal: this.#ends.signal });
    this.#dress();
  }

  #dress(): void {
    this.surroundings = surroundingsOf(this.#name, this.#dark.matches);
    this.#key.color.set(this.surroundings.keyLight);
    this.#key.intensity = this.surroundings.keyStrength;
    this.#daylight.intensity = this.surroundings.skyStrength;
    this.#sky.dress(this.surroundings.sky);
    this.onSurroundings(this.surroundings);
    this.invalidate();
  }
}
