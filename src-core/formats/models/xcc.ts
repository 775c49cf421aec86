import type { Format } from '../format.ts';
import { leftOutBySymmetry, modelOf, type Model, type Option } from './model.ts';

/**
 * Exact cover with colours, as D. E. Knuth's XCC solvers read it (The Art of Computer Programming, volume 4B,
 * section 7.2.2.1): a line of items, primary | secondary, then an option a line. Cells are primary items, tiles too where
 * all are used; each inner edge is a secondary item coloured by its label.
 */
export const xcc: Format = {
  name: 'xcc',
  title: 'Exact cover with colours (XCC)',
  extension: 'xcc',
  recognises: () => 0,
  writePuzzle: (puzzle, { breakSymmetry = false } = {}) => {
    const model = modelOf(puzzle);
    return { text: coverOf(model, breakSymmetry), lost: [] };
  },
};

/** The items of an option, in the order in which they are written. */
export const itemsOf = ({ cell, tile, shown, rim }: Option): string[] => [
  `c${cell + 1}`,
  `t${tile + 1}`,
  ...shown.map(([edge, label]) => `e${edge + 1}:${label}`),
  ...(rim === null ? [] : [`rim:${rim}`]),
];

function coverOf(model: Model, breakSymmetry: boolean): string {
  const { puzzle, cells, tiles, edges, options, allTilesUsed, uniformRim } = model;
  const leftOut = breakSymmetry ? leftOutBySymmetry(model) : new Set<number>();
  const tileItems = Array.from({ length: tiles }, (_, tile) => `t${tile + 1}`);
  const primary = [...cells.map((cell) => `c${cell + 1}`), ...(allTilesUsed ? tileItems : [])];
  const secondary = [
    ...(allTilesUsed ? [] : tileItems),
    ...Array.from({ length: edges }, (_, edge) => `e${edge + 1}`),
    ...(uniformRim ? ['rim'] : []),
  ];
  return [
    `| ${puzzle.name.replaceAll(/\s+/g, ' ')}: written by Edgewise; read-model brings the answer back`,
    `${primary.join(' ')} | ${secondary.join(' ')}`,
    ...options.filter(({ id }) => !leftOut.has(id)).map((option) => itemsOf(option).join(' ')),
    '',
  ].join('\n');
}
