/** Finds accessibility problems in a page with axe-core. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type Axe from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns problems of any severity with their elements. `rules` limits the check to these rules. */
export async function faults(page: Page, rules?: string[]): Promise<string[]> {
  // Loading axe (half a megabyte) takes as long as a check, so it is loaded once per page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof Axe };
    const { violations } = await axe.run({
      // Only what the message below prints. Describing passing elements, computing selectors and loading style sheets
      // again take half of the time.
      resultTypes: ['violations'],
      selectors: false,
      preload: false,
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  }, rules);
}
