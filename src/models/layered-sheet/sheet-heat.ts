/**
 * A layered sheet as the heat sees it: its masses hold heat, its lowest and highest layer are bare, and heat is
 * conducted within layers and from layer to layer.
 *
 * Within a layer of thickness t/L the conductance along an edge is k (t/L) (cot α + cot β)/2, α and β the angles
 * opposite to it in the triangles on its sides: linear finite elements, the same in every direction on any lattice
 * (MacNeal 1949). Layers are t/L apart: an upper mass of area A gives its ties k A L/t together, in equal shares.
 */
import type { HeatBody, HeatFace, HeatLink } from '../../heat/index.ts';
import { positive, within } from '../../math/check.ts';
import type { Lattice } from './structures.ts';

/** What of a layered sheet takes part. */
export interface WarmSheet {
  readonly name: string;
  readonly first: number;
  readonly count: number;
  readonly lattice: Lattice;
  /** m */
  readonly thickness: number;
}

export interface HeatProperties {
  /** W/(m·K) */
  readonly conductivity: number;
  /** J/(kg·K) */
  readonly heatCapacity: number;
  readonly emissivity: number;
}

export function sheetHeat(sheet: WarmSheet, properties: HeatProperties): HeatBody {
  const { name, first, count, lattice } = sheet;
  positive(`${name}.conductivity`, properties.conductivity);
  positive(`${name}.heatCapacity`, properties.heatCapacity);
  within(`${name}.emissivity`, properties.emissivity, 0, 1);
  return {
    name,
    first,
    count,
    heatCapacity: properties.heatCapacity,
    emissivity: properties.emissivity,
    faces: [bareFace(sheet, 0, -1), bareFace(sheet, lattice.layers - 1, 1)],
    links: [...planarLinks(sheet, properties.conductivity), ...tieLinks(sheet, properties.conductivity)],
  };
}

/** An upper layer's triangles end short of the rim; its masses stand for all of the sheet. */
function bareFace({ first, lattice }: WarmSheet, layer: number, side: 1 | -1): HeatFace {
  const surface = lattice.triangles(layer);
  let area = 0;
  for (let t = 0; t < surface.length; t += 3) area += triangleArea(lattice, surface, t);
  return {
    triangles: surface.map((mass) => first + mass),
    side,
    share: area > 0 ? (lattice.size[0] * lattice.size[1]) / area : 1,
  };
}

function planarLinks({ first, lattice, thickness }: WarmSheet, conductivity: number): HeatLink[] {
  const weights = new Map<string, HeatLink>();
  for (let layer = 0; layer < lattice.layers; layer++) {
    const surface = lattice.triangles(layer);
    for (let t = 0; t < surface.length; t += 3) {
      for (let k = 0; k < 3; k++) {
        const a = surface[t + ((k + 1) % 3)];
        const b = surface[t + ((k + 2) % 3)];
        const [low, high] = a < b ? [a, b] : [b, a];
        const key = `${low},${high}`;
        const link = weights.get(key) ?? { a: first + low, b: first + high, conductance: 0 };
        link.conductance +=
          conductivity * (thickness / lattice.layers) * 0.5 * cotangent(lattice, surface[t + k], a, b);
        weights.set(key, link);
      }
    }
  }
  // Diagonals of rectangles weigh nothing; those opposite an obtuse angle would conduct uphill.
  return [...weights.values()].filter(({ conductance }) => conductance > 1e-12 * conductivity * thickness);
}

function tieLinks({ first, lattice, thickness }: WarmSheet, conductivity: number): HeatLink[] {
  const ties = lattice.springs.filter(({ kind }) => kind === 'layer');
  const upper = ({ a, b }: { a: number; b: number }) =>
    lattice.masses[a].layer > lattice.masses[b].layer ? a : b;
  const shares = new Map<number, number>();
  for (const tie of ties) shares.set(upper(tie), (shares.get(upper(tie)) ?? 0) + 1);
  return ties.map((tie) => ({
    a: first + tie.a,
    b: first + tie.b,
    conductance:
      (conductivity * lattice.masses[upper(tie)].area * lattice.layers) /
      thickness /
      (shares.get(upper(tie)) ?? 1),
  }));
}

/** Of the angle at `corner` between the masses a and b. */
function cotangent({ masses }: Lattice, corner: number, a: number, b: number): number {
  const [c, p, q] = [masses[corner], masses[a], masses[b]];
  const [ux, uz, vx, vz] = [p.x - c.x, p.z - c.z, q.x - c.x, q.z - c.z];
  return (ux * vx + uz * vz) / Math.abs(ux * vz - uz * vx);
}

function triangleArea({ masses }: Lattice, surface: Int32Array, t: number): number {
  const [a, b, c] = [masses[surface[t]], masses[surface[t + 1]], masses[surface[t + 2]]];
  return 0.5 * Math.abs((b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x));
}
