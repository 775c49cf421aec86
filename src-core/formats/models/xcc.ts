import type { Format } from '../format.ts';
import { leftOutBySymmetry, modelOf, noModelOf, type Model, type Option } from './model.ts';

/**
 * Exact cover with colours, as read by D. E. Knuth's XCC solvers (The Art of Computer Programming, volume 4B, section
 * 7.2.2.1). Cells are primary items. Tiles are primary items too if every solution uses all of them. Each inner edge is
 * a secondary item, coloured by its label.
 */
export const xcc: Format = {
  name: 'xcc',
  title: 'Exact cover with colours (XCC)',
  extension: 'xcc',
  recognises: () => 0,
  cannotHold: noModelOf,
  about: (puzzle) => modelOf(puzzle).size * BYTES_PER_PLACEMENT,
  parts: (puzzle, { breakSymmetry = false } = {}) => coverOf(modelOf(puzzle), breakSymmetry),
};

/** Bytes of the model per option. Measured: 32 on 8 × 8 cells, 41 on 24 × 24 cells. */
const BYTES_PER_PLACEMENT = 40;

/** Returns the items of an option, in the order they are written. */
export const itemsOf = ({ cell, tile, shown, rim }: Option): string[] => [
  `c${cell + 1}`,
  `t${tile + 1}`,
  ...shown.map(([edge, label]) => `e${edge + 1}:${label}`),
  ...(rim === null ? [] : [`rim:${rim}`]),
];

function* coverOf(model: Model, breakSymmetry: boolean): Generator<string, void> {
  const { puzzle, cells, tiles, edges, allTilesUsed, uniformRim } = model;
  const leftOut = breakSymmetry ? leftOutBySymmetry(model) : new Set<number>();
  const tileItems = Array.from({ length: tiles }, (_, tile) => `t${tile + 1}`);
  const primary = [...cells.map((cell) => `c${cell + 1}`), ...(allTilesUsed ? tileItems : [])];
  const secondary = [
    ...(allTilesUsed ? [] : tileItems),
    ...Array.from({ length: edges }, (_, edge) => `e${edge + 1}`),
    ...(uniformRim ? ['rim'] : []),
  ];
  yield [
    `| ${puzzle.name.replaceAll(/\s+/g, ' ')}: written by Edgewise; read the answer with read-model`,
    `${primary.join(' ')} | ${secondary.join(' ')}`,
    '',
  ].join('\n');
  for (const at of cells.keys()) {
    const options = model.optionsOf(at).filter(({ id }) => !leftOut.has(id));
    yield options.map((option) => `${itemsOf(option).join(' ')}\n`).join('');
  }
}
