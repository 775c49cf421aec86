/**
 * Repeats the trials until they reach the given numbers of mutated inputs and kills, in any number of sessions. After
 * every round, the counts are saved to a file, and the next session continues from there. Each round has its own seed.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { kills } from './kills.ts';
import type { Part } from './part.ts';
import { readers } from './readers.ts';

/**
 * The totals of a part, as saved in the file. `gaveWay` lists its failures; it keeps this name because older files use
 * it.
 */
const PartTotals = v.strictObject({
  count: v.number(),
  rounds: v.number(),
  minutes: v.number(),
  gaveWay: v.array(v.string()),
  first: v.string(),
  last: v.string(),
});
type PartTotals = v.InferOutput<typeof PartTotals>;
const Saved = v.strictObject({ seed: v.number(), parts: v.record(v.string(), PartTotals) });

/**
 * The parts of the torture tests that are repeated. `round` is the number of trials per round, small enough that an
 * interrupted session loses little work. `what` says what is counted.
 */
const parts: Readonly<
  Record<string, { readonly part: Part; readonly round: number; readonly what: string }>
> = {
  readers: { part: readers, round: 20_000, what: 'mutated texts' },
  kills: { part: kills, round: 40, what: 'kills of solver and host, totals compared' },
};

const today = (): string => new Date().toISOString().slice(0, 10);
const nothing = (): PartTotals => ({
  count: 0,
  rounds: 0,
  minutes: 0,
  gaveWay: [],
  first: today(),
  last: today(),
});

/**
 * Repeats each part until its count reaches its goal, and prints the counts. Returns true if there were no failures.
 */
export async function reachTotals(
  goals: Readonly<Record<string, number>>,
  seed: number,
  file: string,
  print: (line: string) => void = console.log,
): Promise<boolean> {
  const saved = existsSync(file)
    ? v.parse(Saved, JSON.parse(readFileSync(file, 'utf8')))
    : { seed, parts: {} as Record<string, PartTotals> };
  print(`Seed ${saved.seed}; totals are saved in ${file}, from which the next session continues.`);
  for (const [name, goal] of Object.entries(goals)) {
    const { part, round } = parts[name]!;
    if (goal === 0) continue;
    const totals = (saved.parts[name] ??= nothing());
    while (totals.count < goal) {
      const size = Math.min(round, goal - totals.count);
      const begun = performance.now();
      const { count, tried, failures } = await part(saved.seed + totals.rounds, (done) => done < size);
      totals.count += count;
      totals.rounds++;
      totals.minutes += (performance.now() - begun) / 60_000;
      totals.gaveWay.push(...failures.slice(0, 20));
      totals.last = today();
      writeFileSync(`${file}.part`, JSON.stringify(saved, null, 1));
      renameSync(`${file}.part`, file);
      print(`${name} ${totals.count} of ${goal}: ${tried}`);
      for (const failure of failures.slice(0, 20))
        print(`  FAILED (seed ${saved.seed + totals.rounds - 1}): ${failure}`);
    }
  }
  print('');
  print(tableOf(saved.parts));
  return Object.values(saved.parts).every(({ gaveWay }) => gaveWay.length === 0);
}

/** Returns the Markdown table for docs/notebook/torture.md. */
const tableOf = (totals: Readonly<Record<string, PartTotals>>): string =>
  [
    '| part | tried | failed |',
    '| --- | --- | --- |',
    ...Object.entries(totals).map(
      ([name, { count, rounds, minutes, gaveWay, first, last }]) =>
        `| ${name} | ${count.toLocaleString('en')} ${parts[name]?.what ?? ''} in ${rounds} rounds, ${Math.ceil(minutes)} minutes, ${first === last ? first : `${first} to ${last}`} | ${gaveWay.length === 0 ? 'nothing' : `${gaveWay.length} times`} |`,
    ),
  ].join('\n');
