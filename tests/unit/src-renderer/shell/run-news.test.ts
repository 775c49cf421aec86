import { beforeEach, expect, test, vi } from 'vitest';
import { toasts } from '../../../../src-renderer/base/toasts.svelte.ts';
import { followRunNews } from '../../../../src-renderer/shell/run-news.ts';

const host = vi.hoisted(() => ({ listeners: new Map<string, (event: unknown) => void>() }));
vi.mock('../../../../src-renderer/base/client.svelte.ts', () => ({
  onHostEvent: (type: string, listener: (event: unknown) => void) => host.listeners.set(type, listener),
  client: { call: () => Promise.resolve() },
}));
vi.mock('../../../../src-renderer/base/route.svelte.ts', () => ({ go: () => undefined }));
vi.mock('../../../../src-renderer/base/settings.svelte.ts', () => ({ settings: { current: null } }));

vi.mock('../../../../src-renderer/base/presence.ts', () => ({ isPresent: () => false }));

const page = { hidden: false, shown: (): void => undefined };
const end = (id: number, merged = false): void =>
  host.listeners.get('run.changed')!({
    run: { id, puzzleName: 'Fish', status: 'solved', settings: { puzzleId: 1 }, merged },
  });
const texts = (): string[] => toasts.list.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', {
    get hidden() {
      return page.hidden;
    },
    addEventListener: (_: string, listener: () => void) => (page.shown = listener),
  });
  followRunNews();
});

test('runs that end within a second, or while the page is hidden, share one message', () => {
  end(1);
  vi.advanceTimersByTime(900);
  end(2);
  end(5, true);
  expect(texts()).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(texts()).toEqual(['2 runs ended. Fish, run 1: solved; Fish, run 2: solved']);

  vi.advanceTimersByTime(20_000);
  expect(texts()).toEqual([]);
  page.hidden = true;
  end(3);
  vi.advanceTimersByTime(60_000);
  end(4);
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual([]);
  page.hidden = false;
  page.shown();
  expect(texts()).toEqual(['2 runs ended. Fish, run 3: solved; Fish, run 4: solved']);
});
