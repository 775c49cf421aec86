import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type Axe from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the accessibility problems of a page, or of its open dialog, with the elements concerned. If `themes` are
 * given, checks the page in each theme, and each problem begins with the theme's name. Rules that don't concern colours
 * run only in the last theme.
 */
export async function faults(page: Page, themes?: readonly string[]): Promise<string[]> {
  // Loading axe (half a megabyte) takes as long as a check, so load it once per page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async (themes) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      // During a transition, axe would measure colours that are between those of two themes.
      const still = new CSSStyleSheet();
      still.replaceSync('* { transition: none !important }');
      document.adoptedStyleSheets.push(still);
      const found: string[] = [];
      for (const theme of themes) {
        if (theme) document.documentElement.dataset['theme'] = theme;
        const { violations } = await axe.run(
          [...document.querySelectorAll('dialog[open]')].at(-1) ?? document,
          {
            // Request only what is printed below. Selectors, reloaded style sheets and descriptions of passing elements
            // would double the time.
            resultTypes: ['violations'],
            selectors: false,
            preload: false,
            ...(theme !== themes.at(-1) && { runOnly: ['color-contrast'] }),
          },
        );
        for (const { id, nodes } of violations)
          found.push(`${theme} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
      }
      document.adoptedStyleSheets.pop();
      return found;
    },
    themes ?? [''],
  );
}
