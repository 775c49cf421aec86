/**
 * Makes WebGL report a graphics card, so that Edgewise uses three.js instead of a 2D canvas. It runs in the page, with
 * `page.addInitScript`, so it can't use anything outside the function.
 */
export function claimGraphicsCard(): void {
  const get = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext')!
    .value as () => unknown;
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    value: new Proxy(get, {
      apply: (target, canvas, [kind, options]: [string, object?]) =>
        Reflect.apply(target, canvas, [
          kind,
          options && { ...options, failIfMajorPerformanceCaveat: false },
        ] as unknown as []),
    }),
  });
  const { prototype } = WebGL2RenderingContext;
  const ask = Object.getOwnPropertyDescriptor(prototype, 'getParameter')!.value as () => unknown;
  Object.defineProperty(prototype, 'getParameter', {
    value: new Proxy(ask, {
      apply: (target, gl, [name]: [number]) =>
        // UNMASKED_RENDERER_WEBGL: the name of the graphics card
        name === 0x9246 ? 'A graphics card' : Reflect.apply<unknown, unknown[], unknown>(target, gl, [name]),
    }),
  });
}
