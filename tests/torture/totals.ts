/**
 * Reaches given totals in any number of sessions: mutated inputs through the readers, and kills whose run totals are
 * compared. Works in rounds, each with its own seed. After every round the counts are saved to a file, from which the
 * next session continues.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { kills } from './kills.ts';
import type { Part } from './part.ts';
import { readers } from './readers.ts';

const Figures = v.strictObject({
  count: v.number(),
  rounds: v.number(),
  minutes: v.number(),
  gaveWay: v.array(v.string()),
  first: v.string(),
  last: v.string(),
});
type Figures = v.InferOutput<typeof Figures>;
const Kept = v.strictObject({ seed: v.number(), parts: v.record(v.string(), Figures) });

/** `round`: trials per round, few enough that an interrupted session loses little. */
const parts: Readonly<
  Record<string, { readonly part: Part; readonly round: number; readonly what: string }>
> = {
  readers: { part: readers, round: 20_000, what: 'mutated texts' },
  kills: { part: kills, round: 40, what: 'kills of solver and host, totals compared' },
};

const today = (): string => new Date().toISOString().slice(0, 10);
const nothing = (): Figures => ({
  count: 0,
  rounds: 0,
  minutes: 0,
  gaveWay: [],
  first: today(),
  last: today(),
});

/** Repeats each part until its count reaches its goal, and prints the counts. Returns whether there were no failures. */
export async function reachTotals(
  goals: Readonly<Record<string, number>>,
  seed: number,
  file: string,
  print: (line: string) => void = console.log,
): Promise<boolean> {
  const kept = existsSync(file)
    ? v.parse(Kept, JSON.parse(readFileSync(file, 'utf8')))
    : { seed, parts: {} as Record<string, Figures> };
  print(`Seed ${kept.seed}; figures are kept in ${file}, and the next sitting goes on from them.`);
  for (const [name, goal] of Object.entries(goals)) {
    const { part, round } = parts[name]!;
    if (goal === 0) continue;
    const figures = (kept.parts[name] ??= nothing());
    while (figures.count < goal) {
      const size = Math.min(round, goal - figures.count);
      const begun = performance.now();
      const { count, tried, gaveWay } = await part(kept.seed + figures.rounds, (done) => done < size);
      figures.count += count;
      figures.rounds++;
      figures.minutes += (performance.now() - begun) / 60_000;
      figures.gaveWay.push(...gaveWay.slice(0, 20));
      figures.last = today();
      writeFileSync(`${file}.part`, JSON.stringify(kept, null, 1));
      renameSync(`${file}.part`, file);
      print(`${name} ${figures.count} of ${goal}: ${tried}`);
      for (const fault of gaveWay.slice(0, 20))
        print(`  FAILED (seed ${kept.seed + figures.rounds - 1}): ${fault}`);
    }
  }
  print('');
  print(tableOf(kept.parts));
  return Object.values(kept.parts).every(({ gaveWay }) => gaveWay.length === 0);
}

/** Returns the table of docs/reliability.md. */
const tableOf = (figures: Readonly<Record<string, Figures>>): string =>
  [
    '| part | tried | failed |',
    '| --- | --- | --- |',
    ...Object.entries(figures).map(
      ([name, { count, rounds, minutes, gaveWay, first, last }]) =>
        `| ${name} | ${count.toLocaleString('en')} ${parts[name]?.what ?? ''} in ${rounds} rounds, ${Math.ceil(minutes)} minutes, ${first === last ? first : `${first} to ${last}`} | ${gaveWay.length === 0 ? 'nothing' : `${gaveWay.length} times`} |`,
    ),
  ].join('\n');
