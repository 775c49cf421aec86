/**
 * Measures how well variants of a folder's photos are read (picture-variants.ts). Prints a line for each variant with
 * an error, then tables by variant and by picture.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { shrunk } from '../../src-core/scan/picture.ts';
import { scan, type Scan } from '../../src-core/scan/scan.ts';
import { readPictureFile } from '../../src-main/picture-file.ts';
import { answerAll } from '../../tests/scan/answerer.ts';
import { scoreAt, type PlacedTruth } from '../../tests/scan/placed-truth.ts';
import type { Truth } from '../../tests/scan/truth.ts';
import { variants } from './picture-variants.ts';

/** The original's longer side, in pixels. Larger pictures would only make the variants take longer. */
const LONGEST = 1400;

interface Result {
  readonly tiles: number;
  readonly tilesFound: number;
  readonly tilesElse: number;
  /** true if a tile is missing or an outline contains no tile, but there is no question about tiles */
  readonly areTilesSilent: boolean;
  readonly edges: number;
  readonly edgesRight: number;
  /** number of edges in the wrong group; 0 if there is a question about edges */
  readonly silent: number;
  readonly mating: 'right' | 'asked' | 'wrong';
  /** edges still in the wrong group after every question has been answered; counted only if all tiles were found */
  readonly left: number;
  readonly corrections: number;
}

/** Measures the variants of all photos in a folder. `only` selects pictures and variants by parts of their names. */
export function measureVariants(folder: string, only: readonly string[] = []): void {
  const truths = JSON.parse(readFileSync(path.join(folder, 'truth.json'), 'utf8')) as Record<
    string,
    { tiles: Truth }
  >;
  const isChosen = (name: string, names: readonly string[]): boolean => {
    const own = only.filter((part) => names.some((each) => each.includes(part)));
    return own.length === 0 || own.some((part) => name.includes(part));
  };
  const names = Object.keys(truths);
  const byVariant = new Map<string, Result[]>();
  const byPicture = new Map<string, Result[]>();
  for (const name of names.filter((each) => isChosen(each, names))) {
    const { picture } = shrunk(readPictureFile(path.join(folder, name)), LONGEST);
    const { tiles } = scan([picture]);
    const truth = truths[name]!.tiles;
    if (tiles.length !== truth.length) {
      console.log(`${name}: ${tiles.length} of ${truth.length} tiles found in the original`);
      continue;
    }
    const original = { picture, corners: tiles.map(({ corners }) => corners) };
    for (const [variant, made] of Object.entries(variants)) {
      if (!isChosen(variant, Object.keys(variants))) continue;
      const changed = made(original);
      const result = resultOf(
        scan([changed.picture]),
        changed.corners.map((corners, i) => ({ corners, labels: truth[i]!.split(' ') })),
      );
      for (const [map, key] of [
        [byVariant, variant],
        [byPicture, path.parse(name).name],
      ] as const)
        map.set(key, [...(map.get(key) ?? []), result]);
      if (!isClean(result)) console.log(lineOf(`${path.parse(name).name}, ${variant}`, result));
    }
  }
  for (const [title, results] of [
    ['variant', byVariant],
    ['picture', byPicture],
  ] as const) {
    console.log(
      `\n| ${title} | tiles found | outlines elsewhere | edges in the right group | wrong mating rule | tiles missing silently | edges wrong silently | corrections, most |`,
    );
    console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
    for (const [key, own] of results) console.log(rowOf(key, own));
    console.log(rowOf('together', [...results.values()].flat()));
  }
}

function resultOf(found: Scan, truth: readonly PlacedTruth[]): Result {
  const { tilesFound, tilesElse, labels, strayed, edgesRight } = scoreAt(found, truth);
  const asks = (about: string): boolean => found.questions.some((question) => question.about === about);
  const mating = truth.some(({ labels: own }) => own.some((label) => /[+-]$/.test(label)))
    ? 'opposite'
    : 'same';
  const isWhole = tilesFound === truth.length && tilesElse === 0;
  const answered =
    found.reading && isWhole
      ? answerAll(
          found.reading.far,
          found.reading.groups,
          found.tiles.map(({ certainty }) => certainty),
          labels as string[],
        )
      : null;
  return {
    tiles: truth.length,
    tilesFound,
    tilesElse,
    areTilesSilent: !isWhole && !asks('tile'),
    edges: 4 * truth.length,
    edgesRight,
    silent: asks('edge') ? 0 : strayed,
    mating:
      found.mating === mating ? 'right' : found.mating === 'unknown' || asks('mating') ? 'asked' : 'wrong',
    left: answered ? 4 * truth.length - answered.edgesRight : 0,
    corrections: (answered?.corrections ?? 0) + Number(found.mating === 'unknown'),
  };
}

const isClean = ({ tiles, tilesFound, tilesElse, edges, edgesRight, mating }: Result): boolean =>
  tilesFound === tiles && tilesElse === 0 && edgesRight === edges && mating !== 'wrong';

function lineOf(name: string, result: Result): string {
  const { tilesFound, tiles, tilesElse, areTilesSilent, edgesRight, edges, silent, mating, left } = result;
  const faults = [
    mating === 'wrong' ? 'WRONG MODE' : '',
    areTilesSilent ? 'SILENT ABOUT TILES' : '',
    silent > 0 ? `${silent} EDGES WRONG SILENTLY` : '',
    left > 0 ? `${left} edges left after all answers` : '',
  ].filter((fault) => fault !== '');
  return `${name}: tiles ${tilesFound}/${tiles} +${tilesElse}, edges ${edgesRight}/${edges}, mode ${mating}, corrections ${result.corrections}${faults.map((fault) => `, ${fault}`).join('')}`;
}

function rowOf(name: string, results: readonly Result[]): string {
  const sum = (of: (one: Result) => number): number => results.reduce((total, one) => total + of(one), 0);
  const cells = [
    name,
    `${sum((one) => one.tilesFound)} of ${sum((one) => one.tiles)}`,
    sum((one) => one.tilesElse),
    `${sum((one) => one.edgesRight)} of ${sum((one) => one.edges)}`,
    sum((one) => Number(one.mating === 'wrong')),
    sum((one) => Number(one.areTilesSilent)),
    sum((one) => one.silent),
    Math.max(...results.map(({ corrections }) => corrections)),
  ];
  return `| ${cells.join(' | ')} |`;
}
