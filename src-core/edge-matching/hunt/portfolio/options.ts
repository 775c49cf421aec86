import type { EngineOptions, OptionSpec } from '../../../engine.ts';

/** The options of the engine `best`, as users see them. */
export const bestOptions: readonly OptionSpec[] = [
  {
    name: 'memory',
    title: 'Memory (MB)',
    help: 'Memory for boards, shared by all threads. With more memory, a long run compares more boards at once. In addition to this memory, the run needs about 150 MB, plus 60 MB per thread.',
    type: 'number',
    default: 1024,
    defaultShareOfMemory: 0.25,
    min: 16,
    max: 1_048_576,
    whole: true,
  },
  {
    name: 'target',
    title: 'Stop at score',
    help: 'Ends the run when a board has this many matched edges. With 0, only a solution ends the run.',
    type: 'number',
    default: 0,
    min: 0,
    max: 8064,
    whole: true,
  },
  {
    name: 'goal',
    title: 'Goal',
    help: 'Matched edges: the most matched edges on a full board. Row scan: the most tiles before the first empty cell or mismatch, counted row by row. A row scan works only on rectangles.',
    type: 'choice',
    choices: ['matched-edges', 'row-scan'],
    choiceTitles: { 'matched-edges': 'Matched edges', 'row-scan': 'Row scan' },
    default: 'matched-edges',
  },
  {
    name: 'breakRim',
    title: 'Allow mismatches on the rim',
    help: 'Lets the search place any tile on the rim. A board with a mismatch on the rim still does not count as solved.',
    type: 'boolean',
    default: false,
  },
  {
    name: 'width',
    title: 'Beam width',
    help: 'Partial boards kept at each step. With 0, Edgewise chooses the width from the limits and the memory.',
    type: 'number',
    default: 0,
    min: 0,
    max: 20_000_000,
    whole: true,
  },
];

export interface BestOptions {
  readonly memory: number;
  readonly target: number;
  readonly goal: 'matched-edges' | 'row-scan';
  readonly breakRim: boolean;
  readonly width: number;
}

/**
 * Returns the options, with defaults filled in. Throws RangeError if a value has the wrong type or is out of range.
 */
export function readOptions(options: EngineOptions): BestOptions {
  const read = (name: string): unknown => {
    const spec = bestOptions.find((option) => option.name === name)!;
    const value = options[name] ?? spec.default;
    const { min = -Infinity, max = Infinity, whole = false, choices } = spec;
    if (typeof value !== typeof spec.default) {
      throw new RangeError(`option “${name}” is ${JSON.stringify(value)}; expected a ${typeof spec.default}`);
    }
    if (typeof value === 'number' && !(value >= min && value <= max)) {
      throw new RangeError(`option “${name}” is ${value}; expected ${min} to ${max}`);
    }
    if (choices?.includes(String(value)) === false) {
      throw new RangeError(`option “${name}” is ${value}; expected ${choices.join(' or ')}`);
    }
    if (whole && !Number.isInteger(value)) {
      throw new RangeError(`option “${name}” is ${value}; expected a whole number`);
    }
    return value;
  };
  return {
    memory: read('memory') as number,
    target: read('target') as number,
    goal: read('goal') as BestOptions['goal'],
    breakRim: read('breakRim') as boolean,
    width: read('width') as number,
  };
}
