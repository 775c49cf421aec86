/**
 * Printed names contain no characters that control the terminal or reorder its text. Files and other programs receive
 * the names unchanged, apart from control characters.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EdgewiseFile } from '../../src-core/formats/edgewise.ts';
import { writePuzzle } from '../../src-core/formats/write.ts';
import { oneLine } from '../../src-core/text/clean.ts';
import { printable } from '../../src-main/cli/printable.ts';
import { edgewise as runEdgewise, root, script } from './command-line.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

/**
 * Text that would set the window title (OSC with BEL), reset the terminal, clear the screen (C1 CSI), move the cursor
 * to the start of the line and reverse the text direction
 */
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

const environment = () => ({ EDGEWISE_DATA: path.join(dir, 'data') });
const edgewise = (...args: string[]) => runEdgewise(args, { env: environment() });

/** Runs the command in a terminal. Returns its output with plain line ends and without erased progress lines. */
function onTerminal(...args: string[]): string {
  const command = [process.execPath, script, ...args].map((word) => `'${word}'`).join(' ');
  const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 100_000,
    input: '',
    env: { ...process.env, ...environment() },
  });
  return stdout.replaceAll('\r\n', '\n').replaceAll('\r\u001b[K', '');
}
/** Whether `script`, which runs a command in a terminal, is installed. Debian always has it. */
const hasTerminals = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

test('characters that control a terminal are printed as JSON escapes; line breaks and tabs stay', () => {
  expect(printable('a\tb\r\nc\n')).toBe('a\tb\r\nc\n');
  expect(printable(HOSTILE)).toBe(String.raw`A\u001b]0;mine\u0007\u001bc\u009b2J\u000dB\u202eC`);
  expect(JSON.parse(printable(JSON.stringify({ name: HOSTILE })))).toEqual({ name: HOSTILE });
});

const onlyWithTerminals = test.skipIf(!hasTerminals);
onlyWithTerminals('no command prints what a terminal obeys', { timeout: 240_000 }, () => {
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
  let names = 0;
  for (const args of named) {
    const said = onTerminal(...args);
    expect(said, args.join(' ')).not.toBe('');
    expect(OBEYED.test(said), `${args.join(' ')}: ${JSON.stringify(said)}`).toBe(false);
    if (said.includes(String.raw`\u202eC`)) names++;
  }
  expect(names).toBeGreaterThan(8);
});

test('a pipe gets the exact bytes; errors, which people read, are always printable', () => {
  const { puzzle } = v.parse(EdgewiseFile, JSON.parse(readFileSync(file, 'utf8')));
  for (const format of ['edgewise', 'csv', 'scramble']) {
    const { out } = edgewise('convert', file, '--to', format);
    expect(out.trimEnd()).toBe(writePuzzle(puzzle, format).text.trimEnd());
  }
  expect(edgewise('convert', file, '--to', 'edgewise').out).toContain('\u202e');
  const info = edgewise('info', file, '--json').out;
  expect(info).toContain('\u202e');
  expect(JSON.parse(info)).toMatchObject({ name: oneLine(HOSTILE) });
  const { err } = edgewise('convert', path.join(dir, `none${HOSTILE}.csv`), '--to', 'csv');
  expect(err).toContain(String.raw`\u001b]0;mine`);
  expect(OBEYED.test(err)).toBe(false);
});
