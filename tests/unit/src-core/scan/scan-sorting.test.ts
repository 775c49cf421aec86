// Correcting groups of edges, the puzzle made from them, and the orientation and colours given in a picture file.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import jpeg from 'jpeg-js';
import { expect, test } from 'vitest';
import { mergeQuestion, regrouped } from '../../../../src-core/scan/merges.ts';
import { questionsOf } from '../../../../src-core/scan/questions.ts';
import { relative, splitOf } from '../../../../src-core/scan/clusters.ts';
import { sureness } from '../../../../src-core/scan/sureness.ts';
import { hasEnd, headerOf } from '../../../../src-core/scan/picture-header.ts';
import { boardFor, isUsualCount, puzzleOf, type Sorted } from '../../../../src-core/scan/puzzle.ts';
import {
  carried,
  joined,
  moved,
  named,
  paired,
  parted,
  withMating,
} from '../../../../src-core/scan/sorting.ts';
import { answerAll } from '../../../scan/answerer.ts';
import { errorsOf, problemsOf } from '../../../../src-core/puzzle/validate.ts';

const readScan = (name: string): Buffer =>
  readFileSync(path.resolve(import.meta.dirname, '../../../data/scan', name));
const phonePicture = readScan('as-phones-do.heic');

const sorted: Sorted = {
  mating: 'opposite',
  groups: [0, 1, 2, 3, 0, 1, 2, 3],
  mates: [2, 3, 0, 1],
  names: ['Fish', 'Bird', 'Fish', 'Bird'],
};

test('an edge moves to another group, and empty groups are removed', () => {
  expect(moved([0], 1)(sorted).groups).toEqual([1, 1, 2, 3, 0, 1, 2, 3]);
  const gone = moved([0, 4], 1)(sorted);
  expect(gone).toEqual({
    mating: 'opposite',
    groups: [0, 0, 1, 2, 0, 0, 1, 2],
    mates: [2, 1, 0],
    names: ['Bird', 'Fish', 'Bird'],
  });
  const made = moved([5], null)(sorted);
  expect(made.groups[5]).toBe(4);
  expect(made.mates[4]).toBe(4);
});

/**
 * Returns distances between edges: small for the same letter, larger for different letters of the same case, largest
 * for letters of different case.
 */
const distances = (edges: string): Float32Array => {
  const letters = Array.from(edges);
  return Float32Array.from(
    letters.flatMap((a) => letters.map((b) => (a === b ? 3 : a < 'a' === b < 'a' ? 8 : 40))),
  );
};

test('the least certain edges are wrong ones in a group, and those of a tile with a faint outline', () => {
  const far = distances('AAAAAABBaaaaaaaa');
  const groups = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1];
  const group = splitOf(far, [0, 1, 2, 3, 4, 5, 6, 7]);
  expect(group.smaller).toEqual([6, 7]);
  expect(group.width).toBeGreaterThan(2);
  const leastOf = (tiles: readonly number[], most: number): number[] => {
    const sure = sureness(far, groups, tiles);
    return groups
      .map((_, edge) => edge)
      .sort((a, b) => sure[a]! - sure[b]!)
      .slice(0, most)
      .sort((a, b) => a - b);
  };
  expect(leastOf([1, 1, 1, 1], 2)).toEqual([6, 7]);
  expect(leastOf([1, 1, 1, 0.2], 4)).toEqual([12, 13, 14, 15]);
});

test('a group of few edges is uncertain, because glare may have separated them', () => {
  const groups = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2];
  const sure = sureness(distances('AAAAAAbbbbbbbbaa'), groups, [1, 1, 1, 1]);
  const least = groups.map((_, edge) => edge).sort((a, b) => sure[a]! - sure[b]!);
  expect(least.slice(0, 2)).toEqual([14, 15]);
});

test('questions: whether two groups are one, then whether a group is two, then single edges; each edge once', () => {
  // Letters are labels. A and B are close (distance 6) but in two groups; a and c are farther apart (distance 12) but
  // in one group.
  const letters = 'AAAAAA' + 'BBBBBB' + 'DDDD' + 'aaaa' + 'cc' + 'xxxxx' + 'y';
  const near: Record<string, number> = { AB: 6, ac: 12, xy: 20 };
  const all = Array.from(letters);
  const far = Float32Array.from(
    all.flatMap((a) => all.map((b) => (a === b ? 3 : (near[a + b] ?? near[b + a] ?? 40)))),
  );
  const group = ['A', 'B', 'D', 'ac', 'x', 'y'];
  const groups = all.map((letter) => group.findIndex((own) => own.includes(letter)));
  const at = (letter: string): number[] => all.flatMap((each, edge) => (each === letter ? [edge] : []));
  const sure = sureness(
    far,
    groups,
    Array.from({ length: 7 }, () => 1),
  );
  const doubts = questionsOf(far, groups, sure);
  expect(doubts[0]).toEqual({ edges: at('B'), like: 0 });
  // Edge y is alone in its group. The question names the group that y resembles most.
  expect(doubts).toContainEqual({ edges: at('y'), like: 4 });
  expect(doubts).toContainEqual({ edges: at('c'), like: null });
  expect(doubts).toHaveLength(10);
  const asked = doubts.flatMap(({ edges }) => edges);
  expect(new Set(asked).size).toBe(asked.length);
});

test('groups are joined, split where they differ, paired again and named', () => {
  expect(joined(3, 1)(sorted).groups).toEqual([0, 1, 2, 1, 0, 1, 2, 1]);
  const far = new Float32Array(64).fill(1);
  const five = { ...sorted, groups: [0, 0, 0, 0, 0, 1, 2, 3] };
  for (let i = 0; i < 8; i++) far[i * 8 + 3] = far[3 * 8 + i] = 9;
  expect(parted(0, far)(five).groups).toEqual([0, 0, 0, 4, 0, 1, 2, 3]);
  expect(paired(0, 1)(sorted).mates).toEqual([1, 0, 2, 3]);
  expect(paired(0, 0)(sorted).mates).toEqual([0, 3, 2, 1]);
  expect(named(3, 'Owl')(sorted).names).toEqual(['Fish', 'Owl', 'Fish', 'Owl']);
});

test('a changed tile is read again, and edges sorted by hand stay in their groups', () => {
  // The user changed the groups of the second tile. Then the first tile is replaced with a new one.
  const byHand: Sorted = { ...sorted, groups: [0, 0, 1, 1, 2, 3, 2, 3] };
  const after = carried([-1, 1], distances('AaAaAaAa'))(byHand);
  expect(after.groups.slice(4)).toEqual([0, 1, 0, 1]);
  expect(after.groups.slice(0, 4)).toEqual([0, 1, 0, 1]);
  expect(after.names).toEqual(['Fish', 'Bird']);
});

const kept = {
  name: 'Mine',
  columns: 2,
  rows: 1,
  looks: [],
  photos: [0, 1].map(() => ({ image: 'data:image/png;base64,' })),
};

test('halves become heads and tails of one symbol; names of labels differ', () => {
  const puzzle = puzzleOf({ ...sorted, names: ['Fish', 'Fish', '', ''] }, kept);
  expect(puzzle.tiles.map(({ edges }) => edges)).toEqual([
    [1, 3, 0, 2],
    [1, 3, 0, 2],
  ]);
  expect(puzzle.labels.map(({ name }) => name)).toEqual(['Fish', 'Fish 2']);
  expect(errorsOf(puzzle)).toEqual([]);
});

/**
 * Returns the messages of the checks for four tiles in a square. Each letter is a group; `a` and `A` are the two
 * halves of one picture.
 */
const saidOf = (mating: Sorted['mating'], tiles: string): string[] => {
  const letters = [...new Set(tiles.replaceAll(' ', ''))];
  const groups = Array.from(tiles.replaceAll(' ', ''), (letter) => letters.indexOf(letter));
  const other = (letter: string): string =>
    mating === 'same' ? letter : letter < 'a' ? letter.toLowerCase() : letter.toUpperCase();
  const mates = letters.map((letter, group) =>
    letters.includes(other(letter)) ? letters.indexOf(other(letter)) : group,
  );
  const photos = groups.filter((_, edge) => edge % 4 === 0).map(() => ({ image: 'data:image/png;base64,' }));
  const square = { ...kept, columns: Math.sqrt(photos.length), rows: Math.sqrt(photos.length), photos };
  return problemsOf(puzzleOf({ mating, groups, mates, names: letters }, square)).map(
    ({ message }) => message,
  );
};

test.each([
  ['a frame f, and every colour in pairs', 'same', 'ffab ffbc ffcd ffda', []],
  [
    'one edge of a among those of b',
    'same',
    'ffbb ffbc ffcd ffda',
    [
      'b occurs an odd number of times inside the board, so one of its edges has no match.',
      'a occurs an odd number of times inside the board, so one of its edges has no match.',
    ],
  ],
  ['two tiles alike', 'same', 'ffab ffab ffcd ffdc', ['Tile 2 is identical to tile 1, or a rotation of it.']],
  ['halves, each as often as the other', 'opposite', 'aAbB abAB aBBA abbA', []],
  [
    'heads among the tails',
    'opposite',
    'aaaa aaaA aabA aaaB',
    [
      'The labels can’t all be paired. These are left over: a head (10). Only 8 sides of the board can take a label without a match.',
    ],
  ],
  [
    'a half whose other one is in no group',
    'opposite',
    'aAaA aaAA aAAb aaaA',
    ['No tile has b tail, so b head can only be on the rim.'],
  ],
] as const)('the checks of %s', (_, mating, tiles, said) => {
  expect(saidOf(mating, tiles)).toEqual(said);
});

test('a colour that is all around and nowhere else is the frame', () => {
  const groups = [
    [0, 1, 2, 0],
    [0, 0, 2, 1],
    [2, 1, 0, 0],
    [2, 0, 0, 1],
  ].flat();
  const same: Sorted = { mating: 'same', groups, mates: [0, 1, 2], names: ['', '', ''] };
  const photos = [0, 1, 2, 3].map(() => ({ image: 'data:image/png;base64,' }));
  expect(puzzleOf(same, { ...kept, columns: 2, rows: 2, photos }).rim).toEqual({
    kind: 'colour',
    colour: 0,
    inside: false,
  });
  expect(puzzleOf(same, { ...kept, columns: 4, rows: 1, photos }).rim).toEqual({ kind: 'free' });
});

test('boards are as square as the number of tiles allows', () => {
  expect([9, 12, 16, 24, 7].map((tiles) => Object.values(boardFor(tiles)))).toEqual([
    [3, 3],
    [4, 3],
    [4, 4],
    [6, 4],
    [7, 1],
  ]);
});

test('a count that makes no square, and no board with one more column than rows, is unusual', () => {
  const usual = Array.from({ length: 36 }, (_, i) => i + 1).filter(isUsualCount);
  expect(usual).toEqual([1, 2, 4, 6, 9, 12, 16, 20, 25, 30, 36]);
});

test('kind and size of a picture are read from its first bytes', () => {
  const file = jpeg.encode({ width: 48, height: 20, data: Buffer.alloc(48 * 20 * 4, 90) }, 60).data;
  expect(headerOf(file)).toEqual({ kind: 'JPEG', width: 48, height: 20 });
  expect(hasEnd(file)).toBe(true);
  expect(hasEnd(file.subarray(0, file.length - 2))).toBe(false);
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000300000001408060000', 'hex');
  expect(headerOf(png)).toEqual({ kind: 'PNG', width: 48, height: 20 });
  const webp = Buffer.alloc(30);
  webp.write('RIFF', 0);
  webp.write('WEBPVP8X', 8);
  webp.set([47, 0, 0, 19, 0, 0], 24);
  expect(headerOf(webp)).toEqual({ kind: 'WebP', width: 48, height: 20 });
  expect(headerOf(phonePicture)).toEqual({ kind: 'HEIC', width: 866, height: 1155 });
  expect(headerOf(readScan('plain.avif'))).toEqual({ kind: 'AVIF', width: 1155, height: 866 });
  for (const other of ['<svg/>', 'GIF89a', '', '\xff\xd8', 'RIFF']) {
    expect(headerOf(Buffer.from(other, 'latin1')), other).toBeNull();
  }
});

/** Returns the photograph's file with one 32-bit number changed. */
const changed = (at: number, value: number): Buffer => {
  const file = Buffer.from(phonePicture);
  file.writeUInt32BE(value, at);
  return file;
};

test('the largest size in a HEIC counts, even if a part claims to be larger than the whole', () => {
  const part = phonePicture.indexOf('ispe') + 8;
  expect(headerOf(changed(part, 70_000))).toEqual({ kind: 'HEIC', width: 70_000, height: 512 });
});

test.each(['ftyp', 'meta', 'iprp', 'ipco', 'ispe'])('sizes that the box %s of a HEIC may claim', (type) => {
  const claims = (size: number) => headerOf(changed(phonePicture.indexOf(type) - 4, size));
  // A box that claims to be smaller than its own header must make the reader stop, not loop.
  for (const size of [2, 7]) expect(claims(size), String(size)).toBeNull();
  // a box that claims to reach to the end of the file, or beyond it
  const whole = { kind: 'HEIC', width: 866, height: 1155 };
  const rest = { ftyp: null, ispe: { kind: 'HEIC', width: 512, height: 512 } }[type];
  for (const size of [0, 2 ** 31, 2 ** 32 - 1]) {
    expect(claims(size), String(size)).toEqual(rest === undefined ? whole : rest);
  }
});

/** Returns the photograph's file with an added box that specifies a colour space. */
function coloured(...content: Buffer[]): Buffer {
  const file = Buffer.from(phonePicture);
  const body = Buffer.concat(content);
  const box = Buffer.concat([Buffer.alloc(4), Buffer.from('colr'), body]);
  box.writeUInt32BE(box.length);
  for (const type of ['meta', 'iprp', 'ipco']) {
    const at = file.indexOf(type) - 4;
    file.writeUInt32BE(file.readUInt32BE(at) + box.length, at);
  }
  const first = file.indexOf('ipco') + 4;
  return Buffer.concat([file.subarray(0, first), box, file.subarray(first)]);
}

/** Returns a colour profile whose red and green primaries have these x coordinates. */
function profile(red: number, green: number): Buffer {
  const icc = Buffer.alloc(132 + 2 * 12 + 2 * 20);
  icc.writeUInt32BE(2, 128);
  [red, green].forEach((x, i) => {
    icc.write(i === 0 ? 'rXYZ' : 'gXYZ', 132 + 12 * i);
    icc.writeUInt32BE(156 + 20 * i, 136 + 12 * i);
    icc.writeUInt32BE(20, 140 + 12 * i);
    icc.write('XYZ ', 156 + 20 * i);
    icc.writeInt32BE(Math.round(x * 65536), 164 + 20 * i);
  });
  return icc;
}

test('the colours of a HEIC are known as Display P3 by their number or their profile', () => {
  const number = (primaries: number): Buffer => Buffer.from([0, primaries, 0, 13, 0, 1, 0x80]);
  const of = (kind: string, content: Buffer) => headerOf(coloured(Buffer.from(kind), content))!;
  const known = { kind: 'HEIC', width: 866, height: 1155, colorSpace: 'display-p3' };
  const p3 = profile(0.5151, 0.292);
  for (const header of [of('nclx', number(12)), of('prof', p3), of('rICC', p3)])
    expect(header).toEqual(known);
  const far = Buffer.from(p3).fill(0xff, 136, 140);
  for (const header of [
    ...[of('nclx', number(1)), of('prof', profile(0.4361, 0.3851)), of('none', p3), headerOf(phonePicture)!],
    ...[
      of('prof', p3.subarray(0, 140)),
      of('prof', Buffer.alloc(0)),
      of('nclx', Buffer.alloc(1)),
      of('prof', far),
    ],
  ]) {
    expect(header).toEqual({ kind: 'HEIC', width: 866, height: 1155 });
  }
});

test('a box of a HEIC may state its size in 64 bits', () => {
  const meta = phonePicture.indexOf('meta') - 4;
  const head = Buffer.from('000000016d657461' + '0000000000000000', 'hex');
  const with64 = (size: bigint): Buffer => {
    head.writeBigUInt64BE(size, 8);
    return Buffer.concat([phonePicture.subarray(0, meta), head, phonePicture.subarray(meta + 8)]);
  };
  const size = BigInt(phonePicture.readUInt32BE(meta) + 8);
  for (const right of [size, 2n ** 63n]) {
    expect(headerOf(with64(right))).toEqual({ kind: 'HEIC', width: 866, height: 1155 });
  }
  for (const wrong of [0n, 15n]) expect(headerOf(with64(wrong))).toBeNull();
});

test('whatever a HEIC claims, and wherever it is cut off, reading ends at once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(899), fc.nat(255)), { maxLength: 12 }),
      fc.integer({ min: 0, max: 900 }),
      (bytes, length) => {
        const file = Buffer.from(phonePicture.subarray(0, 900));
        for (const [at, value] of bytes) file[at] = value;
        const header = headerOf(file.subarray(0, length));
        expect(header === null || header.width >= 0).toBe(true);
      },
    ),
  );
});

test('groups and names stay when the user chooses what meets; two halves share one name', () => {
  const halves: Sorted = {
    mating: 'opposite',
    groups: [0, 1, 2, 3],
    mates: [1, 0, 3, 2],
    names: ['Fish', 'Fish', 'B', 'B'],
  };
  const equal = withMating('same')(halves);
  expect(equal).toMatchObject({ mating: 'same', groups: halves.groups, mates: halves.mates });
  expect(new Set(equal.names).size).toBe(4);
  expect(equal.names[0]).toBe('Fish');
  expect(withMating('opposite')(equal).names).toEqual(['Fish', 'Fish', 'B', 'B']);
});

test('another half takes the name of its picture, and no other picture has that name', () => {
  const sorted: Sorted = {
    mating: 'opposite',
    groups: [0, 1, 2, 3],
    mates: [1, 0, 3, 2],
    names: ['A', 'A', 'D', 'D'],
  };
  const { names, mates } = paired(0, 3)(sorted);
  expect(mates).toEqual([3, 1, 2, 0]);
  expect([names[0], names[3]]).toEqual(['A', 'A']);
  expect(new Set(names).size).toBe(3);
});

/**
 * Returns distances between edges. Each letter of `edges` is an edge: `A` and `a` show the same picture in different
 * light, which makes the distance between them `light`.
 */
const twoLights = (edges: string, light: number): Float32Array => {
  const all = Array.from(edges);
  return Float32Array.from(
    all.flatMap((a) => all.map((b) => (a === b ? 3 : a.toLowerCase() === b.toLowerCase() ? light : 30))),
  );
};

test('one answer about two clusters also joins or splits all others that are as similar', () => {
  const edges = 'AAaaBBbbCCccDDdd'.repeat(2);
  const all = Array.from(edges);
  const far = twoLights(edges, 9);
  const byLight = all.map((letter) => 'AaBbCcDd'.indexOf(letter));
  const byPicture = all.map((letter) => 'abcd'.indexOf(letter.toLowerCase()));
  for (const [groups, same, after] of [
    [byLight, true, byPicture],
    [byPicture, false, byLight],
    [byPicture, true, byPicture],
  ] as const) {
    const question = mergeQuestion(far, groups, [])!;
    const { parts, height, isJoined } = question;
    const answers = [{ edges: parts.flat(), height, isJoined, same }];
    const next = regrouped(far, groups, answers);
    expect(new Set(next.map((group, edge) => `${group} ${after[edge]}`)).size).toBe(new Set(after).size);
    expect(new Set(next).size).toBe(new Set(after).size);
    expect(mergeQuestion(far, next, answers)).toBeNull();
  }
});

test('the answer that two groups differ breaks no other group apart', () => {
  const edges = 'AAaaBBbbCCccDDdd'.repeat(2);
  const all = Array.from(edges);
  const far = twoLights(edges, 9);
  // Each letter of `edges` is an edge and names its picture. Capital and small letters stand for different light. The
  // edges of picture `a` are in two groups, one for each light. The edges of any other picture are in one group.
  const groups = all.map((letter) => 'Aabcd'.indexOf(letter === 'A' ? 'A' : letter.toLowerCase()));
  const shown = all.flatMap((letter, edge) => (letter.toLowerCase() === 'a' ? [edge] : []));
  const answer = { edges: shown, height: 9, same: false };
  expect(regrouped(far, groups, [{ ...answer, isJoined: false }])).toEqual(groups);
  expect(Math.max(...regrouped(far, groups, [{ ...answer, isJoined: true }]))).toBeGreaterThan(4);
});

test('pictures that vary more than others count as more alike', () => {
  const edges = 'AAAABBBBCCCCDDDD';
  const all = Array.from(edges);
  const far = Float32Array.from(
    all.flatMap((a, i) =>
      all.map((b, j) => (i === j ? 0 : a !== b ? (a < 'C' && b < 'C' ? 9 : 20) : a === 'A' ? 9.5 : 6)),
    ),
  );
  const scaled = relative(far);
  const at = (i: number, j: number): number => scaled[16 * i + j]!;
  // Picture A is hand-drawn, so two of its edges can differ more than an edge of A differs from an edge of B.
  expect(at(0, 1)).toBeLessThan(at(0, 4));
  expect(at(4, 5)).toBe(at(8, 9));
});

test('groups that clearly differ raise no question about clusters', () => {
  const edges = 'ABCDEFGH'.repeat(4);
  expect(
    mergeQuestion(
      distances(edges),
      Array.from(edges, (letter) => letter.charCodeAt(0) - 65),
      [],
    ),
  ).toBeNull();
});

test('truthful answers put every edge in its group, and edges that were checked are not asked about again', () => {
  const edges = 'AAaaBBbbCCccDDdd'.repeat(2);
  const truth = Array.from(edges);
  const tiles = truth.slice(0, truth.length / 4).map(() => 1);
  const result = answerAll(
    twoLights(edges, 9),
    truth.map((letter) => 'abcd'.indexOf(letter.toLowerCase())),
    tiles,
    truth,
  );
  expect(result).toEqual({ answers: 1, corrections: 1, edgesRight: 32 });
  const far = distances('AAAABBBBAABB');
  const seen = new Set([0, 1, 2, 3]);
  const asked = questionsOf(far, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1], new Array<number>(12).fill(0.5), seen);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.flatMap((question) => question.edges).filter((edge) => seen.has(edge))).toEqual([]);
});
