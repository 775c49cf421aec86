/** Reads boards that show the labels of each cell: in words, in letters without a separator, or drawn in frames. */
import { labelName } from '../../puzzle/labels.ts';
import { orientationsOf } from '../../puzzle/appearance.ts';
import { openBoardOf } from '../../puzzle/open-board.ts';
import { EMPTY, emptyBoard, placementCode, tileOf, type PartialBoard } from '../../puzzle/partial-board.ts';
import type { EdgePuzzle } from '../../puzzle/puzzle.ts';
import { shortLabels } from '../label-text.ts';
import { clockwise, knownOrders } from '../edge-order.ts';
import type { BoardCandidate } from './candidate.ts';

/** The labels that a cell shows, in some order; null: it is empty. `tile`: its number from 1, where it is shown. */
interface ShownCell {
  readonly labels: readonly string[];
  readonly tile: number | null;
}

/** Steps that the search for a numbering may take. */
const MAX_STEPS = 200_000;

/** Returns boards that show the cells' labels as the text does; none where it shows no labels of every cell. */
export function colourBoards(puzzle: EdgePuzzle, text: string): BoardCandidate[] {
  const { cells, sides } = openBoardOf(puzzle).board;
  const drawn = puzzle.board.kind === 'rectangle' ? drawnCells(text, puzzle.board) : null;
  const shown = drawn ?? listedCells(text, cells, sides);
  if (!shown) return [];
  const orders = drawn || sides !== 4 ? ['NESW'] : knownOrders.map(({ order }) => order);
  const found: BoardCandidate[] = [];
  for (const [i, order] of orders.entries()) {
    const turned = shown.map(
      (cell) => cell && { ...cell, labels: sides === 4 ? clockwise(cell.labels, order) : cell.labels },
    );
    const board = byNames(puzzle, turned) ?? byMapping(puzzle, turned);
    if (!board) continue;
    found.push({
      board,
      title: `the labels of each cell${order === 'NESW' ? '' : `, edges ${Array.from(order).join(' ')}`}`,
      oddity: 0.1 + 0.1 * i,
    });
    if (i === 0) break;
  }
  return found;
}

/** As many labels as the board has sides, in order of the cells. */
function listedCells(text: string, cells: number, sides: number): (ShownCell | null)[] | null {
  const bare = text
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/#.*$/, ''))
    .join('\n');
  const words = bare.split(/[\s,;|[\]{}()"']+/).filter((word) => word !== '');
  const cut = (list: readonly string[]): (ShownCell | null)[] =>
    Array.from({ length: cells }, (_, cell) => {
      const labels = list.slice(cell * sides, (cell + 1) * sides);
      return labels.every((label) => EMPTY_LABEL.test(label)) ? null : { labels, tile: null };
    });
  if (words.length === cells * sides) return cut(words);
  if (
    words.length === cells &&
    words.every(({ length }) => length === words[0]!.length && length % sides === 0)
  ) {
    const size = words[0]!.length / sides;
    return cut(
      words.flatMap((word) => Array.from({ length: sides }, (_, i) => word.slice(i * size, (i + 1) * size))),
    );
  }
  const joined = words.join('');
  if (joined.length === cells * sides && words.length <= cells) return cut(Array.from(joined));
  return null;
}

const EMPTY_LABEL = /^[-._*?]+$/;

/** Cells drawn in frames of + - |, each with its labels at the four edges, as Edgewise prints boards. */
function drawnCells(
  text: string,
  { width, height }: { width: number; height: number },
): (ShownCell | null)[] | null {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trimEnd());
  const rules = lines.flatMap((line, i) => (/^\s*\+(-+\+)+$/.test(line) ? [i] : []));
  const begin = rules.findIndex((rule, i) => i + height < rules.length && rules[i + 1]! - rule === 4);
  if (begin === -1) return null;
  const cells: (ShownCell | null)[] = [];
  for (let row = 0; row < height; row++) {
    const at = rules[begin + row]!;
    const parts = [1, 2, 3].map((i) =>
      lines[at + i]!.trim()
        .replace(/^\||\|$/g, '')
        .split('|'),
    );
    if (parts.some((part) => part.length !== width)) return null;
    for (let column = 0; column < width; column++) {
      const [top = [], middle = [], bottom = []] = parts.map((part) =>
        part[column]!.trim()
          .split(/\s+/)
          .filter((word) => word !== ''),
      );
      if (top.length === 0 && middle.length === 0) cells.push(null);
      else if (middle.length !== 2 || bottom.length !== 1 || top.length < 1 || top.length > 2) {
        if (!/^#*$/.test(top.join(''))) return null;
        cells.push(null);
      } else {
        const tile = top.length === 2 ? Number(/^\d+/.exec(top[0]!)?.[0] ?? NaN) : NaN;
        cells.push({
          labels: [top.at(-1)!, middle[1]!, bottom[0]!, middle[0]!],
          tile: Number.isNaN(tile) ? null : tile,
        });
      }
    }
  }
  return cells;
}

interface Way {
  readonly code: number;
  readonly edges: readonly number[];
}

const waysOf = (puzzle: EdgePuzzle): Way[] =>
  puzzle.tiles.flatMap((tile, number) =>
    orientationsOf(tile, puzzle.turns).map(({ rotation, flipped, edges }) => ({
      code: placementCode(number, rotation, flipped),
      edges,
    })),
  );

/** The board under the puzzle's own names of labels; null where a cell shows no tile. */
function byNames(puzzle: EdgePuzzle, shown: readonly (ShownCell | null)[]): PartialBoard | null {
  const short = shortLabels(puzzle);
  const nameSets = [
    (label: number): string => short(label),
    (label: number): string => labelName(puzzle, label),
    (label: number): string =>
      puzzle.mating === 'same' ? (puzzle.labels[label]?.name ?? '') : String(label),
    (label: number): string => String(label),
  ];
  const ways = waysOf(puzzle);
  for (const nameOf of nameSets) {
    const byLook = new Map<string, number[]>();
    for (const { code, edges } of ways) {
      const look = edges.map(nameOf).join('\n');
      byLook.set(look, [...(byLook.get(look) ?? []), code]);
    }
    const board = emptyBoard(shown.length);
    const used = new Set<number>();
    const fits = shown.every((cell, i) => {
      if (!cell) return true;
      const codes = byLook.get(cell.labels.join('\n'));
      if (!codes) return false;
      const code =
        codes.find((each) => tileOf(each) + 1 === cell.tile) ??
        codes.find((each) => !used.has(tileOf(each))) ??
        codes[0]!;
      used.add(tileOf(code));
      board[i] = code;
      return true;
    });
    if (fits) return board;
  }
  return null;
}

/** The board under some one-to-one numbering of the labels; null where there is none, or none is found soon. */
function byMapping(puzzle: EdgePuzzle, shown: readonly (ShownCell | null)[]): PartialBoard | null {
  const ways = waysOf(puzzle);
  const cells = shown.flatMap((cell, index) => (cell ? [{ ...cell, index }] : []));
  if (cells.length < 4) return null;
  const count = (lists: readonly (readonly (string | number)[])[]): Map<string | number, number> => {
    const counts = new Map<string | number, number>();
    for (const label of lists.flat()) counts.set(label, (counts.get(label) ?? 0) + 1);
    return counts;
  };
  const theirs = count(cells.map(({ labels }) => labels));
  const ours = count(puzzle.tiles.map(({ edges }) => edges));
  if (theirs.size > ours.size) return null;
  const whole = cells.length === puzzle.tiles.length;
  // Rare labels first: they leave the fewest choices.
  const order = cells.toSorted((a, b) => rarity(a.labels) - rarity(b.labels));
  function rarity(labels: readonly string[]): number {
    return Math.min(...labels.map((label) => theirs.get(label)!));
  }
  const to = new Map<string, number>();
  const from = new Map<number, string>();
  const board = emptyBoard(shown.length);
  const used = new Uint8Array(puzzle.tiles.length);
  let steps = 0;
  const fill = (depth: number): boolean => {
    if (depth === order.length) return true;
    // The cell with most labels known already.
    let at = depth;
    let most = -1;
    for (let i = depth; i < order.length; i++) {
      const known = order[i]!.labels.filter((label) => to.has(label)).length;
      if (known > most) [at, most] = [i, known];
      if (known === order[i]!.labels.length) break;
    }
    [order[depth], order[at]] = [order[at]!, order[depth]!];
    const cell = order[depth];
    for (const { code, edges } of ways) {
      if (++steps > MAX_STEPS) return false;
      if (used[tileOf(code)] === 1) continue;
      const added: string[] = [];
      const fits = edges.every((label, side) => {
        const name = cell.labels[side]!;
        const known = to.get(name);
        if (known !== undefined) return known === label;
        if (from.has(label)) return false;
        if (whole ? theirs.get(name) !== ours.get(label) : theirs.get(name)! > ours.get(label)!) return false;
        to.set(name, label);
        from.set(label, name);
        added.push(name);
        return true;
      });
      if (fits) {
        used[tileOf(code)] = 1;
        board[cell.index] = code;
        if (fill(depth + 1)) return true;
        used[tileOf(code)] = 0;
        board[cell.index] = EMPTY;
      }
      for (const name of added) {
        from.delete(to.get(name)!);
        to.delete(name);
      }
      if (steps > MAX_STEPS) return false;
    }
    return false;
  };
  return fill(0) ? board : null;
}
