/**
 * The material of cloth: a plain weave in relief (normal map, true scale), a woven check with a hem (colour map, which shows
 * folds and stretch), and sheen, the light that fibres scatter at grazing angles.
 */
import type { Dye } from 'pliant/three';
import {
  CanvasTexture,
  Color,
  DataTexture,
  DoubleSide,
  LinearFilter,
  LinearMipmapLinearFilter,
  MeshPhysicalMaterial,
  RepeatWrapping,
  SRGBColorSpace,
  type Texture,
} from 'three';

const WEAVE_TEXELS = 64;
/** Threads per tile; an even number, because over and under alternate. */
const WEAVE_THREADS = 4;
/** Distance of threads, m: that of coarse linen, whose weave shows in close-ups. */
const THREAD_PITCH = 0.0035;
const CHECK_TEXELS = 1024;
const CHECK_LINES = 8;

/** `width` and `height` of the flat sheet in m; texture coordinates run from 0 to 1 over it. */
export function fabricMaterial(dye: Dye, width: number, height: number): MeshPhysicalMaterial {
  const weave = weaveRelief();
  const tile = WEAVE_THREADS * THREAD_PITCH;
  weave.repeat.set(Math.max(1, Math.round(width / tile)), Math.max(1, Math.round(height / tile)));
  const material = new MeshPhysicalMaterial({
    map: checkPattern(dye, width / height),
    normalMap: weave,
    roughness: 0.82,
    sheen: 0.55,
    sheenRoughness: 0.45,
    sheenColor: new Color(dye.stripe).lerp(new Color(dye.ground), 0.35),
    side: DoubleSide,
  });
  material.normalScale.set(0.55, 0.55);
  material.addEventListener('dispose', () => {
    material.map?.dispose();
    weave.dispose();
  });
  return material;
}

/** Returns the normal map of warp and weft: each thread is a ridge that passes under every second crossing. */
function weaveRelief(): Texture {
  const n = WEAVE_TEXELS;
  const height = new Float32Array(n * n);
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) height[j * n + i] = weaveHeight((i + 0.5) / n, (j + 0.5) / n);
  }
  const texels = new Uint8Array(4 * n * n);
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const slopeX = height[j * n + ((i + 1) % n)] - height[j * n + ((i + n - 1) % n)];
      const slopeY = height[((j + 1) % n) * n + i] - height[((j + n - 1) % n) * n + i];
      const length = Math.sqrt(slopeX * slopeX + slopeY * slopeY + 0.16);
      texels.set(
        [128 - (127 * slopeX) / length, 128 - (127 * slopeY) / length, (255 * 0.4) / length, 255],
        4 * (j * n + i),
      );
    }
  }
  return tiled(new DataTexture(texels, n, n));
}

function weaveHeight(u: number, v: number): number {
  const s = u * WEAVE_THREADS;
  const t = v * WEAVE_THREADS;
  const crossing = (Math.floor(s) + Math.floor(t)) % 2 === 0 ? 1 : -1;
  const warp = ridge(s) * (1 + crossing * 0.5 * arch(t));
  const weft = ridge(t) * (1 - crossing * 0.5 * arch(s));
  return Math.max(warp, weft);
}

function ridge(x: number): number {
  const offset = 2 * (x - Math.floor(x)) - 1;
  return Math.sqrt(Math.max(0, 1 - 0.85 * offset * offset));
}

function arch(x: number): number {
  return Math.sin(Math.PI * (x - Math.floor(x)));
}

/** Returns the colour map: ground yarn with a fine check, a broad hem, and threads of slightly uneven dye. */
function checkPattern(dye: Dye, aspect: number): Texture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = CHECK_TEXELS;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('fabric: no 2-D canvas');
  pen.fillStyle = css(dye.ground);
  pen.fillRect(0, 0, CHECK_TEXELS, CHECK_TEXELS);
  drawSlubs(pen);
  const across = Math.max(2, Math.round(CHECK_LINES * Math.min(1, aspect)));
  const along = Math.max(2, Math.round(CHECK_LINES * Math.min(1, 1 / aspect)));
  pen.fillStyle = css(dye.stripe);
  for (const [lines, upright] of [
    [across, true],
    [along, false],
  ] as const) {
    for (let k = 1; k < lines; k++) {
      stripe(pen, (k * CHECK_TEXELS) / lines - 7, 3, upright, 0.5);
      stripe(pen, (k * CHECK_TEXELS) / lines + 4, 3, upright, 0.5);
    }
    for (const edge of [18, CHECK_TEXELS - 34]) stripe(pen, edge, 16, upright, 0.85);
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

function stripe(
  pen: CanvasRenderingContext2D,
  at: number,
  width: number,
  upright: boolean,
  alpha: number,
): void {
  pen.globalAlpha = alpha;
  if (upright) pen.fillRect(at, 0, width, CHECK_TEXELS);
  else pen.fillRect(0, at, CHECK_TEXELS, width);
  pen.globalAlpha = 1;
}

/** Draws threads that are a little lighter or darker, in both directions. */
function drawSlubs(pen: CanvasRenderingContext2D): void {
  let seed = 7;
  for (let k = 0; k < CHECK_TEXELS; k += 2) {
    for (const upright of [true, false]) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      pen.fillStyle = seed & 0x80000000 ? '#ffffff' : '#000000';
      stripe(pen, k, 2, upright, 0.05 * ((seed & 0xffff) / 0xffff));
    }
  }
}

function css(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`;
}

function tiled(texture: DataTexture): Texture {
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 8;
  texture.needsUpdate = true;
  return texture;
}
