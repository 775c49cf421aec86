// A solid drawn in 3D by three.js, as on a machine with a graphics card. `boards.spec.ts` tests the renderer for
// machines without one.
import { claimGraphicsCard } from './graphics-card.ts';
import { expect, test } from './host.ts';
import { turnASolid } from './solid.ts';

// With Chromium's software renderer, WebGL works on any machine. It is slow, so make the window small.
test.use({
  viewport: { width: 800, height: 500 },
  launchOptions: async ({ launchOptions }, use) => {
    const args = (launchOptions.args ?? []).filter((arg) => arg !== '--disable-gpu');
    await use({
      ...launchOptions,
      args: [...args, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    });
  },
});

test('a solid with a graphics card: the net is shown at once, and the 3D view by three.js, which is loaded only then', async ({
  host,
  open,
  page,
}) => {
  await page.addInitScript(claimGraphicsCard);
  await page.addInitScript(() => {
    const spaces: WebGLRenderingContext[] = [];
    Object.assign(window, { spaces });
    // oxlint-disable-next-line typescript/unbound-method -- it is called with the right `this` below
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
      const context: unknown = Reflect.apply(getContext, this, args);
      if (context instanceof WebGL2RenderingContext) spaces.push(context);
      return context;
    } as typeof getContext;
  });
  await turnASolid({ host, open, page }, 'space', 'projected');
  // Browsers limit the number of WebGL contexts, so a closed view must release its context.
  const lost = () =>
    page.evaluate(() =>
      (window as unknown as { spaces: WebGLRenderingContext[] }).spaces.map((each) => each.isContextLost()),
    );
  await open('#/library');
  await expect.poll(async () => new Set(await lost())).toEqual(new Set([true]));
});
