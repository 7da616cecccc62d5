/** Results of the peer benchmark as a table and as plots. */
import { describe, expect, it } from 'vitest';
import { formatPeers, type PeerRow, plotPeers } from '../../../../../lab/bench/peers/index.ts';
import { placeLabels, textWidth } from '../../../../../lab/bench/peers/plot-labels.ts';
import { lettersOf, textPlot } from '../../../../../lab/bench/peers/text-plot.ts';
import { row, sample } from './sample-results.ts';

describe('the table', () => {
  it('has a line for each row, with the time beside ours at the same setting', () => {
    const lines = formatPeers(sample).split('\n');
    const line = (start: RegExp) => lines.find((text) => start.test(text))!.split(/\s{2,}/);
    expect(line(/^Jolt +default/).slice(0, 9)).toEqual([
      'Jolt',
      'default',
      '1.00',
      '1.50',
      '2.50',
      '0.50',
      '5.00',
      '3.00',
      '10.0',
    ]);
    expect(lines.some((text) => /^Jolt +stiff .*exploded in frame 7$/.test(text))).toBe(true);
    expect(line(/^Other +default .*12\.3/)).toBeDefined();
  });
});

describe('the plot in characters', () => {
  /** Column and line of a letter inside the axes. */
  function find(plot: string, letter: string) {
    const lines = plot.split('\n').filter((line) => /[│┤]/.test(line));
    const line = lines.findIndex((text) => text.slice(8).includes(letter));
    return { line, column: line < 0 ? -1 : lines[line].indexOf(letter, 8) };
  }

  it('has the quicker lower and the stiffer to the left, an engine to a letter', () => {
    const plot = textPlot([
      row({ msMin: 1, strainMean: 0.004 }),
      row({ setting: 'stiff', msMin: 4, strainMean: 0.002 }),
      row({ peer: 'Jolt', msMin: 0.5, strainMean: 0.05 }),
    ])!;
    const [p, P, j] = ['p', 'P', 'j'].map((letter) => find(plot, letter));
    expect(P.line).toBeLessThan(p.line);
    expect(p.line).toBeLessThan(j.line);
    expect(P.column).toBeLessThan(p.column);
    expect(p.column).toBeLessThan(j.column);
    // Equal ratios are equal lengths: 2× of strain from P to p, 12.5× from p to j, each within half a cell.
    expect(Math.abs((j.column - p.column) / (p.column - P.column) - Math.log2(12.5))).toBeLessThan(0.5);
    expect(plot).toContain('p P Pliant   j J Jolt');
    expect(Math.max(...plot.split('\n').map((line) => line.length))).toBeLessThan(80);
  });

  it('hides no engine behind another, and keeps their letters apart', () => {
    const rows = ['Pliant', 'Plaid', 'Lap', '3'].map((peer) => row({ peer }));
    expect([...lettersOf(rows).values()]).toEqual(['p', 'l', 'a', 'b']);
    const plot = textPlot(rows)!;
    for (const letter of 'plab') expect(find(plot, letter).column).toBeGreaterThan(0);
  });

  it('marks real time where it is in sight', () => {
    const slow = [row({ msMin: 5 }), row({ msMin: 50, peer: 'Jolt' })];
    expect(textPlot(slow)).toMatch(/^ +16\.7 ┤·+ real time$/m);
    expect(textPlot([row({ msMin: 0.1 })])).not.toContain('real time');
  });

  it('follows each table, and is left out where nothing was measured', () => {
    expect(formatPeers(sample).match(/mean strain, %/g)).toHaveLength(2);
    expect(textPlot([row({ status: 'failed', msMin: null, strainMean: null })])).toBeUndefined();
  });
});

describe('the plot', () => {
  const svg = plotPeers(sample);

  it('has one mark for each row that was measured', () => {
    expect(svg.match(/class="mark"/g)).toHaveLength(4);
    expect(svg).toContain('exploded: Jolt stiff');
  });

  it('is well-formed, with what is not ours escaped', () => {
    expect(svg).toContain('Counting &#60;frame&#62; &#38; Sons');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    const open: string[] = [];
    for (const [, close, name, , self] of svg.matchAll(/<(\/?)([a-z]+)((?:\s[^<>]*?)?)(\/?)>/g)) {
      if (close) expect(open.pop()).toBe(name);
      else if (!self) open.push(name);
    }
    expect(open).toEqual([]);
  });

  it('is only as high as what was not measured needs below it', () => {
    const height = (rows: PeerRow[]) => Number(/ height="([\d.]+)"/.exec(plotPeers({ ...sample, rows }))![1]);
    const failed = row({ peer: 'Jolt', status: 'failed', msMin: null, strainMean: null });
    expect(height([row({}), failed])).toBeGreaterThan(height([row({})]));
  });

  it('is drawn even of nothing', () => {
    expect(plotPeers({ ...sample, rows: [] })).toMatch(/^<svg /);
  });

  it('keeps labels off marks and off each other', () => {
    const room = { width: 330, height: 270 };
    const at = [100, 104, 108, 112, 325].map((x, i) => ({ name: `engine${i}`, x, y: 100 + i }));
    const marks = at.map(({ x, y }) => ({ x: x - 8, y: y - 8, width: 16, height: 16 }));
    const boxes = placeLabels(at, marks, room).map(({ name, x, y }) => ({
      x,
      y: y - 10.5,
      width: textWidth(name),
      height: 13,
    }));
    const things = [...boxes, ...marks];
    boxes.forEach((a, i) => {
      expect(a.x + a.width).toBeLessThanOrEqual(room.width);
      for (const [j, b] of things.entries()) {
        if (i === j) continue;
        const apart =
          a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height;
        expect(apart, `${i} and ${j}`).toBe(true);
      }
    });
  });
});
