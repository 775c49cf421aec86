// Deciding a scanned puzzle's mating rule by whether the puzzle has a solution under it.
import { expect, test } from 'vitest';
import { differences } from '../../../../src-core/scan/clusters.ts';
import { readStrips } from '../../../../src-core/scan/reading.ts';
import { isOnlySolvable } from '../../../../src-core/scan/solvable.ts';
import { mateOf } from '../../../../src-core/puzzle/labels.ts';
import { stripsOf, type Strip } from '../../../../src-core/scan/strips.ts';
import { FACE, facesOf } from '../../../scan/art.ts';
import { samplePuzzle } from '../../../scan/shots.ts';

/** Returns the groups and pairs of a sample puzzle, read without mistakes. */
function readingOf(name: string): { groups: number[]; pairs: number[]; mating: 'same' | 'opposite' } {
  const { tiles, mating } = samplePuzzle(name);
  const labels = [...new Set(tiles.flatMap(({ edges }) => edges))];
  const groups = tiles.flatMap(({ edges }) => edges.map((edge) => labels.indexOf(edge)));
  const pairs =
    mating === 'opposite'
      ? labels.map((label) => labels.indexOf(mateOf(mating, label)))
      : // arbitrary pairs, because the scanner also pairs groups of equal edges
        labels.map((_, group) => group ^ 1);
  return { groups, pairs, mating };
}

test('if the tiles have a solution under one mating rule only, this rule is right', () => {
  for (const name of ['penguins', 'dolphins', 'tetravex-4x4']) {
    const { groups, pairs, mating } = readingOf(name);
    expect(isOnlySolvable(groups, pairs, mating)).toBe(true);
    expect(isOnlySolvable(groups, pairs, mating === 'same' ? 'opposite' : 'same')).toBe(false);
  }
});

test('a solution decides nothing if both rules have one, if there is none, or if chance can explain it', () => {
  const both = readingOf('nine-halves');
  expect(isOnlySolvable(both.groups, both.pairs, 'opposite')).toBe(false);
  expect(isOnlySolvable(both.groups, both.pairs, 'same')).toBe(false);

  // some edges in wrong groups
  const { groups, pairs } = readingOf('tetravex-4x4');
  const wrong = groups.map((group, edge) => (edge % 20 === 0 ? (group + 1) % 10 : group));
  expect(isOnlySolvable(wrong, pairs, 'same')).toBe(false);

  // few labels on many tiles
  const { groups: sheep, pairs: halves } = readingOf('crazy-sheep');
  expect(isOnlySolvable(sheep, halves, 'opposite')).toBe(false);
});

test('groups that mix both halves of each picture do not count as equal edges', () => {
  const { groups, pairs } = readingOf('penguins');
  const firsts = [...new Set(pairs.map((mate, group) => Math.min(mate, group)))];
  // The first group contains two pictures.
  const merged = groups.map((group) => Math.max(0, firsts.indexOf(Math.min(group, pairs[group]!)) - 1));
  // The groups have a solution only under the rule “same”. But with so few groups, that can be due to chance.
  expect(isOnlySolvable(merged, [0, 2, 1], 'same')).toBe(false);
});

test('a solution decides nothing if a tile or the other half of a picture is missing', () => {
  const { groups, pairs } = readingOf('tetravex-4x4');
  expect(isOnlySolvable(groups.slice(4), pairs, 'same')).toBe(false);
  // six of the nine tiles
  const few = readingOf('penguins');
  expect(isOnlySolvable(few.groups.slice(0, 24), few.pairs, 'opposite')).toBe(false);
  // One edge shows half of a picture whose other half is missing. A solution could still have this edge on the rim.
  const alone = few.groups.map((_, edge) =>
    isOnlySolvable(few.groups.with(edge, 8), [...few.pairs, 8], 'opposite'),
  );
  expect(alone).not.toContain(true);
});

/** Returns the strips of drawn (not photographed) tiles, and the distances between them. */
function drawnShapes(seed: number): { strips: Strip[]; far: Float32Array } {
  const faces = facesOf(samplePuzzle('tetravex-4x4'), 'shapes', seed).map((bytes) => ({
    size: FACE,
    data: Float32Array.from(bytes, (byte) => byte / 255),
  }));
  const strips = faces.flatMap(stripsOf);
  return { strips, far: differences(strips) };
}

test('edges that fit fairly well to themselves are read as equal edges if only that rule has a solution', () => {
  const { strips, far } = drawnShapes(1);
  expect(readStrips(strips, null, far)).toMatchObject({ mating: 'same', matingSure: true });
  // With some edges exchanged between tiles, there is no solution, so the user is asked.
  const order = strips.map((_, edge) => (edge % 20 === 0 ? (edge + 20) % 80 : edge));
  const moved = far.map((_, at) => far[order[Math.floor(at / 64)]! * 64 + order[at % 64]!]!);
  const exchanged = readStrips(
    order.map((edge) => strips[edge]!),
    null,
    moved,
  );
  expect(exchanged).toMatchObject({ mating: 'same', matingSure: false });
});

test('edges that fit badly to themselves are asked about, even if only the rule of equal edges has a solution', () => {
  const { strips, far } = drawnShapes(3);
  const { groups, pairs, mating, matingSure } = readStrips(strips, null, far);
  expect(isOnlySolvable(groups, pairs, 'same')).toBe(true);
  expect([mating, matingSure]).toEqual(['same', false]);
});
