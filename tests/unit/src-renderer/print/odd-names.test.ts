import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { startBoard } from '../../../../src-core/puzzle/open-board.ts';
import { drawBoard } from '../../../../src-renderer/board-view/drawing.ts';
import { svgOf } from '../../../../src-renderer/board-view/svg.ts';
import { laserSheet } from '../../../../src-renderer/print/laser.ts';
import { sheetsOf, usualPrint } from '../../../../src-renderer/print/sheets.ts';
import { svgSheet } from '../../../../src-renderer/print/svg.ts';
import { expectWellFormed, oddText } from '../../support/odd-names.ts';

const framed = generate({ family: 'framed', width: 3, height: 3, seed: 1 });
const board = startBoard(framed.puzzle);

test('board pictures, pages to cut and pages for a laser are well-formed with any names', () => {
  fc.assert(
    fc.property(oddText(200), oddText(40), (name, text) => {
      const labels = framed.puzzle.labels.map((label, i) =>
        i % 2 === 0 ? { name } : { ...label, name, text },
      );
      const puzzle = { ...framed.puzzle, name, labels };
      expectWellFormed(svgOf(drawBoard(puzzle, board), { title: name }));
      const [page] = sheetsOf(puzzle, usualPrint);
      expectWellFormed(svgSheet(puzzle, page!));
      expectWellFormed(laserSheet(puzzle, page!));
    }),
    { numRuns: 30 },
  );
});

test('the check itself rejects what XML parsers reject', () => {
  for (const text of [
    '<a>&</a>',
    '<a>\u0001</a>',
    '<a>',
    '<a></b>',
    '<a b="<"/>',
    '<a>\ud800</a>',
    '<a/>x',
  ]) {
    expect(() => expectWellFormed(text), text).toThrow();
  }
  expectWellFormed('<?xml version="1.0"?>\n<a b="&#39;"><c/>&lt;\u{1f9e9}</a>\n');
});
