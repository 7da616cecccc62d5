/** How thick a sheet is, mass by mass, after it was stretched: volume is kept, so walls thin as they spread. */
export interface ThicknessMap {
  /** m, before anything happened. */
  readonly rest: number;
  /** m, of each mass of the body. */
  readonly thickness: Float64Array;
  /** Two coordinates of each mass in the flat sheet, m. */
  readonly blank: Float64Array;
  /** Numbers of masses within the body, three a triangle. */
  readonly triangles: Int32Array;
}
