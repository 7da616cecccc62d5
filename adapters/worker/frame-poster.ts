/** Prepares frames for the page: drawn as it requested, and without the parts that it already has. */
import type { Scene, World } from 'pliant';
import type { WorldView } from 'pliant/engine';
import type { TrajectoryMesh } from 'pliant/formats';
import { DEFAULT_DRAWING, type DrawnFrame, type DrawRequest, FrameDrawer } from '../drawing/frame-drawer.ts';
import type { ReadFrame } from '../drawing/run-reader.ts';

export class FramePoster {
  request: DrawRequest = DEFAULT_DRAWING;
  #drawer: FrameDrawer | undefined;
  #known: { info?: ReadFrame['info']; scene?: Scene; meshes?: TrajectoryMesh[] } = {};

  /** Begins another run: the page has nothing of it. */
  begin(request: DrawRequest): void {
    this.request = request;
    this.#known = {};
  }

  /**
   * Draws a frame. `world` is undefined for a recorded run, and `isNow` says whether the frame is of the world's present.
   * `views` is returned when the run begins and after an edit of the scene.
   */
  prepare(
    frame: ReadFrame,
    { world, scene, isNow }: { world: World | undefined; scene: Scene; isNow: boolean },
  ): { drawn: DrawnFrame; meshes?: TrajectoryMesh[]; views?: readonly WorldView[] } {
    const { info, skins, meshes } = frame;
    if (!this.#drawer?.isOf(world, frame)) this.#drawer = new FrameDrawer(world, { info, skins });
    const known = this.#known;
    this.#known = { info, scene, meshes };
    const drawn = isNow
      ? this.#drawer.draw(this.request, frame)
      : this.#drawer.drawRecorded(this.request, frame);
    return {
      drawn,
      ...(meshes !== known.meshes && { meshes }),
      ...((info !== known.info || scene !== known.scene) && { views: this.#drawer.views(meshes) }),
    };
  }
}
