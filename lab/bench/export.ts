/** Time and file size of exporting a run: all frames of a waving sheet. */
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportOptions,
  exportFiles,
  TrajectoryReader,
  TrajectoryWriter,
} from 'pliant/formats';
import { type BenchResult, table } from './bench.ts';

export interface ExportRow {
  format: string;
  files: number;
  bytes: number;
  /** Minimum time of the samples without the disk, s. */
  seconds: number;
}

/** The formats of the command line, with their slowest options. */
const CASES: readonly { name: string; format: ExportFormat; options?: ExportOptions }[] = [
  ...EXPORT_FORMATS.map((format) => ({ name: `.${format}`, format })),
  { name: '.glb, coloured by strain', format: 'glb', options: { colour: 'strain' } },
  { name: '.glb, stepped', format: 'glb', options: { stepped: true } },
  { name: '.usda, coloured by strain', format: 'usda', options: { colour: 'strain' } },
];

export async function benchExport(options: {
  side: number;
  frames: number;
  samples: number;
  clock: () => number;
  progress?: (done: number, total: number, label: string) => void;
}): Promise<{ trajectory: number; rows: ExportRow[] }> {
  const { side, frames, samples, clock, progress } = options;
  const trajectory = waving(side, frames);
  const rows: ExportRow[] = [];
  for (const [i, { name, format, options: more }] of CASES.entries()) {
    progress?.(i, CASES.length, name);
    let row: ExportRow | undefined;
    for (let sample = 0; sample < samples; sample++) {
      const start = clock();
      let [files, bytes] = [0, 0];
      for await (const { pieces } of exportFiles(trajectory, format, more)) {
        files++;
        for (const piece of pieces) bytes += piece.length;
      }
      const seconds = (clock() - start) / 1000;
      if (!row || seconds < row.seconds) row = { format: name, files, bytes, seconds };
    }
    rows.push(row!);
  }
  return { trajectory: trajectory.length, rows };
}

/** Target: longest time per format, s. */
const TARGET = 10;

export function judgeExport(
  { trajectory, rows }: { trajectory: number; rows: readonly ExportRow[] },
  sheet: string,
): BenchResult {
  const judged = rows.map((row) => ({ ...row, meets: row.seconds <= TARGET }));
  const text = table(
    ['format', 'files', 'MB', 's', 'target'],
    judged.map((r) => [
      r.format,
      String(r.files),
      (r.bytes / 1e6).toFixed(1),
      r.seconds.toFixed(2),
      r.meets ? 'met' : 'missed',
    ]),
  );
  const head = `${sheet}; as a trajectory ${(trajectory / 1e6).toFixed(1)} MB`;
  return {
    json: { bench: 'export', sheet, trajectory, target: TARGET, rows: judged },
    text: `${head}\n\n${text}\n\ntarget: at most ${TARGET} s`,
  };
}

/**
 * A square metre of `side` × `side` particles with travelling waves, 60 frames per second; no two numbers are
 * alike.
 */
function waving(side: number, frames: number): Uint8Array {
  const triangles: number[] = [];
  for (let row = 0; row + 1 < side; row++)
    for (let column = 0; column + 1 < side; column++) {
      const a = row * side + column;
      triangles.push(a, a + side, a + 1, a + 1, a + side, a + side + 1);
    }
  const writer = new TrajectoryWriter(
    {
      scene: { id: 'waving', title: 'A waving sheet' },
      dt: 1 / 60,
      bodies: [{ name: 'sheet', model: 'provot-sheet' }],
      colliders: [],
    },
    [{ first: 0, particles: side * side, triangles: Uint32Array.from(triangles) }],
  );
  const parts = [writer.header];
  for (let frame = 0; frame < frames; frame++) {
    const positions = new Float32Array(3 * side * side);
    for (let i = 0; i < side * side; i++) {
      const [u, v] = [(i % side) / (side - 1), Math.floor(i / side) / (side - 1)];
      const wave = Math.sin(9 * u + 7 * v + 0.1 * frame);
      positions.set([u + 0.02 * wave, v - 0.03 * wave * u, 0.1 * wave], 3 * i);
    }
    parts.push(writer.frame(frame / 60, positions));
  }
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  // Read once in full, so that no sample pays for it.
  if (new TrajectoryReader(bytes).count !== frames) throw new Error('frames are missing');
  return bytes;
}
