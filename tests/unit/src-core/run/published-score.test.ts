import { expect, test } from 'vitest';
import { eternity2, officialHints } from '../../../../src-core/puzzle/eternity2.ts';
import { publishedScore, sourceOf } from '../../../../src-core/run/published-score.ts';
import { publishedRowScan, publishedScores } from '../../../../src-core/run/published-scores.ts';

const centre = officialHints.filter(({ cell }) => cell === 135);

test('a hunt is compared with the score published for the same hints', () => {
  expect(publishedScore(eternity2(officialHints))).toMatchObject({ matched: 464, by: 'B. Riotte' });
  expect(publishedScore(eternity2([...officialHints].reverse()))?.matched).toBe(464);
  expect(publishedScore(eternity2(centre))).toMatchObject({ matched: 470, date: '2021-03-30' });
});

test('other hints have no published score', () => {
  expect(publishedScore(eternity2([]))).toBeNull();
  expect(publishedScore(eternity2(officialHints.slice(0, 2)))).toBeNull();
  expect(publishedScore(eternity2(officialHints.filter(({ cell }) => cell !== 135)))).toBeNull();
  expect(publishedScore(eternity2([{ ...centre[0]!, rotation: 0 }]))).toBeNull();
  expect(publishedScore(eternity2([{ cell: 135, tile: 3, rotation: 1 }]))).toBeNull();
});

test('each score has its author, date and source', () => {
  expect(publishedScores.map(sourceOf)).toEqual([
    'by J. Blackwood, 30 March 2021; equalled by J. Bucas, 2 December 2024 (“Joshua_Blackwood_470” in the viewer e2.bucas.name)',
    'by B. Riotte, 6 July 2026 (“Eternity2 23” among the known boards of eternity2.dev)',
  ]);
  expect(publishedRowScan).toEqual({ tiles: 230, of: 256 });
});
