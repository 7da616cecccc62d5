/**
 * A body's triangles, drawn as cloth: positions come from the simulation, normals are averaged from faces. A sheet that
 * refines itself has other particles from frame to frame: its arrays have room to spare, and its cloth stays. In place of
 * its own triangles a sheet may be drawn by a surface that was made for it, smooth or of other layers.
 */
import { cornerNormals } from 'pliant/engine';
import type { TrajectoryMesh } from 'pliant/formats';
import { type BufferAttribute, BufferGeometry, Mesh, type MeshPhysicalMaterial } from 'three';
import type { SheetDrawing } from '../look/looked.ts';
import { fabricMaterial } from './fabric.ts';
import { type PaintedMaterial, paintedMaterial } from './painted.ts';
import type { Dye } from './palette.ts';
import { patternOf } from './pattern.ts';
import { attributeOf, putIndex, putNumbers, roomyGeometry } from './roomy-geometry.ts';
import { type LineChoice, SheetLines } from './sheet-lines.ts';

/** Room of a geometry over what is needed, so that it lasts for some refinements. */
const SPARE = 1.5;
/** Of cloth that is looked through. */
const SHEER = 0.22;

export class SheetMesh {
  readonly mesh: Mesh<BufferGeometry, MeshPhysicalMaterial | PaintedMaterial>;
  readonly #cloth: MeshPhysicalMaterial;
  readonly #painted = paintedMaterial();
  readonly #lines = new SheetLines();
  /** Of the sheet's own triangles, and of a drawing in their place. */
  #own = new BufferGeometry();
  #drawn: BufferGeometry | undefined;
  #body: TrajectoryMesh;
  #isPainted = false;

  /** `rest` are the positions of all particles at the start, when a sheet is flat: they give its pattern. */
  constructor(body: TrajectoryMesh, rest: Float32Array, dye: Dye) {
    this.#body = body;
    const { width, height } = patternOf(body, rest);
    this.#cloth = fabricMaterial(dye, width, height);
    this.mesh = new Mesh(this.#own, this.#cloth);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    // Moves every frame, and is nearly always in view: not worth a bounding sphere a frame.
    this.mesh.frustumCulled = false;
    this.mesh.add(this.#lines.mesh);
    this.#setTopology(rest);
    this.update(rest);
  }

  /** x, y, z of the particles as they are shown. */
  get positions(): Float32Array {
    return attributeOf(this.#own, 'position').subarray(0, 3 * this.#body.particles);
  }

  /** Points that there are to paint: particles, or those of a drawing. */
  get points(): number {
    return this.#drawn ? attributeOf(this.#drawn, 'position').length / 3 : this.#body.particles;
  }

  /** `positions` of all particles of the world, interleaved. */
  update(positions: Float32Array): void {
    const { first, particles, triangles } = this.#body;
    const geometry = this.#own;
    putNumbers(geometry, 'position', positions.subarray(3 * first, 3 * (first + particles)));
    const normals = geometry.getAttribute('normal') as BufferAttribute;
    const index = geometry.index!.array.subarray(0, triangles.length);
    cornerNormals(this.positions, index, (normals.array as Float32Array).subarray(0, 3 * particles));
    normals.needsUpdate = true;
    // Rays ask for it, and it has moved.
    geometry.boundingSphere = null;
  }

  /**
   * Takes over another topology, pattern and all: of the same particles, or of others where the sheet says where they
   * belong. False where it cannot.
   */
  follow(body: TrajectoryMesh): boolean {
    if (!body.places && body.particles !== this.#body.particles) return false;
    this.#body = body;
    this.#setTopology(undefined);
    return true;
  }

  /** Shows a drawing in place of the sheet's own triangles, or these again. */
  draw(drawing: SheetDrawing | undefined): void {
    if (!drawing) {
      if (!this.#drawn) return;
      this.#show(this.#own);
      this.#drawn.dispose();
      this.#drawn = undefined;
      return;
    }
    const { positions, normals, uv, triangles } = drawing;
    const points = positions.length / 3;
    const before = this.#drawn;
    const fits =
      before &&
      attributeOf(before, 'position').length === 3 * points &&
      before.index!.count >= triangles.length;
    const geometry = fits ? before : roomyGeometry(points, triangles.length);
    putNumbers(geometry, 'position', positions);
    putNumbers(geometry, 'normal', normals);
    putNumbers(geometry, 'uv', uv);
    const isOther = putIndex(geometry, triangles);
    geometry.boundingSphere = null;
    this.#drawn = geometry;
    this.#show(geometry);
    if (before !== geometry) before?.dispose();
    if (isOther) this.#setLines();
  }

  /** Paints its points with linear red, green, blue until further notice, or shows its cloth again. */
  paint(colours: Float32Array | undefined): void {
    this.#isPainted = colours !== undefined;
    this.mesh.material = colours ? this.#painted : this.#cloth;
    if (colours) putNumbers(this.mesh.geometry, 'color', colours);
  }

  showLines(choice: LineChoice): void {
    this.#lines.choice = choice;
    this.#setLines();
  }

  /** Thin enough to see what is in it. */
  showThrough(on: boolean): void {
    for (const material of [this.#cloth, this.#painted]) {
      if (material.transparent === on) continue;
      material.transparent = on;
      material.depthWrite = !on;
      material.opacity = on ? SHEER : 1;
      material.needsUpdate = true;
    }
    this.mesh.castShadow = !on;
  }

  dispose(): void {
    this.#lines.dispose();
    this.#own.dispose();
    this.#drawn?.dispose();
    this.#painted.dispose();
    this.#cloth.map?.dispose();
    this.#cloth.normalMap?.dispose();
    this.#cloth.dispose();
  }

  #show(geometry: BufferGeometry): void {
    if (this.mesh.geometry === geometry) return;
    // Lines have the positions of what they are drawn on: they go before it does.
    this.#lines.leave();
    this.mesh.geometry = geometry;
    if (this.#isPainted && !geometry.getAttribute('color')) this.mesh.material = this.#cloth;
    this.#setLines();
  }

  /** `rest`: where particles without places are at the start. */
  #setTopology(rest: Float32Array | undefined): void {
    const { triangles, places, first } = this.#body;
    if (!this.#hasRoom()) this.#makeRoom();
    if (places || rest) putNumbers(this.#own, 'uv', patternOf(this.#body, rest ?? new Float32Array()).uv);
    putIndex(
      this.#own,
      triangles.map((corner) => corner - first),
    );
    this.#setLines();
  }

  #hasRoom(): boolean {
    const { index, attributes } = this.#own;
    if (!index) return false;
    return attributes.position.count >= this.#body.particles && index.count >= this.#body.triangles.length;
  }

  #makeRoom(): void {
    const { particles, triangles, places } = this.#body;
    const spare = places ? SPARE : 1;
    const before = this.#own;
    const geometry = roomyGeometry(Math.ceil(spare * particles), Math.ceil(spare * triangles.length));
    const pattern = before.getAttribute('uv');
    if (pattern) putNumbers(geometry, 'uv', pattern.array.subarray(0, 2 * particles) as Float32Array);
    this.#own = geometry;
    if (!this.#drawn) this.#show(geometry);
    before.dispose();
  }

  #setLines(): void {
    const places = this.#drawn ? undefined : this.#body.places;
    const { geometry } = this.mesh;
    const corners = geometry.index!.array.subarray(0, geometry.drawRange.count);
    this.#lines.set(geometry, corners, this.points, places?.uv);
  }
}
