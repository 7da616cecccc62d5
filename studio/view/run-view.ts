/** A run on the stage: its sheets, matter and colliders, with a floor. */
import type { ViewKind } from 'pliant/engine';
import type { TrajectoryInfo, TrajectorySkin } from 'pliant/formats';
import {
  type BodySource,
  bulkBox,
  ColliderMesh,
  type Colouring,
  dyeOf,
  flatPattern,
  frameBody,
  kindOf,
  MatterMesh,
  NO_VALUE,
  ParticlePoints,
  paintNumbers,
  paintOne,
  type Range,
  type RunFrame,
  recordedNumbers,
  SheetMesh,
  SPRING_STRAIN,
  SpringLines,
  ViewRange,
} from 'pliant/three';
import { Box3, type Material, type Object3D, Quaternion, Vector3 } from 'three';
import { DEFAULT_LOOK, type Look } from '../look/look.ts';
import type { ViewName } from './camera-rig.ts';
import { fabricMaterial } from './fabric.ts';
import { Floor } from './floor.ts';
import type { Surroundings } from './palette.ts';
import { type Hit, pickAt } from './pick.ts';
import { Room } from './room.ts';
import type { Stage } from './stage.ts';

/** Largest growth of the framed box over its first extent: a sheet that falls forever is not followed further. */
const LARGEST_GROWTH = 2.5;

export interface ViewOptions {
  look?: Look;
  /** Kinds of views besides the engine's own. */
  kinds?: readonly ViewKind[];
  /** Ranges by name of the view; runs that share them have the same colours. */
  ranges?: Map<string, ViewRange>;
}

export class RunView {
  readonly #stage: Stage;
  readonly #info: TrajectoryInfo;
  readonly #kinds: readonly ViewKind[];
  /** By number of the body. */
  readonly #matter = new Map<number, MatterMesh>();
  readonly #sheets = new Map<number, SheetMesh>();
  readonly #fabrics: Material[] = [];
  readonly #colliders: ColliderMesh[];
  /** Floors of the planes, and one for a scene without any. */
  readonly #floors: Floor[] = [];
  readonly #room = new Room();
  readonly #springs = new SpringLines();
  readonly #particles = new ParticlePoints();
  /** Ranges of the views shown so far, by name. */
  readonly #ranges: Map<string, ViewRange>;
  #look: Look;
  #frame: RunFrame;
  /** All frames of a recorded run. */
  #all: readonly RunFrame[] = [];
  /** By number of the body: one value per particle of the view that is shown. */
  #numbers: (Float32Array | undefined)[] = [];
  /** Box around all frames so far. */
  readonly #reach = new Box3();
  readonly #limit: Box3;
  #hasFloor = true;

  constructor(
    stage: Stage,
    info: TrajectoryInfo,
    skins: readonly TrajectorySkin[],
    start: RunFrame,
    { look = DEFAULT_LOOK, kinds = [], ranges = new Map() }: ViewOptions = {},
  ) {
    const { colliders, bodies } = info;
    this.#stage = stage;
    this.#info = info;
    this.#look = look;
    this.#kinds = kinds;
    this.#ranges = ranges;
    this.#frame = start;
    this.#colliders = colliders.map((c) => new ColliderMesh(c));
    for (const collider of this.#colliders) {
      collider.turnTo(start.positions);
      if (collider.solid) collider.solid.castShadow = collider.solid.receiveShadow = true;
      else collider.add(this.#addFloor().mesh);
      stage.scene.add(collider);
    }
    for (const { mesh } of [this.#springs, this.#particles, this.#room]) stage.scene.add(mesh);
    bodies.forEach(({ matter }, body) => {
      const source = {
        ...frameBody({ info, skins }, body, () => this.#frame),
        values: () => this.#numbers[body],
      };
      const mesh = matter ? new MatterMesh(source) : this.#makeSheet(source, body);
      if (mesh instanceof MatterMesh) this.#matter.set(body, mesh);
      else this.#sheets.set(body, mesh);
      mesh.castShadow = mesh.receiveShadow = true;
      stage.scene.add(mesh);
    });
    this.#showBodies();
    this.#reach.copy(this.#bounds());
    const size = this.#reach.getSize(new Vector3()).length();
    this.#limit = this.#reach.clone().expandByScalar(LARGEST_GROWTH * size);
    if (this.#floors.length === 0) {
      // Scenes stand on y = 0; one that begins below it gets a lower floor.
      const { mesh } = this.#addFloor();
      mesh.position.y = this.#reach.min.y < 0 ? this.#reach.min.y - 0.1 * size : 0;
      stage.scene.add(mesh);
    }
    stage.setStage(look.stage);
    stage.setOrthographic(look.orthographic);
    stage.onSurroundings = (s) => this.#dress(s);
    this.#dress(stage.surroundings);
  }

  get look(): Look {
    return this.#look;
  }

  /** The look that the frame was drawn for, which may lag behind the requested one. */
  get #shown(): Look {
    return { ...this.#look, ...this.#frame.drawn?.request };
  }

  /** The view that colours show; undefined for bodies in their own colours. */
  get colouring(): Colouring | undefined {
    const { colour } = this.#shown;
    if (colour === '') return undefined;
    const kind = this.#kinds.find(({ name }) => name === colour) ?? kindOf(colour);
    return kind && { kind, range: this.#rangeOf(kind).ends };
  }

  /** Range of the strain that springs are coloured by. */
  get springRange(): Range {
    return this.#rangeOf(SPRING_STRAIN).ends;
  }

  /** Changes the look. Parts that the worker draws follow with its next frame. */
  setLook(look: Look): void {
    const before = this.#look;
    this.#look = look;
    this.#stage.setStage(look.stage);
    this.#stage.setOrthographic(look.orthographic);
    const colour = this.colouring;
    if (colour && before.colour !== look.colour)
      for (const frame of this.#all) this.#take(colour.kind, this.#read(frame));
    this.#showBodies();
    this.#stage.invalidate();
  }

  /** Frames all frames of a recorded run at once. */
  reachFor(frames: Iterable<RunFrame>): void {
    if (Array.isArray(frames)) this.#all = frames;
    const { colouring } = this;
    for (const frame of frames) {
      this.#grow(frame);
      if (colouring) this.#take(colouring.kind, this.#read(frame));
    }
    this.#showBodies();
    this.#showReach();
  }

  /** Shows a frame, with the colliders at its time or at their free poses. */
  show(frame: RunFrame): void {
    this.#frame = frame;
    this.#showBodies();
    let at = 0;
    for (const collider of this.#colliders) {
      if (!collider.collider.free) collider.pose(frame.time);
      else at = collider.place(frame.free, at);
    }
    this.#grow(frame);
    this.#stage.follow(this.#reach);
  }

  /** Returns the body or collider at a position of the page, CSS pixels. */
  pick(x: number, y: number): Hit | undefined {
    const shapes = [
      ...[...this.#sheets].map(([body, mesh]) => ({ mesh, body, name: mesh.name })),
      ...[...this.#matter].map(([body, { shape, name }]) => ({ mesh: shape, body, name })),
      ...this.#colliders.map(({ children: [mesh], name }) => ({ mesh, body: -1, name })),
    ];
    return pickAt(this.#stage.rayAt(x, y), shapes, this.#frame, this.#numbers);
  }

  /** Box around all frames so far. */
  get reach(): Box3 {
    return this.#reach.clone();
  }

  /** Shows or hides the floor. */
  showFloor(on: boolean): void {
    this.#hasFloor = on;
    this.#dress(this.#stage.surroundings);
  }

  /** Frames the present state of the run, from the present direction or another one. */
  frame(view?: ViewName): void {
    this.#reach.copy(this.#bounds());
    this.#showReach(view);
  }

  /** Returns a close-up of the run as a PNG data URL of `width` × `height` pixels. */
  picture(width: number, height: number): string {
    return this.#stage.picture(this.#bounds(), width, height);
  }

  /** Returns the present view as a PNG. */
  png(): Promise<Blob> {
    return this.#stage.png();
  }

  dispose(): void {
    this.#stage.onSurroundings = () => {};
    for (const mesh of [...this.#sheets.values(), ...this.#matter.values(), ...this.#colliders]) {
      mesh.removeFromParent();
      mesh.dispose();
    }
    for (const fabric of this.#fabrics) fabric.dispose();
    for (const part of [...this.#floors, this.#room, this.#springs, this.#particles]) {
      part.mesh.removeFromParent();
      part.dispose();
    }
  }

  #showReach(view?: ViewName): void {
    this.#dress(this.#stage.surroundings);
    this.#stage.frame(this.#reach, view);
  }

  /** Returns the box around bodies and colliders; planes are left out. */
  #bounds(): Box3 {
    const box = new Box3();
    for (const { bounds } of [...this.#sheets.values(), ...this.#matter.values()]) box.union(bounds);
    for (const mesh of this.#colliders) if (mesh.solid) box.union(new Box3().setFromObject(mesh));
    return box;
  }

  #addFloor(): Floor {
    const floor = new Floor();
    this.#floors.push(floor);
    return floor;
  }

  #makeSheet(source: BodySource, body: number): SheetMesh {
    const { positions, places } = source.read();
    const { width, height } = flatPattern(places, positions);
    const fabric = fabricMaterial(dyeOf(this.#info.scene.id, body), width, height);
    this.#fabrics.push(fabric);
    return new SheetMesh(source, fabric);
  }

  /** Draws the bodies as the look asks for. */
  #showBodies(): void {
    const { colouring: before } = this;
    const lines = this.#frame.drawn?.lines ?? [];
    this.#numbers = before ? this.#read(this.#frame) : [];
    if (before) this.#take(before.kind, this.#numbers);
    const { colouring } = this;
    const { wireframe, springs, particles, colour, matter: style } = this.#shown;
    for (const sheet of this.#sheets.values()) {
      sheet.colouring = colouring;
      sheet.update();
      sheet.showLines(wireframe ? 'edges' : colour === 'level' ? 'cells' : 'none');
      sheet.showThrough(springs || particles);
      sheet.castShadow = !(springs || particles);
    }
    for (const matter of this.#matter.values()) {
      matter.colouring = colouring;
      matter.style = style;
      matter.update();
      matter.showThrough(springs || particles);
    }
    // Springs are coloured by their own view whatever the bodies show.
    for (const { strain } of lines) this.#rangeOf(SPRING_STRAIN).take(strain);
    this.#springs.show(lines, this.springRange);
    this.#showParticles(colouring);
  }

  #showParticles(paint: Colouring | undefined): void {
    const { positions } = this.#frame;
    if (!this.#shown.particles) {
      this.#particles.show(undefined, undefined, 1);
      return;
    }
    const colours = paint && new Float32Array(positions.length);
    this.#frame.meshes.forEach(({ first, particles }, body) => {
      if (paint) colours!.set(painted(paint, this.#numbers[body], particles), 3 * first);
    });
    this.#particles.show(positions, colours, this.#stage.pixelRatio);
  }

  /** Returns the values of the view by body: those drawn with the frame, otherwise the recorded ones. */
  #read(frame: RunFrame): (Float32Array | undefined)[] {
    const { colour } = this.#shown;
    return frame.meshes.map((_, body) =>
      frame.drawn ? frame.drawn.values[body] : recordedNumbers(this.#info, frame, colour, body),
    );
  }

  #take(kind: ViewKind, numbers: readonly (Float32Array | undefined)[]): void {
    for (const own of numbers) if (own) this.#rangeOf(kind).take(own);
  }

  #rangeOf(kind: ViewKind): ViewRange {
    const range = this.#ranges.get(kind.name) ?? new ViewRange(kind);
    this.#ranges.set(kind.name, range);
    return range;
  }

  /** Extends the framed box; of matter, only by its bulk. */
  #grow({ positions, meshes }: RunFrame): void {
    meshes.forEach(({ first, particles }, body) => {
      const own = positions.subarray(3 * first, 3 * (first + particles));
      this.#reach.union(this.#matter.has(body) ? bulkBox(own) : boundsOf(own));
    });
    this.#reach.intersect(this.#limit);
  }

  #dress(surroundings: Surroundings): void {
    const size = this.#reach.getSize(new Vector3()).length() || 1;
    for (const collider of this.#colliders) collider.setColour(surroundings.collider);
    for (const floor of this.#floors) floor.dress(surroundings, size);
    const ground = this.#floors[0].mesh.getWorldPosition(new Vector3()).y;
    this.#room.dress(surroundings.room, this.#reach, ground);
    // A level floor is replaced by the room's; a tilted one is kept.
    for (const { mesh } of this.#floors)
      mesh.visible = this.#hasFloor && (!surroundings.room || !isLevel(mesh));
  }
}

function isLevel(mesh: Object3D): boolean {
  const { x, z } = mesh.getWorldQuaternion(new Quaternion());
  return Math.abs(x) + Math.abs(z) < 1e-3;
}

function painted(
  { kind, range }: Colouring,
  numbers: Float32Array | undefined,
  points: number,
): Float32Array {
  const colours = new Float32Array(3 * points);
  if (numbers) paintNumbers(kind, numbers, [0, 1], range, colours);
  else paintOne(NO_VALUE, points, colours);
  return colours;
}

function boundsOf(positions: ArrayLike<number>): Box3 {
  return new Box3().setFromArray(positions);
}
