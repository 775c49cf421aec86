import { expect, it } from 'vitest';
import { freeName, withMotifNames } from '../../../../src-renderer/board-view/motif-names.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { withUnpainted } from '../../../../src-core/puzzle/unpainted.ts';

it('names symbols after their motifs, each name once, and leaves colours and unpainted labels alone', () => {
  const halves = generate({ family: 'scramble', width: 4, height: 4, seed: 1, innerLabels: 23 }).puzzle;
  const names = withMotifNames(halves).labels.map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(['fish', 'beetle']);
  // there are 21 motifs for halves, so the 22nd label has the first motif again
  expect(names[21]).toBe('fish 2');
  expect(new Set(names).size).toBe(names.length);
  const { puzzle: blank } = withUnpainted(halves);
  expect(withMotifNames(blank).labels.at(-1)).toEqual(blank.labels.at(-1));
  const colours = generate({ family: 'framed', width: 3, height: 3, seed: 1 }).puzzle;
  expect(withMotifNames(colours)).toBe(colours);
  expect(freeName('bird', new Set(['bird', 'bird 2']))).toBe('bird 3');
});
