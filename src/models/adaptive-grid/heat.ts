/**
 * Heat of an adaptive sheet. Its masses have the heat capacity of their quarter cells, both sides of a cell exchange heat,
 * and heat is conducted along the edges of cells.
 *
 * A cell of size dx × dy and thickness t conducts with ½ k t dy/dx along each of its edges in a row and ½ k t dx/dy along
 * those in a column (linear finite elements on right-angled triangles, MacNeal 1949), k in W/(m·K): the same at every
 * level. A virtual corner has the mean temperature of its two parents. The heat flow along an edge is then that of the
 * form G (Σ wᵢ Tᵢ)² with Σ wᵢ = 0, which is Σ −G wᵢ wⱼ (Tᵢ − Tⱼ)² over pairs: links of conductance −G wᵢ wⱼ, some of them
 * negative, but in sum a form that never lets heat flow from cold to hot.
 *
 * Softening: k = k₀ f(T) and c = c₀ √f, T the mean temperature of a spring's ends, so that the ratio to critical damping
 * stays; the rigidity likewise. The sheet does not flow or open when hot.
 */
import type { Block } from '../../core/arena.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import type { HeatLink } from '../../heat/conduction.ts';
import type { HeatBody, HeatExchange, HeatFace } from '../../heat/exchange.ts';
import { positive, within } from '../../math/check.ts';
import type { AdaptiveSheet } from './sheet.ts';

export interface GridHeatProperties {
  /** W/(m·K) */
  readonly conductivity: number;
  /** J/(kg·K) */
  readonly heatCapacity: number;
  readonly emissivity: number;
}

export function gridHeat(sheet: AdaptiveSheet, properties: GridHeatProperties): HeatBody {
  const { name } = sheet;
  const { heatCapacity, emissivity } = properties;
  const conductivity = positive(`${name}.conductivity`, properties.conductivity);
  positive(`${name}.heatCapacity`, heatCapacity);
  within(`${name}.emissivity`, emissivity, 0, 1);
  const face = (side: 1 | -1): HeatFace => ({
    triangles: [],
    get cells() {
      return sheet.cells.view;
    },
    side,
  });
  let cached = { version: -1, first: -1, links: [] as HeatLink[] };
  const links = () => {
    const { version, first } = sheet;
    if (cached.version !== version || cached.first !== first)
      cached = { version, first, links: edgeLinks(sheet, conductivity) };
    return cached.links;
  };
  return {
    name,
    get first() {
      return sheet.first;
    },
    get count() {
      return sheet.count;
    },
    heatCapacity,
    emissivity,
    faces: [face(-1), face(1)],
    get links() {
      return links();
    },
    conductances(out) {
      links().forEach(({ conductance }, i) => {
        out[i] = conductance;
      });
    },
  };
}

/** Returns the links of all cells. Corners are anticlockwise from the top left: edges are along a column and a row by turns. */
function edgeLinks(sheet: AdaptiveSheet, conductivity: number): HeatLink[] {
  const { size, points, thickness, first, count } = sheet;
  const [dx, dy] = [size[0] / (points[0] - 1), size[1] / (points[1] - 1)];
  const along = [(dx / dy) * 0.5 * conductivity * thickness, (dy / dx) * 0.5 * conductivity * thickness];
  const cells = sheet.cells.view;
  const sums = new Map<number, number>();
  const add = (a: number, b: number, conductance: number) => {
    if (a === b) return;
    const key = (Math.min(a, b) - first) * count + Math.max(a, b) - first;
    sums.set(key, (sums.get(key) ?? 0) + conductance);
  };
  for (let k = 0; k < cells.length; k += 8) {
    for (let edge = 0; edge < 4; edge++) {
      const [p0, p1] = [cells[k + 2 * edge], cells[k + 2 * edge + 1]];
      const next = k + ((2 * edge + 2) % 8);
      const [q0, q1] = [cells[next], cells[next + 1]];
      const quarter = 0.25 * along[edge % 2]; // weights: +½ of both p and −½ of both q
      add(p0, q0, quarter);
      add(p0, q1, quarter);
      add(p1, q0, quarter);
      add(p1, q1, quarter);
      add(p0, p1, -quarter);
      add(q0, q1, -quarter);
    }
  }
  return [...sums]
    .filter(([, conductance]) => conductance !== 0)
    .map(([key, conductance]) => ({
      a: first + Math.floor(key / count),
      b: first + (key % count),
      conductance,
    }));
}

/** Softens the sheet by `modulus` after every exchange of heat. */
export class GridSoftening implements System {
  readonly name = 'softening';
  readonly phase = 'heat';
  readonly #sheet: AdaptiveSheet;
  readonly #heat: HeatExchange;
  /** Number of the exchange of heat that the stiffness follows. */
  readonly #answered: Block<'f64'>;

  /** `modulus` returns that at a temperature (K) over that at 20 °C. */
  constructor(world: World, sheet: AdaptiveSheet, heat: HeatExchange, modulus: (kelvin: number) => number) {
    this.#sheet = sheet;
    this.#heat = heat;
    this.#answered = world.arena.allocate(`softening.${world.bodies.indexOf(sheet)}`, 'f64', 1);
    sheet.softening = modulus;
    sheet.soften();
  }

  run(): Moved {
    if (this.#heat.exchanges === this.#answered.view[0]) return 'still';
    this.#answered.view[0] = this.#heat.exchanges;
    this.#sheet.soften();
    return 'moved';
  }
}
