/**
 * Opens a WebGL 2 context: with antialiasing on a graphics card. A software renderer does without, draws fewer pixels during
 * motion, and more of them in still pictures.
 */
export interface Graphics {
  canvas: HTMLCanvasElement;
  context: WebGL2RenderingContext;
  /** Device pixels per CSS pixel: initially and during motion, and in still pictures. */
  movingRatio: number;
  stillRatio: number;
}

const FINEST = 2;

/** Pixels that a processor draws at some ten pictures a second. */
const SOFTWARE_PIXELS = 300_000;

/** `area` of the view in CSS pixels. Throws if the browser has no WebGL 2. */
export function openGraphics(area: number): Graphics {
  const device = Math.min(window.devicePixelRatio, FINEST);
  const smooth = contextOf({ alpha: true, antialias: true });
  if (!inSoftware(smooth.context)) return { ...smooth, movingRatio: device, stillRatio: device };
  smooth.context.getExtension('WEBGL_lose_context')?.loseContext();
  const plain = contextOf({ alpha: true, antialias: false });
  const movingRatio = Math.min(0.75, Math.sqrt(SOFTWARE_PIXELS / Math.max(1, area)));
  return { ...plain, movingRatio, stillRatio: Math.max(1.5, device) };
}

/** Opens a context with antialiasing, however slow. Throws if the browser has no WebGL 2. */
export function smoothGraphics(): Graphics {
  return { ...contextOf({ alpha: true, antialias: true }), movingRatio: 1, stillRatio: 1 };
}

function inSoftware(context: WebGL2RenderingContext): boolean {
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const name = names ? String(context.getParameter(names.UNMASKED_RENDERER_WEBGL)) : '';
  return /swiftshader|llvmpipe|softpipe|software/i.test(name);
}

function contextOf(options: WebGLContextAttributes) {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', options);
  if (!context) throw new Error('This browser offers no WebGL 2, which the 3-D view needs.');
  return { canvas, context };
}
