/**
 * Measures how well photographs of tiles are read. Prints a line for each picture, and the tables of docs/scan.md.
 *
 *     node bench/scan.ts [PICTURES PER GRADE] [FIRST] [GRADE]   generated pictures (tests/scan/)
 *     node bench/scan.ts FOLDER [PICTURE…] [--variants]         photographs, compared with their truth.json
 *
 * Generated pictures are the same on every machine. `--variants` adds rotated, slanted, darker and other variants of
 * the photographs. PICTURE… stands for parts of the names of photographs or variants.
 */
import { grades } from '../tests/scan/conditions.ts';
import { measure, type Measured } from '../tests/scan/measure.ts';
import { caseOf, take } from '../tests/scan/shots.ts';
import { measureVariants } from './tools/photo-variants.ts';
import { measurePhotos } from './photos.ts';

const args = process.argv.slice(2);
const isVaried = args.includes('--variants');
const [first = '70', ...others] = args.filter((arg) => arg !== '--variants');
if (/^\d+$/.test(first)) measureMade(Number(first), Number(others[0] ?? 0), others[1]);
else if (isVaried) measureVariants(first, others);
else measurePhotos(first, others);

function measureMade(each: number, first: number, only?: string): void {
  const chosen = grades.filter((grade) => only === undefined || grade === only);
  const measured = new Map(
    chosen.flatMap((grade) => [9, 16].map((size) => [`${grade} | ${size}`, [] as Measured[]])),
  );
  for (let n = first; n < first + each; n++) {
    for (const grade of chosen) {
      const shot = caseOf(grade, n);
      const { puzzle, photo } = take(shot);
      const found = measure(puzzle, photo);
      measured.get(`${grade} | ${found.tiles}`)!.push(found);
      const { tilesFound, tiles, tilesElse, edgesRight, edges, mistakes, mistakesUnseen, corrections } =
        found;
      const silent = [
        found.areTilesSilent ? ', SILENT ABOUT TILES' : '',
        found.isMatingSilent ? ', WRONG MODE' : '',
      ].join('');
      console.log(
        `${grade} ${n} ${shot.puzzle}, ${shot.style}, ${shot.layout}, ${shot.megapixels} MP: tiles ${tilesFound}/${tiles} +${tilesElse}, corner ${(100 * found.cornerOff).toFixed(1)} %, edges ${edgesRight}/${edges}, mistakes ${mistakes}, unseen ${mistakesUnseen}, corrections ${corrections}, ${found.seconds.toFixed(2)} s${silent}`,
      );
    }
  }
  console.log(
    '\n| grade | tiles | pictures | tiles found | edges grouped right | nothing to correct | corrections, mean | maximum | pictures with all mistakes among the first ten questions | of those with at most ten mistakes | edges shown in these questions | tiles wrong without a question | what meets wrong without a question | edges in a group of another picture | of these, marked | edges right | of these, marked |',
  );
  console.log(`|${' --- |'.repeat(17)}`);
  for (const [key, all] of measured) {
    if (all.length === 0) continue;
    const sum = (of: (one: Measured) => number): number => all.reduce((total, one) => total + of(one), 0);
    const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
    const faulty = all.filter(({ mistakes }) => mistakes > 0);
    const cells = [
      key,
      all.length,
      percent(
        sum((m) => m.tilesFound),
        sum((m) => m.tiles),
      ),
      percent(
        sum((m) => m.edgesRight),
        sum((m) => m.edges),
      ),
      all.filter(({ corrections }) => corrections === 0).length,
      (sum((m) => m.corrections) / all.length).toFixed(2),
      Math.max(...all.map(({ corrections }) => corrections)),
      ...[Infinity, 10].map((most) => {
        const such = faulty.filter(({ mistakes }) => mistakes <= most);
        return `${such.filter(({ mistakesUnseen }) => mistakesUnseen === 0).length} of ${such.length}`;
      }),
      (sum((m) => m.edgesShown) / all.length).toFixed(1),
      sum((m) => Number(m.areTilesSilent)),
      sum((m) => Number(m.isMatingSilent)),
      sum((m) => m.mixed),
      sum((m) => m.mixedMarked),
      sum((m) => m.edges - m.mistakes),
      sum((m) => m.rightMarked),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
