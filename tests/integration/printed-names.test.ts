/** What a terminal would obey reaches it from no command, whatever a puzzle, a label or an experiment is called. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { printable } from '../../src-main/cli/printable.ts';
import { edgewise as runEdgewise, root } from './command-line.ts';
import { removeDir, temporaryDir } from './host.ts';

/** a title for the window by OSC, a reset, CSI by C1, a carriage return, an override of direction, BEL */
const HOSTILE = 'A\u001b]0;mine\u0007\u001bc\u009b2J\rB\u202eC';
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/; // eslint-disable-line no-control-regex

let dir: string;
let file: string;
beforeAll(() => {
  dir = temporaryDir();
  file = path.join(dir, 'hostile.edgewise');
  const sample = JSON.parse(
    readFileSync(path.join(root, 'resources/samples/nine-figures.edgewise'), 'utf8'),
  ) as { puzzle: { name: string; labels: { name: string }[] } };
  sample.puzzle.name = HOSTILE;
  for (const label of sample.puzzle.labels) label.name += HOSTILE;
  writeFileSync(file, printable(JSON.stringify(sample)));
});
afterAll(() => removeDir(dir));

const edgewise = (...args: string[]) => runEdgewise(args, { env: { EDGEWISE_DATA: path.join(dir, 'data') } });

test('what a terminal obeys is printed as JSON writes it; line breaks and tabs stay', () => {
  expect(printable('a\tb\r\nc\n')).toBe('a\tb\r\nc\n');
  expect(printable(HOSTILE)).toBe(String.raw`A\u001b]0;mine\u0007\u001bc\u009b2J\u000dB\u202eC`);
  expect(JSON.parse(printable(JSON.stringify({ name: HOSTILE })))).toEqual({ name: HOSTILE });
});

test('no command prints what a terminal obeys, and JSON says the same name', { timeout: 240_000 }, () => {
  const named = [
    ['solve', file, '--save'],
    ['solve', file, '--json', '--count'],
    ['library'],
    ['library', '--json'],
    ['runs'],
    ['runs', 'show', '1'],
    ['runs', 'show', '1', '--json'],
    ['solutions'],
    ['solutions', '--json'],
    ['info', file],
    ['info', file, '--json'],
    ['convert', file, '--to', 'csv'],
    ['convert', file, '--to', 'edgewise'],
    ['convert', path.join(dir, `none${HOSTILE}.csv`), '--to', 'csv'],
    [`solve${HOSTILE}`],
  ];
  let said = 0;
  for (const args of named) {
    const { out, err } = edgewise(...args);
    expect(out + err, args.join(' ')).not.toBe('');
    expect(OBEYED.test(out + err), `${args.join(' ')}: ${JSON.stringify(out + err)}`).toBe(false);
    if ((out + err).includes(String.raw`\u001b]0;mine`)) said++;
  }
  expect(said).toBeGreaterThan(8);
  expect(JSON.parse(edgewise('info', file, '--json').out)).toMatchObject({ name: HOSTILE });
});
