/** The facts given in a text with tiles. They are collected before the text's readings are compared. */
import type { ReadOptions } from '../format.ts';
import type { EdgeOrder } from '../edge-order.ts';
import type { Meaning } from '../meaning.ts';
import type { Size } from '../size.ts';
import type { TextRow } from './line-labels.ts';

export interface TileText {
  readonly rows: readonly TextRow[];
  readonly skipped: readonly number[];
  readonly remarks: readonly number[];
  /** pairs of labels that match each other */
  readonly pairs: readonly (readonly [string, string])[];
  readonly size: Size | null;
  /** size of the board, if prose mentions it */
  readonly mentioned: Size | null;
  readonly name: string | undefined;
  /** edge order, if the text gives one */
  readonly order: EdgeOrder | null;
  /** true if the text says that tiles may not be rotated */
  readonly areFixed: boolean;
}

/** Facts given by the read options or by `# key: value` lines */
export type StatedFacts = Meaning &
  Pick<ReadOptions, 'edgeOrder' | 'size' | 'pairs'> & { readonly ownNumbers: boolean };

/** The labels of a tile, as written. */
export interface Words {
  readonly edges: readonly string[];
  readonly back?: readonly string[];
}
