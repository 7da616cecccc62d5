/** Matter on the stage: its surface as it was made from the particles, or the particles themselves. */
import { DRAWN_VALUES, type DrawnSurface, type QuantityKind } from 'pliant/engine';
import type { MatterValues } from 'pliant/formats';
import {
  type Box3,
  BufferAttribute,
  BufferGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  Group,
  IcosahedronGeometry,
  InstancedBufferAttribute,
  InstancedMesh,
  Mesh,
  MeshPhysicalMaterial,
  Vector3,
} from 'three';
import { bulkBox } from './bulk-box.ts';
import { NO_VALUE, paintAlike, paintNumbers, paintOwn } from './colour-maps.ts';
import { EVEN, evenLight } from './painted.ts';
import type { Range } from './quantity-range.ts';

/** Room of a geometry over what is needed: a surface has other triangles in every frame. */
const SPARE = 1.3;
/** Where in a vertex's values the number stands that it is coloured by; see MatterDrawings. */
const NUMBER = 5;
/** Over the spacing: radius of a particle, and depth of a flat one, as deep as the slab of its surface. */
const RADIUS = 0.52;
const DEPTH = 6;
/** Opacity of matter that is looked through. */
const SHEER = 0.25;

export interface MatterShown {
  readonly values: MatterValues;
  /** Red, green, blue of each particle, sRGB. */
  readonly colours: () => Float32Array;
  /** Left out where particles are shown. */
  readonly drawn: DrawnSurface | undefined;
  /** Of each particle, what it is coloured by; its surface has the same. */
  readonly numbers: Float32Array | undefined;
}

/** What colours say, and over what range they are spread. */
export interface Colouring {
  readonly kind: QuantityKind;
  readonly range: Range;
}

export class MatterMesh {
  readonly mesh = new Group();
  readonly #spacing: number;
  readonly #dimension: 2 | 3;
  readonly #material = new MeshPhysicalMaterial({
    vertexColors: true,
    roughness: 0.5,
    clearcoat: 0.22,
    clearcoatRoughness: 0.35,
  });
  readonly #even = evenLight(this.#material);
  readonly #surface: Mesh<BufferGeometry, MeshPhysicalMaterial>;
  #balls: InstancedMesh | undefined;
  #evenBalls = { value: 0 };
  #shown: MatterShown | undefined;

  constructor({ spacing, dimension }: { spacing: number; dimension: 2 | 3 }) {
    this.#spacing = spacing;
    this.#dimension = dimension;
    this.#surface = new Mesh(new BufferGeometry(), this.#material);
    this.#surface.castShadow = this.#surface.receiveShadow = true;
    this.#surface.frustumCulled = false;
    this.mesh.add(this.#surface);
  }

  /** Of the bulk of the particles as they are shown, with what is around them. */
  get bounds(): Box3 {
    const box = bulkBox(this.#shown?.values.positions ?? []);
    if (box.isEmpty()) return box;
    const around = RADIUS * this.#spacing;
    const depth = this.#dimension === 2 ? (DEPTH / 2) * this.#spacing : around;
    return box.expandByVector(new Vector3(around, around, depth));
  }

  /** Left out: in its own colours. */
  update(shown: MatterShown, colouring: Colouring | undefined): void {
    this.#shown = shown;
    this.#surface.visible = shown.drawn !== undefined;
    if (shown.drawn) this.#setSurface(shown.drawn);
    else this.#setBalls(shown.values);
    if (this.#balls) this.#balls.visible = shown.drawn === undefined;
    this.#paint(colouring);
  }

  /** Thin enough to see what is in it. */
  showThrough(on: boolean): void {
    for (const material of [this.#material, this.#balls?.material as MeshPhysicalMaterial | undefined]) {
      if (!material || material.transparent === on) continue;
      material.transparent = on;
      material.depthWrite = !on;
      material.opacity = on ? SHEER : 1;
      material.needsUpdate = true;
    }
  }

  /** What rays may meet. */
  get shape(): Mesh {
    return this.#surface.visible || !this.#balls ? this.#surface : this.#balls;
  }

  #paint(colouring: Colouring | undefined): void {
    const { drawn, colours, numbers } = this.#shown!;
    this.#even.value = this.#evenBalls.value = colouring ? EVEN : 0;
    const attribute = drawn ? this.#surface.geometry.getAttribute('color') : this.#balls!.instanceColor!;
    const into = attribute.array as Float32Array;
    if (!colouring) paintOwn(drawn ? drawn.values : colours(), drawn ? DRAWN_VALUES : 3, into);
    else if (!numbers) paintAlike(NO_VALUE, into.length / 3, into);
    else if (drawn) paintNumbers(colouring.kind, drawn.values, [NUMBER, DRAWN_VALUES], colouring.range, into);
    else paintNumbers(colouring.kind, numbers, [0, 1], colouring.range, into);
    attribute.needsUpdate = true;
  }

  dispose(): void {
    this.#surface.geometry.dispose();
    this.#balls?.geometry.dispose();
    this.#balls?.dispose();
    this.#material.dispose();
  }

  #setSurface({ positions, normals, triangles }: DrawnSurface): void {
    const { geometry } = this.#surface;
    const room = (geometry.getAttribute('position')?.count ?? 0) * 3;
    if (room < positions.length || (geometry.index?.count ?? 0) < triangles.length)
      this.#makeRoom(positions.length / 3, triangles.length);
    const { attributes, index } = this.#surface.geometry;
    for (const [name, numbers] of [
      ['position', positions],
      ['normal', normals],
    ] as const) {
      const attribute = attributes[name] as BufferAttribute;
      attribute.array.set(numbers);
      attribute.needsUpdate = true;
    }
    index!.array.set(triangles);
    index!.needsUpdate = true;
    this.#surface.geometry.setDrawRange(0, triangles.length);
    this.#surface.geometry.boundingSphere = null;
  }

  #makeRoom(vertices: number, corners: number): void {
    const geometry = new BufferGeometry();
    for (const name of ['position', 'normal', 'color']) {
      const attribute = new BufferAttribute(new Float32Array(3 * Math.ceil(SPARE * vertices)), 3);
      geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
    }
    const index = new BufferAttribute(new Uint32Array(Math.ceil(SPARE * corners)), 1);
    geometry.setIndex(index.setUsage(DynamicDrawUsage));
    this.#surface.geometry.dispose();
    this.#surface.geometry = geometry;
  }

  #setBalls({ positions }: MatterValues): void {
    const balls = this.#madeBalls(positions.length / 3);
    const { array } = balls.instanceMatrix;
    for (let p = 0; p < balls.count; p++) {
      for (let c = 0; c < 3; c++) array[16 * p + 12 + c] = positions[3 * p + c];
    }
    balls.instanceMatrix.needsUpdate = true;
    balls.boundingSphere = null;
  }

  #madeBalls(count: number): InstancedMesh {
    if (this.#balls?.count === count) return this.#balls;
    this.#balls?.removeFromParent();
    this.#balls?.geometry.dispose();
    this.#balls?.dispose();
    const radius = RADIUS * this.#spacing;
    const geometry =
      this.#dimension === 2
        ? new CylinderGeometry(radius, radius, DEPTH * this.#spacing, 18).rotateX(Math.PI / 2)
        : new IcosahedronGeometry(radius, 2);
    // The particles' colours are those of instances, which a material takes without being told.
    const material = this.#material.clone();
    material.vertexColors = false;
    this.#evenBalls = evenLight(material);
    const balls = new InstancedMesh(geometry, material, count);
    balls.instanceMatrix.setUsage(DynamicDrawUsage);
    for (let p = 0; p < count; p++) {
      for (const k of [0, 5, 10, 15]) balls.instanceMatrix.array[16 * p + k] = 1;
    }
    balls.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * count), 3);
    balls.castShadow = balls.receiveShadow = true;
    balls.frustumCulled = false;
    this.mesh.add(balls);
    this.#balls = balls;
    return balls;
  }
}
