// A process that opens a library and resumes its experiment, or starts one. Prints each trial once it is stored.
// Trials run in this process itself.
import { ensureDataDir } from '../../src-main/data-dir.ts';
import { LabService } from '../../src-main/services/lab.ts';
import { solverHere } from '../../src-main/solver-process/session.ts';
import { Store } from '../../src-main/store/store.ts';
import { generate } from '../../src-core/edge-matching/generate/generate.ts';

const dataDir = process.argv[2]!;
const store = await Store.open(ensureDataDir(dataDir), 'test');
if (store.lab.list().length === 0) {
  const framed = (size: number) => generate({ family: 'framed', width: size, height: size, seed: 3 }).puzzle;
  store.lab.add('kill', {
    puzzles: [3, 4].map((size) => ({
      name: `framed ${size}`,
      size,
      source: { kind: 'puzzle', puzzle: framed(size) },
    })),
    setups: [
      { name: 'rows', engine: 'rows', options: { iterations: 20 } },
      { name: 'exact', engine: 'exact', options: {} },
    ],
    trials: 50,
    firstSeed: 1,
    wanted: 1,
    limits: { seconds: null, nodes: null },
    threads: 1,
  });
}
const lab = new LabService({
  store,
  dataDir,
  spawnSolver: solverHere,
  emit: (event) => event.type === 'lab.trial' && process.send?.('trial'),
});
await lab.finished(1);
await lab.close();
store.close();
process.disconnect();
