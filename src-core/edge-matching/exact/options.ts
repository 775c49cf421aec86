import type { EngineOptions, OptionSpec } from '../../engine.ts';
import { orderNames } from './order.ts';

/** The options of the exact engine, as users see them. The engine reads them with `setting`. */
export const exactOptions = [
  {
    name: 'order',
    title: 'Order of cells',
    help: 'The order in which the cells are filled. Automatic fills rectangles row by row. On other boards, it always continues with a neighbour of a filled cell. For a large search, it uses a different order if a sample shows that this is much faster.',
    type: 'choice',
    default: 'auto',
    choices: ['auto', ...orderNames],
    choiceTitles: {
      auto: 'Automatic',
      row: 'Row by row',
      column: 'Column by column',
      spiral: 'Spiral',
      frame: 'Frame first',
      constrained: 'Most constrained cell first',
      frontier: 'Smallest frontier',
    },
  },
  {
    name: 'cells',
    title: 'Drawn order',
    help: 'Cell numbers, starting from 1, in the order in which they are filled. Cells that are not listed come last, row by row. Leave this empty to use the order above.',
    type: 'cells',
    default: '',
  },
  {
    name: 'symmetry',
    title: 'Rotated solutions',
    help: 'Skipping rotated copies saves time. The number of solutions stays exact, but fewer nodes are counted. “Automatic” skips them only in large searches, so that small searches give the published node counts.',
    type: 'choice',
    default: 'auto',
    choices: ['auto', 'all', 'once'],
    choiceTitles: { auto: 'Automatic', all: 'Search all', once: 'Skip rotated copies' },
  },
  {
    name: 'identical',
    title: 'Identical tiles',
    help: 'Trying only one of several identical tiles saves time, and the counts stay exact. Published node counts come from searches that try each of them.',
    type: 'choice',
    default: 'merge',
    choices: ['merge', 'apart'],
    choiceTitles: { merge: 'Try one of them', apart: 'Try each of them' },
  },
  {
    name: 'besideHints',
    title: 'Look ahead to hints',
    help: 'In the cells around a hint, tries only tiles that match the hinted tile.',
    type: 'boolean',
    default: true,
  },
  {
    name: 'walker',
    title: 'Search code',
    help: 'Compiled: fast code generated for this puzzle (WebAssembly). Interpreted: the same search, but slower, for reference.',
    type: 'choice',
    default: 'compiled',
    choices: ['compiled', 'interpreted'],
    choiceTitles: { compiled: 'Compiled', interpreted: 'Interpreted' },
    commandLineOnly: true,
  },
  {
    name: 'shuffle',
    title: 'Shuffle by seed',
    help: 'Tries the tiles in a random order that depends on the seed, instead of in numerical order.',
    type: 'boolean',
    default: false,
  },
] as const satisfies readonly OptionSpec[];

type Spec = (typeof exactOptions)[number];
type Setting<S extends Spec> = S extends { choices: readonly (infer C)[] }
  ? C
  : S extends { type: 'boolean' }
    ? boolean
    : S extends { type: 'number' }
      ? number
      : string;

/**
 * Returns the value of an option, or its default if no value is given. Throws RangeError if the value has the wrong
 * type.
 */
export function setting<Name extends Spec['name']>(
  options: EngineOptions,
  name: Name,
): Setting<Extract<Spec, { name: Name }>> {
  const spec: OptionSpec = exactOptions.find((option) => option.name === name)!;
  const value = options[name] ?? spec.default;
  const wanted = { number: 'number', boolean: 'boolean', choice: 'string', cells: 'string' }[spec.type];
  if (typeof value !== wanted || (spec.choices && !spec.choices.includes(value as string))) {
    const expected = spec.choices ? spec.choices.join(', ') : `a ${wanted}`;
    throw new RangeError(`option “${name}” is ${JSON.stringify(value)}; expected ${expected}`);
  }
  return value as Setting<Extract<Spec, { name: Name }>>;
}
