/**
 * Draws refinement maps (SVG 1.1): each flat sheet to scale, every cell in the colour of its level, the lines of the
 * unrefined grid stronger than those of the cells, and a table of colours with the number of cells and particles at each
 * level. For cloth, the triangles of its pattern.
 */
import type { RefinementMap, TriangleMap } from '../../src/core/refinement.ts';
import { levelColourText } from './level-colours.ts';
import { type RefinedSheet, refinementLevels } from './refinement.ts';
import { escaped, fixed } from './svg.ts';

/** Longer side of a sheet, px. */
const SIDE = 560;
const MARGIN = 40;
const LEGEND_WIDTH = 250;
const ROW = 24;
const INK = '#2a2622';
const SOFT_INK = '#6b6258';

export function refinementSvg(
  sheets: RefinementMap | TriangleMap | readonly RefinedSheet[],
  title: string,
): string {
  const panels = ('size' in sheets ? [sheets] : sheets).map(panel);
  const width = SIDE + LEGEND_WIDTH + 3 * MARGIN;
  let top = 2 * MARGIN;
  const placed = panels.map(({ text, height }) => {
    const group = `<g transform="translate(0 ${top})">\n${text}\n</g>`;
    top += height;
    return group;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" width="${width}" height="${top}" font-family="sans-serif" font-size="13" fill="${INK}">`,
    `<rect width="100%" height="100%" fill="#fbfbfa"/>`,
    `<text x="${MARGIN}" y="${MARGIN}" font-size="18">${escaped(title)}: refinement</text>`,
    ...placed,
    '</svg>\n',
  ].join('\n');
}

function panel(map: RefinementMap | TriangleMap | RefinedSheet): { text: string; height: number } {
  const scale = SIDE / Math.max(map.size[0], map.size[1]);
  const [width, height] = [scale * map.size[0], scale * map.size[1]];
  const levels = refinementLevels(map);
  const legendTop = 58;
  const parts = [
    ...('name' in map ? [`<text x="${MARGIN}" y="-12">${escaped(map.name)}</text>`] : []),
    `<g transform="translate(${fixed(MARGIN + 0.5 * (SIDE - width))} 0)">`,
    ...('cells' in map
      ? [...cellsPicture(map, width, height), ...gridPicture(map, width, height)]
      : trianglesPicture(map, scale)),
    '</g>',
    `<g transform="translate(${SIDE + 2 * MARGIN} 0)">`,
    ...('cells' in map ? gridFacts(map, levels) : clothFacts(map, levels)),
    ...legend(levels, legendTop, 'cells' in map ? ['cells', 'masses'] : ['triangles', 'vertices']),
    '</g>',
  ];
  const legendHeight = legendTop + (levels.length + 2) * ROW;
  return { text: parts.join('\n'), height: Math.max(height, legendHeight) + 2 * MARGIN };
}

/** One path per level, so that pictures of ten thousand cells stay small. */
function cellsPicture({ cells, points, room }: RefinementMap, width: number, height: number): string[] {
  const finest = 1 << room;
  const dx = width / ((points[0] - 1) * finest);
  const dy = height / ((points[1] - 1) * finest);
  const paths: string[][] = [];
  for (let k = 0; k < cells.length; k += 4) {
    const [column, row, side, level] = cells.subarray(k, k + 4);
    const [w, h] = [fixed(side * dx), fixed(side * dy)];
    (paths[level] ??= []).push(`M${fixed(column * dx)} ${fixed(row * dy)}h${w}v${h}h-${w}z`);
  }
  return paths.flatMap((path, level) => {
    const line = fixed(Math.max(0.35, 0.9 - 0.15 * level));
    return [
      `<path d="${path.join('')}" fill="${levelColourText(level)}" stroke="${INK}" stroke-opacity=".45" stroke-width="${line}"/>`,
    ];
  });
}

function trianglesPicture({ triangles, size }: TriangleMap, scale: number): string[] {
  const paths: string[][] = [];
  for (let k = 0; k < triangles.length; k += 7) {
    const [a, b, c] = [0, 2, 4].map((at) => {
      const [u, v] = triangles.subarray(k + at, k + at + 2);
      return `${fixed(scale * u)} ${fixed(scale * (size[1] - v))}`;
    });
    (paths[triangles[k + 6]] ??= []).push(`M${a}L${b}L${c}z`);
  }
  return paths.flatMap((path, level) => {
    const line = fixed(Math.max(0.3, 0.9 - 0.08 * level));
    return [
      `<path d="${path.join('')}" fill="${levelColourText(level)}" stroke="${INK}" stroke-opacity=".5" stroke-width="${line}" stroke-linejoin="round"/>`,
    ];
  });
}

function gridPicture({ points }: RefinementMap, width: number, height: number): string[] {
  const [columns, rows] = points;
  const lines: string[] = [];
  for (let c = 1; c + 1 < columns; c++)
    lines.push(`M${fixed((c * width) / (columns - 1))} 0v${fixed(height)}`);
  for (let r = 1; r + 1 < rows; r++) lines.push(`M0 ${fixed((r * height) / (rows - 1))}h${fixed(width)}`);
  return [
    `<path d="${lines.join('')}" fill="none" stroke="${INK}" stroke-opacity=".75" stroke-width="1.1"/>`,
    `<rect width="${fixed(width)}" height="${fixed(height)}" fill="none" stroke="${INK}" stroke-width="1.6"/>`,
  ];
}

function gridFacts(
  { size, points, maxLevel }: RefinementMap,
  levels: readonly { masses: number }[],
): string[] {
  const active = levels.reduce((sum, { masses }) => sum + masses, 0);
  const most = points.map((n) => ((n - 1) << maxLevel) + 1);
  return factLines([
    `${length(size[0])} × ${length(size[1])}, ${points[0]} × ${points[1]} particles unrefined`,
    `${grouped(active)} particles in use, ${percent(active / (most[0] * most[1]))} of ${most[0]} × ${most[1]}`,
  ]);
}

function clothFacts(
  { size, triangles, maxLevel }: TriangleMap,
  levels: readonly { masses: number }[],
): string[] {
  const active = levels.reduce((sum, { masses }) => sum + masses, 0);
  return factLines([
    `${length(size[0])} × ${length(size[1])}, level ${maxLevel} at most`,
    `${grouped(triangles.length / 7)} triangles, ${grouped(active)} vertices`,
  ]);
}

function factLines(lines: readonly string[]): string[] {
  return lines.map((text, i) => `<text y="${12 + 20 * i}" fill="${i === 0 ? SOFT_INK : INK}">${text}</text>`);
}

/** Columns of the table: colour and level, cells, particles. */
function legend(
  levels: ReturnType<typeof refinementLevels>,
  top: number,
  [pieces, masses]: readonly string[],
): string[] {
  const right = (x: number, y: number, text: string, colour = INK) =>
    `<text x="${x}" y="${y}" text-anchor="end" fill="${colour}">${text}</text>`;
  const sum = (key: 'cells' | 'masses') => levels.reduce((total, level) => total + level[key], 0);
  const end = top + (levels.length + 1) * ROW;
  return [
    `<text y="${top + 10}" fill="${SOFT_INK}">level</text>`,
    right(150, top + 10, pieces, SOFT_INK),
    right(230, top + 10, masses, SOFT_INK),
    ...levels.flatMap(({ level, cells, masses }, i) => {
      const y = top + (i + 1) * ROW;
      return [
        `<rect y="${y - 4}" width="30" height="16" rx="2" fill="${levelColourText(level)}" stroke="${INK}" stroke-opacity=".45" stroke-width=".8"/>`,
        `<text x="42" y="${y + 9}">${level}</text>`,
        right(150, y + 9, grouped(cells)),
        right(230, y + 9, grouped(masses)),
      ];
    }),
    `<path d="M0 ${end - 6}h230" stroke="${INK}" stroke-opacity=".3"/>`,
    `<text y="${end + 11}">total</text>`,
    right(150, end + 11, grouped(sum('cells'))),
    right(230, end + 11, grouped(sum('masses'))),
  ];
}

/** Formats metres as m or mm. */
function length(metres: number): string {
  if (metres >= 0.1) return `${Number(metres.toPrecision(3))} m`;
  return `${Number((1e3 * metres).toPrecision(3))} mm`;
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}

/** Groups thousands with thin spaces. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u2009');
}
