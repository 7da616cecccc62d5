/** Summary of a run as lines for people. */
import type { Fault, Scene } from 'pliant';
import { crossingWarning, isImplicit, MATTER_PASSES, MATTER_WAY, type MatterFigures } from 'pliant/engine';
import type { WallFigures } from 'pliant/formats';
import { counted, figure, type Output, printable } from './output.ts';
import type { Recording, RigidPlace, RunSummary } from './run-summary.ts';
import type { RefinementSum } from './simulate.ts';
import { penetrationText, strictText } from './strict.ts';

/** Returns the last message of a failed run: its fault. */
export function faultText({ step, time, body, particle, cause, advice }: Fault): string {
  const where = `step ${step} (${figure(time)} s), body "${body}", particle ${particle}`;
  return `the run failed after ${where}\n  cause:  ${cause}\n  advice: ${advice}`;
}

/** Lines of penetrations, crossings and rigid bodies for people; JSON has more. */
const PRINTED = 5;
const PRINTED_BODIES = 12;

type Row = [name: string, value: string];

export function printSummary(summary: RunSummary, { title, expect }: Scene, output: Output): void {
  const { total, ...parts } = summary.energy;
  const energies = Object.entries(parts).map(([name, joules]) => `${name} ${figure(joules)}`);
  const { from, trajectory } = summary;
  const expected = summary.expect && expectationText(summary.expect, expect);
  const speed = (1000 * (summary.seconds - (from?.seconds ?? 0))) / summary.wallMs;
  const { start, end, min, max } = summary.particles;
  const rows: Row[] = [
    ['time', `${figure(summary.seconds)} s in ${counted(summary.steps, 'step')} of ${figure(summary.dt)} s`],
    ...rowIf(from && ['from', `${from.checkpoint}, step ${from.steps} (${figure(from.seconds)} s)`]),
    ['engine', `${summary.engine}, ${counted(summary.substeps, 'sub-step')} a step`],
    ['took', `${figure(summary.wallMs / 1000)} s, ${figure(speed)} × real time`],
    ['particles', min === max ? String(end) : `${start} → ${end}, at least ${min}, at most ${max}`],
    ...rowIf(summary.refinement && ['refinement', refinementText(summary.refinement)]),
    ...rowIf(summary.tornTriangles !== undefined && ['torn', counted(summary.tornTriangles, 'triangle')]),
    ...rowIf(summary.tornEdges !== undefined && ['torn', counted(summary.tornEdges, 'edge')]),
    ...Object.entries(summary.walls ?? {}).map(wallRow),
    ...Object.entries(summary.matter ?? {}).map(matterRow),
    ['energy', `${figure(total)} J (${energies.join(', ')})`],
    ['strain', `mean ${percent(summary.strain.mean)}, largest ${percent(summary.strain.max)}`],
    ...rowIf(summary.contacts.max > 0 && ['contacts', contactsText(summary)]),
    ['penetration', penetrationMaxText(summary)],
    ...summary.penetrations.slice(0, PRINTED).map((one): Row => ['still inside', penetrationText(one)]),
    ...(summary.crossed ?? []).slice(0, PRINTED).map((one): Row => ['crossing', `${crossingWarning([one])}`]),
    ...rowIf(summary.strict && ['strict', strictText(summary.strict)]),
    ...rowIf(summary.seams && ['seams', seamsText(summary.seams)]),
    ...(summary.stuck ?? []).map((one): Row => ['sticking', stuckText(one)]),
    ...rowIf(summary.stuck?.length === 0 && ['sticking', 'none after any step']),
    ...(summary.rigidBodies ?? []).slice(0, PRINTED_BODIES).map(rigidRow),
    ...rowIf(summary.rigidBodies && moreBodies(summary.rigidBodies.length - PRINTED_BODIES)),
    ['hash', summary.hash],
    ...rowIf(trajectory && ['trajectory', trajectoryText(trajectory)]),
    ...rowIf(expected !== undefined && ['expected', expected]),
  ];
  output.line(output.paint('bold', printable(`${summary.scene}  ${title}`).trimEnd()));
  for (const [name, value] of rows) printFact(name, value, output);
}

function refinementText({ split, merged, detect, keep, backUp, refine }: RefinementSum): string {
  const ms = detect + keep + backUp + refine;
  return `${counted(split, 'split')}, ${counted(merged, 'merge')}; ${figure(ms / 1000)} s for error detection, back-ups and refinement`;
}

function wallRow([body, { rest, thinnest, mean }]: [string, WallFigures]): Row {
  const share = percent(thinnest / rest);
  return [
    'wall',
    `${body}: ${figure(rest)} m, now at least ${figure(thinnest)} m (${share}), mean ${figure(mean)} m`,
  ];
}

function matterRow([body, { solidShare, temperature, pieces }]: [string, MatterFigures]): Row {
  const solid = solidShare > 0 ? `${percent(solidShare)} solid in ${counted(pieces, 'piece')}` : 'fluid';
  return ['matter', `${body}: ${solid}, ${figure(temperature)} K in the mean`];
}

function contactsText({ contacts: { end, max }, contact }: RunSummary): string {
  const kinds = contact
    ? ` (${end - contact.pairs} of particles on colliders, ${contact.pairs} of edges and faces)`
    : '';
  return `${end}${kinds}${end === max ? '' : `, at most ${max}`}`;
}

function penetrationMaxText({ penetrationMax, penetrations: inside }: RunSummary): string {
  if (penetrationMax === 0) return 'none';
  const most = `at most ${figure(penetrationMax)} m during the run`;
  return inside.length === 0
    ? `${most}, none at the end`
    : `${most}, ${figure(inside[0].depth)} m at the end`;
}

function seamsText({ points, holding, ripped }: NonNullable<RunSummary['seams']>): string {
  return ripped === 0
    ? `all of ${counted(points, 'point')} hold`
    : `${holding} of ${counted(points, 'point')} hold, ${ripped} ripped`;
}

function stuckText({ body, to, particles, most }: NonNullable<RunSummary['stuck']>[number]): string {
  const before = most === particles ? '' : `, at most ${most} during the run`;
  return `${counted(particles, 'particle')} of "${body}" to ${to === body ? 'itself' : `"${to}"`}${before}`;
}

function rigidRow({ name, position, velocity, spin }: RigidPlace): Row {
  const numbers = (vector: readonly number[]) => vector.map(rounded).join(', ');
  const moves = `moving at ${figure(lengthOf(velocity))} m/s, turning at ${figure(lengthOf(spin))} rad/s`;
  return ['rigid', `${name}: at ${numbers(position)} m, ${moves}`];
}

function moreBodies(more: number): Row | undefined {
  return more > 0 ? ['rigid', `${more} more`] : undefined;
}

/** Rounds positions in m to a tenth of a millimetre, without a minus before zero. */
function rounded(metres: number): string {
  return String(Math.round(1e4 * metres) / 1e4 + 0);
}

function lengthOf(vector: readonly number[]): number {
  return Math.hypot(...vector);
}

/** Warning about steps that an implicit engine did not solve. */
export function unsolvedText(unsolved: number, { engine, bodies }: Scene): string {
  const solving = bodies.findIndex((body) => 'iterations' in body);
  const fields = [
    ...(isImplicit(engine.name) ? ['engine.iterations'] : []),
    ...(solving >= 0 ? [`bodies[${solving}].iterations`] : []),
  ];
  return `${counted(unsolved, 'inner step')} stopped before reaching the solver tolerance, so forces may be wrong there. Use more sub-steps, or raise ${fields.join(' or ')}`;
}

/** Warning about matter that moved too fast towards other matter. */
export function matterWayText(way: number, substeps: number): string {
  const enough = Math.ceil((way / MATTER_WAY) * substeps);
  return `matter approached other matter by up to ${way.toPrecision(2)} spacings per sub-step; above ${MATTER_PASSES} it may pass through and gain energy. Use ${enough} sub-steps per frame, or "auto"`;
}

function rowIf(row: Row | undefined | false): Row[] {
  return row ? [row] : [];
}

function trajectoryText({ frames, interval }: Recording): string {
  return `${counted(frames, 'frame')}, one every ${counted(interval, 'step')}`;
}

/** Lines about expectations; none if a scene has only the general ones and they hold. */
function expectationText(
  { pass, failures }: NonNullable<RunSummary['expect']>,
  expect: Scene['expect'],
): string | undefined {
  if (!pass) return `not met: ${failures.join('; ')}`;
  const own = Object.entries(expect).reduce((sum, [name, value]) => {
    if (name === 'finite') return sum;
    return sum + (Array.isArray(value) ? value.length : 1);
  }, 0);
  return own > 0 ? `all met (${counted(own, 'expectation')} of the scene)` : undefined;
}

export function printFact(name: string, value: string, output: Output): void {
  output.line(`  ${output.paint('dim', name.padEnd(12))}  ${printable(value)}`);
}

function percent(ratio: number): string {
  return `${figure(100 * ratio)} %`;
}
