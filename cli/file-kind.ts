/** Kind of a file by its first bytes, or by its name if these do not decide. Results count too, so that a refusal can name them. */
import { SNAPSHOT_MAGIC } from 'pliant/engine';
import { Refusal } from './failure.ts';

export type InputKind = 'scene' | 'trajectory' | 'checkpoint' | 'sheet' | 'polyhedra' | 'mesh';
export type FileKind = InputKind | keyof typeof RESULTS;

const RESULTS = {
  page: 'an HTML page',
  summary: 'a run summary that pliant wrote',
  table: "a table of a run's quantities",
};

/** First byte of a trajectory, and of no text. */
const TRAJECTORY_START = 0x89;
/** Number of bytes that decide; an id has at most 64 characters. */
const BEGINNING = 1024;
const PAGE = /^\s*<(!doctype\s+html|html)\b/i;
/** `scene` is the first key of a run's summary, and none of a scene. */
const SUMMARY = /^\s*\{\s*"scene":\s*"[^"]*",\s*"seconds":/;

export function kindOf(bytes: Uint8Array, file: string): FileKind {
  if (bytes[0] === TRAJECTORY_START) return 'trajectory';
  const start = new TextDecoder().decode(bytes.subarray(0, BEGINNING));
  if (start.startsWith('glTF') || /^\s*solid\s|^ply[\r\n]/i.test(start)) return 'mesh';
  if (start.startsWith(SNAPSHOT_MAGIC)) return 'checkpoint';
  if (PAGE.test(start)) return 'page';
  if (start.startsWith('frame,')) return 'table';
  return SUMMARY.test(start) ? 'summary' : textKind(start, file);
}

/** First words of lines by format; header lines (units, attributes, remarks) do not decide. */
function textKind(start: string, file: string): InputKind {
  for (const line of start.split(/[\r\n]+/)) {
    const [word] = line.trim().split(/[ \t]/, 1);
    if (word === '' || word.startsWith('#') || word === 'U' || word === 'A') continue;
    if (/^[MSKD]$/.test(word)) return 'sheet';
    if (/^[VFP]$/.test(word)) return 'polyhedra';
    if (/^(v|vt|vn|f|o|g|mtllib|usemtl)$/.test(word)) return 'mesh';
    break;
  }
  if (/\.sht$/i.test(file)) return 'sheet';
  if (/\.(obj|glb|stl|ply)$/i.test(file)) return 'mesh';
  return /\.pol$/i.test(file) ? 'polyhedra' : 'scene';
}

/** A result that was given in place of an input is refused. */
export function refuseResult(file: string, kind: FileKind): asserts kind is InputKind {
  if (kind in RESULTS)
    throw new Refusal(`${file}: is ${RESULTS[kind as keyof typeof RESULTS]}, not an input`);
}
