import type { EngineOptions, OptionSpec } from '../../../engine.ts';

export const bestOptions: readonly OptionSpec[] = [
  {
    name: 'memory',
    title: 'Memory (MB)',
    help: 'How much memory all threads together may use. With more memory, a long run keeps more boards at once.',
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
    help: 'Ends the run when a board has this many matched edges. 0 ends it only at a board without a mismatch.',
    type: 'number',
    default: 0,
    min: 0,
    max: 8064,
    whole: true,
  },
  {
    name: 'breakRim',
    title: 'Allow mismatches on the rim',
    help: 'Lets any tile lie on the rim. Good boards do not need it, and a board with such a rim is not a solution.',
    type: 'boolean',
    default: false,
  },
  {
    name: 'width',
    title: 'Beam width',
    help: 'How many boards are worked on at once. 0 chooses by the limits and the memory.',
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
  readonly breakRim: boolean;
  readonly width: number;
}

/** The options as set, defaults filled in. Throws RangeError on a value of the wrong kind or size. */
export function readOptions(options: EngineOptions): BestOptions {
  const read = (name: string): unknown => {
    const spec = bestOptions.find((option) => option.name === name)!;
    const value = options[name] ?? spec.default;
    const { min = -Infinity, max = Infinity, whole = false } = spec;
    if (typeof value !== typeof spec.default) {
      throw new RangeError(`option “${name}” is ${JSON.stringify(value)}; expected a ${typeof spec.default}`);
    }
    if (typeof value === 'number' && !(value >= min && value <= max)) {
      throw new RangeError(`option “${name}” is ${value}; expected ${min} to ${max}`);
    }
    if (whole && !Number.isInteger(value)) {
      throw new RangeError(`option “${name}” is ${value}; expected a whole number`);
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
