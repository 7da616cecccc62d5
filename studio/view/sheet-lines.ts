/** Lines on a sheet: all edges of its triangles, or those of the cells that it is refined in. */
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three';

export type LineChoice = 'none' | 'edges' | 'cells';

export class SheetLines {
  readonly mesh = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ color: 0x2a2622, transparent: true, opacity: 0.55 }),
  );
  choice: LineChoice = 'none';

  constructor() {
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
    // Tools and probes point at the cloth.
    this.mesh.raycast = () => {};
  }

  /**
   * Draws on the triangles of a geometry, whose positions it shares. `places`: u, v of each point; of those lines along
   * rows and columns are cells.
   */
  set(
    geometry: BufferGeometry,
    corners: ArrayLike<number>,
    points: number,
    places: Float32Array | undefined,
  ): void {
    const isShown = this.choice === 'edges' || (this.choice === 'cells' && places !== undefined);
    this.mesh.visible = isShown;
    if (!isShown) {
      this.leave();
      return;
    }
    const lines = edgesOf(corners, points, this.choice === 'cells' ? places : undefined);
    const own = this.mesh.geometry;
    const position = geometry.getAttribute('position');
    if (own.getAttribute('position') !== position || (own.index?.count ?? 0) < lines.length) {
      this.leave();
      this.mesh.geometry.setAttribute('position', position);
      // Two ends for each of a triangle's three edges are the most there can be.
      this.mesh.geometry.setIndex(new BufferAttribute(new Uint32Array(2 * geometry.index!.count), 1));
    }
    const { index } = this.mesh.geometry;
    index!.array.set(lines);
    index!.needsUpdate = true;
    this.mesh.geometry.setDrawRange(0, lines.length);
  }

  /**
   * Lets go of the sheet's positions. Disposing of one geometry frees the buffer of both on the graphics card, and the
   * other sends it again when it is next drawn.
   */
  leave(): void {
    if (!this.mesh.geometry.index) return;
    this.mesh.geometry.deleteAttribute('position');
    this.mesh.geometry.dispose();
    this.mesh.geometry = new BufferGeometry();
  }

  dispose(): void {
    this.leave();
    this.mesh.material.dispose();
  }
}

/** Pairs of points: edges of triangles, each once; with `places` only those that run along rows or columns. */
export function edgesOf(
  corners: ArrayLike<number>,
  points: number,
  places: Float32Array | undefined,
): Uint32Array {
  const lines: number[] = [];
  const drawn = new Set<number>();
  for (let k = 0; k < corners.length; k++) {
    const a = corners[k];
    const b = corners[k % 3 === 2 ? k - 2 : k + 1];
    if (places && places[2 * a] !== places[2 * b] && places[2 * a + 1] !== places[2 * b + 1]) continue;
    const edge = Math.min(a, b) * points + Math.max(a, b);
    if (drawn.has(edge)) continue;
    drawn.add(edge);
    lines.push(a, b);
  }
  return Uint32Array.from(lines);
}
