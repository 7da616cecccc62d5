/** Wall thickness of a sheet by particle: volume is constant, so walls thin as they spread. */
export interface ThicknessMap {
  /** Thickness at the start, m. */
  readonly rest: number;
  /** Present thickness at each particle, m. */
  readonly thickness: Float64Array;
  /** Two coordinates of each particle in the flat sheet, m. */
  readonly blank: Float64Array;
  /** Particle indices within the body, three per triangle. */
  readonly triangles: Int32Array;
}
