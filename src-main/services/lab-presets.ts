import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { presets, type Preset } from '../../src-core/lab/presets.ts';
import { Puzzle } from '../../src-core/puzzle/puzzle.ts';

/** Returns the experiments that come with the application. They use its sample puzzles. */
export function presetsFrom(samplesDir: string): Preset[] {
  const samples = new Map<string, Puzzle>();
  for (const file of readdirSync(samplesDir).filter((name) => name.endsWith('.edgewise'))) {
    const json = JSON.parse(readFileSync(path.join(samplesDir, file), 'utf8')) as { puzzle: unknown };
    const puzzle = v.parse(Puzzle, json.puzzle);
    samples.set(puzzle.name, puzzle);
  }
  return presets((name) => {
    const puzzle = samples.get(name);
    if (!puzzle) throw new Error(`the sample “${name}” is missing from ${samplesDir}`);
    return puzzle;
  });
}

/** Returns the preset with this id. If there is none, throws an error that lists the presets. */
export function presetNamed(samplesDir: string, id: string): Preset {
  const all = presetsFrom(samplesDir);
  const preset = all.find((each) => each.id === id);
  if (!preset)
    throw new Error(`no preset “${id}”; the presets are: ${all.map((each) => each.id).join(', ')}`);
  return preset;
}
