/** What is inside a sheet or a solid: its springs or bonds, by their strain, and its masses. */
import { type ElementLines, QUANTITY_KINDS, type QuantityKind } from 'pliant/engine';
import {
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  Points,
  PointsMaterial,
} from 'three';
import { linearOf, paintNumbers } from './colour-maps.ts';
import type { Range } from './quantity-range.ts';

/** CSS pixels across a mass. */
const MASS = 5;
const MASS_COLOUR = 0x5d86c4;

/** What springs are coloured by: their strain, with its sign. */
export const SPRING_STRAIN: QuantityKind = {
  ...QUANTITY_KINDS.stretch,
  name: 'springs',
  title: 'Strain of springs',
  about: 'Relative change of length of a spring or bond: drawn above 0, pressed below.',
};

export class SpringLines {
  readonly mesh = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true }));

  constructor() {
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
    this.mesh.raycast = () => {};
  }

  /** `range` of the strain that colours are spread over. */
  show(lines: readonly ElementLines[], range: Range): void {
    const count = lines.reduce((sum, { strain }) => sum + strain.length, 0);
    this.mesh.visible = count > 0;
    if (count === 0) return;
    const { geometry } = this.mesh;
    makeRoom(geometry, 2 * count);
    const [position, colour] = [geometry.getAttribute('position'), geometry.getAttribute('color')];
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
    position.needsUpdate = colour.needsUpdate = true;
    geometry.setDrawRange(0, 2 * count);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

export class MassPoints {
  readonly mesh: Points<BufferGeometry, PointsMaterial>;

  constructor() {
    const material = new PointsMaterial({
      size: MASS,
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

  /** x, y, z of the masses, and their linear colours where they have some. `ratio`: device pixels a CSS pixel. */
  show(positions: Float32Array | undefined, colours: Float32Array | undefined, ratio: number): void {
    this.mesh.visible = positions !== undefined;
    if (!positions) return;
    const { geometry, material } = this.mesh;
    const count = positions.length / 3;
    makeRoom(geometry, count);
    const [position, colour] = [geometry.getAttribute('position'), geometry.getAttribute('color')];
    position.array.set(positions);
    if (colours) colour.array.set(colours);
    else {
      const plain = linearOf(MASS_COLOUR);
      for (let k = 0; k < 3 * count; k++) colour.array[k] = plain[k % 3];
    }
    position.needsUpdate = colour.needsUpdate = true;
    geometry.setDrawRange(0, count);
    material.size = MASS * ratio;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.map?.dispose();
    this.mesh.material.dispose();
  }
}

/** Both kinds have positions and colours, as many as are needed and some more. */
function makeRoom(geometry: BufferGeometry, points: number): void {
  if ((geometry.getAttribute('position')?.count ?? 0) >= points) return;
  geometry.dispose();
  for (const name of ['position', 'color']) {
    const attribute = new BufferAttribute(new Float32Array(3 * Math.ceil(1.2 * points)), 3);
    geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
  }
}

/** A lit ball, to be coloured. */
function ballPicture(): CanvasTexture {
  const size = 32;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('masses: no 2-D canvas');
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
