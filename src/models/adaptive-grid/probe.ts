/**
 * Colliders that would come through a sheet between its masses. Contact acts on masses only, so a cell is also split
 * where a point within it is about to be inside a collider that its corners are not: at the place x + v τ that it would
 * have after the coming step τ, deeper than its corners by more than the sagitta L φ/8 of an arc over its edge L that
 * turns by the split angle φ. A flat sheet that comes down on a flat table, all at one depth, is not split.
 */
import type { World } from '../../core/world.ts';
import { PI } from '../../math/portable.ts';
import { NODE_NUMBERS } from './net-force.ts';
import type { AdaptiveSheet } from './sheet.ts';

/** A contact stage that can tell how deep a point is inside a collider, m; less than 0 outside. */
interface DepthProbe {
  depthAt(x: number, y: number, z: number, time: number): number;
}

export class ContactProbe {
  /** m a metre of edge, per level: φ/8. */
  readonly #sagitta: Float64Array;
  readonly #corners = new Int32Array(4);
  readonly #held = new Float64Array(4);
  readonly #x = new Float64Array(3);

  constructor(angle: number, angleStep: number, maxLevel: number) {
    this.#sagitta = Float64Array.from({ length: maxLevel + 1 }, (_, level) => {
      return ((angle + level * angleStep) * PI) / 180 / 8;
    });
  }

  /** Cells to split: column, row of the first corner and level of each. `ahead`: s. */
  find(world: World, sheet: AdaptiveSheet, ahead: number): number[] {
    const found: number[] = [];
    const probes = depthProbes(world);
    if (probes.length === 0) return found;
    const { cells, cellCount } = sheet.net;
    for (let k = 0; k < 4 * cellCount; k += 4) {
      const [c, r, level] = [cells[k], cells[k + 1], cells[k + 3]];
      if (level < sheet.maxLevel && this.#comesThrough(world, probes, sheet, c, r, level, ahead, 1)) {
        found.push(c, r, level);
      }
    }
    return found;
  }

  /** Whether a cell of this level that begins here would soon have to be split again. */
  wouldComeThrough(
    world: World,
    sheet: AdaptiveSheet,
    c: number,
    r: number,
    level: number,
    ahead: number,
  ): boolean {
    const probes = depthProbes(world);
    return probes.length > 0 && this.#comesThrough(world, probes, sheet, c, r, level, ahead, 0.5);
  }

  /** `share` of the sagitta that is let through. */
  #comesThrough(
    world: World,
    probes: readonly DepthProbe[],
    sheet: AdaptiveSheet,
    c: number,
    r: number,
    level: number,
    ahead: number,
    share: number,
  ): boolean {
    const { net, size, grid } = sheet;
    const side = grid.side(level);
    const n = net.pointColumns;
    const at = r * n + c;
    this.#corners[0] = NODE_NUMBERS * net.slot[at];
    this.#corners[1] = NODE_NUMBERS * net.slot[at + side];
    this.#corners[2] = NODE_NUMBERS * net.slot[at + side * n];
    this.#corners[3] = NODE_NUMBERS * net.slot[at + side * n + side];
    const nodes = sheet.force.nodes.view;
    const radius = sheet.thickness / 2;
    const time = world.time + ahead;
    const edge = Math.max(size[0] / grid.baseColumns, size[1] / grid.baseRows) / (1 << level);
    // Nothing of the cell is farther from its middle than its diagonal, a little stretched.
    if (this.#depth(probes, nodes, 0.5, 0.5, ahead, time) < -edge - radius) return false;
    const allowed = share * this.#sagitta[level] * edge;
    const held = this.#held;
    for (let k = 0; k < 4; k++) {
      held[k] = Math.max(0, radius + this.#depth(probes, nodes, k & 1, k >> 1, ahead, time));
    }
    const steps = 1 << (sheet.maxLevel - level);
    for (let i = 0; i <= steps; i++) {
      for (let j = 0; j <= steps; j++) {
        const [u, v] = [i / steps, j / steps];
        const flat =
          (1 - u) * (1 - v) * held[0] + u * (1 - v) * held[1] + (1 - u) * v * held[2] + u * v * held[3];
        if (radius + this.#depth(probes, nodes, u, v, ahead, time) - flat > allowed) return true;
      }
    }
    return false;
  }

  /** m that the point (u, v) of the cell will be inside a collider. */
  #depth(
    probes: readonly DepthProbe[],
    nodes: Float64Array,
    u: number,
    v: number,
    ahead: number,
    time: number,
  ): number {
    const x = this.#x;
    x.fill(0);
    for (let corner = 0; corner < 4; corner++) {
      const weight = (corner & 1 ? u : 1 - u) * (corner & 2 ? v : 1 - v);
      const from = this.#corners[corner];
      for (let axis = 0; axis < 3; axis++) {
        x[axis] += weight * (nodes[from + axis] + ahead * nodes[from + 3 + axis]);
      }
    }
    let depth = -Infinity;
    for (const probe of probes) depth = Math.max(depth, probe.depthAt(x[0], x[1], x[2], time));
    return depth;
  }
}

function depthProbes(world: World): DepthProbe[] {
  return world.contact.filter((stage) => 'depthAt' in stage) as unknown as DepthProbe[];
}
