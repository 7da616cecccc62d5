/** The bodies of matter of a run, each with what draws it: used where surfaces are made, in the worker or the page. */
import { type DrawnSurface, MatterDrawing } from 'pliant/engine';
import { matterValues, type TrajectoryFrame, type TrajectoryInfo, type TrajectorySkin } from 'pliant/formats';
import { dyeOf } from './view/palette.ts';

/** How matter is drawn: a smooth surface, a surface that shows every particle, or the particles. */
export type MatterStyle = 'smooth' | 'blobs' | 'particles';

type FrameParts = Pick<TrajectoryFrame, 'positions' | 'meshes' | 'values'>;

export class MatterDrawings {
  readonly #info: TrajectoryInfo;
  /** By number of the body. */
  readonly #drawings = new Map<number, MatterDrawing>();
  #hasBegun = false;

  constructor(info: TrajectoryInfo, skins: readonly TrajectorySkin[]) {
    this.#info = info;
    info.bodies.forEach(({ matter }, body) => {
      if (!matter) return;
      const own = skins.filter((skin) => skin.body === body);
      const colourOf = (object: number) => dyeColour(info.scene.id, body + object);
      this.#drawings.set(body, new MatterDrawing({ ...matter, skins: own, colourOf }));
    });
  }

  get isEmpty(): boolean {
    return this.#drawings.size === 0;
  }

  /**
   * A surface for each body of matter, in their order; none where particles are drawn. `values` of its particles, by
   * number of the body, are carried to the surface in place of their strain.
   */
  draw(
    frame: FrameParts,
    style: MatterStyle,
    values: readonly (Float32Array | undefined)[] = [],
  ): DrawnSurface[] {
    // Checks and broken faces are known by the first frame, whatever is drawn of it.
    if (!this.#hasBegun) for (const body of this.#drawings.keys()) this.coloursOf(body, frame);
    this.#hasBegun = true;
    if (style === 'particles') return [];
    return [...this.#drawings].map(([body, drawing]) => {
      const own = matterValues(this.#info, frame, body);
      return drawing.draw({ ...own, strain: values[body] ?? own.strain }, style);
    });
  }

  /** Red, green, blue of each particle of a body, 0 to 1, as its surface has them. */
  coloursOf(body: number, frame: FrameParts): Float32Array {
    return this.#drawings.get(body)!.colours(matterValues(this.#info, frame, body));
  }
}

/** sRGB, 0 to 1. */
function dyeColour(scene: string, body: number): number[] {
  const { ground } = dyeOf(scene, body);
  return [16, 8, 0].map((shift) => ((ground >> shift) & 255) / 255);
}
