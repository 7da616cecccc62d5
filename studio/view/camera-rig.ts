/** The camera: frames a box in the part of the view that panels leave free, until the user moves it. */
import { type Box3, OrthographicCamera, PerspectiveCamera, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** Width that panels cover at each edge, CSS pixels. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Pose of a camera: position, target, and its near and far limits. */
export interface Pose {
  readonly position: Vector3;
  readonly target: Vector3;
  readonly sees: readonly [near: number, far: number];
  readonly goes: readonly [near: number, far: number];
}

export interface View {
  width: number;
  height: number;
  insets: Insets;
}

/** Vertical field of view, degrees: that of a short telephoto lens, which distorts little. */
const FIELD_OF_VIEW = 32;
const TANGENT = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
/** From the front, a little to the right and above. */
export const FIRST_DIRECTION = new Vector3(0.52, 0.36, 0.86).normalize();
/** Slightly tilted: straight from above, the direction up is undefined. */
const NEARLY_ABOVE = new Vector3(0, 1, 1e-4).normalize();

/** Directions of view. */
export const VIEWS = {
  corner: FIRST_DIRECTION,
  front: new Vector3(0, 0, 1),
  back: new Vector3(0, 0, -1),
  right: new Vector3(1, 0, 0),
  left: new Vector3(-1, 0, 0),
  top: NEARLY_ABOVE,
} as const;
export type ViewName = keyof typeof VIEWS;

/** Margin around the box. */
const MARGIN = 1.06;
/** Time constant of the camera's motion, s. */
const SETTLING = 0.35;
const CLOSE_ENOUGH = 0.004;

export class CameraRig {
  /** The camera that controls move; `shown` is the one to draw with. */
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 100);
  /** Whether the projection is orthographic. */
  orthographic = false;
  readonly #parallel = new OrthographicCamera();
  readonly controls: OrbitControls;
  #view: View = { width: 1, height: 1, insets: { top: 0, right: 0, bottom: 0, left: 0 } };
  #touched = false;

  constructor(canvas: HTMLCanvasElement) {
    this.camera.position.copy(FIRST_DIRECTION);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.maxPolarAngle = 0.53 * Math.PI;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('start', () => {
      this.#touched = true;
    });
  }

  setView(view: View): void {
    this.#view = view;
    const { width, height, insets } = view;
    this.camera.aspect = width / height;
    const right = (insets.right - insets.left) / 2;
    const down = (insets.bottom - insets.top) / 2;
    this.camera.setViewOffset(width, height, right, down, width, height);
  }

  /**
   * Moves towards the pose in which the box fills the view, for `seconds`, unless the user has moved the camera. Returns
   * whether it has not arrived.
   */
  follow(box: Box3, seconds: number): boolean {
    if (this.#touched) return false;
    return this.#aim(box, this.back, 1 - Math.exp(-seconds / SETTLING)) > CLOSE_ENOUGH;
  }

  /** Frames the box from the present direction or another one, and follows it again. */
  frame(box: Box3, view?: ViewName): void {
    const back = view ? VIEWS[view] : this.back;
    this.#touched = false;
    this.#aim(box, back, 1);
  }

  /** Unit vector from the target to the camera. */
  get back(): Vector3 {
    return this.camera.position.clone().sub(this.controls.target).normalize();
  }

  /** Orbits around the target: to the right and up, degrees. */
  turn(right: number, up: number): void {
    this.#touched = true;
    const { target, maxPolarAngle } = this.controls;
    const from = this.camera.position.clone().sub(target);
    const round = new Spherical().setFromVector3(from);
    round.theta += (right * Math.PI) / 180;
    round.phi = Math.min(maxPolarAngle, Math.max(1e-4, round.phi - (up * Math.PI) / 180));
    this.camera.position.copy(target).add(from.setFromSpherical(round));
    this.camera.lookAt(target);
  }

  /** Moves sideways together with the target, in shares of the view's height. */
  move(right: number, up: number): void {
    this.#touched = true;
    const { target } = this.controls;
    const height = 2 * TANGENT * this.camera.position.distanceTo(target);
    const way = new Vector3(right, up, 0).multiplyScalar(height).applyQuaternion(this.camera.quaternion);
    target.add(way);
    this.camera.position.add(way);
  }

  /** Multiplies the distance to the target. */
  near(times: number): void {
    this.#touched = true;
    const { target, minDistance, maxDistance } = this.controls;
    const distance = this.camera.position.distanceTo(target) * times;
    const kept = Math.min(maxDistance, Math.max(minDistance, distance));
    this.camera.position.copy(target).addScaledVector(this.back, kept);
  }

  get pose(): Pose {
    const { position, near, far } = this.camera;
    const { target, minDistance, maxDistance } = this.controls;
    return {
      position: position.clone(),
      target: target.clone(),
      sees: [near, far],
      goes: [minDistance, maxDistance],
    };
  }

  /** Takes the pose of another camera and no longer follows the box. */
  set pose({ position, target, sees, goes }: Pose) {
    this.#touched = true;
    this.camera.position.copy(position);
    this.controls.target.copy(target);
    [this.camera.near, this.camera.far] = sees;
    [this.controls.minDistance, this.controls.maxDistance] = goes;
    this.camera.updateProjectionMatrix();
    this.camera.lookAt(target);
  }

  /** The camera to draw with. The orthographic one has the same pose and the same extent at the target. */
  get shown(): PerspectiveCamera | OrthographicCamera {
    if (!this.orthographic) return this.camera;
    const { camera } = this;
    const parallel = this.#parallel;
    const distance = camera.position.distanceTo(this.controls.target);
    parallel.top = TANGENT * distance;
    parallel.bottom = -parallel.top;
    parallel.right = camera.aspect * parallel.top;
    parallel.left = -parallel.right;
    // Objects behind the camera are drawn too.
    parallel.near = -camera.far;
    parallel.far = camera.far;
    parallel.position.copy(camera.position);
    parallel.quaternion.copy(camera.quaternion);
    const { width, height, insets } = this.#view;
    parallel.setViewOffset(
      width,
      height,
      (insets.right - insets.left) / 2,
      (insets.bottom - insets.top) / 2,
      width,
      height,
    );
    parallel.updateMatrixWorld();
    return parallel;
  }

  /** Places the camera `distance` m from the middle of the box, in the direction `back`. */
  place(box: Box3, back: Vector3, distance: number): void {
    box.getCenter(this.controls.target);
    this.#stand(box, back, distance);
  }

  /** Moves a share of the way. Returns the remaining way over the distance. */
  #aim(box: Box3, back: Vector3, share: number): number {
    const centre = box.getCenter(new Vector3());
    const { target } = this.controls;
    const now = this.camera.position.distanceTo(target);
    const goal = this.distanceFor(box, back);
    const away = (Math.abs(goal - now) + centre.distanceTo(target)) / goal;
    target.lerp(centre, share);
    this.#stand(box, back, now + (goal - now) * share);
    return away;
  }

  #stand(box: Box3, back: Vector3, distance: number): void {
    const { target } = this.controls;
    this.camera.position.copy(target).addScaledVector(back, distance);
    const radius = box.getSize(new Vector3()).length() / 2 || 1;
    this.camera.near = Math.max(distance - 20 * radius, distance / 200);
    this.camera.far = distance + 60 * radius;
    this.camera.updateProjectionMatrix();
    this.camera.lookAt(target);
    this.controls.minDistance = radius / 5;
    this.controls.maxDistance = 12 * radius;
  }

  /** Returns the least distance at which every corner of the box is inside the free part of the view, m. */
  distanceFor(box: Box3, back: Vector3): number {
    const centre = box.getCenter(new Vector3());
    const { width, height, insets } = this.#view;
    const upTangent = TANGENT * Math.max(0.3, (height - insets.top - insets.bottom) / height);
    const sideTangent = TANGENT * Math.max(0.2, (width - insets.left - insets.right) / height);
    const side = new Vector3(0, 1, 0).cross(back).normalize();
    const up = back.clone().cross(side);
    let distance = 0;
    for (let corner = 0; corner < 8; corner++) {
      const d = new Vector3(
        corner & 1 ? box.max.x : box.min.x,
        corner & 2 ? box.max.y : box.min.y,
        corner & 4 ? box.max.z : box.min.z,
      ).sub(centre);
      const across = Math.max(Math.abs(d.dot(side)) / sideTangent, Math.abs(d.dot(up)) / upTangent);
      distance = Math.max(distance, d.dot(back) + across);
    }
    return MARGIN * distance;
  }
}
