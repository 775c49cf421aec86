/**
 * A published count to its end: MacMahon's 24 triangles of four colours, mirror images told apart, in the hexagon of side 2 with
 * its whole rim in one colour that may also lie inside, have 11,853,792 solutions. 1.1 · 10^10 nodes: too long for a test.
 *
 *   node bench/macmahon-triangles.ts [THREADS]
 *
 * Ends with code 1 when another number comes out.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const KNOWN = { status: 'exhausted', solutions: 11_853_792, uniqueSolutions: 1_975_632 };

const threads = process.argv[2] ?? '1';
const { stdout } = spawnSync(
  process.execPath,
  [
    path.join(root, 'src-main/cli/edgewise.ts'),
    ...['solve', path.join(root, 'resources/samples/triangles-hexagon.edgewise')],
    ...['--count', '--json', '--threads', threads],
  ],
  { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 28 },
);
const done = JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as Record<string, unknown>;
const { nodes, elapsedMs } = done as { nodes: number; elapsedMs: number };
console.log(
  `${String(done['solutions'])} solutions, ${String(done['uniqueSolutions'])} up to turning the hexagon`,
);
console.log(
  `${nodes.toLocaleString('en')} nodes in ${(elapsedMs / 1000).toFixed(0)} s by ${threads} thread(s)`,
);
const wrong = Object.entries(KNOWN).filter(([name, value]) => done[name] !== value);
for (const [name, value] of wrong) console.error(`${name}: ${String(done[name])}; known is ${value}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
