// “engines check” detects every broken promise of the engine protocol. Each test changes a few lines of the example
// page.py. To save time, the changed engine also reports ten times as often.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkProgram } from '../../src-main/external-engines/check.ts';
import { checkTimeouts } from '../../src-main/external-engines/timeouts.ts';

const hasPython = spawnSync('python3', ['--version']).error === undefined;
const page = readFileSync(path.resolve(import.meta.dirname, '../../examples/engines/page.py'), 'utf8');

let folder: string;
const usual = { ...checkTimeouts };
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'edgewise-check-'))));
afterEach(() => {
  Object.assign(checkTimeouts, usual);
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Checks page.py with these changes. Returns the broken promises: the key is the promise's first word, and the value
 * says how the promise was broken.
 */
async function brokenBy(...changes: [from: string, to: string][]): Promise<Record<string, string>> {
  let text = page;
  for (const [from, to] of changes) {
    expect(text.split(from)).toHaveLength(2);
    text = text.replace(from, to);
  }
  const file = path.join(folder, 'engine.py');
  writeFileSync(file, text.replace('told > 0.5', 'told > 0.05'));
  const promises = await checkProgram({ adapter: 'json', command: 'python3', args: [file] });
  return Object.fromEntries(
    promises.filter(({ kept }) => !kept).map(({ promise, why }) => [promise.split(' ')[0]!, why]),
  );
}

describe.skipIf(!hasPython)('detects a broken promise', () => {
  test('an engine that ends before it is asked anything', async () => {
    const early = /ended as limit with 0 solutions/;
    expect(
      await brokenBy([
        '    while not stop.is_set():\n        if ask',
        '    return "limit", 0\n    while not stop.is_set():\n        if ask',
      ]),
    ).toEqual({
      solves: expect.stringMatching(early) as string,
      reports: expect.stringMatching(
        /on a 10 × 10 puzzle it ended as limit.*before it was asked to stop/,
      ) as string,
      ends: expect.stringMatching(early) as string,
      stops: expect.stringMatching(early) as string,
      answers: expect.stringMatching(early) as string,
    });
  });

  test('an engine that never sends “done”, does not pause, and can’t read its own state', async () => {
    Object.assign(checkTimeouts, { settleMs: 0, restMs: 60_000, restCpuMs: Infinity });
    expect(
      await brokenBy(
        ['    say(type="done", status=status, nodes=nodes)', '    pass'],
        ['        if hold.is_set():', '        if False:'],
        ['json.loads(job["checkpoint"])', 'json.loads("forgotten")'],
      ),
    ).toEqual({
      sends: 'it ended as solved with 1 solution, without “done”',
      ends: 'it ended as stopped with 0 solutions, without “done”',
      stops: expect.stringMatching(/^it searched [1-9][\d,]* nodes? while paused$/) as string,
      resumes: expect.stringMatching(/ended as failed .*exit code 1/) as string,
    });
  });

  test.runIf(process.platform === 'linux')('an engine that secretly searches while paused', async () => {
    Object.assign(checkTimeouts, { settleMs: 0, restMs: 60_000 });
    expect(
      await brokenBy(['            time.sleep(0.05)\n            continue', '            continue']),
    ).toEqual({
      // The check usually notices the processor time first. On a busy machine, the engine may report more nodes before
      // it has used too much processor time.
      stops: expect.stringMatching(
        /^it (used \d+ ms of processor time|searched [1-9][\d,]* nodes?) while paused$/,
      ) as string,
    });
  });

  test('an engine that sends nothing while it searches, and no checkpoint', async () => {
    Object.assign(checkTimeouts, { reportMs: 100, settleMs: 0, restMs: 0 });
    expect(
      await brokenBy(
        ['        if time.time() - told > 0.5:', '        if False:'],
        [
          '        if ask.is_set():\n            ask.clear()\n            say(',
          '        if False:\n            say(',
        ],
      ),
    ).toMatchObject({
      reports: '0 progress reports',
      stops: 'it reported no progress after “resume”',
      answers: 'it sent no state',
    });
  });

  test('an engine that sends no hello, or whose option rejects its own default', async () => {
    expect(await brokenBy(['"default": "shuffled"}', '"default": "dealt"}'])).toEqual({
      sends: expect.stringMatching(/the default of an option is not one of its values/) as string,
    });
    expect(await brokenBy(['say(type="hello", protocol=1,', 'say(type="welcome", protocol=1,'])).toEqual({
      sends: expect.stringMatching(/its first line is not a valid “hello”/) as string,
    });
  });
});
