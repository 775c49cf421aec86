/**
 * `npm run bench [-- NAME ...]`: the exact engine's bench, or those named. Every file of this folder is a
 * bench that runs by itself and says at its head what it takes; folders hold what they are made of.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';

const folder = import.meta.dirname;
const there = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'bench.ts')
  .map((file) => file.slice(0, -'.ts'.length));
const asked = process.argv.length > 2 ? process.argv.slice(2) : ['exact'];
const unknown = asked.find((name) => !there.includes(name));
if (unknown !== undefined) {
  console.error(`no bench “${unknown}”; there are: ${there.join(', ')}`);
  process.exit(2);
}

console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model ?? 'unknown processor'}, ` +
    `${availableParallelism()} cores, Node ${process.versions.node}; also there: ` +
    there.filter((name) => !asked.includes(name)).join(', '),
);
for (const name of asked) {
  console.log(`\n${name}`);
  const { status } = spawnSync(process.execPath, [join(folder, `${name}.ts`)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
