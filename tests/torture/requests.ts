// Generated requests, valid and invalid, to every method of a host. Each gets a reply or a readable error.
import * as v from 'valibot';
import { methods, type MethodName } from '../../src-core/contract.ts';
import { random, type Random } from '../../src-core/random.ts';
import { startHost } from '../integration/host.ts';
import type { Part } from './part.ts';
import { removeDir, temporaryDir } from '../temporary-dir.ts';

/** Matches technical error messages that were not written for users. */
export const RAW =
  /Cannot read|is not a function|is not iterable|undefined|SQLITE|SqliteError|constraint failed|datatype mismatch|Unexpected token|in JSON|Maximum call|Invalid array length|Invalid string length|NaN/;

const odd: readonly unknown[] = [
  null,
  '',
  'x',
  '\u0000',
  'constructor',
  -1,
  0,
  1,
  2,
  0.5,
  1e9,
  2 ** 53,
  -(2 ** 31),
  true,
  [],
  {},
  [[]],
  [null],
  { id: 1 },
  'x'.repeat(300),
];

/** Returns a value that fits a schema. One time in 40, returns an odd value instead. */
function valueOf(schema: v.GenericSchema, chance: Random, depth = 0): unknown {
  if (chance.below(40) === 0) return odd[chance.below(odd.length)];
  const of = schema as unknown as {
    type: string;
    entries?: Record<string, v.GenericSchema>;
    item?: v.GenericSchema;
    items?: v.GenericSchema[];
    wrapped?: v.GenericSchema;
    options?: readonly unknown[];
    value?: v.GenericSchema;
    literal?: unknown;
    pipe?: readonly { type: string; requirement?: unknown }[];
  };
  const bound = (type: string): number | undefined =>
    of.pipe?.find((action) => action.type === type)?.requirement as number | undefined;
  switch (of.type) {
    case 'strict_object':
    case 'object':
    case 'loose_object':
      return Object.fromEntries(
        Object.entries(of.entries ?? {})
          .map(([name, entry]) => [name, valueOf(entry, chance, depth + 1)] as const)
          .filter(([, value]) => value !== undefined),
      );
    case 'array': {
      const length = Math.max(bound('min_length') ?? 0, chance.below(depth > 4 ? 2 : 6));
      return Array.from({ length }, () => valueOf(of.item!, chance, depth + 1));
    }
    case 'tuple':
    case 'strict_tuple':
      return (of.items ?? []).map((item) => valueOf(item, chance, depth + 1));
    case 'record':
      return chance.below(2) ? {} : { x: valueOf(of.value!, chance, depth + 1) };
    case 'optional':
    case 'nullable':
    case 'nullish':
      if (chance.below(3) === 0) return of.type === 'nullable' ? null : undefined;
      return valueOf(of.wrapped!, chance, depth);
    case 'union':
    case 'variant':
      return valueOf(of.options![chance.below(of.options!.length)] as v.GenericSchema, chance, depth);
    case 'picklist':
    case 'enum':
      return of.options![chance.below(of.options!.length)];
    case 'literal':
      return of.literal;
    case 'boolean':
      return chance.below(2) === 0;
    case 'number': {
      const least = bound('min_value') ?? 0;
      const most = Math.min(bound('max_value') ?? least + 50, least + 50);
      return least + chance.below(Math.max(1, Math.floor(most - least) + 1));
    }
    case 'string':
      return ['exact', 'best', 'a name', '=1+1', 'x\ny', '\u001B]0;x\u0007'][chance.below(6)];
    default:
      return odd[chance.below(odd.length)];
  }
}

export const requests: Part = async (seed, going) => {
  const chance = random(seed, 2);
  const dir = temporaryDir();
  const host = await startHost(dir);
  const unhandled: string[] = [];
  const note = (error: unknown): void => void unhandled.push(`unhandled: ${String(error).slice(0, 300)}`);
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
  // Failures are counted here. The host would also log them and fill the screen.
  const { error: log } = console;
  console.error = () => undefined;
  const failures: string[] = [];
  let tried = 0;
  let answered = 0;
  // A request can start hours of work, so runs are stopped after each round.
  const names = Object.keys(methods) as MethodName[];
  do {
    for (const name of names) {
      const input = valueOf(methods[name].input, chance);
      tried++;
      const reply = await host.services.dispatch(name, input);
      if (reply.ok) answered++;
      else if (RAW.test(reply.error.message) && reply.error.code !== 'INVALID_INPUT')
        failures.push(`${name} ${JSON.stringify(input).slice(0, 300)}: ${reply.error.message.slice(0, 200)}`);
      else if (reply.error.message.length > 5000)
        failures.push(`${name}: a message of ${reply.error.message.length}`);
    }
    for (const id of host.services.runs.running) await host.services.dispatch('runs.stop', { runId: id });
  } while (going(tried) && failures.length < 200);
  const alive = await host.services.dispatch('app.info', {});
  if (!alive.ok) failures.push(`app.info at the end: ${alive.error.message}`);
  await host.close();
  console.error = log;
  process.off('unhandledRejection', note).off('uncaughtException', note);
  removeDir(dir);
  return {
    count: tried,
    tried: `${tried} generated requests to ${names.length} methods, ${answered} of them successful`,
    failures: [...unhandled, ...failures],
  };
};
