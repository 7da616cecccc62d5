/**
 * report.html: the built viewer (`template`) with one run's data put in, as one string. The page carries its
 * program, its styles, the series as JSON and the trajectory as base64, and asks the network for nothing.
 *
 * A name in a scene may hold anything, `</script>` too: inside the JSON every `<` is written `\u003c`, inside
 * the title every special character as an entity; the viewer shows names as text nodes only.
 */
import type { Fault } from '../../src/core/report.ts';
import { thinTrajectory } from '../trajectory/thin-trajectory.ts';

/** Bytes; a page of some 64 MB still opens in a few seconds. Longer runs are shown with fewer frames. */
const LARGEST_TRAJECTORY = 48e6;

/** One number per recorded step; every list is as long as `time`. */
export interface ReportSeries {
  /** s */
  time: number[];
  /** J, by kind; `total` among them. */
  energy: Record<string, number[]>;
  /** Relative elongation of the springs. */
  strainMean: number[];
  strainMax: number[];
  particles: number[];
  /** ms, by stage. */
  stages: Record<string, number[]>;
}

export interface ReportFacts {
  scene: { id: string; title: string; about: string; paper: string };
  /** Simulated, s. */
  seconds: number;
  steps: number;
  /** s */
  dt: number;
  engine: string;
  substeps: number;
  seed: number;
  hash: string;
  wallMs: number;
  particles: { start: number; end: number; min: number; max: number };
  /** m */
  penetrationMax: number;
  /** Points of seams between bodies, and particles by what they stick to; left out where there are none. */
  seams?: { points: number; holding: number };
  stuck?: { body: string; to: string; particles: number }[];
  warnings: string[];
  fault?: Fault;
  /** The program and the machine that ran it. */
  version: string;
}

export interface ReportData {
  facts: ReportFacts;
  series: ReportSeries;
  /** The bytes of a trajectory file. */
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
  // Splitting by a group yields text, mark, text, mark, …, text: data that looks like a mark is never read.
  const pieces = template.split(MARK);
  const marks = pieces.filter((_, i) => i % 2 === 1);
  if (marks.toSorted().join() !== Object.keys(content).toSorted().join()) {
    throw new Error(`report: the template must have title, run and trajectory once each, has: ${marks}`);
  }
  return pieces.map((piece, i) => (i % 2 === 1 ? content[piece] : piece)).join('');
}

/** JSON would write NaN as null and the plots would show a gap nobody explains. */
function refuseNonFinite(key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new Error(`report: ${key} is ${value}; every number in a report must be finite`);
  }
  return value;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 by hand, as the engine has no host to ask; in pieces, so that long strings are joined once. */
export function encodeBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  const codes = new Uint8Array(4096);
  let used = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    const triple = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const kept = Math.min(3, bytes.length - i);
    for (let digit = 0; digit < 4; digit++) {
      const value = (triple >> (18 - 6 * digit)) & 63;
      codes[used++] = digit <= kept ? BASE64.charCodeAt(value) : 0x3d;
    }
    if (used === codes.length) {
      pieces.push(String.fromCharCode(...codes));
      used = 0;
    }
  }
  pieces.push(String.fromCharCode(...codes.subarray(0, used)));
  return pieces.join('');
}
