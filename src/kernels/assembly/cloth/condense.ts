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
import * as Vector32 from '../../../layouts/generated/vector32';
import { word } from '../memory';
import { symmetricTimes } from './solve';

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
  store<f64>(body, load<f64>(body, 8) + fy, 8);
  store<f64>(body, load<f64>(body, 16) + fz, 16);
  store<f64>(body, load<f64>(body, 24) + ry * fz - rz * fy, 24);
  store<f64>(body, load<f64>(body, 32) + rz * fx - rx * fz, 32);
  store<f64>(body, load<f64>(body, 40) + rx * fy - ry * fx, 40);
}

/** Replaces the load of a body by its motion u. */
function move(body: usize): void {
  const at = body + SolvedBody.LOAD;
  const a = load<f64>(at),
    b = load<f64>(at, 8),
    c = load<f64>(at, 16),
    d = load<f64>(at, 24),
    e = load<f64>(at, 32),
    f = load<f64>(at, 40);
  for (let row: usize = 0; row < 6; row++) {
    const line = body + SolvedBody.INVERSE + 48 * row;
    const sum =
      load<f64>(line) * a +
      load<f64>(line, 8) * b +
      load<f64>(line, 16) * c +
      load<f64>(line, 24) * d +
      load<f64>(line, 32) * e +
      load<f64>(line, 40) * f;
    store<f64>(at + 8 * row, -sum);
  }
}

/** Returns J u of a contact. */
function shiftOf(body: usize, arm: usize): v128 {
  const sign = <f64>load<f32>(arm, Vector32.W);
  const rx = <f64>load<f32>(arm),
    ry = <f64>load<f32>(arm, Vector32.Y),
    rz = <f64>load<f32>(arm, Vector32.Z);
  const tx = load<f64>(body, 24),
    ty = load<f64>(body, 32),
    tz = load<f64>(body, 40);
  return f32x4(
    <f32>(sign * (load<f64>(body) + ty * rz - tz * ry)),
    <f32>(sign * (load<f64>(body, 8) + tz * rx - tx * rz)),
    <f32>(sign * (load<f64>(body, 16) + tx * ry - ty * rx)),
    0,
  );
}
