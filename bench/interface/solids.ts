/**
 * Measures frames per second of a full icosahedron and dodecahedron at 800 × 600 without a graphics card, while a
 * pointer rotates the solid in every frame. Each solid is drawn on a 2D canvas, as Edgewise does in this case, and
 * with three.js on the processor.
 */
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { placementsOf } from '../../src-core/puzzle/partial-board.ts';
import type { Solid } from '../../src-core/puzzle/puzzle.ts';
import { claimGraphicsCard } from '../../tests/browser/graphics-card.ts';
import type { Part } from './part.ts';

const SECONDS = 5;

/** Runs in the page. Drags the solid for `seconds` and returns the times between frames. */
function turned({ seconds }: { seconds: number }): Promise<number[]> {
  const canvas = document.querySelector<HTMLCanvasElement>('.solid canvas')!;
  const box = canvas.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const pointer = (type: string, dx: number, dy: number): void => {
    canvas.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 1,
        isPrimary: true,
        bubbles: true,
        clientX: x + dx,
        clientY: y + dy,
      }),
    );
  };
  canvas.setPointerCapture = () => undefined;
  pointer('pointerdown', 0, 0);
  return new Promise((resolve) => {
    const frames: number[] = [];
    const begun = performance.now();
    let last = begun;
    let moved = 0;
    const frame = (now: number): void => {
      frames.push(now - last);
      last = now;
      moved += 3;
      pointer('pointermove', moved, moved / 3);
      if (now - begun < 1000 * seconds) requestAnimationFrame(frame);
      else {
        pointer('pointerup', moved, moved / 3);
        resolve(frames.slice(5));
      }
    };
    requestAnimationFrame(frame);
  });
}

export const part: Part = {
  async measure({ host, browser, client, cpuSeconds }) {
    for (const solid of ['icosahedron', 'dodecahedron'] satisfies Solid[]) {
      const made = generate({ family: 'unframed', board: { kind: 'solid', solid }, seed: 3, innerLabels: 6 });
      const { id } = await client.call('library.add', { puzzle: { ...made.puzzle, name: solid } });
      for (const drawn of ['2D canvas', 'three.js']) {
        const page = await browser.newPage({ viewport: { width: 1500, height: 1000 } });
        if (drawn === 'three.js') await page.addInitScript(claimGraphicsCard);
        await page.goto(host.url);
        await page.locator('main h1').waitFor();
        await page.evaluate((hash) => (location.hash = hash), `#/play/${id}`);
        await page.getByLabel('Measures').waitFor();
        // `l` places every tile on the board.
        await page.keyboard.press('l');
        await page
          .getByText(`${placementsOf(made.solution).length} of`)
          .first()
          .waitFor();
        await page.getByRole('button', { name: 'Show in 3D' }).click();
        const space = page.getByRole('application', { name: /in 3D/ });
        await space.waitFor();
        const size = await space.evaluate((canvas) => {
          const view = canvas.parentElement!;
          Object.assign(view.style, { width: '800px', height: '600px', maxWidth: 'none', maxHeight: 'none' });
          return [canvas.clientWidth, canvas.clientHeight];
        });
        await space.scrollIntoViewIfNeeded();
        await page.waitForTimeout(800);
        const before = cpuSeconds();
        const frames = (await page.evaluate(turned, { seconds: SECONDS })).sort((a, b) => a - b);
        const cpu = (1000 * (cpuSeconds() - before)) / frames.length;
        const total = frames.reduce((sum, each) => sum + each, 0);
        const at = (share: number): string =>
          frames[Math.min(frames.length - 1, Math.floor(share * frames.length))]!.toFixed(1);
        console.log(
          `${solid.padEnd(13)} ${drawn.padEnd(10)} ${size.join(' × ')}: ${((1000 * frames.length) / total).toFixed(1)} frames per second; interval median ${at(0.5)}, 95 % ${at(0.95)}, longest ${at(1)} ms; ${cpu.toFixed(1)} CPU ms per frame`,
        );
        await page.close();
      }
    }
  },
};
