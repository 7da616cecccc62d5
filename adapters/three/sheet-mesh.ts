/**
 * A sheet as a mesh with smooth normals and the texture coordinates of the flat sheet. Its arrays are written in place; those
 * of a sheet that refines or tears grow with spare room. A source may give a surface to draw in place of the sheet's own
 * triangles, smooth or of other layers.
 */
import type { SimulatedBody } from 'pliant';
import { cornerNormals } from 'pliant/engine';
import { Box3, DoubleSide, type Material, MeshStandardMaterial } from 'three';
import type { BodyFrame, BodySource } from '../drawing/body-source.ts';
import { NO_VALUE, paintNumbers, paintOne } from '../drawing/colour-maps.ts';
import { flatPattern } from '../drawing/flat-pattern.ts';
import { BodyMesh, setSeeThrough } from './body-mesh.ts';
import { putIndex, putNumbers, putPositions, writable } from './growable-geometry.ts';
import { paintedMaterial } from './painted-material.ts';
import { type LineChoice, SheetLines } from './sheet-lines.ts';

const SEE_THROUGH = 0.22;

export class SheetMesh extends BodyMesh {
  /** Material of the uncoloured sheet: whatever the page last assigned. */
  #cloth: Material;
  readonly #painted = paintedMaterial();
  readonly #lines = new SheetLines();
  #triangles: Uint32Array | undefined;
  /** Positions at the start, from which texture coordinates follow if the flat sheet is not known. */
  #start: Float32Array;

  constructor(body: BodySource | SimulatedBody, material?: Material) {
    super(body, material, () => new MeshStandardMaterial({ side: DoubleSide }));
    this.#cloth = this.material;
    this.#start = this.frame.positions.slice();
    this.add(this.#lines.mesh);
    this.update();
  }

  override get bounds(): Box3 {
    return new Box3().setFromArray(this.frame.positions);
  }

  /** Draws lines on the sheet: the edges of its triangles, or of the cells that it is refined into. */
  showLines(choice: LineChoice): void {
    this.#lines.choice = choice;
    this.#setLines();
  }

  /** Makes the sheet thin enough to see what is inside. */
  showThrough(on: boolean): void {
    setSeeThrough([this.#cloth, this.#painted], on, SEE_THROUGH);
  }

  override dispose(): void {
    super.dispose();
    this.#lines.dispose();
    this.#painted.dispose();
  }

  protected override draw({ positions, triangles, places, surface }: BodyFrame): void {
    const { geometry } = this;
    const attribute = geometry.getAttribute('position');
    putPositions(geometry, surface?.positions ?? positions);
    if (surface) putNumbers(geometry, 'normal', surface.normals);
    else {
      const normals = writable(geometry, 'normal', positions.length).array as Float32Array;
      cornerNormals(positions, triangles, normals.subarray(0, positions.length));
    }
    if (surface && 'uv' in surface) putNumbers(geometry, 'uv', surface.uv);
    else if (triangles !== this.#triangles) {
      if (this.#start.length !== positions.length) this.#start = positions.slice();
      putNumbers(geometry, 'uv', flatPattern(places, this.#start).uv);
    }
    const shown = surface?.triangles ?? triangles;
    const isOther = shown !== this.#triangles && putIndex(geometry, shown);
    if (isOther || geometry.getAttribute('position') !== attribute) this.#setLines();
    this.#triangles = shown;
    this.#paint();
  }

  #paint(): void {
    const { colouring, frame } = this;
    if (this.material !== this.#painted) this.#cloth = this.material;
    this.material = colouring ? this.#painted : this.#cloth;
    if (!colouring) return;
    const { kind, range } = colouring;
    const count = (frame.surface ?? frame).positions.length / 3;
    const values = frame.surface ? frame.surface.values : this.source.values(kind.name);
    const colours = writable(this.geometry, 'color', 3 * count).array as Float32Array;
    if (values) paintNumbers(kind, values, [0, 1], range, colours);
    else paintOne(NO_VALUE, count, colours);
  }

  #setLines(): void {
    const { surface, places, positions } = this.frame;
    const { geometry } = this;
    const corners = geometry.index!.array.subarray(0, geometry.drawRange.count);
    const count = (surface?.positions ?? positions).length / 3;
    this.#lines.set(geometry, corners, count, surface ? undefined : places);
  }
}
