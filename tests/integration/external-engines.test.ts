// Runs external engines as Edgewise does: the examples of docs/reference/protocol.md, and sixteen engines that each
// break one promise of the protocol.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { methods } from '../../src-core/contract.ts';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import type { Job } from '../../src-core/engine.ts';
import { writeBoard, writePuzzle } from '../../src-core/formats/write.ts';
import { scoreOf } from '../../src-core/puzzle/score.ts';
import { externalSolver } from '../../src-main/external-engines/external-solver.ts';
import { timeouts } from '../../src-main/external-engines/timeouts.ts';
import type { Program } from '../../src-main/external-engines/programs.ts';
import type { SolverHandle, SolverMessage } from '../../src-main/solver-process/protocol.ts';
import { edgewise as runEdgewise } from './command-line.ts';
import { startHost } from './host.ts';
import { addedProgram } from '../unit/support/added-program.ts';
import { brandtSquares } from '../unit/support/sources.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'edgewise-engines-'));
const data = path.join(folder, 'data');
const here = path.resolve(import.meta.dirname, '../../examples/engines');
const page = readFileSync(path.join(here, 'page.py'), 'utf8');
const misbehaving = path.resolve(import.meta.dirname, '../engines/misbehaving.mjs');
const usual = { ...timeouts };
afterEach(() => Object.assign(timeouts, usual));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const edgewise = (...args: string[]) => runEdgewise(args, { env: { EDGEWISE_DATA: data } });

const program = (command: string, args: string[], adapter: Program['adapter'] = 'json'): Program =>
  addedProgram(command, args, { name: 'tried', adapter });
const job = (puzzle: Job['puzzle'], limits: Partial<Job['limits']> = {}): Job => ({
  puzzle,
  engine: 'tried',
  options: { order: 'shuffled' },
  wanted: { solutions: 1, boards: true },
  limits: { seconds: null, nodes: null, ...limits },
  seed: 1,
  threads: 1,
});

interface Told {
  readonly messages: SolverMessage[];
  readonly handle: SolverHandle;
  readonly end: Promise<Extract<SolverMessage, { type: 'ended' }>>;
}

function run(engine: Program, given: Job, checkpoints: Uint8Array[] = []): Told {
  const handle = externalSolver(engine);
  const messages: SolverMessage[] = [];
  const end = new Promise<Extract<SolverMessage, { type: 'ended' }>>((resolve) => {
    handle.onMessage((message) => {
      messages.push(message);
      if (message.type === 'found') handle.post({ type: 'stored', number: message.number });
      if (message.type === 'ended') resolve(message);
    });
  });
  const { limits } = given;
  handle.post({
    type: 'start',
    job: given,
    limits,
    checkpoints,
    databasesDir: '',
    lowPriority: false,
    checkpointMs: 200,
  });
  return { messages, handle, end };
}
const until = async (told: Told, wanted: (message: SolverMessage) => boolean): Promise<void> => {
  while (!told.messages.some(wanted)) await new Promise((resolve) => setTimeout(resolve, 20));
};
const { puzzle: ten } = generate({ family: 'framed', width: 10, height: 10, seed: 1 });
const { puzzle: four, solution } = generate({ family: 'framed', width: 4, height: 4, seed: 2 });

describe('breaking the protocol ends the run as the engine’s error', () => {
  test.each([
    ['garbage', /not JSON: “Hello world”/],
    ['terminal', /not JSON: “\uFFFD]0;mine\uFFFD\uFFFDc”/],
    ['unknown', /an invalid message: type/],
    ['twice', /a board with 15 tiles used more than once/],
    ['nowhere', /an invalid board: .*cell 99/],
    ['liar', /a “solution” that does not solve the puzzle: 16 of 16 tiles/],
    ['boaster', /“solved” without a solution/],
    ['crash', /ended without “done” \(exit code 7\)/],
    ['backwards', /a node count that decreases/],
    ['unasked', /it sent “checkpoint”, although its “hello” says that it has no checkpoints/],
    ['long', /a line longer than 16 MB/],
    ['flood', /more than 1000 lines per second/, { flood: 1_000 }],
    ['empty', /more than 1000 lines per second/, { flood: 1_000 }],
    ['silent', /no message for 1.5 seconds/, { silenceMs: 1_500 }],
    ['mute', /no “hello” within 0.5 seconds/, { helloMs: 500 }],
    ['rude', /expected “hello”, found “{"type":"welcome"}”/],
  ] as [how: string, message: RegExp, shorter?: Partial<typeof timeouts>][])(
    '%s',
    async (how, message, shorter) => {
      Object.assign(timeouts, shorter);
      const told = run(program(process.execPath, [misbehaving, how]), job(four));
      const end = await told.end;
      expect(end).toMatchObject({ status: 'failed' });
      expect(end.message).toMatch(message);
      if (how === 'crash') {
        expect(told.messages).toContainEqual({ type: 'log', text: 'tried wrote: out of luck' });
      }
      expect(told.messages.filter(({ type }) => type === 'found')).toEqual([]);
    },
  );

  test('an engine that ignores “stop” is killed, and the run is stopped', async () => {
    timeouts.stopMs = 1_000;
    const told = run(program(process.execPath, [misbehaving, 'deaf']), job(four));
    await until(told, ({ type }) => type === 'progress');
    told.handle.post({ type: 'stop' });
    expect(await told.end).toMatchObject({
      status: 'stopped',
      message: expect.stringContaining('did not react to “stop”') as string,
    });
  });

  test('a program that does not exist fails the run with the reason', async () => {
    const { status, message } = await run(program('/nowhere/at-all', []), job(four)).end;
    expect([status, message]).toEqual(['failed', expect.stringMatching(/can't be started: .*ENOENT/)]);
  });
});

describe.skipIf(!has('python3'))('an engine of one page of Python', () => {
  const python = program('python3', [path.join(here, 'page.py')]);

  test('solves, and counts what exact counts', async () => {
    const all = { ...job(brandtSquares), wanted: { solutions: 'all' as const, boards: true } };
    const end = await run(python, all).end;
    expect(end).toMatchObject({
      status: 'exhausted',
      figures: { raw: 12, unique: 3, distinct: 3, matched: 12 },
    });
  });

  test('is paused, killed, and resumes from its checkpoint', async () => {
    const file = path.join(folder, 'often.py');
    // Make the engine report its progress every 0.05 seconds instead of every 0.5.
    writeFileSync(file, page.replace('told > 0.5', 'told > 0.05'));
    const often = program('python3', [file]);
    const first = run(often, job(ten));
    await until(first, ({ type }) => type === 'checkpoint');
    first.handle.post({ type: 'pause' });
    await until(first, (message) => message.type === 'status' && message.status === 'paused');
    const kept = first.messages
      .flatMap((message) => (message.type === 'checkpoint' ? [message] : []))
      .at(-1)!;
    first.handle.kill();
    const second = run(often, job(ten), [kept.checkpoint]);
    await until(
      second,
      (message) => message.type === 'progress' && message.figures.nodes > kept.figures.nodes,
    );
    second.handle.post({ type: 'stop' });
    expect(await second.end).toMatchObject({ status: 'stopped', message: '' });
  });

  test('is added, listed, checked, run and removed on the command line; its runs are recorded', () => {
    expect(edgewise('engines', 'add', 'page', '--', 'python3', 'examples/engines/page.py')).toMatchObject({
      code: 0,
      out: 'page  A page of Python 1\n',
    });
    const listed = /^page +A page of Python +edge-matching +python3 (.*)$/m.exec(edgewise('engines').out);
    expect(listed?.[1]).toBe(path.join(here, 'page.py'));
    const solved = edgewise('solve', 'tests/data/arrows.txt', '--engine', 'page', '--save', '--json');
    expect(JSON.parse(solved.out.trim().split('\n').at(-1)!)).toMatchObject({
      status: 'solved',
      solutions: 1,
    });
    const record = edgewise('runs', 'show', '1').out;
    expect(record).toMatch(/Engine: A page of Python 1; command: python3 .*page\.py; SHA-256 [0-9a-f]{64}\./);
    const trials = edgewise(
      'lab',
      'run',
      '--puzzle',
      'tests/data/arrows.txt',
      '--engine',
      'page',
      '--trials',
      '1',
    );
    expect(trials).toMatchObject({ code: 0, out: expect.stringMatching(/^arrows +page /m) as string });
    expect(edgewise('engines', 'remove', 'page').code).toBe(0);
    expect(edgewise('engines', 'remove', 'page')).toMatchObject({ code: 2 });
    expect(edgewise('solve', 'tests/data/arrows.txt', '--engine', 'page').code).toBe(2);
  });
});

test('rejects names of built-in engines and names that a shell would misread', () => {
  for (const name of ['exact', 'Mine', 'a b', '../x']) {
    const { code, err } = edgewise('engines', 'add', name, '--adapter', 'lines', '--', 'true');
    expect(code).toBe(2);
    expect(err).toMatch(/own engines: choose another|can't be an engine's name/);
  }
});

test.skipIf(!has('python3'))(
  '“engines check” accepts an engine that reacts slowly',
  () => {
    const file = path.join(folder, 'slow.py');
    // page.py, changed to react as slowly as on a busy machine, and to search without using the CPU
    const idle = page.replace(
      '        nodes += 1\n',
      '        nodes += 1\n        time.sleep(0.02 * (width > 4))\n',
    );
    const slow = idle.replace(
      '            stop.set()\n',
      '            time.sleep(1.5)\n            stop.set()\n',
    );
    const late = slow.replace(
      '            hold.set()\n',
      '            time.sleep(1.2)\n            hold.set()\n',
    );
    expect(new Set([page, idle, slow, late]).size).toBe(4);
    writeFileSync(file, late);
    const { code, out } = edgewise('engines', 'check', '--', 'python3', file);
    expect(out).toContain('ends within 10 seconds of “stop”');
    expect(out).not.toContain('BROKEN');
    expect(code).toBe(0);
  },
  90_000,
);

describe.skipIf(!has('cc'))('an engine of one page of C', () => {
  test('follows the protocol and solves', () => {
    const file = path.join(folder, 'page');
    execFileSync('cc', ['-O2', '-o', file, path.join(here, 'page.c')]);
    const { code, out } = edgewise('engines', 'check', '--', file);
    expect(out).not.toContain('BROKEN');
    expect(code).toBe(0);
  }, 60_000);
});

describe('a program that only prints boards', () => {
  test('gets its limits as arguments; its boards are found in its output', async () => {
    const link = writeBoard(four, solution, 'bucas');
    const rows = writeBoard(four, solution, 'tiles').replaceAll(':', '/');
    const partial = solution.slice().fill(-1, 8);
    const script = path.join(folder, 'prints.mjs');
    const text = writeBoard(four, partial, 'tiles');
    writeFileSync(
      script,
      `import { readFileSync } from 'node:fs';
      const [, , file, seconds, seed] = process.argv;
      console.log('reading', readFileSync(file, 'utf8').trim().split('\\n').length, 'lines', seconds, seed);
      console.log(${JSON.stringify(text)});
      console.log('found it:', ${JSON.stringify(link.trim())});
      console.log(${JSON.stringify(rows)});`,
    );
    const lines = program(process.execPath, [script, '{puzzle}', '{seconds}', '{seed}'], 'lines');
    const told = run(lines, job(four, { seconds: 30 }));
    expect(await told.end).toMatchObject({ status: 'solved', figures: { raw: 1 } });
    const found = told.messages.flatMap((message) => (message.type === 'found' ? message.findings : []));
    expect(found.map(({ type }) => type)).toEqual(['improved', 'solution']);
    expect(scoreOf(four, (found[1] as { board: Int32Array }).board).solved).toBe(true);
    expect(writePuzzle(four, 'numeric').text.trim().split('\n').length).toBeGreaterThan(15);
  });
});

describe('no request of a page starts or adds a program', () => {
  test('no request has a field for a program', () => {
    expect(Object.keys(methods).filter((name) => /^engines\./.test(name))).toEqual([
      'engines.added',
      'engines.allow',
      'engines.mayChoose',
      'engines.choose',
      'engines.check',
      'engines.remove',
      'engines.list',
    ]);
    const fields = Object.entries(methods).flatMap(([name, { input }]) =>
      fieldsOf(input).map((field) => `${name} ${field}`),
    );
    expect(fields.length).toBeGreaterThan(100);
    expect(
      fields.filter((field) => /command|program|path$|exec|shell|argument|args|cwd/i.test(field)),
    ).toEqual([]);
  });

  test('a host without a file dialog adds no program; files and engines named by the page are rejected', async () => {
    const host = await startHost(path.join(folder, 'asked'));
    try {
      const trap = path.join(folder, 'trap');
      const program = path.join(folder, 'trap.sh');
      writeFileSync(program, `#!/bin/sh\ntouch ${trap}\n`, { mode: 0o755 });
      const send = host.services.dispatch;
      expect(await send('engines.mayChoose', {})).toEqual({ ok: true, value: false });
      const tries: [string, unknown][] = [
        ['engines.choose', {}],
        ['engines.choose', { file: program }],
        ['engines.add', { name: 'trap', command: program, args: [] }],
        ['engines.check', { name: program }],
        ['engines.check', { name: '../trap.sh' }],
        ['engines.remove', { name: program }],
      ];
      for (const [name, input] of tries) expect([name, (await send(name, input)).ok]).toEqual([name, false]);
      const { id } = await host.services.api['library.add']({ puzzle: four });
      const settings = { ...job(four), puzzleId: id, puzzle: undefined };
      for (const engine of [program, 'trap', 'sh', `json ${program}`]) {
        const { puzzle: _, ...rest } = { ...settings, engine };
        expect((await send('runs.start', rest)).ok).toBe(false);
        expect((await send('queue.add', rest)).ok).toBe(false);
      }
      // Edgewise must not take an engine's command from a puzzle file.
      const file = JSON.stringify({
        edgewise: 1,
        puzzle: four,
        engines: [{ name: 'trap', command: program }],
      });
      expect((await send('library.import', JSON.parse(file))).ok).toBe(false);
      expect(await send('engines.added', {})).toEqual({
        ok: true,
        value: { engines: [], problem: null },
      });
      expect(existsSync(trap)).toBe(false);
    } finally {
      await host.close();
    }
  });
});

/** Returns the names of all fields of a schema, including nested ones. Visits a recursive schema once. */
function fieldsOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const { entries } = schema as { entries?: Record<string, unknown> };
  return [
    ...(entries && !Array.isArray(entries) ? Object.keys(entries) : []),
    ...Object.values(schema).flatMap((part) => fieldsOf(part, seen)),
  ];
}
