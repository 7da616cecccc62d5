/**
 * Heat in a layered sheet: its particles store heat, its lowest and highest layer exchange it with the surroundings, and heat
 * is conducted within layers and from layer to layer.
 *
 * Within a layer of thickness t/L the conductance along an edge is k (t/L) (cot α + cot β)/2, α and β the angles
 * opposite to it in the triangles on its sides: linear finite elements, isotropic on any lattice (MacNeal 1949). Layers are
 * t/L apart: the ties of an upper particle of area A conduct k A L/t together, in equal shares.
 *
 * Obtuse triangles have edges of negative conductance, without which conduction would not be isotropic. The three edges of
 * a triangle together never let heat flow to the hotter side: so those of an obtuse triangle count while the whole triangle
 * is intact, others while the spring along their edge is. Torn triangles have no area.
 */
import { type Springs, springsByEnds } from '../../forces/springs.ts';
import type { HeatLink } from '../../heat/conduction.ts';
import type { HeatBody, HeatFace } from '../../heat/exchange.ts';
import { positive, within } from '../../math/check.ts';
import { edgeKey, nextCorner } from '../../math/mesh.ts';
import type { Lattice } from './structures.ts';
import { WholeTriangles } from './whole-triangles.ts';

/** The part of a layered sheet that takes part in heat. */
export interface WarmSheet {
  readonly name: string;
  readonly first: number;
  readonly count: number;
  readonly lattice: Lattice;
  /** Thickness, m. */
  readonly thickness: number;
  /** Springs that may break: torn triangles have no area and conduct nothing. */
  readonly springs?: Springs;
}

interface HeatProperties {
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
    ...conductionOf(sheet, properties.conductivity),
  };
}

/** An outer side of the sheet. An upper layer's triangles end before the rim, but represent all of the sheet. */
function bareFace(sheet: WarmSheet, layer: number, side: 1 | -1): HeatFace {
  const { first, lattice } = sheet;
  const whole = new WholeTriangles(sheet, [layer]);
  let area = 0;
  for (let t = 0; t < whole.all.length; t += 3) area += triangleArea(lattice, whole.all, t);
  let known = -1;
  let triangles = new Int32Array();
  return {
    get triangles() {
      const now = whole.now;
      if (known !== whole.changes) triangles = now.map((mass) => first + mass);
      known = whole.changes;
      return triangles;
    },
    side,
    share: area > 0 ? (lattice.size[0] * lattice.size[1]) / area : 1,
  };
}

/** Links within and between layers, and their conductances while springs break. */
function conductionOf(sheet: WarmSheet, conductivity: number): Pick<HeatBody, 'links' | 'conductances'> {
  const planar = planarLinks(sheet, conductivity);
  const ties = tieLinks(sheet, conductivity);
  const links = [...planar.links, ...ties];
  const { springs, first, lattice } = sheet;
  if (!springs) return { links, conductances: planar.write };
  const masses = lattice.masses.length;
  const along = springsByEnds(springs, first, masses);
  const tieSprings = ties.map(({ a, b }) => along.get(edgeKey(a - first, b - first, masses)) ?? -1);
  return {
    links,
    conductances: (out) => {
      planar.write(out);
      tieSprings.forEach((spring, k) => {
        const isBroken = spring >= 0 && springs.stiffness.view[spring] === 0;
        out[planar.links.length + k] = isBroken ? 0 : ties[k].conductance;
      });
    },
  };
}

function planarLinks(sheet: WarmSheet, conductivity: number) {
  const { first, lattice, thickness } = sheet;
  const whole = new WholeTriangles(
    sheet,
    Array.from({ length: lattice.layers }, (_, layer) => layer),
  );
  const corners = whole.all;
  const links: HeatLink[] = [];
  const numbers = new Map<number, number>();
  // Link along the edge from each corner to the next, and the conductance that the triangle adds to it, W/K.
  const linkOf = new Int32Array(corners.length).fill(-1);
  const share = new Float64Array(corners.length);
  corners.forEach((a, e) => {
    const b = corners[nextCorner(e)];
    const opposite = corners[nextCorner(nextCorner(e))];
    const key = edgeKey(a, b, lattice.masses.length);
    const cot = cotangent(lattice, opposite, a, b);
    if (Math.abs(cot) < 1e-12) return; // diagonals of rectangles conduct nothing, except for rounding
    share[e] = conductivity * (thickness / lattice.layers) * 0.5 * cot;
    const k = numbers.get(key) ?? links.length;
    numbers.set(key, k);
    linkOf[e] = k;
    if (k === links.length)
      links.push({ a: first + Math.min(a, b), b: first + Math.max(a, b), conductance: 0 });
    links[k].conductance += share[e];
  });
  const isObtuse = Uint8Array.from({ length: corners.length / 3 }, (_, t) =>
    share.subarray(3 * t, 3 * t + 3).some((value) => value < 0) ? 1 : 0,
  );
  const present = new Float64Array(links.length);
  let known = -1;
  const write = (out: Float64Array) => {
    whole.update();
    if (known !== whole.changes) {
      present.fill(0);
      for (let e = 0; e < corners.length; e++) {
        if (linkOf[e] < 0) continue;
        const t = Math.floor(e / 3);
        if (isObtuse[t] === 1 ? whole.isWhole(t) : whole.isWholeEdge(e)) present[linkOf[e]] += share[e];
      }
      known = whole.changes;
    }
    out.set(present);
  };
  return { links, write };
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

/** Cotangent of the angle at `corner` between the particles a and b. */
function cotangent({ masses }: Lattice, corner: number, a: number, b: number): number {
  const [c, p, q] = [masses[corner], masses[a], masses[b]];
  const [ux, uz, vx, vz] = [p.x - c.x, p.z - c.z, q.x - c.x, q.z - c.z];
  return (ux * vx + uz * vz) / Math.abs(ux * vz - uz * vx);
}

function triangleArea({ masses }: Lattice, surface: Int32Array, t: number): number {
  const [a, b, c] = [masses[surface[t]], masses[surface[t + 1]], masses[surface[t + 2]]];
  return 0.5 * Math.abs((b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x));
}
