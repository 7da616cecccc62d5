/**
 * A body's triangles, drawn as cloth: positions come from the simulation, normals are averaged from faces. A sheet that
 * refines itself has other particles from frame to frame: its arrays have room to spare, and its cloth stays.
 */
import { cornerNormals, type TrajectoryMesh } from 'pliant';
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  LineSegments,
  Mesh,
  type MeshPhysicalMaterial,
  type MeshStandardMaterial,
} from 'three';
import { fabricMaterial } from './fabric.ts';
import { levelColours, levelLines, lineMaterial, paintedMaterial } from './levels.ts';
import type { Dye } from './palette.ts';
import { patternOf } from './pattern.ts';

/** Room of a geometry over what is needed, so that it lasts for some refinements. */
const SPARE = 1.5;

export class SheetMesh {
  readonly mesh: Mesh<BufferGeometry, MeshPhysicalMaterial | MeshStandardMaterial>;
  readonly #cloth: MeshPhysicalMaterial;
  readonly #painted = paintedMaterial();
  readonly #lines = new LineSegments(new BufferGeometry(), lineMaterial());
  #body: TrajectoryMesh;
  #isByLevel = false;
  #isPainted = false;

  /** `rest` are the positions of all particles at the start, when a sheet is flat: they give its pattern. */
  constructor(body: TrajectoryMesh, rest: Float32Array, dye: Dye) {
    this.#body = body;
    const { width, height } = patternOf(body, rest);
    this.#cloth = fabricMaterial(dye, width, height);
    this.mesh = new Mesh(new BufferGeometry(), this.#cloth);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    // Moves every frame, and is nearly always in view: not worth a bounding sphere a frame.
    this.mesh.frustumCulled = this.#lines.frustumCulled = false;
    this.#lines.visible = false;
    this.mesh.add(this.#lines);
    this.#setTopology(rest);
    this.update(rest);
  }

  /** x, y, z of the particles as they are shown. */
  get positions(): ArrayLike<number> {
    return this.mesh.geometry.getAttribute('position').array.subarray(0, 3 * this.#body.particles);
  }

  /** `positions` of all particles of the world, interleaved. */
  update(positions: Float32Array): void {
    const { geometry } = this.mesh;
    const { first, particles } = this.#body;
    const position = geometry.getAttribute('position') as BufferAttribute;
    const normal = geometry.getAttribute('normal') as BufferAttribute;
    const index = geometry.index!.array.subarray(0, this.#body.triangles.length);
    position.array.set(positions.subarray(3 * first, 3 * (first + particles)));
    cornerNormals(position.array, index, (normal.array as Float32Array).subarray(0, 3 * particles));
    position.needsUpdate = normal.needsUpdate = true;
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

  /** Paints a sheet that refines itself by its levels, with the lines of its cells, or shows its cloth again. */
  showLevels(on: boolean): void {
    this.#isByLevel = on && this.#body.places !== undefined;
    this.mesh.material = this.#isByLevel || this.#isPainted ? this.#painted : this.#cloth;
    this.#lines.visible = this.#isByLevel;
    if (this.#isByLevel) this.#setLines();
  }

  /** Paints the sheet with linear red, green, blue of each particle until further notice, or shows its cloth again. */
  paint(colours: Float32Array | undefined): void {
    this.#isPainted = colours !== undefined;
    this.mesh.material = colours || this.#isByLevel ? this.#painted : this.#cloth;
    const { geometry } = this.mesh;
    if (!colours) {
      if (this.#isByLevel) this.#setTopology(undefined);
      return;
    }
    if (!geometry.getAttribute('color'))
      geometry.setAttribute('color', dynamic(geometry.getAttribute('position').count, 3));
    const attribute = geometry.getAttribute('color') as BufferAttribute;
    attribute.array.set(colours);
    attribute.needsUpdate = true;
  }

  dispose(): void {
    this.#disposeGeometries();
    this.#lines.material.dispose();
    this.#painted.dispose();
    this.#cloth.map?.dispose();
    this.#cloth.normalMap?.dispose();
    this.#cloth.dispose();
  }

  #hasRoom(): boolean {
    const { index, attributes } = this.mesh.geometry;
    if (!index || (this.#body.places && !attributes.color)) return false;
    return attributes.position.count >= this.#body.particles && index.count >= this.#body.triangles.length;
  }

  /** `rest`: where particles without places are at the start. */
  #setTopology(rest: Float32Array | undefined): void {
    if (!this.#hasRoom()) this.#makeRoom();
    const { geometry } = this.mesh;
    const uv = geometry.getAttribute('uv') as BufferAttribute;
    if (this.#body.places || rest) {
      uv.array.set(patternOf(this.#body, rest ?? new Float32Array()).uv);
      uv.needsUpdate = true;
    }
    if (this.#body.places && !this.#isPainted) {
      const colour = geometry.getAttribute('color') as BufferAttribute;
      levelColours(this.#body.places.levels, colour.array as Float32Array);
      colour.needsUpdate = true;
    }
    this.#setTriangles();
    if (this.#isByLevel) this.#setLines();
  }

  #setTriangles(): void {
    const { geometry } = this.mesh;
    const { triangles, first } = this.#body;
    const { array } = geometry.index!;
    for (let i = 0; i < triangles.length; i++) array[i] = triangles[i] - first;
    geometry.index!.needsUpdate = true;
    geometry.setDrawRange(0, triangles.length);
  }

  #makeRoom(): void {
    const { particles, triangles, places } = this.#body;
    const spare = places ? SPARE : 1;
    const corners = Math.ceil(spare * particles);
    const geometry = new BufferGeometry();
    const old = this.mesh.geometry.getAttribute('uv');
    geometry.setIndex(new BufferAttribute(new Uint32Array(Math.ceil(spare * triangles.length)), 1));
    geometry.setAttribute('position', dynamic(corners, 3));
    geometry.setAttribute('normal', dynamic(corners, 3));
    geometry.setAttribute('uv', dynamic(corners, 2));
    if (places) geometry.setAttribute('color', dynamic(corners, 3));
    if (old) geometry.getAttribute('uv').array.set(old.array.subarray(0, 2 * corners));
    this.#disposeGeometries();
    this.mesh.geometry = geometry;
    this.#lines.geometry = new BufferGeometry();
    if (!places) return;
    this.#lines.geometry.setAttribute('position', geometry.getAttribute('position'));
    // Two ends for each of a triangle's three edges are the most there can be.
    this.#lines.geometry.setIndex(new BufferAttribute(new Uint32Array(2 * geometry.index!.count), 1));
  }

  /**
   * The lines have the mesh's own positions. Disposing of either geometry frees their buffer on the graphics card, and
   * the other would go on drawing what was last in it: both come and go together.
   */
  #disposeGeometries(): void {
    this.mesh.geometry.dispose();
    this.#lines.geometry.dispose();
  }

  #setLines(): void {
    const { geometry } = this.#lines;
    const lines = levelLines(this.#body);
    geometry.index!.array.set(lines);
    geometry.index!.needsUpdate = true;
    geometry.setDrawRange(0, lines.length);
  }
}

function dynamic(items: number, size: number): BufferAttribute {
  const attribute = new BufferAttribute(new Float32Array(size * items), size);
  attribute.setUsage(DynamicDrawUsage);
  return attribute;
}
