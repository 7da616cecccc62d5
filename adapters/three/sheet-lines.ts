/** Lines on a sheet: all edges of its triangles, or those of the cells that it is refined into. */
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
    // Rays hit the sheet, not its lines.
    this.mesh.raycast = () => {};
  }

  /**
   * Draws on the triangles of a geometry, whose positions it shares. `places`: u, v of each point, by which edges along
   * rows and columns, those of cells, are known.
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
      this.release();
      return;
    }
    const lines = edgesOf(corners, points, this.choice === 'cells' ? places : undefined);
    const own = this.mesh.geometry;
    const position = geometry.getAttribute('position');
    if (own.getAttribute('position') !== position || (own.index?.count ?? 0) < lines.length) {
      this.release();
      this.mesh.geometry.setAttribute('position', position);
      // At most two ends for each of a triangle's three edges.
      this.mesh.geometry.setIndex(new BufferAttribute(new Uint32Array(2 * geometry.index!.count), 1));
    }
    const { index } = this.mesh.geometry;
    index!.array.set(lines);
    index!.needsUpdate = true;
    this.mesh.geometry.setDrawRange(0, lines.length);
  }

  /**
   * Releases the sheet's positions. Disposing of one geometry frees the buffer of both on the graphics card; the other
   * uploads it again when it is next drawn.
   */
  release(): void {
    if (!this.mesh.geometry.index) return;
    this.mesh.geometry.deleteAttribute('position');
    this.mesh.geometry.dispose();
    this.mesh.geometry = new BufferGeometry();
  }

  dispose(): void {
    this.release();
    this.mesh.material.dispose();
  }
}

/** Returns pairs of points: edges of triangles, each once; with `places` only those along rows or columns. */
function edgesOf(corners: ArrayLike<number>, points: number, places: Float32Array | undefined): Uint32Array {
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
