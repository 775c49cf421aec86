/**
 * The protocol between Edgewise and an engine that is a separate program (docs/reference/protocol.md), with one JSON
 * object per line over the engine's standard input and output.
 */
import * as v from 'valibot';
import { checkedOptions, OptionSpec } from './options.ts';

export const ENGINE_PROTOCOL_VERSION = 1;
/** Maximum length of a line and of a checkpoint, in characters. A longer line ends the run. */
export const MAX_LINE_LENGTH = 16 * 2 ** 20;

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

/** An engine's answer to `hello`. */
export const Hello = v.object({
  type: v.literal('hello'),
  protocol: v.literal(ENGINE_PROTOCOL_VERSION),
  name: v.pipe(text(80), v.minLength(1)),
  version: v.pipe(text(40), v.minLength(1)),
  /** a sentence about the engine that helps users choose */
  summary: v.optional(text(400), ''),
  solves: v.pipe(v.array(v.literal('edge-matching')), v.minLength(1)),
  /** supported boards; default: rectangles that don't wrap around */
  boards: v.optional(v.pipe(v.array(text(40)), v.maxLength(20)), ['rectangle']),
  options: v.optional(
    v.pipe(
      v.array(OptionSpec),
      v.maxLength(50),
      v.check((options) => haveDefaults(options), 'the default of an option is not one of its values'),
    ),
    [],
  ),
  /** true if the engine supports `pause` and `resume`; otherwise its process is suspended */
  pauses: v.optional(v.boolean(), false),
  /** true if the engine answers `checkpoint` with a state that it can resume from */
  checkpoints: v.optional(v.boolean(), false),
  /** true if the engine reports `exhausted` only after a complete search */
  proves: v.optional(v.boolean(), false),
});
export type Hello = v.InferOutput<typeof Hello>;

const PlacedTile = v.object({
  cell: whole,
  tile: whole,
  rotation: whole,
  flipped: v.optional(v.boolean(), false),
});

/** What an engine sends while it is working on a job. */
export const EngineMessage = v.variant('type', [
  v.object({
    type: v.literal('progress'),
    nodes: v.pipe(v.number(), v.minValue(0), v.finite()),
    depth: v.optional(whole, 0),
    fraction: v.optional(v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1))), null),
    /** the current board, for display */
    placements: v.optional(v.pipe(v.array(PlacedTile), v.maxLength(4096))),
  }),
  v.object({
    type: v.literal('board'),
    placements: v.pipe(v.array(PlacedTile), v.maxLength(4096)),
    /** true if the engine considers this a solution; Edgewise verifies it */
    solution: v.optional(v.boolean(), false),
  }),
  v.object({ type: v.literal('checkpoint'), state: text(MAX_LINE_LENGTH) }),
  v.object({
    type: v.literal('done'),
    status: v.picklist(['solved', 'exhausted', 'limit', 'stopped', 'failed']),
    message: v.optional(text(400), ''),
    nodes: v.optional(v.pipe(v.number(), v.minValue(0), v.finite())),
  }),
]);
export type EngineMessage = v.InferOutput<typeof EngineMessage>;
