import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inspectArgs } from '../../../../src-main/solver-process/fork-solver.ts';

const module = path.resolve(import.meta.dirname, '../../../../src-main/solver-process/fork-solver.ts');

/** Starts a solver process with this value of EDGEWISE_INSPECT. Returns what it prints before it is ready. */
async function printedBySolver(inspect: string): Promise<string> {
  const program = `
    const { forkSolver } = await import(${JSON.stringify(module)});
    const solver = forkSolver();
    solver.onMessage(() => solver.kill());
    solver.onExit(() => process.exit());
    solver.post({ type: 'start', job: { engine: 'none' } });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, EDGEWISE_INSPECT: inspect },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (bytes) => (printed += String(bytes)));
  await new Promise((resolve) => child.once('close', resolve));
  return printed;
}

test('EDGEWISE_INSPECT gives the solver process a debugger port of its own', async () => {
  // If another program is using the port, Node prints a different message, but both messages name the port.
  expect(await printedBySolver('1')).toMatch(
    /Debugger listening on ws:\/\/127\.0\.0\.1:9230|Starting inspector on 127\.0\.0\.1:9230/,
  );
  expect(await printedBySolver('')).not.toMatch(/9230/);
});

test('EDGEWISE_INSPECT=wait stops the solver process until a debugger is attached', () => {
  expect(inspectArgs('wait')).toEqual(['--inspect-wait=127.0.0.1:9230']);
  expect(inspectArgs('0')).toEqual([]);
});
