/** The common part of sheets and matter in a three.js scene: their source, and the view that colours them. */
import type { SimulatedBody } from 'pliant';
import { type Box3, BufferGeometry, type Material, Mesh } from 'three';
import { type BodyFrame, type BodySource, sourceOf } from '../drawing/body-source.ts';
import type { Colouring } from '../drawing/colour-maps.ts';
import { kindOf } from '../drawing/recorded-views.ts';
import { type Range, ViewRange } from '../drawing/view-range.ts';

export abstract class BodyMesh extends Mesh<BufferGeometry, Material> {
  readonly source: BodySource;
  /** The view that the next update colours the body by; undefined for its material and its own colours. */
  colouring: Colouring | undefined;
  /** The body as it was last shown. */
  frame: BodyFrame;
  #range: { kind: Colouring['kind']; seen: ViewRange | Range } | undefined;
  readonly #ownMaterial: Material | undefined;

  /** `usual` is the material of a body whose caller gives none. */
  constructor(body: BodySource | SimulatedBody, material: Material | undefined, usual: () => Material) {
    super(new BufferGeometry(), material ?? usual());
    const source = sourceOf(body);
    this.#ownMaterial = material ? undefined : this.material;
    this.name = source.name;
    this.source = source;
    this.frame = source.read();
    // It moves every frame and is nearly always in view: not worth a bounding sphere each time.
    this.frustumCulled = false;
  }

  /** Box around the particles that are shown. */
  abstract get bounds(): Box3;

  /**
   * Colours the body by a view from the next update on, such as `strain` or `temperature`; by none: in its own colours. The
   * scale spans `range`; default: the values seen so far.
   */
  colourBy(view: string | undefined, range?: Range): void {
    this.colouring = this.#range = undefined;
    if (view === undefined) return;
    const kind = kindOf(view);
    if (!kind) throw new RangeError(`There is no view named "${view}".`);
    this.#range = { kind, seen: range ?? new ViewRange(kind) };
  }

  /** Shows the body as it is now. */
  update(): void {
    this.frame = this.source.read();
    const range = this.#range;
    if (range) {
      const { kind, seen } = range;
      if (seen instanceof ViewRange) seen.take(this.source.values(kind.name) ?? []);
      this.colouring = { kind, range: seen instanceof ViewRange ? seen.ends : seen };
    }
    this.draw(this.frame);
  }

  protected abstract draw(frame: BodyFrame): void;

  /** Frees what the graphics card keeps for the mesh. A material that was given belongs to the caller. */
  override dispose(): void {
    this.geometry.dispose();
    this.#ownMaterial?.dispose();
  }
}

/** Makes materials thin enough to see what is inside, or solid again. */
export function setSeeThrough(materials: readonly Material[], on: boolean, opacity: number): void {
  for (const material of materials) {
    if (material.transparent === on) continue;
    material.transparent = on;
    material.depthWrite = !on;
    material.opacity = on ? opacity : 1;
    material.needsUpdate = true;
  }
}
