/**
 * Makes report.html: the built viewer (`template`) with the data of one run. The page contains its program, its styles, the
 * series as JSON and the trajectory as base64, and uses no network.
 *
 * Names in a scene may contain anything, including `</script>`: in JSON every `<` is written `\u003c`, in the title every
 * special character is an entity, and the viewer shows names as text nodes only.
 */

import type { Fault } from '../../src/core/report.ts';
import { encodeBase64 } from '../bytes.ts';
import { thinTrajectory } from '../trajectory/thin-trajectory.ts';

/**
 * Largest trajectory in a page, bytes: pages of about 64 MB open in a few seconds. Longer runs get fewer frames.
 */
const LARGEST_TRAJECTORY = 48e6;

/** Numbers per recorded step; every list is as long as `time`. */
export interface ReportSeries {
  /** Time, s. */
  time: number[];
  /** Energies by kind, J; includes `total`. */
  energy: Record<string, number[]>;
  /** Mean relative elongation of the springs. */
  strainMean: number[];
  strainMax: number[];
  particles: number[];
  /** Times of the phases, ms. */
  phases: Record<string, number[]>;
}

export interface ReportFacts {
  scene: { id: string; title: string; about: string; paper: string };
  /** Simulated time, s. */
  seconds: number;
  steps: number;
  /** Duration of a step, s. */
  dt: number;
  engine: string;
  substeps: number;
  seed: number;
  hash: string;
  wallMs: number;
  particles: { start: number; end: number; min: number; max: number };
  /** Largest penetration depth, m. */
  penetrationMax: number;
  /** Points of seams between bodies, and particles by the thing they stick to, if there are any. */
  seams?: { points: number; holding: number };
  stuck?: { body: string; to: string; particles: number }[];
  warnings: string[];
  fault?: Fault;
  /** Version of the program and machine that ran it. */
  version: string;
}

export interface ReportData {
  facts: ReportFacts;
  series: ReportSeries;
  /** Bytes of a trajectory file. */
  trajectory: Uint8Array;
}

/** The template has each of `%pliant:title%`, `%pliant:run%` and `%pliant:trajectory%` exactly once. */
const MARK = /%pliant:(title|run|trajectory)%/;

export function renderReport(template: string, data: ReportData): string {
  const { facts, series } = data;
  const content: Record<string, string> = {
    title: escapeHtml(facts.scene.title || facts.scene.id),
    run: JSON.stringify({ facts, series }, refuseNonFinite).replace(/</g, '\\u003c'),
    trajectory: encodeBase64(thinTrajectory(data.trajectory, LARGEST_TRAJECTORY)),
  };
  // Splitting by a group gives text, mark, text, mark, …, text, so data that looks like a mark is never replaced.
  const pieces = template.split(MARK);
  const marks = pieces.filter((_, i) => i % 2 === 1);
  if (marks.toSorted().join() !== Object.keys(content).toSorted().join()) {
    throw new Error(
      `report: the template must contain title, run and trajectory once each, but has: ${marks}`,
    );
  }
  return pieces.map((piece, i) => (i % 2 === 1 ? content[piece] : piece)).join('');
}

/** Refuses NaN and infinity, which JSON would write as null and plots would show as an unexplained gap. */
function refuseNonFinite(key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new Error(`report: ${key} is ${value}; every number in a report must be finite`);
  }
  return value;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
