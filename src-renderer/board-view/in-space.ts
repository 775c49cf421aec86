/** Chooses the renderer for solids: three.js if there is a graphics card, otherwise a 2D canvas. */
import type { SolidShape, SolidView } from './solid-view.ts';

/** Names of software renderers, which emulate a graphics card. */
const bySoftware = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Returns whether WebGL runs on a graphics card. Creates a context to find out, then releases it. */
function hasGraphicsCard(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  const named = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer: unknown = named ? gl.getParameter(named.UNMASKED_RENDERER_WEBGL) : '';
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return !bySoftware.test(String(renderer));
}

/** Loads and creates the renderer. `repaint` is called once a label's image has loaded. */
export async function solidView(
  canvas: HTMLCanvasElement,
  shape: SolidShape,
  repaint: () => void,
): Promise<SolidView> {
  if (hasGraphicsCard()) {
    const { Space } = await import('./space.ts');
    return new Space(canvas, shape, repaint);
  }
  const { Projected } = await import('./projected.ts');
  return new Projected(canvas, shape, repaint);
}
