/**
 * `pliant/three`: sheets and matter as objects of any three.js scene. Their arrays are made once and written in place;
 * where a sheet refines itself or tears they grow with room to spare.
 *
 * ```ts
 * const world = buildScene(scene);
 * const cloth = new SheetMesh(worldBody(world, 'cloth'), new MeshStandardMaterial({ side: DoubleSide }));
 * threeScene.add(cloth);
 * // every frame
 * step(world, scene.dt);
 * cloth.update();
 * ```
 */
import { cornerNormals, matterSurface } from 'pliant/engine';
import { textureOf } from 'pliant/formats';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  type Material,
  Mesh,
  MeshStandardMaterial,
} from 'three';
import type { BodySource } from './body-source.ts';

export { type BodyFrame, type BodySource, worldBody } from './body-source.ts';

/** Room of arrays over what is needed, so that they last for some refinements. */
const SPARE = 1.5;

/** A sheet as triangles, with smooth normals and the texture coordinates of the flat sheet. */
export class SheetMesh extends Mesh<BufferGeometry, Material> {
  readonly source: BodySource;
  #triangles: Uint32Array | undefined;
  /** As it began, which a texture is laid by where the flat sheet is not known. */
  #start: Float32Array | undefined;

  constructor(source: BodySource, material: Material = new MeshStandardMaterial({ side: DoubleSide })) {
    super(new BufferGeometry(), material);
    this.name = source.name;
    this.source = source;
    // It moves every frame: a sphere around it would have to be found anew each time.
    this.frustumCulled = false;
    this.update();
  }

  /** Shows the body as it is now. */
  update(): void {
    const { positions, triangles, places } = this.source.read();
    const { geometry } = this;
    const corners = triangles.length;
    const vertices = positions.length / 3;
    if (triangles !== this.#triangles) {
      const index = roomFor(geometry, 'index', corners);
      index.array.set(triangles);
      index.needsUpdate = true;
      geometry.setDrawRange(0, corners);
      const uv = roomFor(geometry, 'uv', 2 * vertices);
      if (this.#start?.length !== positions.length) this.#start = positions.slice();
      uv.array.set(textureOf({ positions, places, start: this.#start }));
      uv.needsUpdate = true;
      this.#triangles = triangles;
    }
    showPlaces(geometry, positions);
    const normal = roomFor(geometry, 'normal', positions.length);
    cornerNormals(positions, triangles, (normal.array as Float32Array).subarray(0, positions.length));
    normal.needsUpdate = true;
  }

  /** Gives back what the graphics card holds; the material is its owner's. */
  override dispose(): void {
    this.geometry.dispose();
  }
}

export interface MatterMeshOptions {
  material?: Material;
  /** Round about each particle, or smooth over them; smooth where left out. */
  style?: 'smooth' | 'blobs';
  /** Kelvin that are the darkest and the brightest of vertex colours; no colours where left out. */
  temperatures?: readonly [number, number];
}

/** Matter as the surface around its particles. */
export class MatterMesh extends Mesh<BufferGeometry, Material> {
  readonly source: BodySource;
  readonly #style: 'smooth' | 'blobs';
  readonly #temperatures: readonly [number, number] | undefined;

  constructor(source: BodySource, options: MatterMeshOptions = {}) {
    const { material, style = 'smooth', temperatures } = options;
    if (!source.matter) throw new RangeError(`matter: "${source.name}" is no body of matter`);
    super(
      new BufferGeometry(),
      material ?? new MeshStandardMaterial({ vertexColors: temperatures !== undefined }),
    );
    this.name = source.name;
    this.source = source;
    this.#style = style;
    this.#temperatures = temperatures;
    this.frustumCulled = false;
    this.update();
  }

  /** Makes the surface anew: some 40 ms for 10 000 particles. */
  update(): void {
    const { positions, temperatures } = this.source.read();
    const heat = this.#temperatures && temperatures;
    const surface = matterSurface(positions, {
      ...this.source.matter!,
      style: this.#style,
      ...(heat && { values: heat, width: 1 }),
    });
    const { geometry } = this;
    const index = roomFor(geometry, 'index', surface.triangles.length);
    index.array.set(surface.triangles);
    index.needsUpdate = true;
    geometry.setDrawRange(0, surface.triangles.length);
    showPlaces(geometry, surface.positions);
    const normal = roomFor(geometry, 'normal', surface.normals.length);
    normal.array.set(surface.normals);
    normal.needsUpdate = true;
    if (heat) {
      const colour = roomFor(geometry, 'color', surface.positions.length);
      glow(surface.values, this.#temperatures!, colour.array as Float32Array);
      colour.needsUpdate = true;
    }
  }

  /** Gives back what the graphics card holds; the material is its owner's. */
  override dispose(): void {
    this.geometry.dispose();
  }
}

const WIDTHS = { index: 1, uv: 2, position: 3, normal: 3, color: 3 } as const;

/** The attribute of that name, made larger where it is too small for so many numbers. */
function roomFor(geometry: BufferGeometry, name: keyof typeof WIDTHS, numbers: number): BufferAttribute {
  const have = name === 'index' ? geometry.index : geometry.getAttribute(name);
  if (have && have.array.length >= numbers) return have as BufferAttribute;
  // The card keeps what it was given at first: a larger array is another geometry to it.
  if (have) geometry.dispose();
  const width = WIDTHS[name];
  const room = width * Math.ceil((have ? SPARE : 1) * (numbers / width));
  const array = name === 'index' ? new Uint32Array(room) : new Float32Array(room);
  const attribute = new BufferAttribute(array, width).setUsage(DynamicDrawUsage);
  if (name === 'index') geometry.setIndex(attribute);
  else geometry.setAttribute(name, attribute);
  return attribute;
}

/**
 * Writes the places of what is shown; room beyond them repeats the first, so that boxes and spheres around all of it are
 * around what is shown. They are found anew when they are asked for, as a ray does that picks it.
 */
function showPlaces(geometry: BufferGeometry, positions: Float32Array): void {
  const attribute = roomFor(geometry, 'position', positions.length);
  const array = attribute.array as Float32Array;
  array.set(positions);
  for (let i = positions.length; i < array.length; i++) array[i] = positions[i % 3] ?? 0;
  attribute.needsUpdate = true;
  geometry.boundingBox = null;
  geometry.boundingSphere = null;
}

/** From dark through red and yellow to white, as hot bodies glow. */
function glow(
  temperatures: Float32Array,
  [low, high]: readonly [number, number],
  colours: Float32Array,
): void {
  temperatures.forEach((kelvin, i) => {
    const share = Math.min(1, Math.max(0, (kelvin - low) / (high - low)));
    colours[3 * i] = 0.15 + 0.85 * Math.min(1, 2 * share);
    colours[3 * i + 1] = 0.15 + 0.85 * Math.max(0, Math.min(1, 2 * share - 0.5));
    colours[3 * i + 2] = 0.2 + 0.8 * Math.max(0, 3 * share - 2);
  });
}
