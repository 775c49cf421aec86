// Adds puzzles through a complete host until the disk is full, five times: node disk-writer.ts DIR. Prints what was
// stored.
import { generate } from '../../src-core/edge-matching/generate/generate.ts';
import { createServices } from '../../src-main/services/services.ts';
import { forkSolver } from '../../src-main/solver-process/fork-solver.ts';

console.error = () => undefined;
const services = await createServices({
  host: 'local',
  dataDir: process.argv[2]!,
  samplesDir: '/nowhere',
  spawnSolver: forkSolver,
});
let refusals = 0;
for (let seed = 1; refusals < 5 && seed < 400; seed++) {
  const { puzzle } = generate({ family: 'framed', width: 12, height: 12, seed: 1 + (seed % 20) });
  const name = `Puzzle ${seed}`;
  const reply = await services.dispatch('library.add', { puzzle: { ...puzzle, name } });
  if (reply.ok) console.log(`STORED ${(reply.value as { id: number }).id} ${name}`);
  else {
    refusals++;
    console.log(`FULL ${reply.error.message}`);
  }
}
await services.close().catch(() => undefined);
process.exit(0);
