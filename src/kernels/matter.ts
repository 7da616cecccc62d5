/** Kernels of lattice matter. They get two records: `w`, offsets and counts, and `c`, numbers; see assembly/matter-record.ts. */
export interface MatterKernels {
  matterSort(w: number, c: number, again: number): void;
  matterNeighbours(w: number, c: number, docking: number): number;
  matterDock(w: number, c: number, all: number): number;
  matterSift(w: number): number;
  matterBase(w: number, c: number): void;
  matterDensity(w: number, c: number): number;
  matterWalls(w: number, c: number, walls: number, count: number): void;
  matterWallPush(w: number, c: number, walls: number, count: number): void;
  matterRest(w: number, c: number, walls: number, count: number): void;
  matterPressure(w: number, c: number): void;
  matterForces(w: number, c: number): void;
  matterPush(w: number, c: number, pushes: number): void;
  matterCandidates(w: number): number;
  matterPushes(w: number, c: number, again: number): number;
  matterTouching(w: number, c: number, made: number): void;
  matterElastic(w: number, c: number, enough: number): number;
  matterLattice(w: number, c: number, shapes: number, enough: number): number;
  matterGather(w: number, positions: number, velocities: number): void;
  matterLabel(w: number): number;
  matterStrayed(w: number, c: number): number;
  matterAdvance(w: number, c: number): void;
  matterClear(w: number): void;
  matterDamp(w: number, c: number, steps: number): void;
  matterEdges(w: number): number;
  matterHarden(w: number): void;
  matterSolveBegin(w: number, c: number): void;
  matterSolve(w: number, c: number, pushes: number, tolerance: number, most: number, again: number): number;
  matterRelease(w: number, c: number): number;
  matterRub(w: number): number;
  matterJoin(w: number): number;
  matterSettle(w: number, c: number, pushes: number): void;
  matterHeat(w: number, c: number): number;
  matterPhases(w: number, c: number): number;
}
