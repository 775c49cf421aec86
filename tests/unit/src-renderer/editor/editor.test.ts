import { gridOf } from '../../../../src-core/puzzle/board.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { firstIdentical } from '../../../../src-core/puzzle/appearance.ts';
import { startBoard } from '../../../../src-core/puzzle/open-board.ts';
import type { EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { scoreOf } from '../../../../src-core/puzzle/score.ts';
import { errorsOf } from '../../../../src-core/puzzle/validate.ts';
import {
  edited,
  firstChange,
  opened,
  redone,
  undone,
  type History,
} from '../../../../src-renderer/editor/history.ts';
import { paletteColour, palettes } from '../../../../src-renderer/board-view/palette.ts';
import * as operations from '../../../../src-renderer/editor/operations.ts';

const large = generate({ family: 'framed', width: 16, height: 16, seed: 1 }).puzzle;
const small: EdgePuzzle = {
  ...generate({ family: 'scramble', width: 3, height: 3, seed: 1 }).puzzle,
  hints: [{ cell: 4, tile: 2, rotation: 1 }],
};

/** A random edit. Its numbers are adapted to the puzzle, so they are always valid. */
type AnyEdit = (puzzle: EdgePuzzle) => EdgePuzzle;
const number = fc.nat(1000);
const anyEdit: fc.Arbitrary<AnyEdit> = fc.oneof(
  fc.tuple(number, number, number).map(
    ([t, s, l]): AnyEdit =>
      (p) =>
        operations.paint(t % p.tiles.length, s % 4, l % (p.labels.length * (p.mating === 'same' ? 1 : 2)))(p),
  ),
  fc.tuple(number, number, number).map(
    ([t, s, l]): AnyEdit =>
      (p) =>
        t % p.tiles.length < operations.openCells(p).length
          ? operations.paintBoth(t % p.tiles.length, s % 4, l % p.labels.length)(p)
          : p,
  ),
  number.map(
    (t): AnyEdit =>
      (p) =>
        operations.rotateTile(t % p.tiles.length, t)(p),
  ),
  fc.tuple(number, number).map(
    ([a, b]): AnyEdit =>
      (p) =>
        operations.swapTiles(a % p.tiles.length, b % p.tiles.length)(p),
  ),
  fc.tuple(number, number).map(
    ([a, b]): AnyEdit =>
      (p) =>
        operations.moveTile(a % p.tiles.length, b % p.tiles.length)(p),
  ),
  number.map(
    (t): AnyEdit =>
      (p) =>
        operations.duplicateTile(t % p.tiles.length)(p),
  ),
  number.map(
    (t): AnyEdit =>
      (p) =>
        p.tiles.length > 1 ? operations.deleteTile(t % p.tiles.length)(p) : p,
  ),
  fc.constant(operations.addTile),
  fc.tuple(number, number).map(
    ([a, b]): AnyEdit =>
      (p) =>
        operations.replaceStyle(a % p.labels.length, b % p.labels.length)(p),
  ),
  fc.constant(operations.addStyle('new')),
  number.map(
    (i): AnyEdit =>
      (p) =>
        p.labels.length > 1 ? operations.removeStyle(i % p.labels.length)(p) : p,
  ),
  number.map(
    (i): AnyEdit =>
      (p) =>
        operations.setStyle(i % p.labels.length, { name: 'x', colour: '#112233' })(p),
  ),
  fc.constantFrom('same' as const, 'opposite' as const).map(operations.setMating),
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    .map(([width, height]) => operations.setBoard({ kind: 'rectangle', width, height })),
  number.map((n): AnyEdit => operations.shuffleTiles((limit) => n % limit)),
  fc.tuple(number, number).map(([c, t]): AnyEdit => (p) => {
    const cells = operations.openCells(p);
    return cells.length ? operations.setHint(cells[c % cells.length]!, { tile: t % p.tiles.length })(p) : p;
  }),
  number.map(
    (c): AnyEdit =>
      (p) =>
        operations.toggleForbidden(c % (gridOf(p.board).width * gridOf(p.board).height))(p),
  ),
);

describe('every edit', () => {
  it('leaves a puzzle without errors, and is undone and redone exactly', () => {
    fc.assert(
      fc.property(fc.array(anyEdit, { maxLength: 40 }), (edits) => {
        let history: History = { puzzle: small, steps: [], position: 0 };
        const states = [history.puzzle];
        for (const edit of edits) {
          const next = edited(history, 'Edit', edit(history.puzzle));
          if (next === history) continue;
          history = next;
          expect(errorsOf(history.puzzle)).toEqual([]);
          states.push(history.puzzle);
        }
        for (let i = states.length - 1; i > 0; i--) {
          expect(history.puzzle).toEqual(states[i]);
          history = undone(history);
        }
        expect(history.puzzle).toEqual(small);
        for (let i = 1; i < states.length; i++) {
          history = redone(history);
          expect(history.puzzle).toEqual(states[i]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keeps one cell open when cells are closed one after another', () => {
    const closed = [0, 1, 2, 3].reduce(
      (puzzle, cell) => operations.toggleForbidden(cell)(puzzle),
      operations.setBoard({ kind: 'rectangle', width: 2, height: 2 })(small),
    );
    expect(closed.forbidden).toEqual([0, 1, 2]);
    expect(errorsOf(closed)).toEqual([]);
  });

  it('keeps hints with their tiles', () => {
    const hinted = operations.moveTile(2, 7)(small);
    expect(hinted.hints).toEqual([{ cell: 4, tile: 7, rotation: 1 }]);
    expect(hinted.tiles[7]).toBe(small.tiles[2]);
    expect(operations.deleteTile(2)(small).hints).toEqual([]);
    expect(operations.deleteTile(0)(small).hints).toEqual([{ cell: 4, tile: 1, rotation: 1 }]);
  });

  it('on both sides keeps the start arrangement a solution', () => {
    const blank = operations.setBoard({ kind: 'rectangle', width: 3, height: 3 })({
      ...small,
      tiles: [],
      hints: [],
    });
    // In a blank scramble puzzle, all labels are tails, so no edges match. Paint two edges of each tile.
    let puzzle = blank;
    for (let tile = 0; tile < 9; tile++) {
      puzzle = operations.paintBoth(tile, 1, tile % 8)(puzzle);
      puzzle = operations.paintBoth(tile, 2, (tile + 3) % 8)(puzzle);
    }
    expect(scoreOf(puzzle, startBoard(puzzle)).solved).toBe(true);
    const shuffled = operations.shuffleTiles((limit) => limit - 1)(puzzle);
    expect(new Set(firstIdentical({ ...puzzle, tiles: [...puzzle.tiles, ...shuffled.tiles] })).size).toBe(
      new Set(firstIdentical(puzzle)).size,
    );
  });
});

describe('undo on 256 tiles', () => {
  it('500 undos and redos lose nothing, and an edit is small', () => {
    let history: History = { puzzle: large, steps: [], position: 0 };
    for (let i = 0; i < 500; i++) {
      const edit = operations.paint((i * 37) % 256, i % 4, (i % 22) + 1);
      history = edited(history, 'Paint', edit(history.puzzle));
    }
    const after = history.puzzle;
    const count = history.position;
    expect(count).toBeGreaterThan(450);
    for (let i = 0; i < count; i++) history = undone(history);
    expect(history.puzzle).toEqual(large);
    expect(undone(history)).toBe(history);
    for (let i = 0; i < count; i++) history = redone(history);
    expect(history.puzzle).toEqual(after);
    expect(JSON.stringify(history.steps).length / count).toBeLessThan(200);
  });

  it('joins one stroke into one step', () => {
    let history: History = { puzzle: small, steps: [], position: 0 };
    for (let side = 0; side < 4; side++) {
      history = edited(history, 'Paint', operations.paint(0, side, 7)(history.puzzle), side > 0);
    }
    expect(history.steps).toHaveLength(1);
    expect(undone(history).puzzle).toEqual(small);
  });

  it('an edit after undo drops the undone steps, and the number of the first changed step is known', () => {
    let history: History = { puzzle: small, steps: [], position: 0 };
    for (let side = 0; side < 3; side++) {
      history = edited(history, 'Paint', operations.paint(0, side, 6)(history.puzzle));
    }
    const saved = history.steps;
    history = edited(undone(history), 'Rotate', operations.rotateTile(1)(undone(history).puzzle));
    expect(firstChange(saved, history.steps)).toBe(history.steps.length - 1);
  });

  it('a history that does not lead to the puzzle is dropped', () => {
    const history = edited(
      { puzzle: small, steps: [], position: 0 },
      'Paint',
      operations.paint(0, 0, 7)(small),
    );
    expect(opened(history.puzzle, history.steps, 1).position).toBe(1);
    expect(opened(small, history.steps, 1)).toEqual({ puzzle: small, steps: [], position: 0 });
  });
});

describe('palettes', () => {
  it('recolour every label except the frame, and the default colours can be restored', () => {
    const coloured = operations.recolourAll((number) => paletteColour(palettes[0]!.colours, number))(large);
    const colours = coloured.labels.map(({ colour }) => colour);
    // The frame's label keeps its colour.
    expect(colours[0]).toBe(large.labels[0]?.colour);
    expect(new Set(colours.slice(1)).size).toBe(colours.length - 1);
    expect(errorsOf(coloured)).toEqual([]);
    expect(operations.recolourAll(null)(coloured).labels).toEqual(
      large.labels
        .map(({ colour, ...plain }, index) => (index === 0 ? { ...plain, colour } : plain))
        .map((style) => JSON.parse(JSON.stringify(style)) as typeof style),
    );
  });
});
