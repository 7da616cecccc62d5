import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase64 } from '../../../../formats/bytes.ts';
import { type ReportData, renderReport } from '../../../../formats/pictures/report-page.ts';
import { thinTrajectory } from '../../../../formats/trajectory/thin-trajectory.ts';
import { TrajectoryWriter } from '../../../../formats/trajectory/trajectory.ts';
import { readTrajectory } from '../../../../formats/trajectory/trajectory-reader.ts';

const TEMPLATE =
  '<title>%pliant:title%</title><script id="r">%pliant:run%</script><i>%pliant:trajectory%</i>';

function report(title: string, energy = [1]): ReportData {
  return {
    facts: {
      scene: { id: 'x', title, about: '', paper: '' },
      seconds: 1,
      steps: 1,
      dt: 1,
      engine: 'rk4',
      substeps: 1,
      seed: 1,
      hash: '0',
      wallMs: 1,
      particles: { start: 1, end: 1, min: 1, max: 1 },
      penetrationMax: 0,
      warnings: [],
      version: '',
    },
    series: {
      time: [0],
      energy: { total: energy },
      strainMean: [0],
      strainMax: [0],
      particles: [1],
      phases: {},
    },
    trajectory: Uint8Array.of(1, 2, 3, 4),
  };
}

describe('a report page', () => {
  it('carries the run as JSON and the trajectory as base64', () => {
    const page = renderReport(TEMPLATE, report('A & B'));
    const [, title, run, trajectory] = /<title>(.*)<\/title><script id="r">(.*)<\/script><i>(.*)<\/i>/.exec(
      page,
    )!;
    const data = report('A & B');
    expect(title).toBe('A &#38; B');
    expect(JSON.parse(run)).toEqual({ facts: data.facts, series: data.series });
    expect(trajectory).toBe('AQIDBA==');
  });

  it('has no markup, mark or replacement pattern from a name in it, whatever the name', () => {
    const pieces = [
      '</script>',
      '<!--',
      '<script',
      '&',
      '"',
      "'",
      '$&',
      '$1',
      '%pliant:run%',
      '%pliant:title%',
      'ä',
      '\u2028',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 6 }), (names) => {
        const name = names.join('');
        const page = renderReport(TEMPLATE, report(name));
        const run = page.slice(page.indexOf('<script id="r">') + 15, page.indexOf('</script><i>'));
        return (
          JSON.parse(run).facts.scene.title === name && !run.includes('<') && page.split('<').length === 7
        );
      }),
    );
  });

  it('is refused with a number that is none', () => {
    expect(() => renderReport(TEMPLATE, report('x', [Number.NaN]))).toThrow('must be finite');
  });

  it('needs a template with every mark once', () => {
    expect(() => renderReport('%pliant:title%', report('x'))).toThrow('has: title');
    expect(() => renderReport(TEMPLATE + TEMPLATE, report('x'))).toThrow('once each');
  });
});

it('base64 agrees with the host', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 70 }),
      (bytes) => encodeBase64(bytes) === Buffer.from(bytes).toString('base64'),
    ),
  );
  // Longer than one of the pieces that the text is joined from.
  const long = Uint8Array.from({ length: 10_000 }, (_, i) => (i * 37) & 255);
  expect(encodeBase64(long)).toBe(Buffer.from(long).toString('base64'));
});

describe('a trajectory too long for a page', () => {
  const info = { scene: { id: 'a', title: 'a' }, dt: 1, bodies: [{ name: 'b', model: 'm' }], colliders: [] };
  const mesh = (particles: number) => [{ first: 0, particles, triangles: new Uint32Array() }];

  it('keeps every k-th frame and the last, and the topology at each', () => {
    const writer = new TrajectoryWriter(info, mesh(200));
    const parts = [writer.header];
    for (let f = 0; f < 10; f++) {
      if (f === 5) parts.push(writer.mesh(mesh(300)));
      parts.push(writer.frame(f, new Float32Array(f < 5 ? 600 : 900).fill(f)));
    }
    const bytes = Uint8Array.from(Buffer.concat(parts));
    const { frames } = readTrajectory(thinTrajectory(bytes, bytes.length / 2.2));
    expect(frames.map((f) => f.time)).toEqual([0, 3, 6, 9]);
    expect(frames.map((f) => f.positions.length)).toEqual([600, 600, 900, 900]);
    expect(frames.map((f) => f.positions[0])).toEqual([0, 3, 6, 9]);
  });

  it('fits however often its topology changes', () => {
    const writer = new TrajectoryWriter(info, mesh(2));
    const parts = [writer.header];
    for (let f = 0; f < 40; f++) {
      // A mesh is many times as long as a frame, and changes with every second one: of all frames but one in two
      // left out, every mesh would stay.
      const triangles = Uint32Array.from({ length: 300 }, (_, k) => (k + f) % 2);
      if (f % 2 === 0) parts.push(writer.mesh([{ first: 0, particles: 2, triangles }]));
      parts.push(writer.frame(f, new Float32Array(6).fill(f)));
    }
    const bytes = Uint8Array.from(Buffer.concat(parts));
    const thin = thinTrajectory(bytes, bytes.length / 2);
    expect(thin.length).toBeLessThanOrEqual(bytes.length / 2);
    expect(readTrajectory(thin).frames.at(-1)!.time).toBe(39);
    expect(readTrajectory(thin).frames.length).toBeGreaterThan(5);
  });

  it('is left as it is when it fits', () => {
    const bytes = Uint8Array.of(1);
    expect(thinTrajectory(bytes, 1)).toBe(bytes);
  });
});
