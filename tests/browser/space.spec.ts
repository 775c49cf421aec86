// A solid in space by three.js, as on a machine with a graphics card; `boards.spec.ts` has those without one.
import { claimGraphicsCard } from './graphics-card.ts';
import { test } from './host.ts';
import { turnASolid } from './solid.ts';

// Chromium's own drawing in space by the processor, so that WebGL is there on any machine.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const args = (launchOptions.args ?? []).filter((arg) => arg !== '--disable-gpu');
    await use({
      ...launchOptions,
      args: [...args, '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    });
  },
});

test('a solid with a graphics card: its net at once, in space by three.js, and nothing loaded for that before', async ({
  host,
  open,
  page,
}) => {
  await page.addInitScript(claimGraphicsCard);
  await turnASolid({ host, open, page }, 'space', 'projected');
});
