/**
 * The place a run is shown in: renderer, camera and light. Draws only when something has changed, at a lower
 * resolution while the machine cannot keep up, and at the full one as soon as the picture stands still.
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
import { openGraphics, smoothGraphics } from './graphics.ts';
import { type Surroundings, surroundingsOf } from './palette.ts';
import { Sky } from './sky.ts';

const LIGHT_DIRECTION = new Vector3(0.45, 1, 0.5).normalize();
/** ms between two pictures: longer is too slow, much longer is a pause. After some slow ones, fewer pixels. */
const SLOW_FRAME = 40;
const PAUSE = 1500;
/** ms of camera movement in one picture, at most. */
const LONGEST_FRAME = 250;
const SLOW_FRAMES = 5;
/** Device pixels a CSS pixel, at least. */
const COARSEST = 0.5;
/** ms without a change after which the picture is drawn as finely as can be. */
const STILL_AFTER = 300;
const NONE: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** Of the distance to what is looked at: controls round anew each time they look where the camera is. */
const SAME_POSE = 1e-6;

/** A picture to be drawn at once: of what, how large in pixels, and from where. */
export interface Shot {
  box: Box3;
  width: number;
  height: number;
  /** Direction of the camera from the middle of the box, of length 1; left out: from the front. */
  back?: Vector3;
  /** m from there; left out: as close as the whole box can be seen from. */
  distance?: number;
}

export class Stage {
  readonly scene = new Scene();
  readonly canvas: HTMLCanvasElement;
  surroundings: Surroundings = surroundingsOf('studio', false);
  /** Called when the context is lost and when it is back. */
  onContext: (lost: boolean) => void = () => {};
  /** Called when light and dark change, with the colours to use from now on. */
  onSurroundings: (surroundings: Surroundings) => void = () => {};
  /** What panels cover of the view at its present size: of several ways to keep clear of them, that with the largest picture is taken. */
  insets: () => Insets | readonly Insets[] = () => NONE;
  /** Called when the camera has moved, but not when it was told its pose: cameras of several stages can move as one. */
  onPose: (pose: Pose) => void = () => {};
  /** What has to be seen besides what is followed. */
  alsoSeen: () => Box3 | undefined = () => undefined;
  /** True while pictures follow one another; a still one may take its time. */
  animating = false;
  /** Pictures drawn so far. */
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
  /** As it was last told, or told of. */
  #pose: Pose | undefined;
  #lost = false;

  /** Pictures are made only by `draw`, with smooth edges. */
  readonly #onDemand: boolean;

  /** Throws where the browser offers no WebGL 2. */
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

  /** Asks for a new picture; many calls before the next display frame make one. */
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

  /** Lets the camera settle where the box fills the view, now and in the pictures to come. */
  follow(own: Box3): void {
    const box = this.#seenWith(own);
    this.#followed = box;
    this.#lightOn(box);
    this.invalidate();
  }

  /** Shows the box at once, from where the camera looks or from elsewhere. */
  frame(own: Box3, view?: ViewName): void {
    const box = this.#seenWith(own);
    this.#followed = box;
    this.#setView(view && VIEWS[view]);
    this.#rig.frame(box, view);
    this.#lightOn(box);
    this.invalidate();
  }

  /** Leads the camera as a hand would: see the rig. */
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

  /** Puts the camera where that of another stage is. */
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

  /** Device pixels that a CSS pixel has now. */
  get pixelRatio(): number {
    return this.#renderer.getPixelRatio();
  }

  /** The ray into the picture at a place of the page, CSS pixels. */
  rayAt(x: number, y: number): Raycaster {
    const box = this.canvas.getBoundingClientRect();
    const place = new Vector2((2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height);
    const ray = new Raycaster();
    ray.setFromCamera(place, this.#rig.shown);
    return ray;
  }

  /** Where the middle of what panels leave free is, CSS pixels of the page. */
  get middle(): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    const { left, right, top, bottom } = this.#covered;
    return { x: box.left + (box.width + left - right) / 2, y: box.top + (box.height + top - bottom) / 2 };
  }

  /** What panels cover, as far as the picture keeps clear of them. */
  get covered(): Insets {
    return this.#covered;
  }

  /** The box from the front, as a PNG data URL of `width` × `height` pixels. */
  picture(box: Box3, width: number, height: number): string {
    this.draw({ box, width, height });
    const url = this.canvas.toDataURL('image/png');
    this.resize();
    this.frame(box, 'corner');
    return url;
  }

  /** The least distance in m from which the box is seen whole in a picture of `width` × `height`. */
  distanceFor({ box, width, height, back = FIRST_DIRECTION }: Shot): number {
    this.#rig.setView({ width, height, insets: NONE });
    return this.#rig.distanceFor(box, back);
  }

  /** Draws the box at once; the canvas holds the picture until the page has its next turn. */
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

  /** What is seen now, as finely as can be. */
  async png(): Promise<Blob> {
    this.#renderer.setPixelRatio(this.#stillRatio);
    this.#renderer.render(this.scene, this.#rig.shown);
    const blob = await new Promise<Blob | null>((done) => this.canvas.toBlob(done, 'image/png'));
    this.invalidate();
    if (!blob) throw new Error('the browser made no picture');
    return blob;
  }

  /** Takes the container's size and the insets anew. */
  resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#container;
    if (width === 0 || height === 0 || this.#onDemand) return;
    this.#renderer.setPixelRatio(this.#movingRatio);
    this.#renderer.setSize(width, height);
    this.#setView();
    this.#draw();
    // What is followed has another place to be in.
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
    // Browsers allow a dozen or so contexts: give this one back now, not when memory is next collected.
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

  /** Takes the insets anew, for a picture from `back` or from where the camera is. */
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

  /** Nothing has moved for a while: there is time for every pixel. */
  #drawStill(): void {
    if (this.#lost || this.animating || this.#scheduled !== 0 || this.#movingRatio === this.#stillRatio)
      return;
    this.#renderer.setPixelRatio(this.#stillRatio);
    this.#renderer.render(this.scene, this.#rig.shown);
    this.drawn++;
  }

  /** `since`: ms from the picture before. */
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

  /** Keeps the box, and the floor around it, within the light's shadow. */
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
      // Everything drawn comes from arrays and canvases of the page; the renderer uploads them again.
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
