/**
 * Measures how long it takes to read the largest texts that Edgewise accepts: 1,000,000 characters, and JSON of 32
 * MB. Most of them aren't puzzles and are refused.
 *
 *     npm run bench -- reading [FOLDER] [ROUNDS]
 *
 * FOLDER is a checkout of another version to compare with, made with `git worktree add FOLDER COMMIT` and a link to
 * node_modules. Each text is read in a new process. Prints the median processor time in ms and the median peak memory
 * in MB for both versions, the other version first, with their ratios.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../src-core/edge-matching/generate/generate.ts';
import { writePuzzle } from '../src-core/formats/write.ts';

const LENGTH = 1_000_000;
const MEGABYTES = 32;
const filled = (line: (i: number) => string): string => {
  let text = '';
  for (let i = 0; text.length < LENGTH; i++) text += line(i);
  return text.slice(0, LENGTH);
};
const word = (i: number): string => ['red', 'blue', 'green', 'yellow', 'white', 'black', 'orange'][i % 7]!;
const framed = (): string => {
  const { puzzle } = generate({ family: 'framed', width: 64, height: 64, seed: 1 });
  return `${writePuzzle(puzzle, 'numeric').text}\n`;
};
const json = (one: string): string => {
  const count = Math.floor((MEGABYTES * 2 ** 20) / (one.length + 1));
  return `[${`${one},`.repeat(count - 1)}${one}]`;
};
const texts: Readonly<Record<string, () => string>> = {
  '64 × 64 framed tiles and comments': () => (framed() + filled(() => '# a comment\n')).slice(0, LENGTH),
  'rows of four numbers': () => filled((i) => `${i % 23} ${(i * 7) % 23} ${(i * 5) % 23} ${(i * 3) % 23}\n`),
  'rows of four words': () => filled((i) => `${word(i)} ${word(i * 3)} ${word(i * 5)} ${word(i + 2)}\n`),
  'rows of four numbers, with copies (`x2`)': () =>
    filled((i) => `${i % 23} ${(i * 7) % 23} 3 4 x${1 + (i % 3)}\n`),
  'one number per line': () => filled((i) => `${(i * 7919) % 1009}\n`),
  'lines of 12,000 numbers': () => filled((i) => (i % 12_000 === 11_999 ? '7\n' : `${i % 23} `)),
  prose: () =>
    filled((i) => `The ${word(i)} tile lies beside the ${word(i * 3)} one, and nobody knows why.\n`),
  'a table': () => filled((i) => `${i},${word(i)},${i % 97},${(i * 31) % 89},some text\n`),
  'a program': () => filled((i) => `pieces[${i}] = [${i % 23}, ${(i * 7) % 23}, 0, ${i % 5}];\n`),
  'rows of four digits, 0 or 1': () =>
    filled((i) => `${i % 2} ${(i >> 1) % 2} ${(i >> 2) % 2} ${(i >> 3) % 2}\n`),
  'JSON of 32 MB: tiles under other names': () =>
    `{"n":8,"pieces":${json('{"north":1,"east":22,"south":3,"west":4}').slice(0, -1)}]}`,
  'JSON of 32 MB: one long string': () =>
    JSON.stringify({ edgewise: 1, notes: 'x'.repeat(MEGABYTES * 2 ** 20) }),
};

const root = path.resolve(import.meta.dirname, '..');
interface Measured {
  readonly cpuMs: number;
  readonly megabytes: number;
}

async function readOne(folder: string, name: string): Promise<void> {
  const formats = path.join(folder, 'src-core/formats');
  const [now, old] = ['read-puzzle.ts', 'formats.ts'].map((file) => path.join(formats, file));
  const { readPuzzle } = (await import(existsSync(now!) ? now! : old!)) as {
    readPuzzle: (text: string) => unknown;
  };
  const text = texts[name]!();
  const before = process.cpuUsage();
  try {
    readPuzzle(text);
  } catch {
    // Most of these texts aren't puzzles, so an error is expected.
  }
  const { user, system } = process.cpuUsage(before);
  const measured: Measured = {
    cpuMs: (user + system) / 1000,
    megabytes: process.resourceUsage().maxRSS / 1024,
  };
  console.log(JSON.stringify(measured));
}

function measure(folder: string, name: string): Measured {
  const { stdout } = spawnSync(process.execPath, [import.meta.filename, 'one', folder, name], {
    encoding: 'utf8',
  });
  return JSON.parse(stdout) as Measured;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

function compare(other: string | undefined, rounds: number): void {
  const folders = [...(other === undefined ? [] : [path.resolve(other)]), root];
  const columns = folders.flatMap((_, i) =>
    folders.length > 1 && i === 0 ? ['CPU before', 'MB'] : ['CPU', 'MB'],
  );
  console.log(
    [
      'text'.padEnd(40),
      ...columns.map((title) => title.padStart(11)),
      ...(other ? ['      ratios'] : []),
    ].join(''),
  );
  for (const name of Object.keys(texts)) {
    const all = folders.map((): Measured[] => []);
    for (let round = 0; round < rounds; round++)
      folders.forEach((folder, i) => all[i]!.push(measure(folder, name)));
    const medians = all.map((list) => [
      median(list.map((one) => one.cpuMs)),
      median(list.map((one) => one.megabytes)),
    ]);
    const ratios = medians.length > 1 ? medians[1]!.map((value, i) => value / medians[0]![i]!) : [];
    console.log(
      name.padEnd(40) +
        medians
          .flat()
          .map((value) => value.toFixed(0).padStart(11))
          .join('') +
        ratios.map((ratio) => ratio.toFixed(2).padStart(7)).join(''),
    );
  }
}

const [first, second, third] = process.argv.slice(2);
if (first === 'one') await readOne(second!, third!);
else compare(first, Number(second ?? 3));
