/** A collider in a three.js scene, posed by the time of the run or, if it is free, by a frame. */
import { MovingMesh, type ShapeMesh, shapeMesh, Track } from 'pliant/engine';
import type { TrajectoryCollider } from 'pliant/formats';
import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  type ColorRepresentation,
  DoubleSide,
  FrontSide,
  Group,
  Mesh,
  MeshStandardMaterial,
  Vector3,
} from 'three';
import { areBehind, isOpen } from './open-mesh-side.ts';

/**
 * Depth offset of colliders. A sheet rests on its particles and dips a little into the collider between them, so colliders are
 * drawn some millimetres deeper: 300 units of the depth buffer are about 1 cm at the usual distance.
 */
const DEEPER = { polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 300 };
/** Opacity of the far side of an open mesh. */
const GLASS = 0.16;
/** Sides a turn of round shapes. */
const SIDES = 64;

export class ColliderMesh extends Group {
  readonly collider: TrajectoryCollider;
  /** Undefined for a plane, which has no end to draw: add an object of your own. */
  readonly solid: Mesh<BufferGeometry, MeshStandardMaterial> | undefined;
  readonly #track: Track;
  /** Only of a mesh that deforms. */
  readonly #moving: MovingMesh | undefined;
  /** The far side of an open mesh. */
  #glass: Mesh<BufferGeometry, MeshStandardMaterial> | undefined;

  constructor(collider: TrajectoryCollider) {
    super();
    const { shape, poses, name } = collider;
    this.name = name;
    this.collider = collider;
    this.#track = new Track(undefined, undefined, poses);
    const drawn = shapeMesh(shape, SIDES);
    if (drawn) {
      const side = shape.kind === 'mesh' ? DoubleSide : FrontSide;
      const material = new MeshStandardMaterial({ roughness: 0.62, side, ...DEEPER });
      if (shape.kind === 'mesh' && shape.motion)
        this.#moving = new MovingMesh(shape.vertices, shape.triangles, shape.motion);
      // The vertices of a mesh that deforms are shared, so that it is smooth.
      this.solid = new Mesh(geometryOf(drawn, drawn.smooth || this.#moving !== undefined), material);
      this.add(this.solid);
    }
    this.pose(0);
  }

  /** Moves the collider to its pose at `time`. */
  pose(time: number): void {
    const { position, quaternion } = this.#track.poseAt(time);
    this.position.set(...position);
    this.quaternion.set(...quaternion);
    if (!this.#moving || !this.solid) return;
    const { geometry } = this.solid;
    const vertices = geometry.getAttribute('position');
    const places = new Float64Array(vertices.array.length);
    this.#moving.placesAt(time, places);
    vertices.array.set(places);
    vertices.needsUpdate = true;
    geometry.computeVertexNormals();
    geometry.computeBoundingSphere();
    geometry.computeBoundingBox();
  }

  /** Moves a free collider to its pose in a frame, from index `at` on. Returns the index of the next collider. */
  place(free: Float32Array, at: number): number {
    this.position.fromArray(free, at);
    if (!this.collider.turns) return at + 3;
    this.quaternion.fromArray(free, at + 3);
    return at + 7;
  }

  /** Makes an open mesh transparent from the side without particles. `points`: x, y, z each, m. */
  turnTo(points: ArrayLike<number>): void {
    const { shape } = this.collider;
    if (!this.solid || shape.kind !== 'mesh' || this.#moving || !isOpen(shape.vertices, shape.triangles))
      return;
    this.updateMatrixWorld();
    const local: number[] = [];
    const point = new Vector3();
    for (let i = 0; i < points.length; i += 3)
      local.push(...this.worldToLocal(point.fromArray(points, i)).toArray());
    const isBehind = areBehind(local, shape.vertices, shape.triangles);
    this.solid.material.side = isBehind ? BackSide : FrontSide;
    const side = isBehind ? FrontSide : BackSide;
    const glass = { roughness: 0.3, transparent: true, opacity: GLASS, depthWrite: false, side };
    this.#glass = new Mesh(this.solid.geometry, new MeshStandardMaterial(glass));
    this.add(this.#glass);
  }

  setColour(colour: ColorRepresentation): void {
    this.solid?.material.color.set(colour);
    this.#glass?.material.color.set(colour);
  }

  override dispose(): void {
    this.solid?.geometry.dispose();
    this.solid?.material.dispose();
    this.#glass?.material.dispose();
  }
}

/** Smooth surfaces share vertices; others have corners of their own, so that edges stay sharp. */
function geometryOf({ positions, triangles }: ShapeMesh, smooth: boolean): BufferGeometry {
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
