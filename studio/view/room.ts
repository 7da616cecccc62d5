/**
 * A room with patterned walls and a tiled floor. Walls are visible from inside only, so that none hides the run.
 */

import { colourText } from 'pliant/three';
import {
  type Box3,
  CanvasTexture,
  Group,
  Mesh,
  MeshStandardMaterial,
  PlaneGeometry,
  RepeatWrapping,
  SRGBColorSpace,
  Vector3,
} from 'three';
import type { RoomColours } from './palette.ts';

const TEXELS = 256;
/** Over the run's size: distance from its middle to a wall, and least height of the walls. */
const HALF_WIDTH = 0.95;
const HEIGHT = 0.85;
/** Approximate number of tiles along a wall. */
const TILES = 14;

export class Room {
  readonly mesh = new Group();
  readonly #geometry = new PlaneGeometry(1, 1);
  readonly #floor = new Mesh(this.#geometry, new MeshStandardMaterial({ roughness: 0.7 }));
  readonly #walls: readonly Mesh<PlaneGeometry, MeshStandardMaterial>[];
  #colours: RoomColours | undefined;

  constructor() {
    const paper = new MeshStandardMaterial({ roughness: 0.95 });
    this.#walls = [0, 1, 2, 3].map((k) => {
      const wall = new Mesh(this.#geometry, paper);
      wall.rotation.y = (k * Math.PI) / 2;
      return wall;
    });
    this.#floor.rotation.x = -Math.PI / 2;
    for (const part of [this.#floor, ...this.#walls]) {
      part.receiveShadow = true;
      this.mesh.add(part);
    }
    this.mesh.visible = false;
  }

  /** The floor is drawn unless a collider is one. */
  set hasFloor(on: boolean) {
    this.#floor.visible = on;
  }

  /** Builds the room around the box of a run. `ground`: height of the floor, m. */
  dress(colours: RoomColours | undefined, box: Box3, ground: number): void {
    this.mesh.visible = colours !== undefined;
    if (!colours) return;
    const size = box.getSize(new Vector3()).length() || 1;
    const tile = rounded((2 * HALF_WIDTH * size) / TILES);
    const width = 2 * Math.ceil((HALF_WIDTH * size) / tile) * tile;
    const height = Math.ceil((Math.max(HEIGHT * size, 1.15 * (box.max.y - ground)) + 0.01) / tile) * tile;
    const middle = box.getCenter(new Vector3());
    this.mesh.position.set(middle.x, ground, middle.z);
    this.#floor.scale.setScalar(width);
    for (const wall of this.#walls) {
      wall.scale.set(width, height, 1);
      wall.position.set(0, 0, -width / 2).applyAxisAngle(UP, wall.rotation.y);
      wall.position.y = height / 2;
    }
    if (this.#colours !== colours) this.#paint(colours);
    this.#colours = colours;
    this.#floor.material.map!.repeat.set(width / tile / 2, width / tile / 2);
    this.#walls[0].material.map!.repeat.set(width / tile, height / tile);
  }

  dispose(): void {
    this.#geometry.dispose();
    for (const { material } of [this.#floor, this.#walls[0]]) {
      material.map?.dispose();
      material.dispose();
    }
  }

  #paint({ tiles, paper }: RoomColours): void {
    put(this.#floor.material, (pen) => drawTiles(pen, tiles));
    put(this.#walls[0].material, (pen) => drawPaper(pen, paper));
  }
}

const UP = new Vector3(0, 1, 0);

/** Returns 1, 2 or 5 times a power of ten, m. */
function rounded(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  return power * ([1, 2, 5].findLast((round) => round * power <= length) ?? 1);
}

function put(material: MeshStandardMaterial, draw: (pen: CanvasRenderingContext2D) => void): void {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = TEXELS;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('room: no 2-D canvas');
  draw(pen);
  material.map?.dispose();
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.anisotropy = 8;
  material.map = texture;
  material.needsUpdate = true;
}

/** Returns the texture of the floor: tiles two by two, with fine joints. */
function drawTiles(pen: CanvasRenderingContext2D, [light, dark]: readonly [number, number]): void {
  const half = TEXELS / 2;
  for (let k = 0; k < 4; k++) {
    pen.fillStyle = colourText((k % 2) ^ (k >> 1) ? dark : light);
    pen.fillRect((k % 2) * half, (k >> 1) * half, half, half);
    pen.strokeStyle = 'rgb(40 30 20 / 22%)';
    pen.lineWidth = 2;
    pen.strokeRect((k % 2) * half, (k >> 1) * half, half, half);
  }
}

/** Returns the texture of the walls: a lattice of lozenges with a small flower in each. */
function drawPaper(pen: CanvasRenderingContext2D, [ground, figure]: readonly [number, number]): void {
  pen.fillStyle = colourText(ground);
  pen.fillRect(0, 0, TEXELS, TEXELS);
  pen.strokeStyle = pen.fillStyle = colourText(figure);
  pen.lineWidth = 5;
  pen.globalAlpha = 0.65;
  pen.beginPath();
  pen.moveTo(TEXELS / 2, 0);
  pen.lineTo(TEXELS, TEXELS / 2);
  pen.lineTo(TEXELS / 2, TEXELS);
  pen.lineTo(0, TEXELS / 2);
  pen.closePath();
  pen.stroke();
  for (const [x, y] of [
    [0.5, 0.5],
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ]) {
    for (let petal = 0; petal < 4; petal++) {
      const around = (petal * Math.PI) / 2;
      pen.beginPath();
      pen.arc(TEXELS * x + 15 * Math.cos(around), TEXELS * y + 15 * Math.sin(around), 10, 0, 2 * Math.PI);
      pen.fill();
    }
  }
  pen.globalAlpha = 1;
}
