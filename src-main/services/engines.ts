import { totalmem } from 'node:os';
import * as v from 'valibot';
import type { EngineInfo } from '../../src-core/contract/runs.ts';
import { engineNames, loadEngine } from '../../src-core/engines.ts';
import { EngineFacts } from '../../src-core/run/engine-facts.ts';
import { defaultOf } from '../../src-core/run/options.ts';

/** The properties of an engine, without its functions. */
const Facts = v.object(EngineFacts.entries);

export async function engineInfos(): Promise<EngineInfo[]> {
  const loaded = await Promise.all(engineNames().map(loadEngine));
  return loaded.map((engine) => ({
    ...v.parse(Facts, engine),
    estimates: engine.estimate !== undefined,
    options: engine.options.map((spec) => ({ ...spec, default: defaultOf(spec, totalmem()) })),
  }));
}
