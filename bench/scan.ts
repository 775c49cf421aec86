/**
 * How well photographs of tiles are read: `node bench/scan.ts [pictures a grade] [first]`. Prints a line for each
 * picture and then the table of docs/scan.md. The pictures are made by program (tests/scan/), the same on every machine.
 */
import { grades } from '../tests/scan/photograph.ts';
import { measure, type Measured } from '../tests/scan/measure.ts';
import { caseOf, take } from '../tests/scan/shots.ts';

const each = Number(process.argv[2] ?? 70);
const first = Number(process.argv[3] ?? 0);
const rows: string[] = [];
for (const grade of grades) {
  for (const size of [9, 16]) {
    const all: Measured[] = [];
    for (let n = first; n < first + each; n++) {
      const shot = caseOf(grade, n);
      if (shot.columns ** 2 !== size) continue;
      const { puzzle, photo } = take(shot);
      const found = measure(puzzle, photo);
      all.push(found);
      const {
        tilesFound,
        tiles,
        tilesElse,
        edgesRight,
        edges,
        corrections,
        mistakesShown,
        cornerOff,
        seconds,
      } = found;
      console.log(
        `${grade} ${n} ${shot.puzzle}, ${shot.style}, ${shot.layout}, ${shot.megapixels} MP: tiles ${tilesFound}/${tiles} +${tilesElse}, corner ${(100 * cornerOff).toFixed(1)} %, edges ${edgesRight}/${edges}, corrections ${corrections}${mistakesShown ? '' : ', mistakes not shown'}, ${seconds.toFixed(2)} s`,
      );
    }
    if (all.length === 0) continue;
    const sum = (of: (one: Measured) => number): number => all.reduce((total, one) => total + of(one), 0);
    const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
    const wrong = all.filter(({ edgesRight, edges }) => edgesRight < edges);
    const most = Math.max(...all.map(({ corrections }) => corrections));
    rows.push(
      `| ${grade} | ${size} | ${all.length} | ${percent(
        sum((m) => m.tilesFound),
        sum((m) => m.tiles),
      )} | ${percent(
        sum((m) => m.edgesRight),
        sum((m) => m.edges),
      )} | ${percent(all.filter(({ corrections }) => corrections === 0).length, all.length)} | ${(sum((m) => m.corrections) / all.length).toFixed(2)} | ${most} | ${wrong.filter(({ mistakesShown }) => mistakesShown).length} of ${wrong.length} |`,
    );
  }
}
console.log(
  '\n| grade | tiles | pictures | tiles found | edges grouped right | nothing to correct | corrections, mean | most | all mistakes among the first ten |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
console.log(rows.join('\n'));
