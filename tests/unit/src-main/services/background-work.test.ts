// Background threads that fail. A thread that has ended doesn't affect its replacement.
import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { BackgroundWork } from '../../../../src-main/services/background-work.ts';

const { threads } = vi.hoisted(() => ({ threads: [] as (EventEmitter & { asked: { id: number }[] })[] }));
vi.mock('node:worker_threads', () => ({
  Worker: class extends EventEmitter {
    readonly asked: { id: number }[] = [];
    constructor() {
      super();
      threads.push(this);
    }
    postMessage(question: { id: number }): void {
      this.asked.push(question);
    }
    unref(): void {
      // a simulated thread doesn't keep the process alive
    }
    terminate(): Promise<number> {
      return Promise.resolve(0);
    }
  },
}));

test('requests between a thread’s error and its exit are answered by the next thread', async () => {
  const aside = new BackgroundWork('/nowhere');
  const first = aside.reading('trials', 'one');
  threads[0]!.emit('error', new Error('out of memory'));
  await expect(first).rejects.toThrow('out of memory');
  const second = aside.reading('trials', 'two');
  expect(threads).toHaveLength(2);
  threads[0]!.emit('exit', 1);
  const [, next] = threads;
  next!.emit('message', { id: next!.asked[0]!.id, value: [] });
  expect(await second).toEqual([]);
  void aside.reading('trials', 'three');
  expect(threads).toHaveLength(2);
});
