/** The benchmark of exports: every format, sizes that are those of the files, and a verdict that can be missed. */
import { expect, it } from 'vitest';
import { benchExport, judgeExport } from '../../../../lab/bench/export.ts';

it('measures every format', async () => {
  const found = await benchExport({ side: 5, frames: 3, samples: 1, clock: () => performance.now() });
  const bytes = Object.fromEntries(found.rows.map((row) => [row.format, row]));
  expect(bytes['.pc2'].files).toBe(2);
  expect(bytes['.pc2'].bytes).toBeGreaterThan(32 + 3 * 25 * 12); // the cache, and the mesh
  expect(bytes['.obj']).toMatchObject({ files: 3 });
  expect(bytes['.glb, coloured by strain'].bytes).toBeGreaterThan(bytes['.glb'].bytes);
  for (const { seconds } of found.rows) expect(seconds).toBeGreaterThan(0);
  // Twelve bytes a mass and frame, and the heads of chunks.
  expect(found.trajectory).toBeGreaterThan(3 * 25 * 12);
});

it('tells what took too long', () => {
  const row = { format: '.glb', files: 1, bytes: 39e6, seconds: 0.8 };
  const { text, json } = judgeExport(
    { trajectory: 19e6, rows: [row, { ...row, format: '.obj', seconds: 11 }] },
    '300 frames',
  );
  expect(text).toContain('300 frames; as a trajectory 19.0 MB');
  expect(text).toMatch(/\.glb .*39\.0 .*0\.80 .*met\n\.obj .*11\.00 .*missed/);
  expect(json).toMatchObject({ rows: [{ meets: true }, { meets: false }] });
});
