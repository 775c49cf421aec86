import { expect, test } from 'vitest';
import { noFigures } from '../../../../src-core/run/figures.ts';
import { textReporter } from '../../../../src-main/cli/text-reporter.ts';
import { dataText, edgePuzzle } from '../../support/data.ts';

const puzzle = edgePuzzle(dataText('arrows.txt'));

test.each([
  ['the maximum depth is the number of cells', 9, /depth 8 of 9$/],
  ['no maximum depth, because the depth counts moves', 27, /depth 8$/],
])('progress: %s', (_, peakDepth, text) => {
  let said = '';
  const reporter = textReporter(puzzle, {
    format: 'ascii',
    wanted: 'count',
    write: () => undefined,
    remark: (remark) => (said += remark),
    isTerminal: true,
    counters: [],
  });
  reporter.progress({ ...noFigures, depth: 8, peakDepth, cells: 9 });
  expect(said).toMatch(text);
});
