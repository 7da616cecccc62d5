/**
 * A drawing context with smooth edges, where a graphics card makes them for nothing. A renderer in software
 * does without, draws fewer pixels while things move, and more of them when they stand.
 */
export interface Graphics {
  canvas: HTMLCanvasElement;
  context: WebGL2RenderingContext;
  /** Device pixels a CSS pixel: at first, while things move, and when they stand. */
  movingRatio: number;
  stillRatio: number;
}

const FINEST = 2;

/** What a processor draws at some ten pictures a second. */
const SOFTWARE_PIXELS = 300_000;

/** `area` of the view in CSS pixels. Throws where the browser offers no WebGL 2. */
export function openGraphics(area: number): Graphics {
  const device = Math.min(window.devicePixelRatio, FINEST);
  const smooth = contextOf({ alpha: true, antialias: true });
  if (!inSoftware(smooth.context)) return { ...smooth, movingRatio: device, stillRatio: device };
  smooth.context.getExtension('WEBGL_lose_context')?.loseContext();
  const plain = contextOf({ alpha: true, antialias: false });
  const movingRatio = Math.min(0.75, Math.sqrt(SOFTWARE_PIXELS / Math.max(1, area)));
  return { ...plain, movingRatio, stillRatio: Math.max(1.5, device) };
}

/** Smooth edges at any price. Throws where the browser offers no WebGL 2. */
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
