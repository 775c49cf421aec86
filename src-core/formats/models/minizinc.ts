import { openBoardOf } from '../../puzzle/open-board.ts';
import type { Format } from '../format.ts';
import { leftOutBySymmetry, modelOf, noModelOf, type Model, type Option } from './model.ts';

/**
 * A MiniZinc model with its data. For each cell, a table lists the ways to place a tile, with the labels that the
 * edges then show. The model prints a board as rows of `cell tile rotation flipped`.
 */
export const minizinc: Format = {
  name: 'minizinc',
  title: 'Constraint model (MiniZinc)',
  extension: 'mzn',
  recognises: () => 0,
  cannotHold: noModelOf,
  about: (puzzle) => {
    const model = modelOf(puzzle);
    return Math.round(model.sizeByKind * bytesOfRow(model) + model.cells.length * BYTES_PER_CONSTRAINT);
  },
  parts: (puzzle, { breakSymmetry = false } = {}) => constraintsOf(modelOf(puzzle), breakSymmetry),
};

function bytesOfRow({ puzzle, tiles }: Model): number {
  const { sides } = openBoardOf(puzzle).board;
  const digits = (most: number): number => String(most).length;
  return digits(tiles) + 3 + sides * (digits(puzzle.labels.length) + 1);
}

const BYTES_PER_CONSTRAINT = 80;

function* constraintsOf(model: Model, breakSymmetry: boolean): Generator<string, void> {
  const { puzzle, cells, tiles, edges, uniformRim } = model;
  const leftOut = breakSymmetry ? leftOutBySymmetry(model) : new Set<number>();
  let labels = 0;
  const tables = new Map<string, string>();
  const constraints = cells.map((_, at) => {
    const all = model.optionsOf(at);
    for (const { shown, rim } of all) {
      for (const [, label] of shown) labels = Math.max(labels, label);
      labels = Math.max(labels, rim ?? 0);
    }
    const mine = all.filter(({ id }) => !leftOut.has(id));
    const columns = [`tile[${at + 1}]`, `lie[${at + 1}]`, ...columnsOf(mine[0])];
    const rows = mine.map(({ tile, code, shown, rim }) =>
      [tile + 1, code & 15, ...shown.map(([, label]) => label), ...(rim === null ? [] : [rim])].join(','),
    );
    const data = `array2d(1..${rows.length},1..${columns.length},[${rows.join(',')}])`;
    let table = tables.get(data);
    if (table === undefined) tables.set(data, (table = `fits${tables.size + 1}`));
    return `constraint table([${columns.join(',')}], ${table});`;
  });
  yield [
    `% ${puzzle.name.replaceAll(/\s+/g, ' ')}: written by Edgewise.`,
    '% Read the answer with: edgewise read-model PUZZLE ANSWER',
    // Don't include globals.mzn: Debian's version for the solver Gecode has a bug.
    'include "alldifferent.mzn";',
    'include "table.mzn";',
    `int: cells = ${cells.length};`,
    `array[1..cells] of int: number = [${cells.map((cell) => cell + 1).join(',')}]; % each cell’s number on the board`,
    `array[1..cells] of var 1..${Math.max(1, tiles)}: tile;`,
    'array[1..cells] of var 0..15: lie; % rotation, plus 8 when flipped',
    `array[1..${edges}] of var 0..${labels}: edge; % the label that an inner edge shows`,
    ...(uniformRim ? [`var 0..${labels}: rim;`] : []),
    ...[...tables].map(([data, name]) => `array[int,int] of int: ${name} = ${data};`),
    'constraint alldifferent(tile);',
    ...constraints,
    'solve :: int_search(tile, first_fail, indomain_min) satisfy;',
    'output ["\\(number[c]) \\(tile[c]) \\(lie[c] mod 8) \\(lie[c] div 8)\\n" | c in 1..cells];',
    '',
  ].join('\n');
}

const columnsOf = (option: Option | undefined): string[] =>
  option === undefined
    ? []
    : [...option.shown.map(([edge]) => `edge[${edge + 1}]`), ...(option.rim === null ? [] : ['rim'])];
