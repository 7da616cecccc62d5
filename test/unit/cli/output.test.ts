/** What the command line prints: colours, JSON, tables, the progress bar, and option values. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect, numberIn, wholeIn } from '../../../cli/options.ts';
import {
  createOutput,
  figure,
  hasColours,
  printable,
  type Stream,
  table,
  toJson,
} from '../../../cli/output.ts';
import { duration, progressText, startProgress } from '../../../cli/progress.ts';

function page(isTTY: boolean, columns = 80): Stream & { text: string } {
  const stream = { text: '', isTTY, columns, write: (text: string) => (stream.text += text) };
  return stream;
}

const ESCAPE = '\x1b';

describe('colours', () => {
  it('appear on terminals only, and not where NO_COLOR or a dumb terminal asks for none', () => {
    expect(hasColours(page(true), {})).toBe(true);
    expect(hasColours(page(true), { NO_COLOR: '' })).toBe(true);
    expect(hasColours(page(false), {})).toBe(false);
    expect(hasColours(page(true), { NO_COLOR: '1' })).toBe(false);
    expect(hasColours(page(true), { TERM: 'dumb' })).toBe(false);
  });

  it('of stderr do not depend on stdout', () => {
    const out = page(false);
    const err = page(true);
    const output = createOutput(out, err, {});
    output.line(output.paint('bold', 'plain'));
    output.error('red');
    expect(out.text).toBe('plain\n');
    expect(err.text).toBe(`${ESCAPE}[31merror:${ESCAPE}[39m red\n`);
  });
});

describe('text from outside', () => {
  it('cannot drive the terminal', () => {
    expect(printable(`a${ESCAPE}[31mb${ESCAPE}]0;title\x07c\x9b2Jd\rf\u202eg`)).toBe('abcdfg');
    expect(printable('two\nlines\tand ünïcödé 布')).toBe('two\nlines\tand ünïcödé 布');
  });

  it('is cleaned in errors, warnings and tables', () => {
    const err = page(false);
    const output = createOutput(page(false), err, {});
    output.error(`x${ESCAPE}[2J`);
    output.warn(`y${ESCAPE}[2J`);
    expect(err.text).toBe('error: x\nwarning: y\n');
    expect(table(['name'], [[`z${ESCAPE}[2J\nmore`]])).toEqual(['name', 'z more']);
  });
});

describe('JSON', () => {
  it('is refused when a number in it is not finite, with its place', () => {
    expect(() => toJson({ strain: { mean: Number.NaN } })).toThrow('not a finite number at strain.mean');
    expect(() => toJson({ list: [1, { x: -Infinity }] })).toThrow('not a finite number at list[1].x');
    expect(() => toJson(Number.NaN)).toThrow('not a finite number at its top');
  });

  it('reads back as what was written, without characters a terminal obeys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
        const document = { value, text };
        const written = toJson(document);
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(document)));
        expect(written).not.toMatch(/[^\P{Cc}\n]/u);
      }),
    );
  });
});

describe('tables and figures', () => {
  it('align columns, numbers to the right', () => {
    const lines = table(
      ['id', 'n'],
      [
        ['flag', 5],
        ['x', 1000],
      ],
    );
    expect(lines).toEqual(['id       n', 'flag     5', 'x     1000']);
  });

  it('keep six significant digits', () => {
    const numbers = [0, 12, 0.1, 1 / 3, 1.5e-9, 3.11709e-5, 123456.789, 1234567.8, 2.5e20, -2];
    expect(numbers.map(figure)).toEqual([
      '0',
      '12',
      '0.1',
      '0.333333',
      '1.5e-9',
      '3.11709e-5',
      '123457',
      '1234570',
      '2.5e+20',
      '-2',
    ]);
  });
});

describe('the progress bar', () => {
  it('shows nothing in the first second, nor where there is no terminal', () => {
    let now = 0;
    const terminal = page(true);
    const pipe = page(false);
    const bars = [terminal, pipe].map((stream) => startProgress(stream, 'run', () => now));
    for (now = 0; now < 1000; now += 10) for (const bar of bars) bar.update(now / 5000);
    expect(terminal.text).toBe('');
    for (; now < 5000; now += 10) for (const bar of bars) bar.update(now / 5000);
    for (const bar of bars) bar.end();
    expect(pipe.text).toBe('');
    expect(terminal.text).toContain('50 %  00:03 left');
    // At most ten drawings a second.
    expect(terminal.text.split('\r').length).toBeLessThanOrEqual(43);
    expect(terminal.text.endsWith(`\r${ESCAPE}[2K`)).toBe(true);
  });

  it('fits the terminal, whatever its width', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.double({ min: -1, max: 2, noNaN: true }),
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        (columns, fraction, elapsed) => {
          expect(progressText('hanging-strip', fraction, elapsed, columns).length).toBeLessThan(columns);
        },
      ),
    );
  });

  it('counts minutes and hours', () => {
    expect([0, 900, 59_000, 61_000, 3_600_000, 36_061_000].map(duration)).toEqual([
      '00:00',
      '00:01',
      '00:59',
      '01:01',
      '1:00:00',
      '10:01:01',
    ]);
  });
});

describe('option values', () => {
  it('are decimal numbers within their range', () => {
    const positive = numberIn({ above: 0, max: 10 });
    expect(['1', '.5', '1e-3', '+2', '10'].map(positive)).toEqual([1, 0.5, 1e-3, 2, 10]);
    for (const text of ['', ' ', '0', '-1', '11', 'NaN', 'Infinity', '1e600', '0x10', '1,5', '1 2', 'one']) {
      expect(() => positive(text), text).toThrow(/must be a number above 0 up to 10, got/);
    }
  });

  it('are whole where they must be', () => {
    const steps = wholeIn({ min: 1, max: 1000 });
    expect(['1', '1e3'].map(steps)).toEqual([1, 1000]);
    for (const text of ['0', '1.5', '1e600', '1001', '9'.repeat(5000)]) {
      expect(() => steps(text), text).toThrow(/must be a whole number from 1 up to 1000, got/);
    }
  });

  it('may be given several times where they are collected', () => {
    expect(collect('b=2', collect('a=1'))).toEqual(['a=1', 'b=2']);
  });
});

it('zeros before the point are digits', () => {
  expect(figure(840000.0000000002)).toBe('840000');
  expect(figure(1200.5)).toBe('1200.5');
});
