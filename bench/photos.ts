/**
 * Measures how well the photos in a folder are read, compared with its `truth.json`. Prints a line for each photo and
 * then a table.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { scan, type Scan } from '../src-core/scan/scan.ts';
import { readPictureFile } from '../src-main/picture-file.ts';
import { answerAll } from '../tests/scan/answerer.ts';
import { scoreOf, type Score, type Truth } from '../tests/scan/truth.ts';

export function measurePhotos(folder: string, only: readonly string[] = []): void {
  const truths = JSON.parse(readFileSync(path.join(folder, 'truth.json'), 'utf8')) as Record<
    string,
    { tiles: Truth }
  >;
  const scores: Score[] = [];
  console.log(
    '| picture | tiles found | edges in the right group | mating rule | questions | answers | corrections | seconds |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const [name, { tiles }] of Object.entries(truths)) {
    if (only.length > 0 && !only.includes(name)) continue;
    const file = path.join(folder, name);
    if (!existsSync(file)) {
      // Some pictures may not be redistributed. The folder's README says where to find them.
      console.log(`| ${path.parse(name).name} | not in this folder | | | | | | |`);
      continue;
    }
    const picture = readPictureFile(file);
    const begun = process.cpuUsage().user;
    const result = scan([picture]);
    const seconds = (process.cpuUsage().user - begun) / 1e6;
    const score = scoreOf(result, tiles);
    scores.push(score);
    const cells = [
      path.parse(name).name,
      `${score.tilesFound} of ${score.tiles}${score.tilesElse > 0 ? ` and ${score.tilesElse} else` : ''}`,
      `${score.edgesRight} of ${score.edges}`,
      score.mating,
      result.questions.length,
      ...answersNeeded(result, tiles),
      seconds.toFixed(1),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  const sum = (of: (score: Score) => number): number => scores.reduce((total, score) => total + of(score), 0);
  console.log(
    `| together | ${sum((s) => s.tilesFound)} of ${sum((s) => s.tiles)} | ${sum((s) => s.edgesRight)} of ${sum((s) => s.edges)} | ${scores.filter((s) => s.mating === 'wrong').length} wrong | | | | |`,
  );
}

/**
 * Answers the questions about a photo truthfully until all edges are in the correct groups. Returns the number of
 * answers, and how many of them changed something.
 */
function answersNeeded({ reading, tiles, mating }: Scan, truth: Truth): (number | string)[] {
  if (!reading || tiles.length !== truth.length) return ['', ''];
  const labels = truth.flatMap((tile) => tile.split(' '));
  const sure = tiles.map(({ certainty }) => certainty);
  const { answers, corrections, edgesRight } = answerAll(reading.far, reading.groups, sure, labels);
  const aboutMating = mating === 'unknown' ? 1 : 0;
  const left = labels.length - edgesRight;
  return [answers + aboutMating, `${corrections + aboutMating}${left > 0 ? ` and ${left} edges left` : ''}`];
}
