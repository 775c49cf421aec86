/** Records the tasks of a page's main thread with the browser's tracing. */
import type { Browser, Page } from '@playwright/test';

/** A task of the page's main thread. Durations are in milliseconds. */
export interface Task {
  readonly clock: number;
  /** processor time, which doesn't depend on other load */
  readonly processor: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Calls `work`. Returns all tasks of the page's main thread during the work and shortly afterwards. */
export async function mainThread<T>(
  browser: Browser,
  page: Page,
  work: () => Promise<T>,
): Promise<{ result: T; tasks: Task[] }> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  const result = await work();
  // Wait for tasks scheduled by the work.
  await page.waitForTimeout(800);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const main = traceEvents.filter(
    ({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const tasks = traceEvents.filter(
    ({ ph, name, pid, tid }) =>
      ph === 'X' && name.endsWith('RunTask') && main.some((each) => each.pid === pid && each.tid === tid),
  );
  return {
    result,
    tasks: tasks.map(({ dur = 0, tdur = 0 }) => ({ clock: dur / 1000, processor: tdur / 1000 })),
  };
}
