/** A puzzle on its way from the table: pictures, tiles, groups. It lives as long as the window, so that going elsewhere loses nothing. */
import { certaintyOf } from '../../src-core/scan/groups.ts';
import type { Quad } from '../../src-core/scan/homography.ts';
import type { Picture, Point } from '../../src-core/scan/picture.ts';
import { boardFor, labelsOfGroups, type Sorted } from '../../src-core/scan/puzzle.ts';
import { nameOf } from '../../src-core/scan/sorting.ts';
import { inRows } from '../../src-core/scan/tiles.ts';
import { messageOf } from '../base/client.svelte.ts';
import type { Known } from './messages.ts';
import { forgetPicture, openPicture, readTiles } from './reader.ts';

export type Step = 'picture' | 'tiles' | 'groups';

export interface ScanTile {
  readonly id: number;
  readonly corners: Quad;
  /** 0..1; 1 where a person has placed it */
  readonly certainty: number;
}

export interface ScanPicture {
  readonly id: number;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly preview: ImageBitmap;
  readonly tiles: readonly ScanTile[];
}

/** How many unsure edges are shown first. */
export const SHOWN_FIRST = 10;

let ids = 0;

export class Session {
  step = $state<Step>('picture');
  pictures = $state.raw<readonly ScanPicture[]>([]);
  /** a sentence; empty: nothing is wrong */
  problem = $state('');
  working = $state('');
  columns = $state(0);
  rows = $state(0);
  name = $state('');
  faces = $state.raw<readonly Picture[]>([]);
  /** how differently any two edges look */
  far = $state.raw<Float32Array>(new Float32Array(0));
  sorted = $state.raw<Sorted | null>(null);
  /** how sure the reading was of each group's mate */
  mateCertainty = $state.raw<readonly number[]>([]);
  /** edges that a person has looked at */
  seen = $state.raw<ReadonlySet<number>>(new Set());
  #past = $state.raw<readonly Sorted[]>([]);
  #future = $state.raw<readonly Sorted[]>([]);
  /** the tiles that were read, as text: what was sorted by hand stays as long as they do */
  #read = '';

  readonly tiles = $derived(this.pictures.flatMap(({ tiles }) => tiles));
  readonly certainty = $derived(
    this.sorted
      ? certaintyOf(this.far, this.sorted.groups.length, this.sorted.groups, this.sorted.mates.length)
      : [],
  );
  /** Edges, the least sure first; those that were looked at last. */
  readonly unsure = $derived(
    this.certainty
      .map((_, edge) => edge)
      .sort(
        (a, b) =>
          Number(this.seen.has(a)) - Number(this.seen.has(b)) || this.certainty[a]! - this.certainty[b]!,
      ),
  );
  readonly labels = $derived(this.sorted ? labelsOfGroups(this.sorted) : []);

  async open(files: readonly File[]): Promise<void> {
    this.problem = '';
    for (const file of files) {
      this.working = 'Looking for tiles…';
      const id = ++ids;
      try {
        const { tiles, width, height, preview } = await openPicture(id, file);
        const found = tiles.map(({ corners, certainty }) => ({ id: ++ids, corners, certainty }));
        this.pictures = [...this.pictures, { id, name: file.name, width, height, preview, tiles: found }];
        if (this.name === '') this.name = file.name.replace(/\.[^.]*$/, '').slice(0, 100) || 'Scanned puzzle';
        this.#fit();
        this.step = 'tiles';
        if (found.length === 0) {
          this.problem =
            'No tiles were found in this picture. Lay them on a table of another colour with a little space between them, or add them below and drag their corners.';
        } else if (this.tiles.length === 1) {
          this.problem =
            'Only one tile was found; a puzzle has at least two. Add the others below, or another picture.';
        }
      } catch (error) {
        this.problem = `${file.name}: ${messageOf(error)}`;
      }
    }
    this.working = '';
  }

  remove(picture: number): void {
    this.pictures = this.pictures.filter(({ id }) => id !== picture);
    void forgetPicture(picture);
    this.#fit();
    if (this.pictures.length === 0) this.step = 'picture';
  }

  /** Everything from the beginning. */
  clear(): void {
    for (const { id } of this.pictures) void forgetPicture(id);
    this.pictures = [];
    this.faces = [];
    this.sorted = null;
    this.#past = this.#future = [];
    this.#read = '';
    this.name = this.problem = '';
    this.step = 'picture';
  }

  #fit(): void {
    ({ columns: this.columns, rows: this.rows } = boardFor(Math.max(1, this.tiles.length)));
  }

  #change(picture: number, change: (tiles: readonly ScanTile[]) => readonly ScanTile[]): void {
    this.pictures = this.pictures.map((each) =>
      each.id === picture ? { ...each, tiles: change(each.tiles) } : each,
    );
  }

  moveCorner(picture: number, tile: number, corner: number, [x, y]: Point): void {
    const { width, height } = this.pictures.find(({ id }) => id === picture)!;
    const to: Point = [Math.max(0, Math.min(width, x)), Math.max(0, Math.min(height, y))];
    this.#change(picture, (tiles) =>
      tiles.map((each) =>
        each.id === tile
          ? {
              ...each,
              certainty: 1,
              corners: each.corners.map((old, i) => (i === corner ? to : old)) as unknown as Quad,
            }
          : each,
      ),
    );
  }

  /** A new tile in the middle of a place, as large as the others. */
  addTile(picture: number, [x, y]: Point, size: number): number {
    const id = ++ids;
    const half = size / 2;
    const corners: Quad = [
      [x - half, y - half],
      [x + half, y - half],
      [x + half, y + half],
      [x - half, y + half],
    ];
    this.#change(picture, (tiles) => inRows([...tiles, { id, corners, certainty: 1 }]).tiles);
    this.#fit();
    return id;
  }

  removeTile(picture: number, tile: number): void {
    this.#change(picture, (tiles) => tiles.filter(({ id }) => id !== tile));
    this.#fit();
  }

  /** Cuts the tiles out and compares their edges. What was sorted by hand stays where the tiles are still the same. */
  async read(known: Known = {}): Promise<void> {
    const tiles = this.pictures.flatMap(({ id, tiles: own }) =>
      own.map(({ corners }) => ({ picture: id, corners })),
    );
    const text = JSON.stringify(tiles);
    if (text === this.#read && this.sorted && Object.keys(known).length === 0) {
      this.step = 'groups';
      return;
    }
    this.problem = '';
    this.working = 'Comparing the edges…';
    try {
      const { faces, reading } = await readTiles(tiles, known);
      this.faces = faces;
      this.far = reading.far;
      this.#read = text;
      this.seen = new Set();
      const sorted: Sorted = {
        mating: reading.mating,
        groups: reading.groups,
        mates: reading.mates,
        names: namesFor(reading.mating, reading.mates),
      };
      if (this.sorted && this.sorted.groups.length === sorted.groups.length) this.do(() => sorted);
      else {
        this.sorted = sorted;
        this.#past = this.#future = [];
      }
      this.mateCertainty = reading.mateCertainty;
      this.step = 'groups';
    } catch (error) {
      this.problem = messageOf(error);
    }
    this.working = '';
  }

  do(change: (sorted: Sorted) => Sorted): void {
    if (!this.sorted) return;
    const next = change(this.sorted);
    if (next === this.sorted) return;
    this.#past = [...this.#past, this.sorted];
    this.#future = [];
    this.sorted = next;
  }
  get canUndo(): boolean {
    return this.#past.length > 0;
  }
  get canRedo(): boolean {
    return this.#future.length > 0;
  }
  undo(): void {
    if (!this.sorted || !this.canUndo) return;
    this.#future = [...this.#future, this.sorted];
    this.sorted = this.#past.at(-1)!;
    this.#past = this.#past.slice(0, -1);
  }
  redo(): void {
    if (!this.sorted || !this.canRedo) return;
    this.#past = [...this.#past, this.sorted];
    this.sorted = this.#future.at(-1)!;
    this.#future = this.#future.slice(0, -1);
  }

  lookedAt(edge: number): void {
    this.seen = new Set([...this.seen, edge]);
  }
}

/** Pictures A, B, C …: two halves of one have one name. */
function namesFor(mating: Sorted['mating'], mates: readonly number[]): string[] {
  const names = new Array<string>(mates.length);
  let count = 0;
  mates.forEach((mate, group) => {
    if (names[group] === undefined) names[group] = nameOf(count++);
    if (mating === 'opposite') names[mate] ??= names[group];
  });
  return names;
}

export const session = new Session();
