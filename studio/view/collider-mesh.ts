/** Colliders on the stage, posed by the time of the run. A plane is drawn as a floor. */

import { MovingMesh, type ShapeMesh, shapeMesh, Track } from 'pliant/engine';
import type { TrajectoryCollider, TrajectoryShape } from 'pliant/formats';
import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  FrontSide,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Vector3,
} from 'three';
import { Floor } from './floor.ts';
import { areBehind, isOpen } from './open-mesh-side.ts';
import type { Surroundings } from './palette.ts';

/**
 * Depth offset of colliders. A sheet rests on its particles and dips a little into the collider between them, so colliders are
 * drawn some millimetres deeper: 300 units of the depth buffer are about 1 cm at the usual distance.
 */
const DEEPER = { polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 300 };
/** Opacity of the far side of an open mesh. */
const GLASS = 0.16;
/** Sides a turn of round shapes. */
const SIDES = 64;

export class ColliderMesh {
  readonly collider: TrajectoryCollider;
  readonly mesh: Object3D;
  readonly #form: Form | Floor;
  readonly #track: Track;

  constructor(collider: TrajectoryCollider) {
    this.collider = collider;
    const drawn = shapeMesh(collider.shape, SIDES);
    this.#form = drawn ? new Form(collider.shape, drawn) : new Floor();
    this.mesh = this.#form.mesh;
    this.#track = new Track(undefined, undefined, collider.poses);
    this.pose(0);
  }

  /** Whether it is a plane, which is drawn as a floor without end. */
  get isFloor(): boolean {
    return this.#form instanceof Floor;
  }

  /** Moves the collider to its pose at `time`. */
  pose(time: number): void {
    if (this.#form instanceof Form) this.#form.move(time);
    const { position, quaternion } = this.#track.poseAt(time);
    this.mesh.position.set(...position);
    this.mesh.quaternion.set(...quaternion);
  }

  /** Moves a free collider to its pose in a frame, from index `at` on. Returns the index of the next collider. */
  place(free: Float32Array, at: number): number {
    this.mesh.position.fromArray(free, at);
    if (!this.collider.turns) return at + 3;
    this.mesh.quaternion.fromArray(free, at + 3);
    return at + 7;
  }

  /** Makes an open mesh transparent from the side without particles. `points`: x, y, z each, m. */
  turnTo(points: ArrayLike<number>): void {
    if (!(this.#form instanceof Form)) return;
    this.mesh.updateMatrixWorld();
    const local: number[] = [];
    const point = new Vector3();
    for (let i = 0; i < points.length; i += 3)
      local.push(...this.mesh.worldToLocal(point.fromArray(points, i)).toArray());
    this.#form.turnTo(local);
  }

  /** Sets the colours. `size`: extent of the run, m. */
  dress(surroundings: Surroundings, size: number): void {
    this.#form.dress(surroundings, size);
  }

  dispose(): void {
    this.#form.dispose();
  }
}

class Form {
  readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  /** Only of a mesh that deforms. */
  readonly #moving: Moving | undefined;
  readonly #shape: TrajectoryShape;
  /** The far side of an open mesh. */
  #glass: Mesh<BufferGeometry, MeshStandardMaterial> | undefined;

  constructor(shape: TrajectoryShape, drawn: ShapeMesh) {
    this.#shape = shape;
    const material = new MeshStandardMaterial({ roughness: 0.62, ...DEEPER });
    if (shape.kind === 'mesh') material.side = DoubleSide;
    this.#moving = shape.kind === 'mesh' && shape.motion ? new Moving(shape, shape.motion) : undefined;
    this.mesh = new Mesh(this.#moving?.geometry ?? geometryOf(drawn), material);
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

/** A mesh that deforms. Vertices are shared, so that it is smooth. */
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

/** Returns a geometry in which curved sides share normals, and flat ones have their own corners, so that edges stay sharp. */
function geometryOf({ positions, triangles, smooth }: ShapeMesh): BufferGeometry {
  const geometry = new BufferGeometry();
  if (smooth) {
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
    geometry.setIndex(new BufferAttribute(triangles, 1));
  } else {
    const corners = new Float32Array(3 * triangles.length);
    triangles.forEach((i, k) => {
      corners.set(positions.subarray(3 * i, 3 * i + 3), 3 * k);
    });
    geometry.setAttribute('position', new BufferAttribute(corners, 3));
  }
  geometry.computeVertexNormals();
  return geometry;
}
