/**
 * Last resort against tunnelling: pairs that would still pass each other in a sub-step are held back on their way. They are
 * listed as contacts, of which only vertices and kind are written and, as the least distance, the share of the motion that
 * is allowed.
 */
import * as AffineMotion from '../../../layouts/generated/affine-motion';
import * as Contact from '../../../layouts/generated/contact';
import * as FeaturePair from '../../../layouts/generated/feature-pair';
import * as Matrix from '../../../layouts/generated/matrix';
import * as RigidSide from '../../../layouts/generated/rigid-side';
import * as SurfaceProperties from '../../../layouts/generated/surface-properties';
import * as SurfaceVertex from '../../../layouts/generated/surface-vertex';
import { Y, Z } from '../../../layouts/generated/vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import { VERTICES } from '../memory';
import { CROSSING, inTurn, vertexOf } from './contacts';
import { apartBoth, firstTouch, pairDistance } from './distance';

/** Below the share TIGHT of the required distance a pair keeps the share KEPT: it would vanish over many sub-steps. */
const TIGHT: f64 = 0.01;
const KEPT: f64 = 0.999;
/** Share of the motion up to the contact that is allowed: at its end the pair would be found again. */
const SHORT: f64 = 0.8;
/** Share of its distance that a pair inside the radius of a collider keeps. */
const DEEPER: f64 = 0.99999;

/**
 * Lists the pairs that would come closer than the share `share` of their distance in the sub-step that ends at the time
 * `until` (s). Returns their number.
 */
export function surfacePasses(
  pairs: usize,
  wake: usize,
  count: i32,
  until: f64,
  vertices: usize,
  contacts: usize,
  from: i32,
  room: i32,
  share: f64,
  out: usize,
): i32 {
  let found = from;
  for (let k = 0; k < count; k++) {
    const wakes = wake + ((<usize>k) << 3);
    if (load<f64>(wakes) >= until) continue;
    const pair = pairs + <usize>k * FeaturePair.BYTES;
    const isEdges = load<i32>(pair, FeaturePair.VERTICES) < 0;
    const a = vertexOf(vertices, pair, 0),
      b = vertexOf(vertices, pair, 1),
      c = vertexOf(vertices, pair, 2),
      d = vertexOf(vertices, pair, 3);
    const keeps = <f64>load<f32>(pair, FeaturePair.KEPT_DISTANCE);
    const nx = <f64>load<f32>(pair, FeaturePair.NORMAL),
      ny = <f64>load<f32>(pair, FeaturePair.NORMAL + Vector32.Y),
      nz = <f64>load<f32>(pair, FeaturePair.NORMAL + Vector32.Z);
    const colliderRadius = <f64>load<f32>(pair, FeaturePair.COLLIDER_RADIUS);
    // Above the distance at which detection ends, so that the stored direction decides nothing.
    const floor = colliderRadius + 1.3 * share * (keeps - colliderRadius);
    const gaps = apartBoth(isEdges, a, b, c, d, nx, ny, nz);
    if (min(f64x2.extract_lane(gaps, 0), f64x2.extract_lane(gaps, 1)) > floor) continue;
    const distance = pairDistance(isEdges, a, b, c, d, out);
    if (distance < CROSSING) continue;
    const over = min(keeps, distance) - colliderRadius;
    // A pair inside the radius of a collider does not penetrate deeper.
    const least = max(share * over, min(TIGHT * (keeps - colliderRadius), KEPT * over));
    const limit = over > CROSSING ? colliderRadius + least : DEEPER * distance;
    const near = 0.25 * (over > CROSSING ? min(share * over, over - least) : distance - limit);
    const t = firstTouch(isEdges, a, b, c, d, limit, near, out);
    if (t > 1) continue;
    if (found < room) {
      const to = contacts + <usize>found * Contact.BYTES;
      for (let j: usize = 0; j < 4; j++) {
        store<i32>(to + (j << 2), <i32>((vertexOf(vertices, pair, j) - vertices) / SurfaceVertex.BYTES));
      }
      store<f64>(to, SHORT * t, Contact.LEAST_DISTANCE);
      store<i32>(to, isEdges ? 1 : 0, Contact.IS_EDGES);
    }
    found++;
  }
  return found;
}

/** In place of the number of a rigid body: a collider that deforms. */
const DEFORMS: i32 = -2;

/**
 * Holds back the pairs of `surfacePasses`, in order, to the allowed share of their motion relative to a reference motion:
 * that of the collider which holds the pair (`motions`, one a surface), as if all vertices were part of it; otherwise the
 * mean of the vertices that no contact moves, or the mean of all, by mass. A collider holds the vertices that touch it
 * (`holders`, one i32 a vertex, 0 for none), except for one that deforms, whose vertices in the pair give the mean. If
 * `firm`, it also holds what touches those vertices, and everything that nothing holds stops, rigid bodies too: then
 * nothing passes. The impulses that vertices owe to rigid bodies are summed.
 */
export function surfaceHoldBack(
  contacts: usize,
  order: usize,
  count: i32,
  vertices: usize,
  bodies: usize,
  surfaces: usize,
  rigids: usize,
  motions: usize,
  holders: usize,
  firm: bool,
): void {
  for (let k = 0; k < count; k++) {
    const contact = inTurn(contacts, order, count, k, 0);
    let holder = 0;
    let rigid: usize = 0;
    for (let j: usize = 0; j < VERTICES; j += 4) {
      const i = (<usize>load<i32>(contact + j)) << 2;
      const owner = load<i32>(bodies + i);
      if (owner < 0) {
        const body = <i32>(
          load<f64>(surfaces + <usize>-owner * SurfaceProperties.BYTES, SurfaceProperties.RIGID_BODY)
        );
        if (body >= 0) rigid = rigids + <usize>body * RigidSide.BYTES;
        if (body !== DEFORMS && (body < 0 || !firm)) holder = -owner;
      } else if (firm && holder === 0) holder = load<i32>(holders + i);
    }
    if (rigid !== 0 && firm) {
      const t = load<f64>(contact, Contact.LEAST_DISTANCE);
      for (let n: usize = 0; n < <usize>RigidSide.INVERSE_MASS; n += 8)
        store<f64>(rigid + n, t * load<f64>(rigid + n));
    }
    if (holder > 0)
      carry(contact, vertices, motions + <usize>holder * AffineMotion.BYTES, holders, holder, rigid);
    else holdMean(contact, vertices, firm, rigid);
  }
}

/** Holds back relative to the motion x ↦ A x + b of a collider. */
function carry(
  contact: usize,
  vertices: usize,
  motion: usize,
  holders: usize,
  holder: i32,
  rigid: usize,
): void {
  const t = load<f64>(contact, Contact.LEAST_DISTANCE);
  for (let j: usize = 0; j < VERTICES; j += 4) {
    const i = <usize>load<i32>(contact + j);
    const v = vertices + i * SurfaceVertex.BYTES;
    if (load<f64>(v + SurfaceVertex.INVERSE_MASS) === 0) continue;
    store<i32>(holders + (i << 2), holder);
    const x = load<f64>(v),
      y = load<f64>(v, Y),
      z = load<f64>(v, Z);
    const tx =
        load<f64>(motion, AffineMotion.MATRIX) * x +
        load<f64>(motion, AffineMotion.MATRIX + Matrix.XY) * y +
        load<f64>(motion, AffineMotion.MATRIX + Matrix.XZ) * z +
        load<f64>(motion, AffineMotion.SHIFT),
      ty =
        load<f64>(motion, AffineMotion.MATRIX + Matrix.YX) * x +
        load<f64>(motion, AffineMotion.MATRIX + Matrix.YY) * y +
        load<f64>(motion, AffineMotion.MATRIX + Matrix.YZ) * z +
        load<f64>(motion, AffineMotion.SHIFT + Y),
      tz =
        load<f64>(motion, AffineMotion.MATRIX + Matrix.ZX) * x +
        load<f64>(motion, AffineMotion.MATRIX + Matrix.ZY) * y +
        load<f64>(motion, AffineMotion.MATRIX + Matrix.ZZ) * z +
        load<f64>(motion, AffineMotion.SHIFT + Z);
    end(v, tx, ty, tz, t, rigid);
  }
}

/** Holds back relative to the mean motion by mass, or that of vertices that no contact moves; `firm`: relative to rest. */
function holdMean(contact: usize, vertices: usize, firm: bool, rigid: usize): void {
  let mx: f64 = 0,
    my: f64 = 0,
    mz: f64 = 0,
    sum: f64 = 0,
    fixed = false;
  for (let j: usize = 0; j < VERTICES; j += 4) {
    const v = vertices + <usize>load<i32>(contact + j) * SurfaceVertex.BYTES;
    const inverse = load<f64>(v + SurfaceVertex.INVERSE_MASS);
    if (inverse === 0 && !fixed) {
      fixed = true;
      mx = my = mz = sum = 0;
    }
    if (fixed && inverse !== 0) continue;
    const mass = fixed ? 1 : 1 / inverse;
    mx += mass * (load<f64>(v + SurfaceVertex.END) - load<f64>(v));
    my += mass * (load<f64>(v + SurfaceVertex.END, Y) - load<f64>(v, Y));
    mz += mass * (load<f64>(v + SurfaceVertex.END, Z) - load<f64>(v, Z));
    sum += mass;
  }
  const each = firm && (!fixed || rigid !== 0) ? 0 : 1 / sum;
  const t = load<f64>(contact, Contact.LEAST_DISTANCE);
  for (let j: usize = 0; j < VERTICES; j += 4) {
    const v = vertices + <usize>load<i32>(contact + j) * SurfaceVertex.BYTES;
    if (load<f64>(v + SurfaceVertex.INVERSE_MASS) === 0) continue;
    end(v, load<f64>(v) + each * mx, load<f64>(v, Y) + each * my, load<f64>(v, Z) + each * mz, t, rigid);
  }
}

/** Ends the motion of a vertex at the share t beyond (x, y, z); a rigid body is owed the difference of momentum. */
function end(v: usize, x: f64, y: f64, z: f64, t: f64, rigid: usize): void {
  const ex = load<f64>(v + SurfaceVertex.END),
    ey = load<f64>(v + SurfaceVertex.END, Y),
    ez = load<f64>(v + SurfaceVertex.END, Z);
  const nx = x + t * (ex - x),
    ny = y + t * (ey - y),
    nz = z + t * (ez - z);
  store<f64>(v + SurfaceVertex.END, nx);
  store<f64>(v + SurfaceVertex.END, ny, Y);
  store<f64>(v + SurfaceVertex.END, nz, Z);
  if (rigid === 0) return;
  const mass = 1 / load<f64>(v + SurfaceVertex.INVERSE_MASS);
  const jx = mass * (ex - nx),
    jy = mass * (ey - ny),
    jz = mass * (ez - nz);
  const rx = load<f64>(v) - load<f64>(rigid, RigidSide.CENTRE),
    ry = load<f64>(v, Y) - load<f64>(rigid, RigidSide.CENTRE + Y),
    rz = load<f64>(v, Z) - load<f64>(rigid, RigidSide.CENTRE + Z);
  store<f64>(rigid, load<f64>(rigid, RigidSide.OWED_IMPULSE) + jx, RigidSide.OWED_IMPULSE);
  store<f64>(rigid, load<f64>(rigid, RigidSide.OWED_IMPULSE + Y) + jy, RigidSide.OWED_IMPULSE + Y);
  store<f64>(rigid, load<f64>(rigid, RigidSide.OWED_IMPULSE + Z) + jz, RigidSide.OWED_IMPULSE + Z);
  store<f64>(rigid, load<f64>(rigid, RigidSide.OWED_MOMENT) + ry * jz - rz * jy, RigidSide.OWED_MOMENT);
  store<f64>(
    rigid,
    load<f64>(rigid, RigidSide.OWED_MOMENT + Y) + rz * jx - rx * jz,
    RigidSide.OWED_MOMENT + Y,
  );
  store<f64>(
    rigid,
    load<f64>(rigid, RigidSide.OWED_MOMENT + Z) + rx * jy - ry * jx,
    RigidSide.OWED_MOMENT + Z,
  );
}
