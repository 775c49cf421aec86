// A clock that jumps back and forth by days. Runs still end with their usual totals, and nothing is lost.
import { random } from '../../src-core/random.ts';
import { allOf, owenPuzzle, startHost } from '../integration/host.ts';
import { otherDate } from './other-date.ts';
import type { Part } from './part.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const DAY_MS = 86_400_000;

export const clock: Part = async (seed, going) => {
  const chance = random(seed, 7);
  const failures: string[] = [];
  const real = Date.now.bind(Date);
  const RealDate = globalThis.Date;
  let jumps = 0;
  let runs = 0;
  let offset = 0;
  const JumpingDate = otherDate(() => real() + offset);
  let expected = '';
  do {
    const dir = temporaryDir();
    globalThis.Date = runs === 0 ? RealDate : JumpingDate;
    const jumping = setInterval(() => {
      offset = (chance.below(2001) - 1000) * DAY_MS;
      jumps++;
    }, 20);
    try {
      const host = await startHost(dir, 100);
      const { id } = await host.call('library.add', { puzzle: owenPuzzle(6, 6) });
      const settings = allOf(id, { limits: { seconds: null, nodes: 10_000_000 } });
      const { runId } = await host.call('runs.start', settings);
      const { figures, status } = await host.ended(runId);
      await host.close();
      const totals = JSON.stringify([status, figures.nodes, figures.nodesByDepth]);
      if (runs === 0) expected = totals;
      else if (totals !== expected) failures.push(`totals ${totals}; with a steady clock ${expected}`);
    } catch (error) {
      failures.push(String(error).slice(0, 300));
    } finally {
      clearInterval(jumping);
      globalThis.Date = RealDate;
    }
    runs++;
    removeDir(dir);
  } while (going(runs) || runs < 2);
  return { count: runs - 1, tried: `${runs - 1} runs under a clock that jumped ${jumps} times`, failures };
};
