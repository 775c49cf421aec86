import { describe, expect, it } from 'vitest';
import { engines } from '../../../../src-core/engines.ts';
import { readPuzzle } from '../../../../src-core/formats/read-puzzle.ts';
import { writePuzzle } from '../../../../src-core/formats/write.ts';
import { labelName } from '../../../../src-core/puzzle/labels.ts';
import type { EdgePuzzle, Tile } from '../../../../src-core/puzzle/puzzle.ts';
import { unpaintedOf, withoutSpareBlank, withUnpainted } from '../../../../src-core/puzzle/unpainted.ts';
import { errorsOf, blockingErrorsOf, problemsOf } from '../../../../src-core/puzzle/validate.ts';
import { checkSuits } from '../../../../src-core/drive/make-job.ts';
import { appearanceOf } from '../../../../src-renderer/board-view/appearance.ts';
import { labelKeys, paletteOf } from '../../../../src-renderer/editor/label-keys.ts';
import * as operations from '../../../../src-renderer/editor/operations.ts';

const empty: EdgePuzzle = {
  kind: 'edge-matching',
  name: 'In the making',
  board: { kind: 'rectangle', width: 2, height: 1 },
  mating: 'same',
  rim: { kind: 'free' },
  turns: 'rotate',
  tiles: [],
  labels: [{ name: 'red' }, { name: 'blue' }],
  hints: [],
  forbidden: [],
};
const { puzzle: named, label: blank } = withUnpainted(empty);
const tile = (edges: number[]): Tile => ({ edges });
const puzzle: EdgePuzzle = {
  ...named,
  tiles: [tile([0, 1, blank, blank]), tile([blank, blank, blank, blank])],
};

describe('edges that are not painted yet', () => {
  it('have their own name, and are not a half of a symbol', () => {
    expect(labelName(puzzle, blank)).toBe('not painted');
    expect(labelName({ ...puzzle, mating: 'opposite' }, 2 * blank + 1)).toBe('not painted');
    expect(labelName({ ...puzzle, mating: 'opposite' }, 1)).toBe('red head');
  });

  it('are counted, cause no warnings, and are the only problem', () => {
    expect(unpaintedOf(puzzle)).toEqual({ tiles: [0, 1], edges: 6 });
    expect(errorsOf(puzzle)).toEqual([]);
    expect(problemsOf(puzzle)).toEqual([
      {
        severity: 'unpainted',
        place: { kind: 'tile', tile: 0 },
        message: '6 edges of tiles 1, 2 are not painted yet: paint them first.',
      },
    ]);
    const last = { ...puzzle, tiles: [tile([0, 1, 0, blank]), tile([0, 0, 0, 0])] };
    expect(blockingErrorsOf(last)[0]?.message).toBe('1 edge of tile 1 is not painted yet: paint it first.');
  });

  it('keep every engine from running, with that sentence', async () => {
    for (const load of Object.values(engines)) {
      const engine = await load();
      if (engine.solves !== 'edge-matching') continue;
      expect(() => checkSuits(engine, puzzle, {}), engine.name).toThrow(
        '6 edges of tiles 1, 2 are not painted yet',
      );
    }
  });

  it('are kept in an .edgewise file of version 3 and rejected by every other format', () => {
    const { text } = writePuzzle(puzzle, 'edgewise');
    expect(JSON.parse(text)).toMatchObject({ edgewise: 3 });
    expect(readPuzzle(text).puzzle).toEqual(puzzle);
    for (const format of ['json', 'csv', 'numeric']) {
      expect(() => writePuzzle(puzzle, format), format).toThrow(
        'paint them first. Only an .edgewise file can hold unpainted edges.',
      );
    }
  });

  it('leave no trace once they are painted, even if labels were added in the meantime', () => {
    const three = operations.addStyle('green')(puzzle);
    const painted = { ...three, tiles: [tile([0, 1, 3, 3]), tile([3, 0, 1, 0])] };
    expect(withoutSpareBlank(painted)).toMatchObject({
      labels: [{ name: 'red' }, { name: 'blue' }, { name: 'green' }],
      tiles: [tile([0, 1, 2, 2]), tile([2, 0, 1, 0])],
    });
    expect(JSON.parse(writePuzzle(painted, 'edgewise').text)).toMatchObject({ edgewise: 1 });
    expect(problemsOf(painted).map(({ severity }) => severity)).not.toContain('unpainted');
  });

  it('new tiles have them: added tiles, those of a larger board, and those with other sides', () => {
    const edges = (changed: EdgePuzzle): number => unpaintedOf(changed).edges;
    const whole = { ...empty, tiles: [tile([0, 1, 0, 1]), tile([1, 0, 0, 1])] };
    expect(edges(operations.addTile(whole))).toBe(4);
    expect(edges(operations.setBoard({ kind: 'rectangle', width: 2, height: 2 })(whole))).toBe(8);
    expect(edges(operations.setBoard({ kind: 'honeycomb', side: 2 })(whole))).toBe(42);
    expect(operations.setBoard({ kind: 'rectangle', width: 1, height: 1 })(whole).labels).toEqual(
      whole.labels,
    );
  });

  it('come last in the palette, without a motif, and other labels keep keys 1, 2, 3', () => {
    const three = operations.addStyle('green')(puzzle);
    expect(paletteOf(three)).toEqual([0, 1, 3, 2]);
    expect(labelKeys(three).get(3)?.[0]).toBe('3');
    expect(appearanceOf(three)[blank]!.name).toBe('not painted yet');
    expect(paletteOf(withUnpainted({ ...empty, mating: 'opposite' }).puzzle)).toEqual([0, 1, 2, 3, 4]);
  });
});
