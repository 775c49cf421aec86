/**
 * What Edgewise and an engine in another program say to each other: JSON objects, one a line, over the engine's standard
 * input and output. docs/reference/protocol.md is the page to write an engine from; these schemas hold both sides to it.
 */
import * as v from 'valibot';
import { checkedOptions, OptionSpec } from './options.ts';

export const PROTOCOL = 1;
/** A longer line ends the run. A checkpoint may be this long as well. */
export const MAX_LINE = 16 * 2 ** 20;

const text = (most: number) => v.pipe(v.string(), v.maxLength(most));
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

function haveDefaults(options: readonly OptionSpec[]): boolean {
  try {
    checkedOptions({ name: '', options }, {}, 0);
    return true;
  } catch {
    return false;
  }
}

/** The first line of an engine, in answer to `hello`. */
export const Hello = v.object({
  type: v.literal('hello'),
  protocol: v.literal(PROTOCOL),
  name: v.pipe(text(80), v.minLength(1)),
  version: v.pipe(text(40), v.minLength(1)),
  /** one sentence for who chooses */
  summary: v.optional(text(400), ''),
  solves: v.pipe(v.array(v.literal('edge-matching')), v.minLength(1)),
  /** kinds of board; left out: rectangles without wrap */
  boards: v.optional(v.pipe(v.array(text(40)), v.maxLength(20)), ['rectangle']),
  options: v.optional(
    v.pipe(
      v.array(OptionSpec),
      v.maxLength(50),
      v.check((options) => haveDefaults(options), 'the default of an option is none of its values'),
    ),
    [],
  ),
  /** hears `pause` and `resume`; an engine that does not is halted by the system */
  pauses: v.optional(v.boolean(), false),
  /** answers `checkpoint`, and goes on from the state that it gave */
  checkpoints: v.optional(v.boolean(), false),
  /** its `exhausted` means that all was searched */
  proves: v.optional(v.boolean(), false),
});
export type Hello = v.InferOutput<typeof Hello>;

const PlacedTile = v.object({
  cell: whole,
  tile: whole,
  rotation: whole,
  flipped: v.optional(v.boolean(), false),
});

/** What an engine says while it works on a job. */
export const EngineMessage = v.variant('type', [
  v.object({
    type: v.literal('progress'),
    nodes: v.pipe(v.number(), v.minValue(0), v.finite()),
    depth: v.optional(whole, 0),
    fraction: v.optional(v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1))), null),
    /** where the search stands, to be looked at */
    placements: v.optional(v.pipe(v.array(PlacedTile), v.maxLength(4096))),
  }),
  v.object({
    type: v.literal('board'),
    placements: v.pipe(v.array(PlacedTile), v.maxLength(4096)),
    /** it takes this for a solution; Edgewise looks for itself */
    solution: v.optional(v.boolean(), false),
  }),
  v.object({ type: v.literal('checkpoint'), state: text(MAX_LINE) }),
  v.object({
    type: v.literal('done'),
    status: v.picklist(['solved', 'exhausted', 'limit', 'stopped', 'failed']),
    message: v.optional(text(400), ''),
    nodes: v.optional(v.pipe(v.number(), v.minValue(0), v.finite())),
  }),
]);
export type EngineMessage = v.InferOutput<typeof EngineMessage>;
