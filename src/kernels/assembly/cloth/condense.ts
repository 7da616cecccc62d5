/**
 * Rigid bodies in the product with the matrix of an implicit step. A contact of stiffness K at the arm r on a body that moves by
 * u = (t, θ) is extended by d + J u, J u = s (t + θ × r) with the sign s of the body's side. The body's rows of the system are
 *
 *   (M + h² Σ Jᵀ K J) u + Σ Jᵀ K d = 0,
 *
 * so that it is eliminated: contacts push with K (d + J u) for this u, and conjugate gradients have no rows for bodies.
 */
import * as ContactElement from '../../../layouts/generated/contact-element';
import * as CoupledJob from '../../../layouts/generated/coupled-job';
import * as SolvedBody from '../../../layouts/generated/solved-body';
import * as Vector from '../../../layouts/generated/vector';
import { Y, Z } from '../../../layouts/generated/vector';
import * as Vector32 from '../../../layouts/generated/vector32';
import { word } from '../memory';
import { symmetricTimes } from './solve';

/** Bytes from the linear part of a load or a motion to its angular part. */
const ANGULAR: usize = Vector.BYTES;

/** Adds the motion of rigid bodies to the pushes K d of all contacts. */
export function condense(job: usize): void {
  const count = <i32>word(job, CoupledJob.CONTACTS),
    rigid = <i32>word(job, CoupledJob.RIGID);
  const bodies = word(job, CoupledJob.RIGID_TABLE),
    contacts = word(job, CoupledJob.CONTACT_TABLE),
    pushes = word(job, CoupledJob.PUSHES),
    arms = word(job, CoupledJob.ARMS);
  for (let i = 0; i < rigid; i++) memory.fill(bodies + <usize>i * SolvedBody.BYTES + SolvedBody.LOAD, 0, 48);
  for (let k = 0; k < count; k++) {
    const body = load<i32>(contacts + <usize>k * ContactElement.BYTES, ContactElement.BODY);
    if (body < 0) continue;
    const at = <usize>k * Vector32.BYTES;
    addLoad(bodies + <usize>body * SolvedBody.BYTES + SolvedBody.LOAD, pushes + at, arms + at);
  }
  for (let i = 0; i < rigid; i++) move(bodies + <usize>i * SolvedBody.BYTES);
  for (let k = 0; k < count; k++) {
    const contact = contacts + <usize>k * ContactElement.BYTES;
    const body = load<i32>(contact, ContactElement.BODY);
    if (body < 0) continue;
    const at = <usize>k * Vector32.BYTES;
    const shift = shiftOf(bodies + <usize>body * SolvedBody.BYTES + SolvedBody.LOAD, arms + at);
    v128.store(pushes + at, f32x4.add(v128.load(pushes + at), symmetricTimes(contact, shift)));
  }
}

/** Adds Jᵀ F of a contact to the load of its body. */
function addLoad(body: usize, push: usize, arm: usize): void {
  const sign = <f64>load<f32>(arm, Vector32.W);
  const fx = sign * <f64>load<f32>(push),
    fy = sign * <f64>load<f32>(push, Vector32.Y),
    fz = sign * <f64>load<f32>(push, Vector32.Z);
  const rx = <f64>load<f32>(arm),
    ry = <f64>load<f32>(arm, Vector32.Y),
    rz = <f64>load<f32>(arm, Vector32.Z);
  store<f64>(body, load<f64>(body) + fx);
  store<f64>(body, load<f64>(body, Y) + fy, Y);
  store<f64>(body, load<f64>(body, Z) + fz, Z);
  store<f64>(body, load<f64>(body, ANGULAR) + ry * fz - rz * fy, ANGULAR);
  store<f64>(body, load<f64>(body, ANGULAR + Y) + rz * fx - rx * fz, ANGULAR + Y);
  store<f64>(body, load<f64>(body, ANGULAR + Z) + rx * fy - ry * fx, ANGULAR + Z);
}

/** Replaces the load of a body by its motion u. */
function move(body: usize): void {
  const at = body + SolvedBody.LOAD;
  const a = load<f64>(at),
    b = load<f64>(at, Y),
    c = load<f64>(at, Z),
    d = load<f64>(at, ANGULAR),
    e = load<f64>(at, ANGULAR + Y),
    f = load<f64>(at, ANGULAR + Z);
  for (let row: usize = 0; row < 6; row++) {
    const line = body + SolvedBody.INVERSE + 48 * row;
    const sum =
      load<f64>(line) * a +
      load<f64>(line, Y) * b +
      load<f64>(line, Z) * c +
      load<f64>(line, ANGULAR) * d +
      load<f64>(line, ANGULAR + Y) * e +
      load<f64>(line, ANGULAR + Z) * f;
    store<f64>(at + 8 * row, -sum);
  }
}

/** Returns J u of a contact. */
function shiftOf(body: usize, arm: usize): v128 {
  const sign = <f64>load<f32>(arm, Vector32.W);
  const rx = <f64>load<f32>(arm),
    ry = <f64>load<f32>(arm, Vector32.Y),
    rz = <f64>load<f32>(arm, Vector32.Z);
  const tx = load<f64>(body, ANGULAR),
    ty = load<f64>(body, ANGULAR + Y),
    tz = load<f64>(body, ANGULAR + Z);
  return f32x4(
    <f32>(sign * (load<f64>(body) + ty * rz - tz * ry)),
    <f32>(sign * (load<f64>(body, Y) + tz * rx - tx * rz)),
    <f32>(sign * (load<f64>(body, Z) + tx * ry - ty * rx)),
    0,
  );
}
