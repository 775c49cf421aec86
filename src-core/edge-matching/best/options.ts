import type { EngineOptions, OptionSpec } from '../../engine.ts';

export const bestOptions: readonly OptionSpec[] = [
  {
    name: 'memory',
    title: 'Memory (MB)',
    help: 'What all threads together may take for the boards they keep side by side. More memory: wider beams in long runs.',
    type: 'number',
    default: 1024,
    defaultShareOfMemory: 0.25,
    min: 16,
    max: 1_048_576,
  },
  {
    name: 'target',
    title: 'Stop at score',
    help: 'Ends the run when a board has this many matched edges. 0: only a board without a mismatch ends it.',
    type: 'number',
    default: 0,
    min: 0,
    max: 8064,
  },
  {
    name: 'breakRim',
    title: 'Rim may be broken',
    help: 'Lets any tile lie on the rim. Never needed for a good board; a board with a broken rim is no solution.',
    type: 'boolean',
    default: false,
  },
  {
    name: 'width',
    title: 'Beam width',
    help: 'Boards kept side by side in each beam. 0: fitted to the limits and the memory.',
    type: 'number',
    default: 0,
    min: 0,
    max: 20_000_000,
  },
];

export interface BestOptions {
  readonly memory: number;
  readonly target: number;
  readonly breakRim: boolean;
  readonly width: number;
}

/** The options as set, defaults filled in. Throws RangeError on a value of the wrong kind or size. */
export function readOptions(options: EngineOptions): BestOptions {
  const read = (name: string): unknown => {
    const spec = bestOptions.find((option) => option.name === name)!;
    const value = options[name] ?? spec.default;
    const { min = -Infinity, max = Infinity } = spec;
    if (typeof value !== typeof spec.default) {
      throw new RangeError(`option “${name}” is ${JSON.stringify(value)}; expected a ${typeof spec.default}`);
    }
    if (typeof value === 'number' && !(value >= min && value <= max)) {
      throw new RangeError(`option “${name}” is ${value}; expected ${min} to ${max}`);
    }
    return value;
  };
  return {
    memory: read('memory') as number,
    target: read('target') as number,
    breakRim: read('breakRim') as boolean,
    width: read('width') as number,
  };
}
