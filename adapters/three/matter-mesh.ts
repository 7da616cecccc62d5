/** Matter in a three.js scene: the surface around its particles with the meshes that solids carry, or the particles. */
import type { SimulatedBody } from 'pliant';
import { DRAWN_VALUES, type DrawnSurface, MatterDrawing, type MatterDrawingOptions } from 'pliant/engine';
import {
  type Box3,
  type BufferGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  IcosahedronGeometry,
  InstancedBufferAttribute,
  InstancedMesh,
  type Material,
  type Mesh,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  Vector3,
} from 'three';
import { type BodyFrame, type BodySource, sourceOf } from '../drawing/body-source.ts';
import { NO_VALUE, paintNumbers, paintOne, paintOwn } from '../drawing/colour-maps.ts';
import type { MatterStyle } from '../drawing/frame-drawer.ts';
import { BodyMesh, setSeeThrough } from './body-mesh.ts';
import { bulkBox } from './bulk-box.ts';
import { putIndex, putNumbers, putPositions, writable } from './growable-geometry.ts';
import { EVEN, evenLight } from './painted-material.ts';

/** Index of the view's number among the values of a vertex. */
const VIEW = 5;
/** Over the spacing: radius of a particle, and depth of a flat one, which is that of the slab around flat matter. */
const RADIUS = 0.52;
const DEPTH = 6;
const SEE_THROUGH = 0.25;

export interface MatterMeshOptions {
  /** Default: a material that shows the colours of the matter. A material of your own does if it has `vertexColors`. */
  material?: Material;
  /** Default: smooth. */
  style?: MatterStyle;
}

export class MatterMesh extends BodyMesh {
  /** Style in which the next update draws matter whose source gives no surface. */
  style: MatterStyle;
  readonly #options: MatterDrawingOptions;
  readonly #drawing: MatterDrawing;
  readonly #even = { surface: { value: 0 }, particles: { value: 0 } };
  #particles: InstancedMesh<BufferGeometry, Material> | undefined;

  /** Making the surface takes some 40 ms for 10 000 particles; sources of a worker give it ready-made. */
  constructor(body: BodySource | SimulatedBody, { material, style = 'smooth' }: MatterMeshOptions = {}) {
    const source = sourceOf(body);
    if (!source.matter) throw new RangeError(`Body "${source.name}" is not matter. Use SheetMesh.`);
    super(source, material, matterMaterial);
    if (!material) this.#even.surface = evenLight(this.material as MeshStandardMaterial);
    this.style = style;
    this.#options = source.matter;
    this.#drawing = new MatterDrawing(source.matter);
    this.update();
  }

  /** Box around the bulk of the matter, with what is drawn around its particles. */
  override get bounds(): Box3 {
    const box = bulkBox(this.frame.positions);
    if (box.isEmpty()) return box;
    const { spacing, dimension } = this.#options;
    const around = RADIUS * spacing;
    return box.expandByVector(new Vector3(around, around, dimension === 2 ? (DEPTH / 2) * spacing : around));
  }

  /** The object that rays can hit: the surface or the particles. */
  get shape(): Mesh {
    return this.#particles?.visible ? this.#particles : this;
  }

  /** Makes the matter thin enough to see what is inside. */
  showThrough(on: boolean): void {
    const { material } = this;
    setSeeThrough(this.#particles ? [material, this.#particles.material] : [material], on, SEE_THROUGH);
  }

  override dispose(): void {
    super.dispose();
    this.#particles?.geometry.dispose();
    this.#particles?.material.dispose();
    this.#particles?.dispose();
  }

  protected override draw(frame: BodyFrame): void {
    const { colouring } = this;
    const values = colouring && this.source.values(colouring.kind.name);
    const surface = this.style === 'particles' ? undefined : this.#surface(frame, values);
    if (surface) this.#showSurface(surface);
    else this.#showParticles(frame.positions);
    if (this.#particles) this.#particles.visible = !surface;
    this.#even.surface.value = this.#even.particles.value = colouring ? EVEN : 0;
    const count = (surface ?? frame).positions.length / 3;
    const attribute = surface ? writable(this.geometry, 'color', 3 * count) : this.#particles!.instanceColor!;
    const into = attribute.array as Float32Array;
    if (!colouring && surface) paintOwn(surface.values, DRAWN_VALUES, into);
    else if (!colouring) paintOwn(this.#drawing.colours(frame.matter!), 3, into);
    else if (!values) paintOne(NO_VALUE, count, into);
    else if (surface)
      paintNumbers(colouring.kind, surface.values, [VIEW, DRAWN_VALUES], colouring.range, into);
    else paintNumbers(colouring.kind, values, [0, 1], colouring.range, into);
    attribute.needsUpdate = true;
  }

  #surface({ surface, matter }: BodyFrame, values: Float32Array | undefined): DrawnSurface {
    if (surface) return surface as DrawnSurface;
    const style = this.style === 'blobs' ? 'blobs' : 'smooth';
    return this.#drawing.draw({ ...matter!, strain: values ?? matter!.strain }, style);
  }

  #showSurface({ positions, normals, triangles }: DrawnSurface): void {
    const { geometry } = this;
    putPositions(geometry, positions);
    putNumbers(geometry, 'normal', normals);
    putIndex(geometry, triangles);
  }

  #showParticles(positions: Float32Array): void {
    this.geometry.setDrawRange(0, 0);
    const particles = this.#roomFor(positions.length / 3);
    const { array } = particles.instanceMatrix;
    for (let p = 0; p < particles.count; p++) {
      for (let c = 0; c < 3; c++) array[16 * p + 12 + c] = positions[3 * p + c];
    }
    particles.instanceMatrix.needsUpdate = true;
    particles.boundingSphere = null;
  }

  #roomFor(count: number): InstancedMesh {
    if (this.#particles?.count === count) return this.#particles;
    this.#particles?.removeFromParent();
    this.#particles?.geometry.dispose();
    this.#particles?.dispose();
    const { spacing, dimension } = this.#options;
    const radius = RADIUS * spacing;
    const geometry =
      dimension === 2
        ? new CylinderGeometry(radius, radius, DEPTH * spacing, 18).rotateX(Math.PI / 2)
        : new IcosahedronGeometry(radius, 2);
    const material = this.#particles?.material ?? this.#particleMaterial();
    const particles = new InstancedMesh(geometry, material, count);
    particles.instanceMatrix.setUsage(DynamicDrawUsage);
    for (let p = 0; p < count; p++) {
      for (const k of [0, 5, 10, 15]) particles.instanceMatrix.array[16 * p + k] = 1;
    }
    particles.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * count), 3);
    particles.castShadow = this.castShadow;
    particles.receiveShadow = this.receiveShadow;
    particles.frustumCulled = false;
    this.add(particles);
    this.#particles = particles;
    return particles;
  }

  /** A material takes the colours of instances without `vertexColors`. */
  #particleMaterial(): Material {
    const material = this.material.clone();
    material.vertexColors = false;
    if (material instanceof MeshStandardMaterial) this.#even.particles = evenLight(material);
    return material;
  }
}

function matterMaterial(): MeshPhysicalMaterial {
  return new MeshPhysicalMaterial({
    vertexColors: true,
    roughness: 0.5,
    clearcoat: 0.22,
    clearcoatRoughness: 0.35,
  });
}
