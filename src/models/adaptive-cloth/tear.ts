/**
 * Tears: cloth separates along an edge that it is stretched *across* by more than a limit. With n the direction across the
 * edge in the pattern, that stretch is λ = |n_u w_u + n_v w_v|, the mean of the two triangles by area (w_u, w_v: energy.ts).
 * So tears run across the load, as nearly as the edges of the mesh allow.
 *
 * Once a step, after refinement, the edges with λ − 1 above the limit are cut that continue a tear from its tip (or from any
 * re-entrant corner), the largest strain first, no two at one vertex and at most MOST_CUTS, so that the load is redistributed
 * before the tear goes on. Only if there is none, a new tear begins: at the most strained edge at the border, or, inside, at the
 * most strained edge and the one that continues it best, because a slit of one edge cannot open.
 *
 * A duplicated vertex keeps position, velocity and temperature, and masses follow the areas again: mass and momentum are
 * conserved. The copy of a pinned vertex is pinned, so that a border pinned along its length stays so; the copy of a
 * grabbed vertex is free.
 */
import { HELD, PINNED } from '../../core/particles.ts';
import type { StepReport } from '../../core/report.ts';
import type { Moved, System } from '../../core/schedule.ts';
import type { World } from '../../core/world.ts';
import { atan2 } from '../../math/portable.ts';
import { shift } from '../sheet.ts';
import type { Cloth } from './cloth.ts';
import { areaOf } from './energy.ts';
import type { Mesh48 } from './mesh.ts';
import { facing } from './mesh-cut.ts';
import { STRETCH_NUMBERS, STRETCH_SHEAR, STRETCH_U, STRETCH_V } from './system-blocks.ts';

const MOST_CUTS = 16;
/** Angle of the cloth at a border vertex in the pattern from which on it is a tip, rad. Straight borders have π. */
const TIP_ANGLE = 4;

/** An inner edge, as the corner of a triangle opposite it. */
export interface InnerEdge {
  readonly triangle: number;
  readonly corner: number;
}

interface Candidate extends InnerEdge {
  /** Strain λ − 1. */
  readonly strain: number;
}

export function tearing(cloth: Cloth, limit: number): System {
  return {
    name: `${cloth.name}: tears`,
    phase: 'adapt',
    changes: cloth.changing,
    run(world: World, _dt: number, report: StepReport): Moved {
      const candidates = cloth.rest.isAtRest ? [] : overstrained(world, cloth, limit);
      if (candidates.length > 0) cutAlong(world, cloth, choose(world, cloth, candidates));
      report.tornEdges = (report.tornEdges ?? 0) + cloth.mesh.cuts;
      return candidates.length > 0 ? 'moved' : 'still';
    },
  };
}

/** Returns |w_u|², w_u·w_v and |w_v|² of each triangle of the mesh. */
function squares(world: World, { system, first, mesh, triangleOrder }: Cloth): Float64Array {
  system.measure(world.particles.position, first);
  const stretches = system.blocks.stretches.view;
  const found = new Float64Array(3 * mesh.triangleCount);
  for (let k = 0; k < mesh.triangleCount; k++) {
    const to = 3 * triangleOrder[k];
    const at = STRETCH_NUMBERS * k;
    found[to] = stretches[at + STRETCH_U] * stretches[at + STRETCH_U];
    found[to + 1] = stretches[at + STRETCH_SHEAR];
    found[to + 2] = stretches[at + STRETCH_V] * stretches[at + STRETCH_V];
  }
  return found;
}

function overstrained(world: World, cloth: Cloth, limit: number): Candidate[] {
  const { mesh, edges } = cloth;
  const metric = squares(world, cloth);
  const most = (1 + limit) * (1 + limit);
  const isTaut = new Uint8Array(mesh.triangleCount);
  let any = false;
  for (let t = 0; t < mesh.triangleCount; t++) {
    const [uu, uv, vv] = [metric[3 * t], metric[3 * t + 1], metric[3 * t + 2]];
    const largest = 0.5 * (uu + vv + Math.sqrt((uu - vv) * (uu - vv) + 4 * uv * uv));
    if (!(largest > most)) continue;
    isTaut[t] = 1;
    any = true;
  }
  const found: Candidate[] = [];
  if (!any) return found;
  for (let h = 0; h < edges.hingeCount; h++) {
    const [s, t] = [edges.hingeTriangles[2 * h], edges.hingeTriangles[2 * h + 1]];
    if (!isTaut[s] && !isTaut[t]) continue;
    const corner = mesh.cornerOf(s, edges.hinges[4 * h + 2]);
    const strain = strainAcross(mesh, metric, s, corner);
    if (strain > limit) found.push({ triangle: s, corner, strain });
  }
  return found.sort((a, b) => b.strain - a.strain || 3 * (a.triangle - b.triangle) + a.corner - b.corner);
}

/** Returns λ − 1 across the inner edge opposite a corner. */
function strainAcross(mesh: Mesh48, metric: Float64Array, triangle: number, corner: number): number {
  const over = mesh.neighbours[3 * triangle + corner];
  const beyond = facing(mesh, over, triangle);
  const own = areaOf(mesh, triangle);
  const other = areaOf(mesh, over);
  return (
    (own * stretchAcross(mesh, metric, triangle, corner) +
      other * stretchAcross(mesh, metric, over, beyond)) /
      (own + other) -
    1
  );
}

function stretchAcross({ pattern }: Mesh48, metric: Float64Array, t: number, corner: number): number {
  const from = 6 * t + 2 * ((corner + 1) % 3);
  const to = 6 * t + 2 * ((corner + 2) % 3);
  const u = pattern[to + 1] - pattern[from + 1];
  const v = pattern[from] - pattern[to];
  const square = u * u * metric[3 * t] + 2 * u * v * metric[3 * t + 1] + v * v * metric[3 * t + 2];
  return Math.sqrt(Math.max(0, square) / (u * u + v * v));
}

/** Returns the edges to cut, the largest strain first. */
function choose(world: World, cloth: Cloth, candidates: readonly Candidate[]): Candidate[] {
  const { mesh } = cloth;
  const angles = borderAngles(mesh);
  const isSpent = new Uint8Array(mesh.vertexCount);
  const chosen: Candidate[] = [];
  let atBorder: Candidate | undefined;
  for (const candidate of candidates) {
    const [p, q] = endsOf(mesh, candidate.triangle, candidate.corner);
    const angle = Math.max(angles[p], angles[q]);
    if (angle > 0) atBorder ??= candidate;
    if (angle < TIP_ANGLE || isSpent[p] || isSpent[q]) continue;
    isSpent[p] = isSpent[q] = 1;
    chosen.push(candidate);
    if (chosen.length === MOST_CUTS) break;
  }
  if (chosen.length > 0) return chosen;
  if (atBorder) return [atBorder];
  const next = continuation(world, cloth, candidates[0]);
  return next ? [candidates[0], next] : [candidates[0]];
}

/** Returns the angle of the cloth at every border vertex in the pattern, rad; 0 for inner vertices. */
function borderAngles(mesh: Mesh48): Float64Array {
  const angles = new Float64Array(mesh.vertexCount);
  const { pattern, triangles, neighbours } = mesh;
  const isBorder = new Uint8Array(mesh.vertexCount);
  for (let h = 0; h < 3 * mesh.triangleCount; h++) {
    if (neighbours[h] >= 0) continue;
    for (const vertex of endsOf(mesh, Math.floor(h / 3), h % 3)) isBorder[vertex] = 1;
  }
  for (let h = 0; h < 3 * mesh.triangleCount; h++) {
    if (!isBorder[triangles[h]]) continue;
    const t = Math.floor(h / 3);
    const [p, q] = [6 * t + 2 * ((h + 1) % 3), 6 * t + 2 * ((h + 2) % 3)];
    const [pu, pv] = [pattern[p] - pattern[2 * h], pattern[p + 1] - pattern[2 * h + 1]];
    const [qu, qv] = [pattern[q] - pattern[2 * h], pattern[q + 1] - pattern[2 * h + 1]];
    angles[triangles[h]] += atan2(pu * qv - pv * qu, pu * qu + pv * qv);
  }
  return angles;
}

function endsOf({ triangles }: Mesh48, triangle: number, corner: number): [number, number] {
  return [triangles[3 * triangle + ((corner + 1) % 3)], triangles[3 * triangle + ((corner + 2) % 3)]];
}

/** Returns the most strained edge that continues an inner edge at either end. */
function continuation(world: World, cloth: Cloth, { triangle, corner }: Candidate): Candidate | undefined {
  const { mesh } = cloth;
  const metric = squares(world, cloth);
  const [p, q] = endsOf(mesh, triangle, corner);
  const { x, y, z } = world.particles;
  const way = (a: number, b: number) => {
    const [i, j] = [cloth.first + a, cloth.first + b];
    return [x[j] - x[i], y[j] - y[i], z[j] - z[i]];
  };
  let best: Candidate | undefined;
  for (const [from, through] of [
    [p, q],
    [q, p],
  ]) {
    const [dx, dy, dz] = way(from, through);
    const start = mesh.anyTriangle[through];
    let t = start;
    do {
      const k = mesh.cornerOf(t, through);
      const [turned, end] = [(k + 1) % 3, mesh.triangles[3 * t + ((k + 2) % 3)]];
      const [ex, ey, ez] = way(through, end);
      const strain = strainAcross(mesh, metric, t, turned);
      if (dx * ex + dy * ey + dz * ez > 0 && !(best && best.strain >= strain)) {
        best = { triangle: t, corner: turned, strain };
      }
      t = mesh.neighbours[3 * t + turned];
    } while (t !== start);
  }
  return best;
}

/** Cuts the cloth along edges and gives the copies of vertices their particles. */
export function cutAlong(world: World, cloth: Cloth, edges: readonly InnerEdge[]): void {
  const { mesh } = cloth;
  const originals: number[] = [];
  const before = mesh.vertexCount;
  mesh.listener = { vertexCopied: (_, original) => originals.push(original) };
  for (const { triangle, corner } of edges) mesh.cut(triangle, corner);
  mesh.listener = undefined;
  cloth.resize(mesh.vertexCount);
  const { particles: p } = world;
  originals.forEach((original, k) => {
    const copy = before + k;
    const [i, j] = [cloth.first + original, cloth.first + copy];
    for (const block of [p.position, p.velocity]) {
      for (let axis = 0; axis < 3; axis++) block.view[axis * p.stride + j] = block.view[axis * p.stride + i];
    }
    p.temperature.view[j] = p.temperature.view[i];
    const flags = p.flags.view[i];
    p.flags.view[j] = flags & HELD ? flags & ~(HELD | PINNED) : flags;
    cloth.values.copy(original, copy);
  });
  cloth.adopt();
  world.dependents.announce(shift(cloth.first, before, cloth));
}
