/**
 * Time per frame against mean strain as an SVG: a panel for each scenario and size, with the same logarithmic axes in all.
 * Low and left is good; the tinted corner is real time (16.7 ms) at less than 0.5 % strain. An engine's default (hollow)
 * and stiff setting (filled) are joined by a line.
 */
import type { PeerRow, PeersResult } from './index.ts';
import { placeLabels, type Rectangle } from './plot-labels.ts';
import { groupRows, type Point, pointsOf } from './points.ts';

const panel = { width: 330, height: 270, gapX: 34 };
const margin = { left: 74, top: 118, right: 26, bottom: 68 };
const note = { first: 38, line: 15 }; // px below a panel, and from one to the next
const markSize = 5.5;
const target = { strain: 0.5, ms: 1000 / 60 };
const ink = { text: '#1f2933', soft: '#66727f', grid: '#e6eaee', frame: '#c3cbd3', target: '#e9f6ec' };

interface Style {
  colour: string;
  shape: 'circle' | 'square' | 'triangle' | 'diamond' | 'down';
}

const styles: Record<string, Style> = {
  Pliant: { colour: '#d1410c', shape: 'circle' },
  'Pliant cloth': { colour: '#a3123f', shape: 'diamond' },
  'Pliant cloth, adaptive': { colour: '#e0871b', shape: 'triangle' },
  Jolt: { colour: '#1d6fd1', shape: 'square' },
  Ammo: { colour: '#0b8a6f', shape: 'triangle' },
  MuJoCo: { colour: '#7b3fc4', shape: 'diamond' },
  'cannon-es': { colour: '#8a6d1a', shape: 'down' },
};
const plain: Style = { colour: ink.soft, shape: 'circle' };

interface Axis {
  low: number; // exponents of ten
  high: number;
  place(value: number): number; // px in the panel
}

export function plotPeers(result: PeersResult): string {
  const groups = groupRows(result.rows);
  const sizes = new Set(result.rows.map(({ n }) => n)).size;
  const columns = Math.max(1, sizes > 1 ? sizes : groups.length);
  const lines = Math.max(1, Math.ceil(groups.length / columns));
  const points = pointsOf(result.rows);
  const x = axis([target.strain, ...points.map(({ strain }) => strain)], (share) => share * panel.width);
  const y = axis([target.ms, ...points.map(({ ms }) => ms)], (share) => (1 - share) * panel.height);
  const across = columns * panel.width + (columns - 1) * panel.gapX;
  const width = Math.max(840, margin.left + across + margin.right); // space for the keys
  const below =
    note.first - note.line + note.line * Math.max(0, ...groups.map((rows) => missing(rows).length));
  const gapY = below + 46; // space for the name of the next panel
  const bottom = below + margin.bottom;
  const height = margin.top + lines * panel.height + (lines - 1) * gapY + bottom;
  const panels = groups.map((rows, i) => {
    const left = margin.left + (i % columns) * (panel.width + panel.gapX);
    const top = margin.top + Math.floor(i / columns) * (panel.height + gapY);
    return `<g transform="translate(${left} ${top})">${drawPanel(rows, x, y, i % columns === 0)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif" font-size="12" fill="${ink.text}">
<title>Time a frame against mean strain</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${heading(result)}
${panels.join('\n')}
${text(margin.left + across / 2, height - 42, 'mean strain of the edges, %', { anchor: 'middle', size: 13 })}
${text(margin.left, height - 14, `${result.machine}, ${result.date}`, { colour: ink.soft, size: 10.5 })}
<text transform="translate(22 ${margin.top + (height - margin.top - bottom) / 2}) rotate(-90)" text-anchor="middle" font-size="13">time of a frame, ms</text>
</svg>
`;
}

/** Whole decades around the values. */
function axis(values: readonly number[], toPixels: (share: number) => number): Axis {
  const exponents = values.map(Math.log10);
  const low = Math.floor(Math.min(...exponents));
  const high = Math.max(low + 1, Math.ceil(Math.max(...exponents)));
  return { low, high, place: (value) => toPixels((Math.log10(value) - low) / (high - low)) };
}

function heading({ rows }: PeersResult): string {
  const count = new Set(rows.map(({ peer }) => peer)).size;
  const title = text(margin.left, 36, `A sheet of cloth in ${count} engine${count === 1 ? '' : 's'}`, {
    size: 20,
    weight: 600,
  });
  const about = text(margin.left, 57, 'Time of a frame of 1/60 s against stretch of the sheet', {
    colour: ink.soft,
  });
  let at = margin.left + markSize;
  const keys = [...new Set(rows.map(({ peer }) => peer))].map((peer) => {
    const { colour, shape } = styles[peer] ?? plain;
    const key = `${mark(shape, at, 80, colour, true)}${text(at + 12, 84, peer, { weight: peer === 'Pliant' ? 600 : 400 })}`;
    at += 34 + 7.8 * peer.length;
    return key;
  });
  const settings =
    mark('circle', at + 14, 80, ink.soft, false) +
    text(at + 26, 84, 'default') +
    mark('circle', at + 92, 80, ink.soft, true) +
    text(at + 104, 84, 'stiff') +
    `<rect x="${at + 152}" y="74" width="12" height="12" fill="${ink.target}" stroke="#b9dec2"/>` +
    text(at + 170, 84, 'real time and below 0.5 %');
  return `${title}${about}<g>${keys.join('')}${settings}</g>`;
}

function drawPanel(rows: readonly PeerRow[], x: Axis, y: Axis, isFirst: boolean): string {
  const [{ scenario, n }] = rows;
  const { width, height } = panel;
  const targetX = x.place(target.strain);
  const targetY = y.place(target.ms);
  return [
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<rect y="${px(targetY)}" width="${px(targetX)}" height="${px(height - targetY)}" fill="${ink.target}"/>`,
    grid(x, y, isFirst),
    `<rect width="${width}" height="${height}" fill="none" stroke="${ink.frame}"/>`,
    text(0, -9, `${scenario} ${n}×${n}`, { size: 13.5, weight: 600 }),
    drawPoints(pointsOf(rows), x, y),
    ...missing(rows).map((line, i) =>
      text(0, panel.height + note.first + note.line * i, line, { colour: ink.soft, size: 10.5 }),
    ),
  ].join('\n');
}

function grid(x: Axis, y: Axis, isFirst: boolean): string {
  const parts: string[] = [];
  for (let exponent = x.low; exponent <= x.high; exponent++) {
    const at = px(x.place(10 ** exponent));
    parts.push(`<path d="M${at} 0V${panel.height}" stroke="${ink.grid}"/>`);
    parts.push(text(at, panel.height + 18, tick(exponent), { anchor: 'middle', colour: ink.soft, size: 11 }));
  }
  for (let exponent = y.low; exponent <= y.high; exponent++) {
    const at = px(y.place(10 ** exponent));
    parts.push(`<path d="M0 ${at}H${panel.width}" stroke="${ink.grid}"/>`);
    if (isFirst) parts.push(text(-9, at + 4, tick(exponent), { anchor: 'end', colour: ink.soft, size: 11 }));
  }
  return parts.join('');
}

function tick(exponent: number): string {
  return exponent < 0 ? (10 ** exponent).toFixed(-exponent) : String(10 ** exponent);
}

function drawPoints(points: readonly Point[], x: Axis, y: Axis): string {
  const byPeer = new Map<string, Point[]>();
  for (const point of points) byPeer.set(point.row.peer, [...(byPeer.get(point.row.peer) ?? []), point]);
  const lines: string[] = [];
  const marks: string[] = [];
  const taken: Rectangle[] = [];
  const wanted: { name: string; x: number; y: number }[] = [];
  for (const [peer, own] of byPeer) {
    const { colour, shape } = styles[peer] ?? plain;
    const places = own.map(({ strain, ms }) => [px(x.place(strain)), px(y.place(ms))]);
    if (places.length > 1)
      lines.push(
        `<path d="M${places.map((place) => place.join(' ')).join('L')}" stroke="${colour}" stroke-opacity="0.4" stroke-width="1.5" fill="none"/>`,
      );
    own.forEach(({ row }, i) => {
      const [at, down] = places[i];
      marks.push(mark(shape, at, down, colour, row.setting === 'stiff', describe(own[i])));
      taken.push({ x: at - 8, y: down - 8, width: 16, height: 16 });
    });
    const [labelX, labelY] = places[places.length - 1];
    wanted.push({ name: peer, x: labelX, y: labelY });
  }
  const labels = placeLabels(wanted, taken, panel).map(({ name, x: at, y: down }) =>
    text(at, down, name, {
      colour: (styles[name] ?? plain).colour,
      weight: name === 'Pliant' ? 700 : 500,
      size: 11.5,
    }).replace(
      '<text',
      '<text paint-order="stroke" stroke="#ffffff" stroke-width="3" stroke-linejoin="round"',
    ),
  );
  return [...lines, ...labels, ...marks].join('');
}

function describe({ row, strain, ms }: Point): string {
  const most = row.strain99 === null ? '' : `, 99 % below ${(100 * row.strain99).toPrecision(3)} %`;
  return `${row.peer} ${row.setting}: ${ms.toPrecision(3)} ms, ${strain.toPrecision(3)} %${most}`;
}

function mark(
  shape: Style['shape'],
  x: number,
  y: number,
  colour: string,
  isFilled: boolean,
  title?: string,
): string {
  const r = markSize;
  const outline: Record<Style['shape'], string> = {
    circle: `M${px(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
    square: `M${px(x - 0.88 * r)} ${px(y - 0.88 * r)}h${px(1.76 * r)}v${px(1.76 * r)}h${px(-1.76 * r)}z`,
    triangle: `M${x} ${px(y - 1.15 * r)}l${px(1.1 * r)} ${px(1.95 * r)}h${px(-2.2 * r)}z`,
    down: `M${x} ${px(y + 1.15 * r)}l${px(1.1 * r)} ${px(-1.95 * r)}h${px(-2.2 * r)}z`,
    diamond: `M${x} ${px(y - 1.25 * r)}l${px(1.1 * r)} ${px(1.25 * r)}l${px(-1.1 * r)} ${px(1.25 * r)}l${px(-1.1 * r)} ${px(-1.25 * r)}z`,
  };
  const inside = title ? `<title>${escapeXml(title)}</title>` : '';
  return `<path class="${title ? 'mark' : 'key'}" d="${outline[shape]}" fill="${isFilled ? colour : '#ffffff'}" stroke="${colour}" stroke-width="1.8">${inside}</path>`;
}

/**
 * Rows that could not be drawn, with the reason, below the panel; an engine without its setting if both are
 * missing.
 */
function missing(rows: readonly PeerRow[]): string[] {
  const reasons = new Map<string, string[]>();
  for (const row of rows) {
    if (row.status === 'ok') continue;
    const reason = row.status === 'slow' ? 'too slow' : row.status;
    const who = reasons.get(reason) ?? [];
    const other = who.findIndex((name) => name.startsWith(`${row.peer} `));
    if (other < 0) who.push(`${row.peer} ${row.setting}`);
    else who[other] = row.peer;
    reasons.set(reason, who);
  }
  return [...reasons].map(([reason, who]) => `${reason}: ${who.join(', ')}`);
}

interface TextStyle {
  anchor?: 'start' | 'middle' | 'end';
  colour?: string;
  size?: number;
  weight?: number;
}

function text(x: number, y: number, content: string, style: TextStyle = {}): string {
  const { anchor, colour, size, weight } = style;
  const attributes = [
    anchor && `text-anchor="${anchor}"`,
    colour && `fill="${colour}"`,
    size && `font-size="${size}"`,
    weight && `font-weight="${weight}"`,
  ].filter(Boolean);
  return `<text x="${px(x)}" y="${px(y)}" ${attributes.join(' ')}>${escapeXml(content)}</text>`;
}

function px(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeXml(content: string): string {
  return content.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}
