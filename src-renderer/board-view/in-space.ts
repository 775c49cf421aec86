/** Who draws a solid in space here: three.js where a graphics card does the work, else a plain 2D canvas. */
import type { SolidShape, SolidView } from './solid-view.ts';

/** Programs that do a graphics card's work on the processor, by how they call themselves. */
const bySoftware = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether a graphics card draws WebGL here. Asked on a canvas of its own, which is then given back. */
function hasGraphicsCard(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  const named = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer: unknown = named ? gl.getParameter(named.UNMASKED_RENDERER_WEBGL) : '';
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return !bySoftware.test(String(renderer));
}

/** Each way of drawing is loaded only when it is used. `repaint` is called when an image of a label has arrived. */
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
