import { boardOf, gridOf } from '../../../../../src-core/puzzle/board.ts';
import { describe, expect, test } from 'vitest';
import { backtrack } from '../../../../../src-core/edge-matching/classic/backtrack.ts';
import { DECISIONS_PER_PAGE, Transcriber } from '../../../../../src-core/edge-matching/steps/transcriber.ts';
import { rows } from '../../../../../src-core/edge-matching/classic/rows/rows.ts';
import { tree } from '../../../../../src-core/edge-matching/classic/tree.ts';
import { exact } from '../../../../../src-core/edge-matching/exact/exact.ts';
import { propagate } from '../../../../../src-core/edge-matching/propagate/propagate.ts';
import { generate } from '../../../../../src-core/edge-matching/generate/generate.ts';
import type { Engine, Job } from '../../../../../src-core/engine.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../../../src-core/puzzle/score.ts';
import {
  DECISION_ENTRIES,
  DecisionKind,
  Rule,
  ruleOf,
  sideOf,
  type Decision,
} from '../../../../../src-core/decisions.ts';
import { labelAt, mates } from '../../../../../src-core/puzzle/labels.ts';
import { EMPTY, flippedOf, rotationOf, tileOf } from '../../../../../src-core/puzzle/partial-board.ts';
import {
  applyDecision,
  boardOfScene,
  narrowedLevel,
  type Scene,
} from '../../../../../src-core/edge-matching/steps/transcript.ts';
import { runEngine } from '../../../support/run-engine.ts';
import { hoglanSquares, brandtSquares } from '../../../support/sources.ts';

const jobOf = (engine: Engine, puzzle: EdgePuzzle, solutions: number | 'all' = 'all'): Job => ({
  puzzle,
  engine: engine.name,
  options: Object.fromEntries(engine.options.map(({ name, default: value }) => [name, value])),
  wanted: { solutions, boards: true },
  limits: { seconds: null, nodes: null },
  seed: 1,
  threads: 1,
});

/** Applies the decisions of a page to the page's initial scene. Calls `each` after every decision. */
function play(transcriber: Transcriber, index: number, cells: number, each: (scene: Scene) => void): Scene {
  const { decisions, start } = transcriber.page(index);
  for (let i = 0; i < decisions.length; i += DECISION_ENTRIES) {
    const decision = decisions.slice(i, i + DECISION_ENTRIES) as unknown as Decision;
    applyDecision(start, transcriber.rules, decision);
    each(start);
  }
  return start;
}

function playAll(
  transcriber: Transcriber,
  cells: number,
  each: (scene: Scene) => void = () => undefined,
): Scene {
  for (let index = 0; ; index++) {
    const { last } = transcriber.page(index);
    const scene = play(transcriber, index, cells, each);
    if (last) return scene;
    expect(transcriber.page(index + 1).start).toEqual(scene);
  }
}

const framed: EdgePuzzle = generate({ family: 'framed', width: 4, height: 4, seed: 3 }).puzzle;
const twins: EdgePuzzle = {
  ...hoglanSquares,
  tiles: hoglanSquares.tiles.map((tile, i) => (i === 4 ? hoglanSquares.tiles[2]! : tile)),
};
const cases: [string, Engine, EdgePuzzle][] = [
  ['tree on Hoglan 2005', tree, hoglanSquares],
  ['tree on Brandt et al. 2002', tree, brandtSquares],
  ['backtrack on Brandt et al. 2002', backtrack, brandtSquares],
  ['exact on Hoglan 2005', exact, hoglanSquares],
  ['exact on Brandt et al. 2002', exact, brandtSquares],
  ['exact on a framed 4 × 4', exact, framed],
  ['exact with identical tiles', exact, twins],
  ['propagate on Hoglan 2005', propagate, hoglanSquares],
  ['propagate on Brandt et al. 2002', propagate, brandtSquares],
  ['propagate on a framed 4 × 4', propagate, framed],
  ['propagate with identical tiles', propagate, twins],
];

describe('transcript', () => {
  test.each(cases)('%s: its counts equal the run’s', (_, engine, puzzle) => {
    const run = runEngine(engine, puzzle);
    const scene = playAll(
      new Transcriber(engine, jobOf(engine, puzzle)),
      gridOf(puzzle.board).width * gridOf(puzzle.board).height,
    );
    const first = Number(run.tally.counts['roots'] ?? 0);
    expect(first > 0).toBe(engine === tree);
    expect(scene.nodes).toBe(run.tally.nodes + first);
    const [roots = 0, ...deeper] = trimmed(run.tally.nodesByDepth);
    expect(scene.nodesByDepth).toEqual([roots + first, ...deeper]);
  });

  test('Hoglan 2005: 4679 states, 194 to the first solution, and 36 for the first cell; Brandt et al. 2002: 672 calls', () => {
    expect(playAll(new Transcriber(tree, jobOf(tree, hoglanSquares)), 9)).toMatchObject({
      nodes: 4679 + 36,
      solutions: 12,
    });
    expect(playAll(new Transcriber(tree, jobOf(tree, hoglanSquares, 1)), 9)).toMatchObject({
      nodes: 194 + 36,
      solutions: 1,
    });
    const scene = playAll(new Transcriber(backtrack, jobOf(backtrack, brandtSquares)), 9);
    expect([1, ...scene.nodesByDepth]).toEqual([1, 9, 37, 140, 80, 203, 62, 116, 21, 3]);
    expect(scene.solutions).toBe(3);
  });

  test.each(cases)(
    '%s: no board on the way has a mismatch, and every solution is valid',
    (_, engine, puzzle) => {
      const cells = gridOf(puzzle.board).width * gridOf(puzzle.board).height;
      let seen = 0;
      playAll(new Transcriber(engine, jobOf(engine, puzzle)), cells, (scene) => {
        if (scene.at % 37 === 0) {
          const score = scoreOf(puzzle, Int32Array.from(boardOfScene(scene, cells)));
          expect([score.duplicates, score.rimOk]).toEqual([0, true]);
        }
        if (scene.solutions === seen) return;
        seen = scene.solutions;
        expect(scoreOf(puzzle, Int32Array.from(scene.lastSolution!)).solved).toBe(true);
      });
    },
  );

  test.each([
    ['Brandt et al. 2002', brandtSquares],
    ['a framed 4 × 4', framed],
  ])('propagate on %s: what it rules out is in no solution, and every reason is true', (_, puzzle) => {
    const { cells } = boardOf(puzzle.board);
    const transcriber = new Transcriber(propagate, jobOf(propagate, puzzle));
    const possible = transcriber.possible!;
    // The transcript's search breaks symmetry, so compare only the solutions that it can reach.
    const solutions = runEngine(exact, puzzle).solutions.filter((solution) =>
      solution.every((code, cell) => possible[cell]!.includes(code)),
    );
    expect(solutions.length).toBeGreaterThan(0);
    const seen = { ruledOut: 0, forced: 0, onlyCell: 0, deadEnd: 0 };
    playAll(transcriber, cells, (scene) => {
      const [kind, cell, code, why] = decisionBefore(transcriber, scene.at);
      const board = boardOfScene(scene, cells);
      const ahead = solutions.filter((solution) =>
        board.every((code, i) => code < 0 || code === solution[i]),
      );
      const left = (at: number): number[] =>
        narrowedLevel(scene, possible[at]!, at).candidates.flatMap(({ code, fate }) =>
          fate === 'waiting' ? [code] : [],
        );
      if (kind === DecisionKind.forced) expect(ahead.every((solution) => solution[cell] === code)).toBe(true);
      if (kind === DecisionKind.deadEnd) expect(ahead).toEqual([]);
      if (kind === DecisionKind.deadEnd && code === EMPTY) expect(left(cell)).toEqual([]);
      if (kind === DecisionKind.onlyCell)
        expect(left(cell).every((other) => tileOf(other) === tileOf(code))).toBe(true);
      if (kind === DecisionKind.ruledOut) {
        expect(ahead.some((solution) => solution[cell] === code)).toBe(false);
        expect(left(cell)).not.toContain(code);
        if (ruleOf(why) === Rule.used)
          expect(board.some((placed) => placed >= 0 && tileOf(placed) === tileOf(code))).toBe(true);
        else expect(neighbourFits(puzzle, board, [cell, code, sideOf(why)], left)).toBe(false);
      }
      for (const name of ['ruledOut', 'forced', 'onlyCell', 'deadEnd'] as const)
        if (kind === DecisionKind[name]) seen[name]++;
    });
    expect(seen.ruledOut).toBeGreaterThan(100);
    expect(seen.forced).toBeGreaterThan(10);
    expect(seen.deadEnd).toBeGreaterThan(2);
  });

  test('finds the next solution from anywhere, and reports if there is none', () => {
    const transcriber = new Transcriber(tree, jobOf(tree, hoglanSquares));
    const ends: number[] = [];
    const next = (at: number): number | null => {
      for (;;) {
        const found = transcriber.nextSolution(at);
        if (found !== undefined) return found;
      }
    };
    for (let at = next(0); at !== null; at = next(at)) ends.push(at);
    expect(ends).toHaveLength(12);
    const { decisions } = transcriber.page(Math.floor((ends[0]! - 1) / DECISIONS_PER_PAGE));
    expect(decisions[((ends[0]! - 1) % DECISIONS_PER_PAGE) * DECISION_ENTRIES]).toBe(DecisionKind.solution);
    expect(next(ends[11]!)).toBeNull();
  });

  test('rejects an engine without a transcript; pages after the last are empty', () => {
    expect(() => new Transcriber(rows, jobOf(rows, hoglanSquares))).toThrow(/can't be stepped/);
    const end = new Transcriber(tree, jobOf(tree, hoglanSquares)).page(10_000);
    expect(end).toMatchObject({ decisions: [], last: true, start: { nodes: 4715 } });
  });
});

const decisionBefore = (transcriber: Transcriber, at: number): Decision => {
  const { decisions } = transcriber.page(Math.floor((at - 1) / DECISIONS_PER_PAGE));
  const from = ((at - 1) % DECISIONS_PER_PAGE) * DECISION_ENTRIES;
  return decisions.slice(from, from + DECISION_ENTRIES) as unknown as Decision;
};

/**
 * Returns whether one side of a placement matches the neighbouring tile. If the neighbouring cell is empty, one of its
 * candidates must match.
 */
function neighbourFits(
  puzzle: EdgePuzzle,
  board: readonly number[],
  [cell, code, side]: readonly [number, number, number],
  left: (cell: number) => readonly number[],
): boolean {
  const { across, sides } = boardOf(puzzle.board);
  const opposite = across[cell * sides + side]!;
  const other = Math.floor(opposite / sides);
  const shown = (each: number, at: number): number =>
    labelAt(puzzle.tiles[tileOf(each)]!, at, rotationOf(each), flippedOf(each));
  const there = board[other]! >= 0 ? [board[other]!] : left(other);
  return there.some((each) => mates(puzzle, shown(code, side), shown(each, opposite % sides)));
}

const trimmed = (counts: readonly number[]): number[] =>
  counts.slice(0, counts.findLastIndex((count) => count > 0) + 1);
