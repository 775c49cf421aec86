/**
 * npm run mutations [-- WORDS]: checks that the tests notice a missing safeguard. Puts each fault of
 * tests/mutations/mutations.ts into a copy of the sources, one at a time, and runs the tests that must then fail.
 * Exits with code 1 if they pass despite a fault. WORDS: only faults with these words in their names.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mutations } from '../tests/mutations/mutations.ts';
import { placesOf } from '../tests/mutations/places.ts';

/** Timeout in ms, because a fault can make a test hang. Without a fault, no test takes this long. */
const TEST_MS = 180_000;

const root = path.resolve(import.meta.dirname, '..');
const wanted = process.argv.slice(2).join(' ');
const chosen = mutations.filter(({ name }) => name.includes(wanted));

const copy = mkdtempSync(path.join(tmpdir(), 'edgewise-mutations-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
for (const file of listed.stdout.split('\0').filter((name) => name !== '')) {
  mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
  cpSync(path.join(root, file), path.join(copy, file), { preserveTimestamps: true });
}
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
// Copy `out` instead of linking it, because a fault in the sources may make the tests rebuild it.
cpSync(path.join(root, 'out'), path.join(copy, 'out'), { recursive: true, preserveTimestamps: true });

const vitest = path.join(copy, 'node_modules/vitest/vitest.mjs');
function passes(tests: readonly string[]): { ok: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--bail=1', `--testTimeout=${TEST_MS}`, ...tests],
    {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    },
  );
  return { ok: status === 0, output: stdout + stderr };
}

const unchanged = passes([...new Set(chosen.map(({ test }) => test))]);
if (!unchanged.ok) {
  console.error(`${unchanged.output}\nThe tests fail even without a fault, so nothing can be concluded.`);
  process.exit(1);
}
const survivors: string[] = [];
for (const [i, { name, file, find, replace, test }] of chosen.entries()) {
  const target = path.join(copy, file);
  const text = readFileSync(target, 'utf8');
  const places = placesOf(file, text, find);
  let hung = false;
  const [place] = places;
  if (places.length !== 1 || !place) {
    survivors.push(`${name}: its code occurs ${places.length} times in ${file}; expected once`);
  } else {
    writeFileSync(target, text.slice(0, place[0]) + replace + text.slice(place[1]));
    const { ok, output } = passes([test]);
    writeFileSync(target, text);
    hung = output.includes('Test timed out');
    // A fault that prevents the tests from starting proves nothing.
    if (ok) survivors.push(`${name}: ${test} passes despite the fault`);
    else if (!/ FAIL /.test(output)) survivors.push(`${name}: ${test} did not run:\n${output.slice(-1000)}`);
  }
  const verdict = survivors.at(-1)?.startsWith(`${name}:`) ? 'NOT CAUGHT' : hung ? 'caught, hung' : 'caught';
  console.log(`${String(i + 1).padStart(3)} of ${chosen.length}  ${verdict.padEnd(12)}  ${name}`);
}
for (const survivor of survivors) console.log(`NOT CAUGHT  ${survivor}`);
console.log(`\n${chosen.length - survivors.length} of ${chosen.length} deliberate faults caught`);
process.exitCode = survivors.length === 0 ? 0 : 1;
