/** A run on the stage: its sheets, its colliders and a floor, put where they are at a given time. */
import type { TrajectoryInfo, TrajectoryMesh } from 'pliant';
import { Box3, Vector3 } from 'three';
import { ColliderMesh } from './collider-mesh.ts';
import { Floor } from './floor.ts';
import { dyeOf, type Surroundings } from './palette.ts';
import { SheetMesh } from './sheet-mesh.ts';
import type { Stage } from './stage.ts';

/** A sheet that falls for ever is followed this many times the first extent, then left to go. */
const LARGEST_GROWTH = 2.5;

export class RunView {
  readonly #stage: Stage;
  readonly #scene: string;
  readonly #colliders: ColliderMesh[];
  readonly #floor = new Floor();
  #sheets: SheetMesh[] = [];
  #meshes: readonly TrajectoryMesh[] = [];
  #isByLevel = false;
  /** All places the run has been in so far. */
  readonly #reach = new Box3();
  readonly #limit: Box3;

  /** `positions` of the particles at the start, interleaved. */
  constructor(
    stage: Stage,
    { scene, colliders }: TrajectoryInfo,
    meshes: readonly TrajectoryMesh[],
    positions: Float32Array,
  ) {
    this.#stage = stage;
    this.#scene = scene.id;
    this.#colliders = colliders.map((c) => new ColliderMesh(c));
    for (const { mesh } of this.#colliders) stage.scene.add(mesh);
    this.#setMeshes(meshes, positions);
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

  /** Takes these places into the picture at once, for a run whose end is known. */
  reachFor(frames: Iterable<Float32Array>): void {
    for (const positions of frames) this.#grow(positions);
    this.#showReach();
  }

  /** Shows the particles at `positions` and the colliders at `time`; those that sheets push at `free`. */
  show(time: number, positions: Float32Array, meshes: readonly TrajectoryMesh[], free: Float32Array): void {
    if (meshes !== this.#meshes) this.#setMeshes(meshes, positions);
    for (const sheet of this.#sheets) sheet.update(positions);
    let at = 0;
    for (const collider of this.#colliders) {
      if (!collider.collider.free) collider.pose(time);
      else at = collider.place(free, at);
    }
    this.#grow(positions);
    this.#stage.follow(this.#reach);
  }

  /** Paints sheets that refine themselves by their levels, or as cloth. */
  showLevels(on: boolean): void {
    this.#isByLevel = on;
    for (const sheet of this.#sheets) sheet.showLevels(on);
    this.#stage.invalidate();
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

  dispose(): void {
    this.#stage.onSurroundings = () => {};
    for (const part of [...this.#sheets, ...this.#colliders, this.#floor]) {
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
    for (const { positions } of this.#sheets) box.union(boundsOf(positions));
    for (const { mesh, collider } of this.#colliders) {
      if (collider.shape.kind !== 'plane') box.union(new Box3().setFromObject(mesh));
    }
    return box;
  }

  #setMeshes(meshes: readonly TrajectoryMesh[], positions: Float32Array): void {
    this.#meshes = meshes;
    // A tear takes triangles only, and a sheet that refines itself says where its particles belong: the cloth stays.
    if (this.#sheets.length > 0 && this.#sheets.every((sheet, i) => sheet.follow(meshes[i]))) return;
    for (const sheet of this.#sheets) {
      sheet.mesh.removeFromParent();
      sheet.dispose();
    }
    this.#sheets = meshes.map((body, i) => new SheetMesh(body, positions, dyeOf(this.#scene, i)));
    for (const sheet of this.#sheets) {
      this.#stage.scene.add(sheet.mesh);
      sheet.showLevels(this.#isByLevel);
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
