import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { edgewise, jsonLines as lines, root, script, stopEdgewise } from './command-line.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

const saved = ['solve', path.join(root, 'tests/data/owen/pieces_10x10.txt'), '--save', '--json'];
const long = [...saved, '--option', 'order=row'];
let dir: string;
beforeAll(() => {
  dir = temporaryDir();
});
afterAll(() => removeDir(dir));

test('Ctrl-C stops cleanly: saves a checkpoint and prints the run id', async () => {
  const at = ['--data', path.join(dir, 'interrupted')];
  const { code, out } = await stopEdgewise([...long, ...at], /"progress"/, (child) => child.kill('SIGINT'));
  expect(code).toBe(3);
  expect(lines(out).at(-1)).toMatchObject({ type: 'done', status: 'stopped', runId: 1 });
  expect(lines(edgewise(['runs', '--json', ...at]).out)[0]).toMatchObject({
    status: 'stopped',
    resumable: true,
  });
});

test('Ctrl-C stops all puzzles of a file, not only the current one', async () => {
  const file = path.join(dir, 'two-links.txt');
  const { out: link } = edgewise([
    'convert',
    path.join(root, 'tests/data/owen/pieces_10x10.txt'),
    '--to',
    'link',
  ]);
  writeFileSync(file, link + link);
  const args = ['solve', file, '--engine', 'exact', '--option', 'order=row', '--json'];
  const { code, out } = await stopEdgewise(args, /"progress"/, (child) => child.kill('SIGINT'));
  expect(code).toBe(3);
  expect(lines(out).filter(({ type }) => type === 'done')).toMatchObject([{ puzzle: 1, status: 'stopped' }]);
});

test('a repeated signal, as “timeout” sends it, is one request: a clean stop', async () => {
  const at = ['--data', path.join(dir, 'twice')];
  const { code } = await stopEdgewise([...long, ...at], /"progress"/, (child) => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGTERM'), 20);
  });
  expect(code).toBe(3);
  const [run] = lines(edgewise(['runs', '--json', ...at]).out) as [
    { status: string; resumable: boolean; figures: { nodes: number } },
  ];
  expect(run).toMatchObject({ status: 'stopped', resumable: true });
  expect(run.figures.nodes).toBeGreaterThan(0);
});

test.each(['SIGKILL', 'SIGTERM'] as const)(
  '%s while boards are being stored: the best is listed',
  async (signal) => {
    const at = ['--data', path.join(dir, signal)];
    // The first board is stored immediately, the run's counters only after 15 seconds.
    const stored = /"improved".*"progress"/s;
    await stopEdgewise([...saved, '--engine', 'backtrack', ...at], stored, (child) => child.kill(signal));
    const [run] = lines(edgewise(['runs', '--json', ...at]).out) as [
      { status: string; figures: { matched: number; placed: number; edges: number; cells: number } },
    ];
    expect(run.status).toBe(signal === 'SIGKILL' ? 'interrupted' : 'stopped');
    expect(run.figures).toMatchObject({ edges: 180, cells: 100 });
    expect(run.figures.matched).toBeGreaterThan(0);
    expect(run.figures.placed).toBeGreaterThan(0);
    const shown = edgewise(['runs', 'show', '1', ...at]).out;
    expect(shown).toContain(`${run.figures.matched} of 180 edges, ${run.figures.placed} of 100 placed`);
  },
);

test('if the reader of its output ends, a saved run stops without failing', async () => {
  const at = ['--data', path.join(dir, 'head')];
  const child = spawn(process.execPath, [script, ...long, '--all', ...at], { cwd: root });
  let err = '';
  child.stderr.on('data', (text: Buffer) => (err += text.toString()));
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ code, err }).toEqual({ code: 0, err: expect.not.stringMatching(/edgewise:|Error/) as string });
  const [run] = lines(edgewise(['runs', '--json', ...at]).out);
  expect(run).toMatchObject({ status: 'stopped', message: '', resumable: true });
  expect((run as { figures: { nodes: number } }).figures.nodes).toBeGreaterThan(0);
});
