// What version 1.0 promises to keep. Libraries, checkpoints, file formats, the protocol and the command line are
// compared with golden files.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HostEvent, methods } from '../../src-core/contract.ts';
import { fromWire, PROTOCOL_VERSION, toWire } from '../../src-core/contract/wire.ts';
import { readPuzzle } from '../../src-core/formats/read-puzzle.ts';
import { writePuzzle } from '../../src-core/formats/write.ts';
import { edgewise } from './command-line.ts';
import { shapeOf } from '../unit/support/shape-of.ts';
import { startHost } from './host.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const golden = path.resolve(import.meta.dirname, '../data/golden');
const read = (name: string): string => readFileSync(path.join(golden, name), 'utf8');

let dir: string;
beforeEach(() => {
  dir = temporaryDir();
  const library = gunzipSync(readFileSync(path.join(golden, 'library-of-0.1.0.edgewise-library.gz')));
  writeFileSync(path.join(dir, 'edgewise.sqlite'), library);
});
afterEach(() => removeDir(dir));

const LATER = ['changedAt', 'usedAt', 'notHere', 'fixed'];
/** Removes fields that opening a library changes, and fields that version 0.1.0 didn't have. */
const lasting = (each: object): object =>
  Object.fromEntries(Object.entries(each).filter(([name]) => !LATER.includes(name)));
/** Converts boards to lists of numbers, as version 0.1.0 returned them. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, each: unknown) => (each instanceof Int32Array ? [...each] : each)));

describe('a library of version 0.1.0', () => {
  test('contains the same puzzles, runs, boards, games, settings and deleted items', async () => {
    const expected = JSON.parse(read('library-of-0.1.0.json')) as Record<string, unknown> & {
      editedId: number;
    };
    const host = await startHost(dir);
    const all = { offset: 0, limit: 100 };
    const settings = await host.call('settings.get', {});
    const found = {
      puzzles: (await host.call('library.list', {})).map(lasting),
      edited: (await host.call('library.get', { id: expected.editedId })).puzzle,
      runs: (await host.call('runs.list', all)).items.map(lasting),
      best: (await host.call('runs.best', { runId: 3 })).board,
      boards: (await host.call('boards.list', { ...all, sort: 'oldest' })).items,
      play: await host.call('play.get', { puzzleId: 1 }),
      settings: { ...settings, lowPriority: true }, // the host used in tests changes this setting
      bin: await host.call('bin.list', {}),
      experiments: await host.call('lab.list', {}),
      trials: (await host.call('lab.get', { experimentId: 1 })).trials,
      edits: await host.call('editing.open', { id: expected.editedId }),
      editedId: expected.editedId,
    };
    await host.close();
    expect(plain(found)).toEqual(expected);
  });

  test.each([
    [2, 'an interrupted search'],
    [3, 'a stopped hunt'],
  ])('run %i, %s, resumes from its checkpoint', async (runId) => {
    const host = await startHost(dir);
    const before = (await host.call('runs.get', { runId })).figures.nodes;
    expect(before).toBeGreaterThan(0);
    await host.call('runs.resume', { runId });
    await host.until(() => host.services.runs.get(runId).figures.nodes > before);
    const { log, status, message } = await host.call('runs.get', { runId });
    expect([status, message]).not.toContain('failed');
    expect(log.map(({ text }) => text)).toContain('Resumed from the last checkpoint.');
    await host.call('runs.stop', { runId });
    await host.close();
  });
});

test.each(['nine-two-faced', 'clue-puzzle-1', 'sliding-15'])(
  'the file %s.edgewise of version 0.1.0 is read, and written unchanged',
  (name) => {
    const text = read(`${name}.edgewise`);
    expect(writePuzzle(readPuzzle(text).puzzle, 'edgewise').text).toBe(text);
  },
);

interface Command {
  readonly args: readonly string[];
  readonly input?: string;
  readonly library?: true;
  readonly code: number;
  readonly lines: readonly unknown[];
}

test.each(
  (JSON.parse(read('command-line.json')) as Command[]).map((command) => [command.args.join(' '), command]),
)(
  'edgewise %s: its exit code and the structure of its JSON',
  (_name, { args, input, library, code, lines }) => {
    const ran = edgewise(args, {
      ...(input === undefined ? {} : { input }),
      env: library ? { EDGEWISE_DATA: dir } : {},
    });
    expect(ran.code, ran.err).toBe(code);
    const printed = ran.out
      .trim()
      .split('\n')
      .map((line) => masked(JSON.parse(line)) as { type?: string })
      .filter(({ type }) => type !== 'progress')
      .slice(0, 12);
    // A later version may add fields but must keep the existing ones.
    expect(printed).toMatchObject(lines);
  },
);

const MASKED = /elapsedMs|PerSecond|At|memory|Memory|cpuMs|seconds/;
/** Masks values that differ between runs: times, durations, memory. */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => [
      name,
      MASKED.test(name) && each !== null ? '?' : masked(each),
    ]),
  );
}

test(`version ${PROTOCOL_VERSION} of the protocol has its published methods and events`, () => {
  const shapes = {
    version: PROTOCOL_VERSION,
    methods: Object.fromEntries(
      Object.entries(methods).map(([name, { input, output }]) => [
        name,
        { input: shapeOf(input), output: shapeOf(output) },
      ]),
    ),
    events: shapeOf(HostEvent),
  };
  const file = `protocol-${PROTOCOL_VERSION}.json`;
  if (process.env['UPDATE_GOLDEN'] && !existsSync(path.join(golden, file))) {
    mkdirSync(golden, { recursive: true });
    writeFileSync(path.join(golden, file), `${JSON.stringify(shapes, null, 1)}\n`);
  }
  expect(shapes).toEqual(JSON.parse(read(file)));
});

test('boards are sent as one line of text', () => {
  const message = { id: 1, board: Int32Array.of(-1, 195, 2_147_483_647), boards: [new Int32Array()] };
  const text = '{"id":1,"board":{"$board":"-1 195 2147483647"},"boards":[{"$board":""}]}';
  expect(toWire(message)).toBe(text);
  expect(fromWire(text)).toEqual(message);
  for (const broken of ['{"$board":"2147483648"}', '{"$board":" 1"}', '{"$board":"x"}', '{"$board":[1]}'])
    expect(fromWire(broken)).toEqual(JSON.parse(broken));
});
