// “1 tile”, never “1 tiles”: a sentence that puts a number before a noun asks `counted` or `plural` for both.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const nouns =
  'tile|cell|edge|board|node|solution|hint|row|column|move|run|trial|thread|label|colour|line|puzzle|part|time|side|number|probe';
/** A value put into a text, perhaps a word, and one of the nouns in the plural; not the name of an attribute. */
const value = String.raw`\{([^{}#/@:\n][^{}\n]*)\} ([a-z-]+ )?(${nouns})s\b(?!=| />)`;
const inScript = new RegExp(`\\$${value}`, 'g');
const inMarkup = new RegExp(value, 'g');

/** Where the value is never one, is not exact, or is no number. */
const never = [
  '${tiles.length} tiles', // more than are allowed
  '${number(most)} trials', // more than the least of them
  '${engine.solves} puzzles', // the kind of puzzle
  '${to} writes boards', // the name of a format
  '${options.effort} million nodes',
  '${sides} sides', // three and more
  '${short(nodes)} nodes', // about so many
  '${rough(seconds / UNIVERSE_S)} times',
  '${rough(TYPICAL_SPEED)} tiles',
  '${count(Math.round(nodesPerSecond))} tiles',
  '{count(most)} boards', // thousands
  '${patience.flood} lines',
  '${shapeName(puzzle.board)} with edges',
  '${separatorName[expected]} between labels',
  '${text(median(group, nodes))} tiles', // laid until all is tried
  '${text(median(changed[0]!, solutions))} solutions', // where one is another sentence
  '{ value, label } of lines',
];

test('where a number stands before a noun, the noun follows the number', () => {
  const files = ['src-core', 'src-main', 'src-renderer'].flatMap((room) =>
    readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|svelte)$/.test(file))
      .map((file) => path.join(room, file)),
  );
  const met = new Set<string>();
  const wrong: string[] = [];
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*/gm, '');
    for (const line of text.split('\n')) {
      if (/(===|>) 1\b/.test(line)) continue; // asks itself whether it is one
      for (const [said, inner = ''] of line.matchAll(file.endsWith('.ts') ? inScript : inMarkup)) {
        const words = line.includes(`$${said}`) ? `$${said}` : said;
        if (never.includes(words)) met.add(words);
        else if (!/^[A-Z_]+$/.test(inner)) wrong.push(`${file}: ${words}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect([...met].sort()).toEqual([...never].sort());
});
