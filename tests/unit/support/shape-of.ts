import type * as v from 'valibot';
import { EdgePuzzle, Puzzle } from '../../../src-core/puzzle/puzzle.ts';

interface AnySchema extends v.GenericSchema {
  readonly class?: { readonly name: string };
  readonly entries?: Readonly<Record<string, AnySchema>>;
  readonly item?: AnySchema;
  readonly items?: readonly AnySchema[];
  readonly options?: readonly (AnySchema | string | number)[];
  readonly wrapped?: AnySchema;
  readonly literal?: unknown;
  readonly key?: AnySchema;
  readonly value?: AnySchema;
}

/** Returns what a schema accepts, as JSON: the names of fields and the kinds of their values, but no limits. */
export function shapeOf(given: v.GenericSchema): unknown {
  const schema = given as AnySchema;
  if (given === Puzzle) return 'Puzzle';
  if (given === EdgePuzzle) return 'EdgePuzzle';
  switch (schema.type) {
    case 'optional':
    case 'exact_optional':
    case 'undefinedable':
      return { optional: shapeOf(schema.wrapped!) };
    case 'nullable':
      return { nullable: shapeOf(schema.wrapped!) };
    case 'array':
      return [shapeOf(schema.item!)];
    case 'strict_tuple':
      return { tuple: schema.items!.map(shapeOf) };
    case 'picklist':
      return { oneOf: schema.options };
    case 'variant':
    case 'union':
      return { anyOf: schema.options!.map((option) => shapeOf(option as AnySchema)) };
    case 'literal':
      return { literal: schema.literal };
    case 'record':
      return { record: shapeOf(schema.value!) };
    case 'map':
      return { map: [shapeOf(schema.key!), shapeOf(schema.value!)] };
    case 'set':
      return { set: shapeOf(schema.value!) };
    case 'instance':
      return schema.class!.name;
    case 'custom':
      return 'board';
    default:
      if (!schema.entries) return schema.type;
      return Object.fromEntries(
        Object.entries(schema.entries).map(([name, entry]) => [name, shapeOf(entry)]),
      );
  }
}
