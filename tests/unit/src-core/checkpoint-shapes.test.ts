// If the shape of an engine's checkpoint changes, the engine's version must be raised, so that older checkpoints are
// rejected.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { random } from '../../../src-core/random.ts';
import { randomPosition } from '../../../src-core/sliding/state.ts';
import { prepare } from '../../../src-core/drive/drive.ts';
import { generate } from '../../../src-core/edge-matching/generate/generate.ts';
import type { Engine, Job } from '../../../src-core/engine.ts';
import { engines } from '../../../src-core/engines.ts';
import type { Puzzle, SlidingPuzzle } from '../../../src-core/puzzle/puzzle.ts';
import { checkedOptions } from '../../../src-core/run/options.ts';
import { shapeOf } from '../support/shape-of.ts';

const file = path.resolve(import.meta.dirname, '../../data/golden/checkpoint-shapes.json');

interface Recorded {
  readonly version: number;
  readonly shape: unknown;
}
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Recorded>;
const loaded = await Promise.all(Object.values(engines).map((load) => load()));

const shapeOfCheckpoint = ({ checkpointSchemas }: Engine): unknown => {
  const { plan, work, search } = checkpointSchemas!;
  return { plan: shapeOf(plan), work: shapeOf(work), search: shapeOf(search) };
};

if (process.env['UPDATE_GOLDEN']) {
  const now = loaded.map((engine): [string, Recorded] => {
    const before = recorded[engine.name];
    // The shape may differ from the recorded one only if the engine's version also differs.
    if (before?.version === engine.version) return [engine.name, before];
    return [engine.name, { version: engine.version, shape: shapeOfCheckpoint(engine) }];
  });
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(now), null, 1)}\n`);
}

const sliding: SlidingPuzzle = {
  kind: 'sliding',
  name: 'random',
  width: 4,
  height: 3,
  start: randomPosition({ width: 4, height: 3 }, 'blank-last', random(1)),
  goal: 'blank-last',
};
const edges: Puzzle = generate({ family: 'unframed', width: 5, height: 5, innerLabels: 4, seed: 2 }).puzzle;
const framed: Puzzle = generate({ family: 'framed', width: 6, height: 6, seed: 2 }).puzzle;

function jobFor(engine: Engine, options: Job['options']): Job {
  return {
    puzzle: engine.solves === 'sliding' ? sliding : engine.refuses(edges, {}) === null ? edges : framed,
    engine: engine.name,
    options: checkedOptions(engine, options, 2 ** 30),
    wanted: { solutions: 'all', boards: false },
    limits: { seconds: null, nodes: null },
    seed: 1,
    threads: 2,
  };
}

/** Runs the first slices of two searches in turn. Checks each checkpoint. Returns the number of checkpoints. */
function checkFirstSlices(engine: Engine, job: Job): number {
  const { plan: planSchema, work, search } = engine.checkpointSchemas!;
  const prepared = prepare(engine, job);
  const plan = engine.plan(job);
  let checked = 0;
  const open = [];
  for (let slices = 0; slices < 24 && !plan.finished; slices++) {
    if (open.length < 2) {
      const task = plan.next();
      if (task) {
        v.parse(work, structuredClone(task.work));
        open.push({ task, search: engine.open(job, task, prepared) });
      }
    }
    const at = open.shift();
    if (!at) break;
    const slice = at.search.step(slices % 2 === 0 ? 500 : 3000);
    plan.absorb(at.task, slice);
    v.parse(planSchema, structuredClone(plan.checkpoint()));
    if (slice.done) continue;
    v.parse(search, structuredClone(at.search.checkpoint()));
    checked++;
    open.push(at);
  }
  return checked;
}

describe.each(loaded.map((engine) => [engine.name, engine] as const))('%s', (name, engine) => {
  test('its checkpoint keeps its shape, or has a new version', () => {
    // To record a new shape: raise the engine's version, then run this test with UPDATE_GOLDEN=1.
    expect({ version: engine.version, shape: shapeOfCheckpoint(engine) }).toEqual(recorded[name]);
  });

  const choices: Job['options'][] =
    name === 'tree' ? [{ order: 'depth-first' }, { order: 'breadth-first' }] : [{}];
  test.each(choices)('accepts only checkpoints of that shape, with options %j', (options) => {
    expect(checkFirstSlices(engine, jobFor(engine, options))).toBeGreaterThan(0);
  });
});
