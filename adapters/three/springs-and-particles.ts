/** The inside of a sheet or a solid: its springs or bonds, coloured by their strain, and its particles. */
import { type ElementLines, VIEW_KINDS, type ViewKind } from 'pliant/engine';
import {
  BufferGeometry,
  CanvasTexture,
  LineBasicMaterial,
  LineSegments,
  Points,
  PointsMaterial,
} from 'three';
import { linearOf, paintNumbers } from '../drawing/colour-maps.ts';
import type { Range } from '../drawing/view-range.ts';
import { writable } from './growable-geometry.ts';

/** Diameter of a particle, CSS pixels. */
const DIAMETER = 5;
const PARTICLE_COLOUR = 0x5d86c4;

/** View that springs are coloured by: their strain, with its sign. */
export const SPRING_STRAIN: ViewKind = {
  ...VIEW_KINDS.stretch,
  name: 'springs',
  title: 'Strain of springs',
  about: 'Relative change of length of a spring or bond: stretched above 0, compressed below.',
};

export class SpringLines {
  readonly mesh = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true }));

  constructor() {
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
    this.mesh.raycast = () => {};
  }

  /** Shows springs; colours span `range` of the strain. */
  show(lines: readonly ElementLines[], range: Range): void {
    const count = lines.reduce((sum, { strain }) => sum + strain.length, 0);
    this.mesh.visible = count > 0;
    if (count === 0) return;
    const { geometry } = this.mesh;
    const position = writable(geometry, 'position', 6 * count);
    const colour = writable(geometry, 'color', 6 * count);
    const painted = new Float32Array(3 * count);
    let at = 0;
    for (const { positions, strain } of lines) {
      position.array.set(positions, 6 * at);
      paintNumbers(SPRING_STRAIN, strain, [0, 1], range, painted.subarray(3 * at));
      at += strain.length;
    }
    for (let line = 0; line < count; line++) {
      const own = painted.subarray(3 * line, 3 * line + 3);
      colour.array.set(own, 6 * line);
      colour.array.set(own, 6 * line + 3);
    }
    geometry.setDrawRange(0, 2 * count);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

export class ParticlePoints {
  readonly mesh: Points<BufferGeometry, PointsMaterial>;

  constructor() {
    const material = new PointsMaterial({
      size: DIAMETER,
      sizeAttenuation: false,
      vertexColors: true,
      map: ballPicture(),
      alphaTest: 0.5,
    });
    this.mesh = new Points(new BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
    this.mesh.raycast = () => {};
  }

  /** Shows particles at x, y, z, in linear colours or all in one. `ratio`: device pixels per CSS pixel. */
  show(positions: Float32Array | undefined, colours: Float32Array | undefined, ratio: number): void {
    this.mesh.visible = positions !== undefined;
    if (!positions) return;
    const { geometry, material } = this.mesh;
    const count = positions.length / 3;
    const position = writable(geometry, 'position', 3 * count);
    const colour = writable(geometry, 'color', 3 * count);
    position.array.set(positions);
    if (colours) colour.array.set(colours);
    else {
      const plain = linearOf(PARTICLE_COLOUR);
      for (let k = 0; k < 3 * count; k++) colour.array[k] = plain[k % 3];
    }
    geometry.setDrawRange(0, count);
    material.size = DIAMETER * ratio;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.map?.dispose();
    this.mesh.material.dispose();
  }
}

/** Returns a picture of a lit ball in grey, which colours multiply. */
function ballPicture(): CanvasTexture {
  const size = 32;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('particles: no 2-D canvas');
  const light = pen.createRadialGradient(0.36 * size, 0.32 * size, 1, size / 2, size / 2, size / 2);
  light.addColorStop(0, '#ffffff');
  light.addColorStop(0.55, '#d0d0d0');
  light.addColorStop(1, '#6c6c6c');
  pen.fillStyle = light;
  pen.beginPath();
  pen.arc(size / 2, size / 2, size / 2 - 1, 0, 2 * Math.PI);
  pen.fill();
  return new CanvasTexture(canvas);
}
