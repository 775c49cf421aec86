// A host to be killed: node host-process.ts DIR RUN CHECKPOINT_MS. Resumes the run if possible, and prints
// SEARCHING, its solver's process id and its own when the search starts.
import { createServices } from '../../src-main/services/services.ts';
import { onSignal } from '../../src-main/local-host/on-signal.ts';
import { forkSolver } from '../../src-main/solver-process/fork-solver.ts';

const [dataDir, run, checkpointMs] = process.argv.slice(2);
const runId = Number(run);
let solver = process.pid;
const services = await createServices({
  host: 'local',
  dataDir: dataDir!,
  samplesDir: '/nowhere',
  spawnSolver: () => {
    const handle = forkSolver();
    solver = handle.pid ?? solver;
    return handle;
  },
  checkpointMs: Number(checkpointMs),
});
const say = (): void => console.log(`SEARCHING ${solver} ${process.pid}`);
onSignal(() => services.close());
services.onEvent((event) => {
  if (event.type === 'run.progress') say();
});
const { status, resumable } = services.runs.get(runId);
if (resumable && status !== 'limit') services.runs.resume(runId);
else say(); // the run has ended, so this host is killed while it is idle
setInterval(() => undefined, 1000);
