import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { instanceOf } from '../../../../../../src-core/edge-matching/hunt/shared/instance.ts';
import {
  lookAhead,
  lookaheadLevelsOf,
  startOf,
} from '../../../../../../src-core/edge-matching/hunt/row-beam/lookahead.ts';
import { variableOrder } from '../../../../../../src-core/edge-matching/hunt/row-beam/row-order.ts';
import { letteredLabels, numberedLabels } from '../../../../../../src-core/puzzle/labels.ts';
import type { EdgePuzzle } from '../../../../../../src-core/puzzle/puzzle.ts';
import { logTable } from '../../../../../../src-core/edge-matching/hunt/shared/lookahead-scale.ts';

it('the code gives the result of the row computed by hand in docs/hunt.md', () => {
  const [a, b, c] = [0, 1, 2] as const;
  const left = [
    [a, b, a, c],
    [a, c, a, b],
    [b, a, c, b],
  ];
  // The labels on the lower sides of the first row are a, a and b. Its other labels don't matter.
  const laid = [a, a, b].map((shown) => [a, a, shown, a]);
  const puzzle: EdgePuzzle = {
    kind: 'edge-matching',
    name: 'by hand',
    board: { kind: 'rectangle', width: 3, height: 2 },
    mating: 'same',
    rim: { kind: 'free' },
    turns: 'fixed',
    tiles: [...laid, ...left].map((edges) => ({ edges })),
    labels: numberedLabels(3),
    hints: [],
    forbidden: [],
  };
  const instance = instanceOf(puzzle, { symmetry: 0, breakRim: false, rimLabel: null });
  const order = variableOrder(instance);
  const [first] = lookaheadLevelsOf(instance, order, 1, new Uint8Array(6));
  const { rights } = lookAhead(instance, first!, {
    share: new Uint8Array(6),
    isUsed: (tile) => tile < 3,
    up: (column) => [a, a, b][column]!,
    left: (label) => [7, 5, 3][label]!,
  });
  const page = readFileSync(new URL('../../../../../../docs/hunt.md', import.meta.url), 'utf8');
  const said = ['a', 'b', 'c'].map((label) =>
    Number(new RegExp(`^\\| ${label} +\\| (\\d+)`, 'm').exec(page)?.[1]),
  );
  said.forEach((value, label) => {
    // The values can differ by 2, because the code rounds to eight bits and adds a small ε that docs/hunt.md omits in
    // places.
    expect(Math.abs(rights[0]![label]! - value)).toBeLessThanOrEqual(2);
  });
});

it('if halves meet, an edge that needs a half does not count as a tile that shows it', () => {
  const [tail, head] = [0, 1] as const;
  const puzzle: EdgePuzzle = {
    kind: 'edge-matching',
    name: 'halves',
    board: { kind: 'rectangle', width: 2, height: 2 },
    mating: 'opposite',
    rim: { kind: 'free' },
    turns: 'fixed',
    tiles: [1, 2, 3, 4].map(() => ({ edges: [head, tail, head, tail] })),
    labels: letteredLabels(1),
    hints: [],
    forbidden: [],
  };
  const instance = instanceOf(puzzle, { symmetry: 0, breakRim: false, rimLabel: null });
  const [, second] = lookaheadLevelsOf(instance, variableOrder(instance), 0, new Uint8Array(4));
  // The corner tile shows a head on its lower side, so the tile below must show a tail. Three heads and five tails are
  // left.
  const halves = { [tail]: 5, [head]: 3 };
  const { state } = lookAhead(
    instance,
    second!,
    {
      share: new Uint8Array(4),
      isUsed: (tile) => tile === 0,
      up: () => tail,
      left: (toMeet) => (toMeet === tail ? halves[head] + 1 : halves[tail]),
    },
    startOf(8),
  );
  expect(state.logsMet).toBe(logTable(10)[halves[tail]]);
});
