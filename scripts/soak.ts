/**
 * Runs a long search. Each minute, prints the memory of its processes and the size of the library.
 *
 *   node scripts/soak.ts [MINUTES=60] [ENGINE=best]
 *
 * Exits with code 1 if one of these limits is exceeded:
 *
 * - The host's memory and the library may grow by at most a fifth between the first quarter and the end.
 * - The solver may use its engine's memory limit plus the memory that Node needs.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { loadEngine } from '../src-core/engines.ts';
import { samplesDir } from '../src-main/paths.ts';
import { createServices } from '../src-main/services/services.ts';
import { forkSolver } from '../src-main/solver-process/fork-solver.ts';

/** Memory limit, in MB, that the engine `best` sets for its boards. */
const ALLOWED_MB = 512;
/** Memory, in MB, that Node needs with three threads, the puzzle and the engine's tables. Measured: 370 MB. */
const SOLVER_MB = 400;

const minutes = Number(process.argv[2] ?? 60);
const engine = await loadEngine(process.argv[3] ?? 'best');
const dataDir = mkdtempSync(path.join(tmpdir(), 'edgewise-soak-'));
let solver: number | undefined;
const services = await createServices({
  host: 'local',
  dataDir,
  samplesDir,
  spawnSolver: () => {
    const handle = forkSolver();
    solver = handle.pid;
    return handle;
  },
});

/** Returns the resident memory in MB. On systems other than Linux, only that of this process. */
function memory(pid: number): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return (pages * 4096) / 1e6;
  } catch {
    return pid === process.pid ? process.memoryUsage().rss / 1e6 : 0;
  }
}
const diskMegabytes = (): number =>
  readdirSync(dataDir)
    .filter((file) => file.startsWith('edgewise.sqlite'))
    .reduce((sum, file) => sum + statSync(path.join(dataDir, file)).size, 0) / 1e6;

const puzzle = (await services.api['library.list']({})).find(({ name }) => name === 'Eternity II');
if (!puzzle) throw new Error('there is no sample “Eternity II”');
const runId = await services.runs.start({
  puzzleId: puzzle.id,
  engine: engine.name,
  options: engine.options.some(({ name }) => name === 'memory') ? { memory: ALLOWED_MB } : {},
  wanted: { solutions: 'all', boards: true },
  limits: { seconds: null, nodes: null },
  seed: 1,
  threads: availableParallelism(),
});
const seen: { host: number; solver: number; disk: number }[] = [];
for (let minute = 1; minute <= minutes; minute++) {
  await new Promise((resolve) => setTimeout(resolve, 60_000));
  const now = { host: memory(process.pid), solver: memory(solver ?? 0), disk: diskMegabytes() };
  seen.push(now);
  const { matched, edges } = services.runs.get(runId).figures;
  console.log(
    `${minute} min: host ${now.host.toFixed(0)} MB, solver ${now.solver.toFixed(0)} MB, ` +
      `library ${now.disk.toFixed(1)} MB, best ${matched} of ${edges}`,
  );
}
await services.close();
rmSync(dataDir, { recursive: true, force: true });
const early = seen[Math.floor(seen.length / 4)]!;
const late = seen.at(-1)!;
const grown = (['host', 'disk'] as const).filter((what) => late[what] > early[what] * 1.2 + 5);
const most = Math.max(...seen.map(({ solver }) => solver));
const verdict = [
  ...grown.map((what) => `The ${what} grew.`),
  ...(most > ALLOWED_MB + SOLVER_MB ? [`The solver held ${most.toFixed(0)} MB.`] : []),
];
console.log(
  verdict.length === 0 ? `Nothing grew; the solver held ${most.toFixed(0)} MB at most.` : verdict.join(' '),
);
process.exitCode = verdict.length === 0 ? 0 : 1;
