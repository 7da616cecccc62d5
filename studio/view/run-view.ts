/** A run on the stage: its sheets, its matter, its colliders and a floor, put where they are at a given time. */
import {
  type DrawnSurface,
  matterValues,
  type TrajectoryFrame,
  type TrajectoryInfo,
  type TrajectoryMesh,
  type TrajectorySkin,
} from 'pliant';
import { Box3, Vector3 } from 'three';
import { type MatterColour, MatterDrawings, type MatterStyle } from '../matter-drawings.ts';
import { ColliderMesh } from './collider-mesh.ts';
import { Floor } from './floor.ts';
import { MatterMesh } from './matter-mesh.ts';
import { MatterRanges } from './matter-ranges.ts';
import { dyeOf, type Surroundings } from './palette.ts';
import { SheetMesh } from './sheet-mesh.ts';
import type { Stage } from './stage.ts';

/** A sheet that falls for ever is followed this many times the first extent, then left to go. */
const LARGEST_GROWTH = 2.5;

/** A frame to show. `drawn` are the surfaces of its matter, where somebody has made them already. */
export interface ShownFrame extends TrajectoryFrame {
  drawn?: readonly DrawnSurface[];
}

export class RunView {
  readonly ranges = new MatterRanges();
  readonly #stage: Stage;
  readonly #scene: string;
  readonly #info: TrajectoryInfo;
  readonly #drawings: MatterDrawings;
  /** By number of the body. */
  readonly #matter = new Map<number, MatterMesh>();
  #style: MatterStyle = 'smooth';
  #colour: MatterColour = 'object';
  #frame: ShownFrame;
  readonly #colliders: ColliderMesh[];
  readonly #floor = new Floor();
  /** By number of the body. */
  #sheets = new Map<number, SheetMesh>();
  #meshes: readonly TrajectoryMesh[] = [];
  #isByLevel = false;
  /** All places the run has been in so far. */
  readonly #reach = new Box3();
  readonly #limit: Box3;

  constructor(
    stage: Stage,
    info: TrajectoryInfo,
    skins: readonly TrajectorySkin[],
    start: ShownFrame,
    look: { style: MatterStyle; colour: MatterColour } = { style: 'smooth', colour: 'object' },
  ) {
    const { scene, colliders, bodies } = info;
    this.#stage = stage;
    this.#scene = scene.id;
    this.#info = info;
    this.#style = look.style;
    this.#colour = look.colour;
    this.#frame = start;
    this.#drawings = new MatterDrawings(info, skins);
    this.#colliders = colliders.map((c) => new ColliderMesh(c));
    for (const { mesh } of this.#colliders) stage.scene.add(mesh);
    bodies.forEach(({ matter }, body) => {
      if (!matter) return;
      const part = new MatterMesh(matter);
      this.#matter.set(body, part);
      stage.scene.add(part.mesh);
    });
    this.#setMeshes(start.meshes, start.positions);
    this.#showMatter(start);
    this.#reach.copy(this.#bounds());
    const size = this.#reach.getSize(new Vector3()).length();
    this.#limit = this.#reach.clone().expandByScalar(LARGEST_GROWTH * size);
    if (!colliders.some((c) => c.shape.kind === 'plane')) {
      // Scenes stand on y = 0; one that begins below it gets a floor of its own.
      this.#floor.mesh.position.y = this.#reach.min.y < 0 ? this.#reach.min.y - 0.1 * size : 0;
      stage.scene.add(this.#floor.mesh);
    }
    stage.onSurroundings = (s) => this.#dress(s);
    this.#dress(stage.surroundings);
  }

  /** Takes these frames into the picture at once, for a run whose end is known. */
  reachFor(frames: Iterable<ShownFrame>): void {
    for (const frame of frames) {
      this.#grow(frame.positions);
      for (const body of this.#matter.keys()) this.ranges.take(matterValues(this.#info, frame, body));
    }
    this.#showMatter(this.#frame);
    this.#showReach();
  }

  /** Shows the particles, and the colliders at the frame's time or where sheets have pushed them. */
  show(frame: ShownFrame): void {
    const { positions, meshes, free } = frame;
    this.#frame = frame;
    if (meshes !== this.#meshes) this.#setMeshes(meshes, positions);
    for (const sheet of this.#sheets.values()) sheet.update(positions);
    this.#showMatter(frame);
    let at = 0;
    for (const collider of this.#colliders) {
      if (!collider.collider.free) collider.pose(frame.time);
      else at = collider.place(free, at);
    }
    this.#grow(positions);
    this.#stage.follow(this.#reach);
  }

  /** How matter is drawn from now on; `drawn` are the surfaces of the frame that is shown, where they have been made. */
  drawAs(style: MatterStyle, drawn?: readonly DrawnSurface[]): void {
    this.#style = style;
    this.#frame = { ...this.#frame, drawn };
    this.#showMatter(this.#frame);
    this.#stage.invalidate();
  }

  colourBy(colour: MatterColour): void {
    this.#colour = colour;
    for (const part of this.#matter.values()) part.paint(colour, this.ranges.all);
    this.#stage.invalidate();
  }

  /** Paints sheets that refine themselves by their levels, or as cloth. */
  showLevels(on: boolean): void {
    this.#isByLevel = on;
    for (const sheet of this.#sheets.values()) sheet.showLevels(on);
    this.#stage.invalidate();
  }

  /** Paints sheets with linear red, green, blue of each particle, by number of the body, or shows their cloth again. */
  paintSheets(colours: ReadonlyMap<number, Float32Array>): void {
    for (const [body, sheet] of this.#sheets) sheet.paint(colours.get(body));
    this.#stage.invalidate();
  }

  /** All places the run has been in so far. */
  get reach(): Box3 {
    return this.#reach.clone();
  }

  /** Without a floor of its own, what is there hangs in the air. */
  showFloor(on: boolean): void {
    this.#floor.mesh.visible = on;
    for (const { mesh, collider } of this.#colliders) if (collider.shape.kind === 'plane') mesh.visible = on;
  }

  /** Puts the camera where all of the run, as it stands, is seen close up. */
  frame(): void {
    this.#reach.copy(this.#bounds());
    this.#showReach();
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
    for (const part of [
      ...this.#sheets.values(),
      ...this.#matter.values(),
      ...this.#colliders,
      this.#floor,
    ]) {
      part.mesh.removeFromParent();
      part.dispose();
    }
  }

  #showReach(): void {
    this.#dress(this.#stage.surroundings);
    this.#stage.frame(this.#reach);
  }

  /** Of the sheets and forms where they are now; a plane has none. */
  #bounds(): Box3 {
    const box = new Box3();
    for (const { positions } of this.#sheets.values()) box.union(boundsOf(positions));
    for (const part of this.#matter.values()) box.union(part.bounds);
    for (const { mesh, collider } of this.#colliders) {
      if (collider.shape.kind !== 'plane') box.union(new Box3().setFromObject(mesh));
    }
    return box;
  }

  #setMeshes(meshes: readonly TrajectoryMesh[], positions: Float32Array): void {
    this.#meshes = meshes;
    // A tear takes triangles only, and a sheet that refines itself says where its particles belong: the cloth stays.
    if (this.#sheets.size > 0 && [...this.#sheets].every(([i, sheet]) => sheet.follow(meshes[i]))) return;
    for (const sheet of this.#sheets.values()) {
      sheet.mesh.removeFromParent();
      sheet.dispose();
    }
    this.#sheets = new Map();
    meshes.forEach((body, i) => {
      if (this.#matter.has(i)) return;
      const sheet = new SheetMesh(body, positions, dyeOf(this.#scene, i));
      this.#sheets.set(i, sheet);
      this.#stage.scene.add(sheet.mesh);
      sheet.showLevels(this.#isByLevel);
    });
  }

  #showMatter(frame: ShownFrame): void {
    if (this.#matter.size === 0) return;
    const drawn = this.#style === 'particles' ? [] : (frame.drawn ?? this.#drawings.draw(frame, this.#style));
    let at = 0;
    for (const [body, part] of this.#matter) {
      const values = matterValues(this.#info, frame, body);
      this.ranges.take(values);
      const colours = () => this.#drawings.coloursOf(body, frame);
      part.update({ values, colours, drawn: drawn[at++] }, this.ranges.all);
      part.paint(this.#colour, this.ranges.all);
    }
  }

  #grow(positions: Float32Array): void {
    this.#reach.union(boundsOf(positions)).intersect(this.#limit);
  }

  #dress(surroundings: Surroundings): void {
    const size = this.#reach.getSize(new Vector3()).length() || 1;
    for (const part of [...this.#colliders, this.#floor]) part.dress(surroundings, size);
  }
}

function boundsOf(positions: ArrayLike<number>): Box3 {
  return new Box3().setFromArray(positions);
}
