// A host that a test kills: node host-process.ts DIR RUN CHECKPOINT_MS. Resumes the run if possible. When the search
// starts, prints SEARCHING, the process id of its solver and its own.
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
else say(); // the run has already ended, so the test kills an idle host
setInterval(() => undefined, 1000);
