import { describe, expect, it } from 'vitest';
import {
  editsToSuggest,
  MAX_COUNTING_NODES,
  solutionVerdict,
  type SolutionCount,
} from '../../../../src-renderer/editor/solution-verdict.ts';

const usual: SolutionCount = { found: 0, nodes: 500, working: false, error: '', expected: 0 };
const says = (count: Partial<SolutionCount>): string => {
  const { text, more } = solutionVerdict({ ...usual, ...count });
  return `${text} (${more})`;
};

describe('the verdict on the number of solutions', () => {
  it('counts in words', () => {
    expect(says({ found: 0 })).toBe('No solution (everything was searched)');
    expect(says({ found: 1 })).toBe('Unique (exactly one solution)');
    expect(says({ found: 3 })).toBe('3 solutions (not unique)');
    expect(says({ found: 1, working: true })).toBe('Searching for a second solution… (500 tiles placed)');
    expect(says({ found: 57, working: true })).toBe('At least 57 solutions (counting…)');
    expect(says({ found: 57, nodes: MAX_COUNTING_NODES, expected: 340 })).toBe(
      'At least 57 solutions (about 340 expected)',
    );
  });

  it('gives the estimate where changing a few edges is hopeless, and says what to do', () => {
    const advice = 'Changing a few edges won’t make the solution unique. Use more colours or symbols.';
    expect(says({ found: 1000, expected: 21_123 })).toBe(`About 21,000 solutions (${advice})`);
    expect(says({ found: 2, working: true, expected: 21_123 })).toBe(`About 21,000 solutions (${advice})`);
    expect(says({ found: 1000, expected: 12 })).toBe(`At least 1,000 solutions (${advice})`);
    expect(says({ found: 1, expected: 21_123 })).toBe('Unique (exactly one solution)');
  });

  it('suggests edits only where a few of them can help', () => {
    const suggested = (count: Partial<SolutionCount>) => editsToSuggest({ ...usual, ...count });
    expect(suggested({ found: 0 })).toBe('repair');
    expect(suggested({ found: 2 })).toBe('unique');
    expect(suggested({ found: 0, working: true })).toBeNull();
    expect(suggested({ found: 1 })).toBeNull();
    expect(suggested({ found: 2, expected: 21_123 })).toBeNull();
    expect(suggested({ found: 1000 })).toBeNull();
  });
});
