/** Messages between the view and the worker that reads pictures. */
import type { Picture, Point } from '../../src-core/scan/picture.ts';
import type { PictureFacts } from '../../src-core/scan/advice.ts';
import type { Halves, Mating } from '../../src-core/scan/halves.ts';
import type { Reading } from '../../src-core/scan/reading.ts';
import type { PlacedTile } from '../../src-core/scan/scan.ts';
import type { Strip } from '../../src-core/scan/strips.ts';
import type { FoundTile } from '../../src-core/scan/tiles.ts';

export type ScanRequest = { readonly number: number } & (
  | { readonly kind: 'open'; readonly picture: number; readonly file: Blob }
  | { readonly kind: 'read'; readonly tiles: readonly PlacedTile[] }
  | (PairRequest & { readonly kind: 'pair' })
  | { readonly kind: 'forget'; readonly picture: number }
);

/**
 * Asks the worker which groups of edges are the two halves of a picture. `mating`: the mating rule that the user
 * chose; null if none has been chosen.
 */
export interface PairRequest {
  /** for each edge, the picture in its wedge (the triangle between the edge and the tile's centre) */
  readonly strips: readonly Strip[];
  readonly far: Float32Array;
  readonly groups: readonly number[];
  readonly mating: Mating | null;
}

export interface OpenedPicture {
  readonly width: number;
  readonly height: number;
  readonly tiles: readonly FoundTile[];
  /** centres of regions that are as large as a tile but have no clear outline */
  readonly overlooked: readonly Point[];
  readonly facts: PictureFacts;
  readonly preview: ImageBitmap;
}

export interface ReadTiles {
  /** a picture of each tile, seen from straight above, 192 × 192 pixels */
  readonly faces: readonly Picture[];
  readonly reading: Reading;
}

export interface ScanReply {
  readonly to: number;
  readonly opened?: OpenedPicture;
  readonly read?: ReadTiles;
  readonly paired?: Halves;
  readonly problem?: string;
}
