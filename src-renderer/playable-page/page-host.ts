/**
 * The host of a playable page, which answers the play view's requests within the page. The puzzle is in the document,
 * and the game is in the browser's storage. Import this module before `base/client.svelte.ts`, which looks for an
 * existing host when it loads.
 */
import * as v from 'valibot';
import type { HostEvent, RpcReply } from '../../src-core/contract.ts';
import type { DesignTask, PlayPlan } from '../../src-core/contract/design.ts';
import { fromWire, toWire } from '../../src-core/contract/wire.ts';
import { DistinctSearch } from '../../src-core/edge-matching/distinct-search/distinct-search.ts';
import { cellByCellPlan, shortestPlan } from '../../src-core/edge-matching/design/play-plan.ts';
import { startBoard } from '../../src-core/puzzle/open-board.ts';
import { boardFromNumbers, EMPTY, type PartialBoard } from '../../src-core/puzzle/partial-board.ts';
import { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';

/** Number of nodes searched before the page can handle events again. Searching them takes about 10 ms. */
const NODES_PER_SLICE = 50_000;

const Content = v.strictObject({ puzzle: EdgePuzzle, solution: v.nullable(v.array(v.number())) });
const { puzzle, solution: numbers } = v.parse(
  Content,
  JSON.parse(document.getElementById('puzzle')?.textContent ?? ''),
);
const solution = numbers && boardFromNumbers(numbers);
const storageName = `edgewise ${puzzle.name} ${JSON.stringify(puzzle.tiles).length}`;

const listeners = new Set<(event: unknown) => void>();
const tell = (event: HostEvent): void => {
  for (const listener of listeners) listener(event);
};

/** The saved game. Also kept in memory, because the browser may refuse to store it. */
let game = ((): unknown => {
  try {
    return fromWire(localStorage.getItem(storageName) ?? 'null');
  } catch {
    return null;
  }
})();

function save(play: unknown): void {
  game = play;
  try {
    localStorage.setItem(storageName, toWire(play));
  } catch {
    // Browsers may refuse to store data for a local file. The game is then lost when the page is closed.
  }
}

/** Number of the current search. Searches with other numbers have been stopped. */
let job = 0;

function search({ limit, fixed }: DesignTask & { kind: 'count' }): { job: number } {
  const own = ++job;
  const answer = (looks: readonly PartialBoard[], nodes: number, done: boolean): void =>
    tell({
      type: 'design.progress',
      job: own,
      result: { kind: 'count', found: looks.length, looks: looks.slice(0, 2), differing: [], nodes },
      done,
      error: '',
    });
  const keeps =
    solution && (!fixed || fixed.every((code, cell) => code === EMPTY || code === solution[cell]));
  if (keeps) {
    setTimeout(() => answer([solution], 0, true));
    return { job: own };
  }
  const searching = new DistinctSearch(puzzle, limit, fixed);
  const step = (): void => {
    if (own !== job) return;
    const done = searching.step(NODES_PER_SLICE);
    answer(searching.solutions, searching.nodes, done);
    if (!done) setTimeout(step);
  };
  setTimeout(step);
  return { job: own };
}

function plan(board: PartialBoard): { cellByCell: PlayPlan; shortest: PlayPlan } {
  const from = startBoard(puzzle);
  return structuredClone({
    cellByCell: cellByCellPlan(puzzle, board, from),
    shortest: shortestPlan(puzzle, board, from),
  }) as { cellByCell: PlayPlan; shortest: PlayPlan };
}

const answers: Readonly<Record<string, (input: never) => unknown>> = {
  'library.get': () => ({ id: 1, puzzle }),
  'play.get': () => game,
  'play.save': ({ play }: { play: unknown }) => {
    save(play);
    return {};
  },
  // A playable page has no gallery to store the board in. The saved game contains the solution.
  'boards.add': () => null,
  'design.start': (task: DesignTask & { kind: 'count' }) => search(task),
  'design.stop': () => {
    job++;
    return {};
  },
  'design.plan': ({ board }: { board: PartialBoard }) => plan(board),
};

window.hostBridge = {
  request(method, input): Promise<RpcReply> {
    try {
      const answer = answers[method];
      if (!answer) throw new Error('On this page you can only play the puzzle.');
      return Promise.resolve({ ok: true, value: answer(input as never) });
    } catch (error) {
      return Promise.resolve({ ok: false, error: { code: 'FAILED', message: (error as Error).message } });
    }
  },
  onEvent(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
