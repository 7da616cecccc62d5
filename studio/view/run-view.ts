/** A run on the stage: its sheets, its matter, its colliders and a floor, put where they are at a given time. */
import type { QuantityKind } from 'pliant/engine';
import type { TrajectoryInfo, TrajectorySkin } from 'pliant/formats';
import {
  type BodySource,
  bulkBox,
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
import { Box3, type Material, Vector3 } from 'three';
import { DEFAULT_LOOK, type Look } from '../look/look.ts';
import type { ViewName } from './camera-rig.ts';
import { ColliderMesh } from './collider-mesh.ts';
import { fabricMaterial } from './fabric.ts';
import { Floor } from './floor.ts';
import type { Surroundings } from './palette.ts';
import { type Hit, pickAt } from './pick.ts';
import { Room } from './room.ts';
import type { Stage } from './stage.ts';

/** A sheet that falls for ever is followed this many times the first extent, then left to go. */
const LARGEST_GROWTH = 2.5;

export interface ViewOptions {
  look?: Look;
  /** Kinds of quantities that the engine does not know itself. */
  kinds?: readonly QuantityKind[];
  /** Ends of the scales by name, where several runs share them: a colour means the same in all. */
  ranges?: Map<string, ViewRange>;
}

export class RunView {
  readonly #stage: Stage;
  readonly #info: TrajectoryInfo;
  readonly #kinds: readonly QuantityKind[];
  /** By number of the body. */
  readonly #matter = new Map<number, MatterMesh>();
  readonly #sheets = new Map<number, SheetMesh>();
  readonly #fabrics: Material[] = [];
  readonly #colliders: ColliderMesh[];
  readonly #floor = new Floor();
  readonly #room = new Room();
  readonly #springs = new SpringLines();
  readonly #masses = new ParticlePoints();
  /** Ends of the scales looked at so far, by name. */
  readonly #ranges: Map<string, ViewRange>;
  #look: Look;
  #frame: RunFrame;
  /** Frames of a run whose end is known. */
  #all: readonly RunFrame[] = [];
  /** By number of the body, of what is shown: what it is coloured by, a number a particle. */
  #numbers: (Float32Array | undefined)[] = [];
  /** All places the run has been in so far. */
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
    for (const collider of this.#colliders) collider.turnTo(start.positions);
    for (const { mesh } of [...this.#colliders, this.#springs, this.#masses, this.#room])
      stage.scene.add(mesh);
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
    if (!this.#colliders.some(({ isFloor }) => isFloor)) {
      // Scenes stand on y = 0; one that begins below it gets a floor of its own.
      this.#floor.mesh.position.y = this.#reach.min.y < 0 ? this.#reach.min.y - 0.1 * size : 0;
      stage.scene.add(this.#floor.mesh);
    }
    stage.setStage(look.stage);
    stage.setOrthographic(look.orthographic);
    stage.onSurroundings = (s) => this.#dress(s);
    this.#dress(stage.surroundings);
  }

  get look(): Look {
    return this.#look;
  }

  /** As far as what was made of the world for the frame is what is asked for: else as that was. */
  get #shown(): Look {
    return { ...this.#look, ...this.#frame.drawn?.request };
  }

  /** What colours say; nothing where they are those of cloth. */
  get colouring(): Colouring | undefined {
    const { colour } = this.#shown;
    if (colour === '') return undefined;
    const kind = this.#kinds.find(({ name }) => name === colour) ?? kindOf(colour);
    return kind && { kind, range: this.#rangeOf(kind).ends };
  }

  /** Ends of the strain that springs are coloured over. */
  get springRange(): Range {
    return this.#rangeOf(SPRING_STRAIN).ends;
  }

  /** Looks in another way. What has to be made of a world is shown with the frame that it was made for. */
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

  /** Takes these frames into the picture at once, for a run whose end is known. */
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

  /** Shows the particles, and the colliders at the frame's time or where sheets have pushed them. */
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

  /** What is at a place of the page, CSS pixels; nothing where the ray meets nothing. */
  pick(x: number, y: number): Hit | undefined {
    const shapes = [
      ...[...this.#sheets].map(([body, mesh]) => ({ mesh, body, name: mesh.name })),
      ...[...this.#matter].map(([body, { shape, name }]) => ({ mesh: shape, body, name })),
      ...this.#colliders.map(({ mesh, collider }) => ({ mesh, body: -1, name: collider.name })),
    ];
    return pickAt(this.#stage.rayAt(x, y), shapes, this.#frame, this.#numbers);
  }

  /** All places the run has been in so far. */
  get reach(): Box3 {
    return this.#reach.clone();
  }

  /** Without a floor, what is there hangs in the air. */
  showFloor(on: boolean): void {
    this.#hasFloor = on;
    this.#dress(this.#stage.surroundings);
  }

  /** Puts the camera where all of the run, as it stands, is seen close up; from elsewhere, if told. */
  frame(view?: ViewName): void {
    this.#reach.copy(this.#bounds());
    this.#showReach(view);
  }

  /** The run as it stands, close up, as a PNG data URL of `width` × `height` pixels. */
  picture(width: number, height: number): string {
    return this.#stage.picture(this.#bounds(), width, height);
  }

  /** The view as it is, as the bytes of a PNG. */
  png(): Promise<Blob> {
    return this.#stage.png();
  }

  dispose(): void {
    this.#stage.onSurroundings = () => {};
    for (const mesh of [...this.#sheets.values(), ...this.#matter.values()]) {
      mesh.removeFromParent();
      mesh.dispose();
    }
    for (const fabric of this.#fabrics) fabric.dispose();
    for (const part of [...this.#colliders, this.#floor, this.#room, this.#springs, this.#masses]) {
      part.mesh.removeFromParent();
      part.dispose();
    }
  }

  #showReach(view?: ViewName): void {
    this.#dress(this.#stage.surroundings);
    this.#stage.frame(this.#reach, view);
  }

  /** Of the sheets and forms where they are now; a plane has none. */
  #bounds(): Box3 {
    const box = new Box3();
    for (const { bounds } of [...this.#sheets.values(), ...this.#matter.values()]) box.union(bounds);
    for (const { mesh, isFloor } of this.#colliders) {
      if (!isFloor) box.union(new Box3().setFromObject(mesh));
    }
    return box;
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
    const { wireframe, springs, masses, colour, matter: style } = this.#shown;
    for (const sheet of this.#sheets.values()) {
      sheet.colouring = colouring;
      sheet.update();
      sheet.showLines(wireframe ? 'edges' : colour === 'level' ? 'cells' : 'none');
      sheet.showThrough(springs || masses);
      sheet.castShadow = !(springs || masses);
    }
    for (const matter of this.#matter.values()) {
      matter.colouring = colouring;
      matter.style = style;
      matter.update();
      matter.showThrough(springs || masses);
    }
    // Springs are coloured by their own view whatever the bodies show.
    for (const { strain } of lines) this.#rangeOf(SPRING_STRAIN).take(strain);
    this.#springs.show(lines, this.springRange);
    this.#showMasses(colouring);
  }

  #showMasses(paint: Colouring | undefined): void {
    const { positions } = this.#frame;
    if (!this.#shown.masses) {
      this.#masses.show(undefined, undefined, 1);
      return;
    }
    const colours = paint && new Float32Array(positions.length);
    this.#frame.meshes.forEach(({ first, particles }, body) => {
      if (paint) colours!.set(painted(paint, this.#numbers[body], particles), 3 * first);
    });
    this.#masses.show(positions, colours, this.#stage.pixelRatio);
  }

  /** What bodies are coloured by: of the world where it was looked at so, else of the record. */
  #read(frame: RunFrame): (Float32Array | undefined)[] {
    const { colour } = this.#shown;
    return frame.meshes.map((_, body) =>
      frame.drawn ? frame.drawn.values[body] : recordedNumbers(this.#info, frame, colour, body),
    );
  }

  #take(kind: QuantityKind, numbers: readonly (Float32Array | undefined)[]): void {
    for (const own of numbers) if (own) this.#rangeOf(kind).take(own);
  }

  #rangeOf(kind: QuantityKind): ViewRange {
    const range = this.#ranges.get(kind.name) ?? new ViewRange(kind);
    this.#ranges.set(kind.name, range);
    return range;
  }

  /** Of matter only where the bulk of it is. */
  #grow({ positions, meshes }: RunFrame): void {
    meshes.forEach(({ first, particles }, body) => {
      const own = positions.subarray(3 * first, 3 * (first + particles));
      this.#reach.union(this.#matter.has(body) ? bulkBox(own) : boundsOf(own));
    });
    this.#reach.intersect(this.#limit);
  }

  #dress(surroundings: Surroundings): void {
    const size = this.#reach.getSize(new Vector3()).length() || 1;
    for (const part of [...this.#colliders, this.#floor]) part.dress(surroundings, size);
    const floors = this.#colliders.filter(({ isFloor }) => isFloor);
    const ground = floors[0]?.mesh.position.y ?? this.#floor.mesh.position.y;
    this.#room.dress(surroundings.room, this.#reach, ground);
    // A floor that lies flat is the room's own; one that is tilted stays what it is.
    for (const { mesh } of [...floors, this.#floor])
      mesh.visible = this.#hasFloor && (!surroundings.room || !isLevel(mesh));
  }
}

function isLevel({ quaternion }: { quaternion: { x: number; z: number } }): boolean {
  return Math.abs(quaternion.x) + Math.abs(quaternion.z) < 1e-3;
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
