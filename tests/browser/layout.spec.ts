// The board takes up most of the window in every view. Panels can be resized and folded, and stay that way.
import type { Locator, Page } from '@playwright/test';
import { expect, test, usualRun } from './host.ts';
import { setStage, type Stage } from './scenes.ts';

const sizes = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;

/** Minimum height of a square board, as a fraction of the height below the title */
const LEAST_SHARE = 0.8;

/** Addresses of views that show one square board */
const views: Record<string, (stage: Stage) => Promise<string> | string> = {
  puzzle: async (stage) => `#/puzzle/${await stage.puzzle('Eternity II')}`,
  'puzzle of nine tiles': async (stage) => `#/puzzle/${await stage.puzzle('Penguins')}`,
  'sliding puzzle': async (stage) => `#/puzzle/${await stage.puzzle('Fifteen')}`,
  run: async (stage) => `#/search/${await stage.puzzle('Eternity II')}?run=${stage.hunt}`,
  'run with several charts': async (stage) => `#/search/${await stage.puzzle('Penguins')}?run=${stage.run}`,
  play: async (stage) => `#/play/${await stage.puzzle('Penguins')}`,
  editor: async (stage) => `#/editor/${await stage.puzzle('Eternity II')}`,
  steps: async (stage) => `#/steps/${await stage.puzzle('Nine Figures')}?engine=tree`,
  slide: async (stage) => `#/slide/${await stage.puzzle('Fifteen')}`,
  gallery: async (stage) => `#/gallery?puzzle=${await stage.puzzle('Eternity II')}`,
};

/**
 * Returns, in CSS pixels, the sizes and tops of all boards on the page (largest first), the height below the title,
 * and the width of the view.
 */
const measure = (page: Page) =>
  page.evaluate(() => {
    const boards = [
      ...document.querySelectorAll('main .room canvas, main .room svg:not(.overlay, button svg)'),
      ...document.querySelectorAll('main .room [role=group].board'),
    ].map((each) => each.getBoundingClientRect());
    const sizes = boards.map(({ width, height, top }) => ({ width, height, top }));
    const title = document.querySelector('main header')?.getBoundingClientRect();
    const main = document.querySelector('main')!;
    return {
      boards: sizes.sort((a, b) => b.width - a.width),
      below: innerHeight - (title?.bottom ?? 0),
      width: main.clientWidth,
      scrolls: main.scrollHeight > main.clientHeight,
    };
  });

test('a square board takes at least 80 % of the height below the title; compared boards take their shares', async ({
  host,
  page,
  open,
}) => {
  test.slow();
  const client = await host.client();
  const puzzle = (name: string): Promise<number> => host.puzzle(name);
  const stage = { client, puzzle, ...(await setStage(client, puzzle)) };
  await test.step('a square board takes at least 80 % of the height below the title in every view', async () => {
    for (const [name, at] of Object.entries(views)) {
      await open(await at(stage));
      for (const size of sizes) {
        await page.setViewportSize(size);
        await expect
          .poll(
            async () => {
              const { boards, below, scrolls } = await measure(page);
              if (!boards[0]) return `${name}: no board`;
              if (scrolls) return `${name} at ${size.width}: the page scrolls`;
              const share = Math.min(boards[0].height, boards[0].width) / below;
              return share >= LEAST_SHARE
                ? ''
                : `${name} at ${size.width}: ${share.toFixed(3)} of the height`;
            },
            { timeout: 15_000 },
          )
          .toBe('');
      }
    }
  });

  const { items } = await client.call('boards.list', { puzzleId: await stage.puzzle('Penguins') });
  await test.step('in compare each board takes its share of the width or of the height', async () => {
    for (const [columns, rows] of [
      [2, 1],
      [3, 1],
      [2, 2],
    ] as const) {
      const ids = items.slice(0, columns * rows).map(({ id }) => id);
      await open(`#/compare?${ids.map((id, index) => `${'abcd'[index]!}=${id}`).join('&')}`);
      for (const size of sizes) {
        await page.setViewportSize(size);
        await expect
          .poll(
            async () => {
              const { boards, below, width, scrolls } = await measure(page);
              if (boards.length !== ids.length) return `${boards.length} boards`;
              if (scrolls) return `${ids.length} boards at ${size.width}: the page scrolls`;
              const share = Math.min((LEAST_SHARE * below) / rows, (width - 80 - 16 * columns) / columns);
              const least = Math.min(...boards.map(({ height }) => height));
              // Cells are whole pixels wide, so a board can be a little smaller than its share of the view.
              return least >= share - 3
                ? ''
                : `${ids.length} boards at ${size.width}: ${least} instead of ${share.toFixed()}`;
            },
            { timeout: 15_000 },
          )
          .toBe('');
      }
    }
  });

  await test.step('in a small landscape window, two to four boards are visible at once', async () => {
    for (const columns of [2, 3, 4]) {
      const ids = items.slice(0, columns).map(({ id }) => id);
      await open(`#/compare?${ids.map((id, index) => `${'abcd'[index]!}=${id}`).join('&')}`);
      for (const size of [
        { width: 640, height: 400 },
        { width: 800, height: 600 },
      ]) {
        await page.setViewportSize(size);
        await expect
          .poll(async () => {
            const { boards } = await measure(page);
            const low = boards.filter(({ top, height }) => top + height > size.height).length;
            const least = Math.min(...boards.map(({ height }) => height));
            return boards.length === columns && low === 0 && least > 110
              ? ''
              : `${boards.length} boards, ${low} cut off, at least ${least} high`;
          }, `${columns} boards at ${size.width}`)
          .toBe('');
      }
    }
  });

  await test.step('on a phone, two boards lie below each other, and more lie in two columns', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const columns of [2, 3, 4]) {
      const ids = items.slice(0, columns).map(({ id }) => id);
      await open(`#/compare?${ids.map((id, index) => `${'abcd'[index]!}=${id}`).join('&')}`);
      await expect
        .poll(async () => {
          const { boards } = await measure(page);
          return boards.map(({ width }) => (width > 300 ? 'one column' : width > 140 ? 'two' : width));
        })
        .toEqual(Array(columns).fill(columns === 2 ? 'one column' : 'two'));
    }
  });

  await test.step('in a small window, the actions of a run are shortened and fit on one line', async () => {
    // This address shows the puzzle's paused run.
    await open(`#/search/${await stage.puzzle('Eternity II')}`);
    const actions = page.locator('main header .row').locator('a, button');
    const more = page.getByRole('link', { name: 'New run' });
    for (const size of [
      { width: 360, height: 740 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(size);
      await expect.poll(async () => (await more.boundingBox())?.width, `${size.width}`).toBeLessThan(60);
      const boxes = await Promise.all((await actions.all()).map((each) => each.boundingBox()));
      expect(boxes).toHaveLength(3);
      expect(new Set(boxes.map((box) => box?.y)).size, `lines at ${size.width}`).toBe(1);
      expect(
        await page.getByRole('heading', { level: 1 }).evaluate((h1) => h1.scrollWidth - h1.clientWidth),
      ).toBe(0);
    }
    await page.setViewportSize(sizes[0]);
  });

  await test.step('compared boards are aligned even if only one caption is long', async () => {
    const [first, second] = items;
    await open(`#/compare?a=${first!.id}&b=${second!.id}`);
    await page
      .locator('figcaption')
      .first()
      .evaluate((caption) => caption.append(' A long caption.'.repeat(20)));
    await expect
      .poll(async () => (await measure(page)).boards.map(({ top }) => Math.round(top) > 200))
      .toEqual([true, true]);
    const { boards } = await measure(page);
    expect(Math.abs(boards[0]!.top - boards[1]!.top)).toBeLessThan(2);
  });
});

test('an oblong board, the side panel, the board alone (F), and a narrow window', async ({
  host,
  page,
  open,
}) => {
  await test.step('an oblong board takes the full width beside the panel', async () => {
    await open(`#/puzzle/${await host.puzzle('Seven Nuts')}`);
    await page.setViewportSize(sizes[0]);
    await expect
      .poll(
        async () => {
          const { boards, below } = await measure(page);
          const room = (await page.locator('main .room').boundingBox())!;
          const [board] = boards;
          if (!board) return 'no board';
          const isLarge = board.width >= room.width * 0.95 || board.height >= LEAST_SHARE * below;
          return isLarge ? '' : `${board.width} × ${board.height} of ${room.width} × ${below}`;
        },
        { timeout: 15_000 },
      )
      .toBe('');
  });

  await test.step('F shows the board alone, and F or Escape shows everything again', async () => {
    await page.setViewportSize(sizes[0]);
    await open(`#/play/${await host.puzzle('Penguins')}`);
    const navigation = page.getByRole('navigation', { name: 'Edgewise' });
    const title = page.getByRole('heading', { name: 'Penguins', level: 1 });
    const board = page.getByRole('application', { name: 'Board of Penguins' });
    await expect(board).toBeVisible();
    // Each measure's name fits on one line.
    await page.setViewportSize(sizes[1]);
    for (const name of await page.getByLabel('Measures').locator('dt button').all()) {
      const [line, wide] = await name.evaluate((each) => [
        each.clientHeight / parseFloat(getComputedStyle(each).fontSize),
        each.getBoundingClientRect().width - each.closest('.figure')!.clientWidth,
      ]);
      expect(line).toBeLessThan(2);
      expect(wide).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize(sizes[0]);
    for (const back of ['f', 'Escape']) {
      await expect(navigation).toBeVisible();
      await page.keyboard.press('f');
      await expect(navigation).toBeHidden();
      await expect(title).toBeHidden();
      await expect.poll(async () => (await board.boundingBox())!.height).toBeGreaterThan(0.95 * 800);
      await page.keyboard.press(back);
      await expect(title).toBeVisible();
    }
    // In high contrast, empty cells have an outline.
    const outlines = board.locator('path.empty');
    await (await host.client()).call('settings.set', { theme: 'contrast' });
    await expect(outlines).toHaveCount(9);
    await (await host.client()).call('settings.set', { theme: 'light' });
    await expect(outlines).toHaveCount(0);
    await page.keyboard.press('f');
    await expect(navigation).toBeHidden();
    for (const key of ['g', 'l']) await page.keyboard.press(key);
    await expect(navigation).toBeVisible();
  });

  await test.step('the panel is resized by pointer and keys, folded, and remembered after a reload', async () => {
    await page.setViewportSize(sizes[0]);
    await open(`#/puzzle/${await host.puzzle('Penguins')}`);
    const divider = page.getByRole('separator', { name: 'Width of the panel' });
    const width = async (): Promise<number> => Number(await divider.getAttribute('aria-valuenow'));
    await expect.poll(width).toBeGreaterThan(0);
    const usual = await width();
    const { x, y, height } = (await divider.boundingBox())!;
    await page.mouse.move(x + 8, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x - 92, y + height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBeGreaterThan(usual + 80);
    const dragged = await width();
    await divider.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(width).toBe(dragged - 24);

    const rules = page.getByRole('heading', { name: 'Rules' });
    await page.getByRole('button', { name: 'Hide the panel' }).click();
    await expect(rules).toBeHidden();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Show the panel' })).toBeVisible();
    await expect(rules).toBeHidden();
    await page.keyboard.press('Control+b');
    await expect(rules).toBeVisible();
    await expect.poll(width).toBe(dragged - 24);
    await divider.dblclick();
    await expect.poll(width).toBe(usual);
    for (const key of ['ArrowLeft', 'Backspace']) await divider.press(key);
    await expect.poll(width).toBe(usual);
  });

  await test.step('in a narrow window the panels lie below the board, folded', async () => {
    await page.setViewportSize({ width: 800, height: 900 });
    await open(`#/play/${await host.puzzle('Penguins')}`);
    const board = (await page.getByRole('application', { name: 'Board of Penguins' }).boundingBox())!;
    const tray = (await page.getByRole('region', { name: 'Tray' }).boundingBox())!;
    expect(tray.y).toBeGreaterThan(board.y + board.height);
    expect(board.width).toBeGreaterThan(600);

    // In a narrow window, panels start folded, except for the tray. Folding is remembered separately for narrow and
    // wide windows.
    await open(`#/puzzle/${await host.puzzle('Penguins')}`);
    const rules = page.getByRole('heading', { name: 'Rules', exact: true });
    const button = page.getByRole('button', { name: 'Rules, results and notes' });
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    await expect(rules).toBeHidden();
    await button.press('Enter');
    await expect(rules).toBeVisible();
    await page.reload();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Control+b');
    await expect(rules).toBeHidden();
    await page.setViewportSize(sizes[0]);
    await expect(rules).toBeVisible();
    await expect(button).toBeHidden();
    await page.setViewportSize({ width: 800, height: 900 });

    // A long name wraps onto two lines, and a tooltip shows all of it.
    const client = await host.client();
    const name = 'Penguins and other birds of the northern sea '.repeat(4).trim();
    const { puzzle } = await client.call('library.get', { id: await host.puzzle('Penguins') });
    const { id } = await client.call('library.add', { puzzle: { ...puzzle, name } });
    await page.setViewportSize({ width: 360, height: 740 });
    for (const [address, shown, tip] of [
      [`#/puzzle/${id}`, 'h1 .text', 'h1'],
      [`#/search/${id}?new=1`, '.titles p', '.titles p'],
    ] as const) {
      await open(address);
      await expect(page.locator(`main ${tip}`)).toHaveAttribute('title', name);
      await expect
        .poll(() =>
          page.locator(`main ${shown}`).evaluate((text) => {
            const lines = text.clientHeight / parseFloat(getComputedStyle(text).lineHeight);
            return [Math.round(lines), text.scrollHeight > text.clientHeight];
          }),
        )
        .toEqual([2, true]);
    }
    // The zoom buttons share a line with the last tool.
    await open(`#/editor/${await host.puzzle('Penguins')}`);
    const middleOf = async (each: Locator): Promise<number> => {
      const { y, height } = (await each.boundingBox())!;
      return y + height / 2;
    };
    const zoom = page.getByRole('button', { name: 'Zoom in' });
    const colours = page.getByLabel('Colour vision');
    expect(Math.abs((await middleOf(zoom)) - (await middleOf(colours)))).toBeLessThan(2);
    await page.setViewportSize({ width: 800, height: 900 });

    // At 1280 × 800 pixels and 200 % zoom, the title fits on one line, the tools are beside the board, and the board
    // takes up the remaining height. No action loses its name or leaves the window.
    await page.setViewportSize({ width: 640, height: 400 });
    const penguins = await host.puzzle('Penguins');
    for (const view of ['puzzle', 'editor', 'play', 'steps']) {
      await open(`#/${view}/${penguins}`);
      const board = page.locator('main .room canvas').first();
      await expect
        .poll(async () => (await board.boundingBox())?.height ?? 0, view)
        .toBeGreaterThan(0.8 * 400);
      expect((await board.boundingBox())!.y, view).toBeLessThan(0.15 * 400);
      expect(await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth), view).toBe(
        0,
      );
    }
    // The tray and the labels are beside the board, which stays in place while they scroll.
    for (const [view, panel] of [
      ['play', page.getByRole('application', { name: 'Tray' })],
      ['editor', page.getByRole('button', { name: /^penguin tail/ })],
    ] as const) {
      await open(`#/${view}/${penguins}`);
      await expect(panel, view).toBeInViewport({ ratio: 0.9 });
      const board = page.locator('main .room canvas').first();
      const [around, beside] = [(await board.boundingBox())!, (await panel.boundingBox())!];
      expect(beside.x, view).toBeGreaterThanOrEqual(around.x + around.width);
      await page.locator('main').evaluate((main) => main.scrollTo(0, 150));
      await expect(board, view).toBeInViewport({ ratio: 0.95 });
    }
    await open(`#/puzzle/${penguins}`);
    const edit = page.locator('main header').getByRole('link', { name: 'Edit' });
    expect((await edit.boundingBox())!.width).toBeLessThan(60);
    await edit.hover();
    await expect(edit).toHaveAttribute('title', 'Edit');
    await page.keyboard.press('f');
    await expect
      .poll(async () => (await page.locator('main .room canvas').first().boundingBox())!.height)
      .toBeGreaterThan(0.95 * 400);
    await page.keyboard.press('f');
    await page.setViewportSize({ width: 800, height: 900 });

    // The gallery starts with its list, at full width.
    await client.call('runs.start', { ...usualRun, puzzleId: await host.puzzle('Penguins') });
    await open('#/gallery');
    const list = page.getByTestId('gallery-list');
    await list.getByRole('button').first().waitFor();
    expect((await list.boundingBox())!.width).toBeGreaterThan(600);
    // Clicking a board shows only that board, with its details below.
    await list.getByRole('button').first().click();
    const shown = (await page.getByRole('application', { name: /^Board/ }).boundingBox())!;
    const note = (await page.getByLabel('Note').boundingBox())!;
    expect(note.y).toBeGreaterThan(shown.y + shown.height);
    // The first action below the board gets the focus, not the last field, so the page does not scroll.
    await expect(page.getByRole('button', { name: 'Play from here' })).toBeFocused();
    expect(await page.locator('main').evaluate((main) => main.scrollTop)).toBe(0);
    // A link to a board shows the board.
    const { items } = await client.call('boards.list', {});
    await open('#/library');
    await open(`#/gallery?board=${items[0]!.id}`);
    await expect(page.getByRole('button', { name: 'Play from here' })).toBeVisible();
  });
});
