/** Colliders as plaster forms: one geometry a shape, posed by the run's time; a plane is a floor. */

import { MovingMesh, Track } from 'pliant/engine';
import type { TrajectoryCollider, TrajectoryShape, Triple } from 'pliant/formats';
import {
  BackSide,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  DoubleSide,
  FrontSide,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  SphereGeometry,
  Vector3,
} from 'three';
import { Floor } from './floor.ts';
import { areBehind, isOpen } from './open-mesh.ts';
import type { Surroundings } from './palette.ts';

/**
 * A sheet rests on its particles, so between them it dips a little into a form. Forms are therefore drawn some
 * millimetres deeper than they are: 300 of the depth buffer's units are about 1 cm at the usual distance.
 */
const DEEPER = { polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 300 };
/** Of what is glass from behind. */
const GLASS = 0.16;

export class ColliderMesh {
  readonly collider: TrajectoryCollider;
  readonly mesh: Object3D;
  readonly #form: Form | Floor;
  readonly #track: Track;

  constructor(collider: TrajectoryCollider) {
    this.collider = collider;
    this.#form = collider.shape.kind === 'plane' ? new Floor() : new Form(collider.shape);
    this.mesh = this.#form.mesh;
    this.#track = new Track(undefined, undefined, collider.poses);
    this.pose(0);
  }

  /** Moves the form to where it is at `time`. */
  pose(time: number): void {
    if (this.#form instanceof Form) this.#form.move(time);
    const { position, quaternion } = this.#track.poseAt(time);
    this.mesh.position.set(...position);
    this.mesh.quaternion.set(...quaternion);
  }

  /** Moves a free form to what a frame says from `at` on; answers where the next one's numbers begin. */
  place(free: Float32Array, at: number): number {
    this.mesh.position.fromArray(free, at);
    if (!this.collider.turns) return at + 3;
    this.mesh.quaternion.fromArray(free, at + 3);
    return at + 7;
  }

  /** Tells an open form where particles begin: it is glass from the other side. x, y, z each, m. */
  turnTo(points: ArrayLike<number>): void {
    if (!(this.#form instanceof Form)) return;
    this.mesh.updateMatrixWorld();
    const local: number[] = [];
    const point = new Vector3();
    for (let i = 0; i < points.length; i += 3)
      local.push(...this.mesh.worldToLocal(point.fromArray(points, i)).toArray());
    this.#form.turnTo(local);
  }

  /** `size` in m of the whole run. */
  dress(surroundings: Surroundings, size: number): void {
    this.#form.dress(surroundings, size);
  }

  dispose(): void {
    this.#form.dispose();
  }
}

class Form {
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  /** Of a mesh that moves in itself. */
  readonly #moving: Moving | undefined;
  readonly #shape: SolidShape;
  /** The far side of an open one. */
  #glass: Mesh<BufferGeometry, MeshStandardMaterial> | undefined;

  constructor(shape: SolidShape) {
    this.#shape = shape;
    const material = new MeshStandardMaterial({ roughness: 0.62, ...DEEPER });
    if (shape.kind === 'mesh') material.side = DoubleSide;
    this.#moving = shape.kind === 'mesh' && shape.motion ? new Moving(shape, shape.motion) : undefined;
    this.mesh = new Mesh(this.#moving?.geometry ?? solidGeometry(shape), material);
    this.mesh.castShadow = this.mesh.receiveShadow = true;
  }

  move(time: number): void {
    this.#moving?.at(time);
  }

  turnTo(points: ArrayLike<number>): void {
    const shape = this.#shape;
    if (shape.kind !== 'mesh' || this.#moving || !isOpen(shape.vertices, shape.triangles)) return;
    const isBehind = areBehind(points, shape.vertices, shape.triangles);
    this.mesh.material.side = isBehind ? BackSide : FrontSide;
    const glass = new MeshStandardMaterial({ roughness: 0.3, transparent: true, opacity: GLASS });
    glass.side = isBehind ? FrontSide : BackSide;
    glass.depthWrite = false;
    this.#glass = new Mesh(this.mesh.geometry, glass);
    this.mesh.add(this.#glass);
  }

  dress(surroundings: Surroundings, _size: number): void {
    this.mesh.material.color.set(surroundings.collider);
    this.#glass?.material.color.set(surroundings.collider);
  }

  dispose(): void {
    this.#glass?.material.dispose();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

type MeshShape = Extract<TrajectoryShape, { kind: 'mesh' }>;

/** A smooth skin: vertices are shared. */
class Moving {
  readonly geometry = new BufferGeometry();
  readonly #mesh: MovingMesh;
  readonly #places: Float64Array;

  constructor({ vertices, triangles }: MeshShape, motion: NonNullable<MeshShape['motion']>) {
    this.#mesh = new MovingMesh(vertices, triangles, motion);
    this.#places = new Float64Array(3 * vertices.length);
    this.geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * vertices.length), 3));
    this.geometry.setIndex(triangles.flat());
    this.at(0);
  }

  at(time: number): void {
    this.#mesh.placesAt(time, this.#places);
    const position = this.geometry.getAttribute('position');
    position.array.set(this.#places);
    position.needsUpdate = true;
    this.geometry.computeVertexNormals();
    this.geometry.computeBoundingSphere();
    this.geometry.computeBoundingBox();
  }
}

type SolidShape = Exclude<TrajectoryShape, { kind: 'plane' }>;

function solidGeometry(shape: SolidShape): BufferGeometry {
  switch (shape.kind) {
    case 'sphere':
      return new SphereGeometry(shape.radius, 64, 40);
    case 'box':
      return new BoxGeometry(...shape.size);
    case 'capsule':
      return new CapsuleGeometry(shape.radius, shape.height, 16, 48);
    case 'cylinder':
      return new CylinderGeometry(shape.radius, shape.radius, shape.height, 64);
    case 'convex':
      return facets(shape.vertices, shape.faces.flatMap(fan));
    case 'mesh':
      return facets(shape.vertices, shape.triangles);
  }
}

/** A convex face as triangles around its first corner. */
function fan(face: readonly number[]): Triple[] {
  return face.slice(2).map((corner, k) => [face[0], face[k + 1], corner]);
}

/** Every face with corners of its own, so that edges stay sharp. */
function facets(vertices: readonly Triple[], triangles: readonly Triple[]): BufferGeometry {
  const corners = Float32Array.from(triangles.flatMap((t) => t.flatMap((i) => vertices[i])));
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(corners, 3));
  geometry.computeVertexNormals();
  return geometry;
}
