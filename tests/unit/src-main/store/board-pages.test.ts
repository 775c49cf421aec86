import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { boardToSortKey } from '../../../../src-core/puzzle/partial-board.ts';
import { databaseFile } from '../../../../src-main/store/store.ts';
import { eternity2 } from '../../../../bench/tools/boards.ts';
import { allOf } from '../../../integration/host.ts';
import { ownStore } from '../../support/own-store.ts';

const own = ownStore();

test('pages of the gallery, read from the nearer end, form the complete list in every order and filter', async () => {
  const store = await own.open();
  const { puzzleId, runId } = eternity2(store, 47);
  const other = store.runs.add(
    allOf(puzzleId),
    1,
    store.puzzles.snapshot(store.puzzles.get(puzzleId).puzzle),
  );
  const path = { path: null, solved: false, matched: 400, edges: 480, placed: 256, cells: 256 };
  const hints = { hintsKept: 0, hints: 0 };
  const binned = { puzzleId, runId, key: Buffer.of(1), board: null, ...path, ...hints };
  store.boards.remove(store.boards.add(binned).id);
  for (const number of [3, 4, 8]) {
    const key = createHash('sha256').update(`${number}`).digest();
    store.boards.add({ ...binned, runId: other, key, board: null });
  }
  const filters = [
    [47, {}],
    [47, { puzzleId }],
    [47, { runId }],
    [1, { starred: true }],
    [46, { puzzleId, starred: false }],
    [5, { tag: 'tenth' }],
    [5, { puzzleId, runId, tag: 'tenth' }],
    [3, { runId: other }],
    [0, { puzzleId: puzzleId + 1, runId: other }],
    [46, { runId, starred: false }],
  ] as const;
  for (const [expected, filter] of filters) {
    for (const sort of ['newest', 'oldest', 'best', 'board'] as const) {
      const whole = store.boards.list({ ...filter, sort, offset: 0, limit: 1000 });
      const pages: number[] = [];
      for (let offset = 0; offset < 60; offset += 9) {
        const { items, total } = store.boards.list({ ...filter, sort, offset, limit: 9 });
        expect(total).toBe(expected);
        pages.push(...items.map(({ id }) => id));
        expect(store.boards.ids({ ...filter, sort, offset, limit: 9 })).toEqual(items.map(({ id }) => id));
      }
      expect(pages).toEqual(whole.items.map(({ id }) => id));
      expect(new Set(pages).size).toBe(expected);
    }
  }
  const best = store.boards.list({ sort: 'best', offset: 0, limit: 47 }).items.map((each) => each.matched);
  expect(best).toEqual(best.toSorted((a, b) => b - a));
  const ranks = store.boards
    .list({ sort: 'board', offset: 0, limit: 47 })
    .items.map(({ board }) => boardToSortKey(board!));
  expect(ranks).toEqual(ranks.toSorted((a, b) => Buffer.compare(a, b)));
});

test("no page of the gallery reads all boards, even without SQLite's statistics", async () => {
  const store = await own.open();
  const { puzzleId, runId } = eternity2(store, 47);
  const db = new Database(databaseFile(own.dir));
  // No automatic checkpoints, because only the store may write to the library file.
  db.pragma('wal_autocheckpoint = 0');
  // With this many starred and tagged boards, SQLite prefers an index to looking up each board.
  db.prepare(
    `INSERT INTO solution (puzzle_id, key, solved, matched, edges, placed, cells, hints_kept, hints, starred, tags, found_at)
     SELECT puzzle_id, randomblob(32), 0, 0, 0, 0, 0, 0, 0, 1, '["many"]', '' FROM solution
     CROSS JOIN (SELECT value FROM json_each(?)) WHERE id = (SELECT min(id) FROM solution)`,
  ).run(JSON.stringify(Array.from({ length: 20_000 }, (_, i) => i)));
  const prepare = vi.spyOn(Database.prototype, 'prepare');
  for (const filter of [
    { puzzleId },
    { runId },
    { puzzleId, starred: false },
    { puzzleId, starred: true },
    { puzzleId, tag: 'many' },
    { starred: true },
    { tag: 'many' },
  ]) {
    const kind = 'tag' in filter ? 'tagged' : 'starred' in filter && filter.starred ? 'starred' : null;
    for (const sort of ['newest', 'oldest', 'best', 'board'] as const) {
      prepare.mockClear();
      store.boards.ids({ ...filter, sort, offset: 20, limit: 5 });
      const [page] = prepare.mock.calls.at(-1)!;
      const plan = db
        .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${page}`)
        .all({ puzzleId, runId, tag: '"many"', limit: 5, offset: 20 })
        .map(({ detail }) => detail);
      const asTheyCame = sort === 'newest' || sort === 'oldest';
      // Starred and tagged boards have indexes of their own, except for the orders `newest` and `oldest`.
      if (kind && !asTheyCame)
        expect(plan[0]).toMatch(
          new RegExp(`USING (COVERING )?INDEX solution_${kind}_${sort === 'best' ? 'best' : 'rank'}`),
        );
      else if ('puzzleId' in filter || 'runId' in filter)
        expect(plan[0]).toMatch(
          new RegExp(
            `^SEARCH solution USING (COVERING )?INDEX solution_${kind === 'starred' ? 'starred' : 'by_'}`,
          ),
        );
      expect(plan.join()).not.toMatch(/TEMP B-TREE/);
      // The query does not collect all starred or tagged boards first.
      if (!('runId' in filter)) expect(plan.join()).not.toMatch(/LIST SUBQUERY/);
    }
  }
  prepare.mockRestore();
  db.close();
});
