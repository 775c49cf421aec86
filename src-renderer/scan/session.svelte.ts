/**
 * The state of a scan: pictures, tiles and groups. It lives as long as the window, so nothing is lost by leaving the
 * view.
 */
import { pictureProblems, pictureProblemText, type PictureProblem } from '../../src-core/scan/advice.ts';
import {
  mergeQuestion,
  regrouped,
  type MergeAnswer,
  type MergeQuestion,
} from '../../src-core/scan/merges.ts';
import { MAX_QUESTIONS, questionsOf, type Question } from '../../src-core/scan/questions.ts';
import { doubtsOf, type Doubt } from '../../src-core/scan/doubts.ts';
import type { Mating } from '../../src-core/scan/halves.ts';
import { sureness } from '../../src-core/scan/sureness.ts';
import type { Quad } from '../../src-core/scan/homography.ts';
import type { Picture, Point } from '../../src-core/scan/picture.ts';
import type { Sorted } from '../../src-core/scan/puzzle.ts';
import type { Strip } from '../../src-core/scan/strips.ts';
import { carried, namesFor, withMating } from '../../src-core/scan/sorting.ts';
import { inRows } from '../../src-core/scan/tiles.ts';
import { messageOf } from '../base/client.svelte.ts';
import {
  cornerMoved,
  gridLaid,
  gridMoved,
  isTakenWhole,
  newId,
  placed,
  sameTiles,
  sizeFor,
  squareAround,
  takenWhole,
  tilesOf,
  type Outlines,
  type ScanPicture,
  type ScanTile,
} from './outlines.ts';
import { forgetPicture, openPicture, pairGroups, readTiles } from './reader.ts';

type Step = 'picture' | 'tiles' | 'groups';

/** A state of the scan in the undo history. */
interface Scan {
  readonly step: Step;
  readonly pictures: readonly ScanPicture[];
  readonly name: string;
  readonly columns: number;
  readonly rows: number;
  readonly faces: readonly Picture[];
  /** for each edge, the picture in its wedge (the triangle between the edge and the tile's centre) */
  readonly strips: readonly Strip[];
  /** distance between each pair of edges, as a square matrix in row-major order */
  readonly far: Float32Array;
  /** the tiles whose edges have been read, in the order of `faces` */
  readonly read: readonly ScanTile[];
  readonly sorted: Sorted | null;
  /** whether the mating rule is certain; if not, the user is asked */
  readonly matingSure: boolean;
  /** the mating rule that the user chose, or null */
  readonly chosen: Mating | null;
  /** the user's answers about whole clusters of edges */
  readonly merges: readonly MergeAnswer[];
  /** whether the user has changed the groups */
  readonly byHand: boolean;
  /** edges that the user has checked */
  readonly seen: ReadonlySet<number>;
  /** how many answers in a row have left the groups unchanged */
  readonly confirmed: number;
}

const blank: Scan = {
  step: 'picture',
  pictures: [],
  name: '',
  columns: 1,
  rows: 1,
  faces: [],
  strips: [],
  far: new Float32Array(0),
  read: [],
  sorted: null,
  matingSure: true,
  chosen: null,
  merges: [],
  byHand: false,
  seen: new Set(),
  confirmed: 0,
};

/** Maximum number of undo steps, and of removed pictures kept for undo. Pictures are large, so only a few are kept. */
const MAX_UNDO_STEPS = 200;
const MAX_REMOVED_PICTURES = 4;

class Session {
  #now = $state.raw(blank);
  #past = $state.raw<readonly Scan[]>([]);
  #future = $state.raw<readonly Scan[]>([]);
  /** kind of the last change; consecutive changes of the same kind, such as typing, form one undo step */
  #last = '';
  /** messages for the user, as sentences */
  problems = $state.raw<readonly string[]>([]);
  /** the current job, as a sentence; empty when idle */
  working = $state('');
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** number of times the scan has been started over; results requested before the latest fresh start are discarded */
  #begun = 0;

  readonly step = $derived(this.#now.step);
  readonly pictures = $derived(this.#now.pictures);
  readonly name = $derived(this.#now.name);
  readonly columns = $derived(this.#now.columns);
  readonly rows = $derived(this.#now.rows);
  readonly faces = $derived(this.#now.faces);
  readonly far = $derived(this.#now.far);
  readonly sorted = $derived(this.#now.sorted);
  readonly seen = $derived(this.#now.seen);
  readonly matingSure = $derived(this.#now.matingSure);
  readonly tiles = $derived(tilesOf(this.#now.pictures));
  readonly canUndo = $derived(this.#past.length > 0);
  readonly canRedo = $derived(this.#future.length > 0);

  /** for each edge, how certain it is that its group is the correct one */
  readonly certainty = $derived(
    this.sorted
      ? sureness(
          this.far,
          this.sorted.groups,
          this.#now.read.map(({ certainty }) => certainty),
        )
      : [],
  );
  /**
   * The next question about whether two clusters of edges show the same label. Null once the user has changed groups
   * by hand.
   */
  readonly mergeQuestion = $derived(
    this.sorted && !this.#now.byHand ? mergeQuestion(this.far, this.sorted.groups, this.#now.merges) : null,
  );
  /** edges that may be in the wrong group and that the user hasn't checked yet, each with the reason */
  readonly doubts: ReadonlyMap<number, Doubt> = $derived(
    new Map(
      this.sorted
        ? [...doubtsOf(this.far, this.sorted.groups, this.certainty, this.#now.merges)].filter(
            ([edge]) => !this.seen.has(edge),
          )
        : [],
    ),
  );
  /**
   * Questions about single groups and edges. They end when ten answers in a row have changed nothing and every
   * doubtful edge has been checked.
   */
  readonly questions: readonly Question[] = $derived.by(() => {
    if (!this.sorted) return [];
    const { groups } = this.sorted;
    const left = MAX_QUESTIONS - this.#now.confirmed;
    if (left > 0) return questionsOf(this.far, groups, this.certainty, this.seen).slice(0, left);
    const others = groups.flatMap((_, edge) => (this.doubts.has(edge) ? [] : [edge]));
    return questionsOf(this.far, groups, this.certainty, new Set(others));
  });

  /** Changes the scan and adds an undo step. Consecutive changes with the same `what` share a step. */
  #change(change: Partial<Scan>, what = ''): void {
    if (what === '' || what !== this.#last) this.#past = [...this.#past, this.#now];
    this.#last = what;
    this.#future = [];
    this.#now = { ...this.#now, ...change };
    this.#tidy();
  }

  #tidy(): void {
    const shown = new Set(this.pictures.map(({ id }) => id));
    const removed = (scans: readonly Scan[]): Set<number> =>
      new Set(scans.flatMap(({ pictures }) => pictures.map(({ id }) => id)).filter((id) => !shown.has(id)));
    let kept = this.#past.slice(-MAX_UNDO_STEPS);
    while (removed(kept).size > MAX_REMOVED_PICTURES) kept = kept.slice(1);
    this.#past = kept;
    const held = removed([...kept, ...this.#future]);
    for (const id of this.#opened) {
      if (shown.has(id) || held.has(id)) continue;
      forgetPicture(id);
      this.#opened.delete(id);
    }
  }
  /** ids of the pictures that are open in the worker */
  readonly #opened = new Set<number>();

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#future = [...this.#future, this.#now];
    this.#past = this.#past.slice(0, -1);
    this.#goTo(before);
  }
  redo(): void {
    const next = this.#future.at(-1);
    if (!next) return;
    this.#past = [...this.#past, this.#now];
    this.#future = this.#future.slice(0, -1);
    this.#goTo(next);
  }
  #goTo(scan: Scan): void {
    this.#now = scan;
    this.#last = '';
    this.problems = [];
  }

  /**
   * Runs a job after the previous jobs have ended. The window shows `sentence` while the job is running. Errors are
   * shown to the user, not thrown.
   */
  #work(sentence: string, job: () => Promise<void>): Promise<void> {
    this.#waiting++;
    this.working ||= sentence;
    this.#queue = this.#queue.then(async () => {
      this.working = sentence;
      try {
        await job();
      } catch (error) {
        this.tell(messageOf(error));
      }
      if (--this.#waiting === 0) this.working = '';
    });
    return this.#queue;
  }
  tell(problem: string): void {
    this.problems = [...this.problems, problem];
  }

  /** Opens pictures of a puzzle and goes to the step that shows their tiles. */
  async open(files: readonly File[]): Promise<void> {
    this.problems = [];
    const begun = this.#begun;
    for (const file of files) {
      await this.#work('Looking for tiles…', () => this.#openOne(file, begun));
    }
    if (begun !== this.#begun) return;
    for (const text of this.#pictureProblemTexts()) this.tell(text);
  }

  #pictureProblemTexts(): string[] {
    const names = new Map<PictureProblem, string[]>();
    this.pictures.forEach(({ name }, i) => {
      const problem = this.#pictureProblems[i];
      if (problem) names.set(problem, [...(names.get(problem) ?? []), name]);
    });
    return [...names].map(
      ([problem, all]) =>
        `${all.join(', ')}: ${pictureProblemText(problem, all.length)}${laterTexts[problem] ?? ''}`,
    );
  }
  readonly #pictureProblems = $derived(pictureProblems(this.pictures.map(({ facts }) => facts)));
  /** Whether any picture seems to be a close-up of a tile that the user hasn't outlined yet. */
  readonly hasCloseUps = $derived(
    this.pictures.some((picture, i) => this.#pictureProblems[i] === 'close-up' && !isTakenWhole(picture)),
  );

  /** Outlines one tile in each picture that seems to be a close-up. */
  takeCloseUps(): void {
    const pictures = this.pictures.map((picture, i) =>
      this.#pictureProblems[i] === 'close-up' ? takenWhole(picture) : picture,
    );
    this.problems = [];
    this.#change({ pictures, ...sizeFor(pictures) });
  }

  async #openOne(file: File, begun: number): Promise<void> {
    if (begun !== this.#begun) return;
    const id = newId();
    const { tiles, overlooked, width, height, facts, preview } = await openPicture(id, file).catch(
      (error: unknown) => {
        throw new Error(`${file.name}: ${messageOf(error)}`);
      },
    );
    if (begun !== this.#begun) {
      forgetPicture(id);
      return;
    }
    this.#opened.add(id);
    const found = tiles.map(({ corners, certainty }) => ({ id: newId(), corners, certainty }));
    const pictures = [
      ...this.pictures,
      { id, name: file.name, width, height, facts, preview, tiles: found, overlooked, grid: null },
    ];
    this.#change({
      pictures,
      ...sizeFor(pictures),
      step: 'tiles',
      name: this.name || file.name.replace(/\.[^.]*$/, '').slice(0, 100) || 'Scanned puzzle',
    });
  }

  remove(picture: number): void {
    const pictures = this.pictures.filter(({ id }) => id !== picture);
    this.#change({
      pictures,
      ...sizeFor(pictures),
      ...(pictures.length === 0 ? { step: 'picture' } : {}),
    });
  }

  clear(): void {
    this.problems = [];
    this.#begun++;
    this.#change(blank);
  }

  rename(name: string): void {
    this.#change({ name }, 'name');
  }
  resize(size: { columns: number } | { rows: number }): void {
    this.#change(size, Object.keys(size)[0]);
  }

  /**
   * Changes the outlines of tiles in a picture. `stroke` names a drag or a series of arrow key presses. Changes with
   * the same name are undone together.
   */
  #outline(
    picture: number,
    change: (picture: ScanPicture) => readonly ScanTile[] | Outlines | null,
    stroke = '',
  ): void {
    const before = this.pictures.find(({ id }) => id === picture)!;
    const changed = change(before);
    if (!changed) return;
    const outlines = 'tiles' in changed ? changed : { tiles: changed, grid: null };
    const pictures = this.pictures.map((each) => (each === before ? { ...each, ...outlines } : each));
    const fits = outlines.tiles.length === before.tiles.length;
    this.#change({ pictures, ...(fits ? {} : sizeFor(pictures)) }, stroke);
  }

  moveCorner(picture: number, tile: number, corner: number, at: Point, stroke: string): void {
    this.#outline(picture, (each) => cornerMoved(each, tile, corner, at), stroke);
  }

  /** Adds a square tile centred at a point and returns its id. `size`: its side, in pixels. */
  addTile(picture: number, at: Point, size: number): number {
    return this.drawTile(picture, squareAround(at, size));
  }

  /** Adds a tile and returns its id. Its corners are given clockwise from the top left. */
  drawTile(picture: number, corners: Quad): number {
    const tile = placed(corners);
    this.#outline(picture, ({ tiles }) => inRows([...tiles, tile]));
    return tile.id;
  }

  removeTile(picture: number, tile: number): void {
    this.#outline(picture, ({ tiles }) => tiles.filter(({ id }) => id !== tile));
  }

  removeAllTiles(picture: number): void {
    this.#outline(picture, () => []);
  }

  /** Replaces a picture's outlines with a grid of square tiles that covers most of it. */
  layGrid(picture: number, columns: number, rows: number): void {
    this.#outline(picture, (each) => gridLaid(each, columns, rows));
  }

  moveGrid(picture: number, corner: number, at: Point, stroke: string): void {
    this.#outline(picture, (each) => gridMoved(each, corner, at), stroke);
  }

  /** Goes to a step of the scan. Going to the groups reads the edges again if the tiles have changed. */
  show(step: Step): void {
    this.problems = [];
    if (step === 'groups') void this.read();
    else this.#now = { ...this.#now, step };
  }

  /** Cuts out the tiles and compares their edges. Edges of unchanged tiles stay in the groups that the user chose. */
  read(): Promise<void> {
    this.problems = [];
    const from = this.step;
    return this.#work('Comparing the edges…', async () => {
      for (;;) {
        const tiles = this.tiles;
        if (tiles.length < 2) return;
        if (sameTiles(tiles, this.#now.read) && this.sorted) {
          if (this.step === from) this.#now = { ...this.#now, step: 'groups' };
          return;
        }
        const asked = this.pictures.flatMap(({ id, tiles: own }) =>
          own.map(({ corners }) => ({ picture: id, corners })),
        );
        const { faces, reading } = await readTiles(asked);
        // If the tiles have changed in the meantime, read the edges again.
        if (!sameTiles(tiles, this.tiles)) continue;
        const { strips, far, groups, matingSure, pairs } = reading;
        const { chosen } = this.#now;
        const mating = chosen ?? reading.mating;
        const before = tiles.map((tile) => this.#now.read.indexOf(tile));
        const kept = this.#now.byHand && before.some((old) => old >= 0) ? this.sorted : null;
        const places = before.flatMap((old) => [0, 1, 2, 3].map((side) => (old < 0 ? -1 : 4 * old + side)));
        this.#change({
          faces,
          strips,
          far,
          read: tiles,
          seen: new Set(kept ? places.flatMap((old, edge) => (this.seen.has(old) ? [edge] : [])) : []),
          merges: [],
          confirmed: 0,
          byHand: kept !== null,
          sorted: kept
            ? carried(before, far)(kept)
            : { mating, groups, mates: pairs, names: namesFor(mating, pairs) },
          matingSure: kept ? this.matingSure : matingSure || chosen !== null,
          // Stay on the current step if the user has switched steps in the meantime.
          ...(this.step === from ? { step: 'groups' } : {}),
        });
        return;
      }
    });
  }

  /**
   * Changes the groups. `looked`: edges that the user has checked with this change. Consecutive changes with the same
   * `what` are undone together.
   */
  do(
    change: (sorted: Sorted) => Sorted,
    { looked = [], what }: { looked?: readonly number[]; what?: string } = {},
  ): void {
    if (!this.sorted) return;
    const sorted = change(this.sorted);
    const confirmed = sorted.groups === this.sorted.groups ? this.#now.confirmed : 0;
    this.#change({ sorted, seen: new Set([...this.seen, ...looked]), byHand: true, confirmed }, what);
  }
  /**
   * Groups the edges again after the user has said whether two clusters show the same picture, and finds the halves
   * of each picture.
   */
  answerMerge({ parts, height, isJoined }: MergeQuestion, same: boolean): Promise<void> {
    return this.#work('Sorting the edges…', async () => {
      const { sorted, strips, far, merges, chosen } = this.#now;
      if (!sorted) return;
      const answers = [...merges, { edges: parts.flat(), height, isJoined, same }];
      const groups = regrouped(far, sorted.groups, answers);
      const halves = await pairGroups({ strips, far, groups, mating: chosen });
      // Discard the result if the user has changed the groups or undone a change in the meantime.
      if (this.sorted !== sorted) return;
      const { mating, pairs } = halves;
      this.#change({
        sorted: { mating, groups, mates: pairs, names: namesFor(mating, pairs) },
        matingSure: halves.matingSure,
        merges: answers,
      });
    });
  }
  /**
   * Sets the mating rule and keeps the groups. If the new rule makes two halves of a picture share a name, tells the
   * user which names were dropped.
   */
  setMating(mating: Mating): void {
    if (!this.sorted) return;
    const sorted = withMating(mating)(this.sorted);
    const lost = this.sorted.names.filter((name) => name.length > 1 && !sorted.names.includes(name));
    this.problems = [];
    this.#change({ sorted, matingSure: true, chosen: mating });
    if (lost.length > 0)
      this.tell(
        `The two halves of a picture now share one name. These names were dropped: ${lost.join(', ')}.`,
      );
  }
  lookedAt(edges: readonly number[]): void {
    this.#change({ seen: new Set([...this.seen, ...edges]), confirmed: this.#now.confirmed + 1 });
  }
}

/** Further advice on a problem with a picture, shown after `pictureProblemText`. */
const laterTexts: Partial<Record<PictureProblem, string>> = {
  'close-up':
    ' If one tile fills the picture, choose “One tile for each picture” below. If it shows several, lay a grid over them.',
  screenshot: ' Or use the button below to lay a grid over them.',
  touching: ' Or use the button below to lay a grid over them.',
  one: ' Or draw the others below; if tiles touch, lay a grid.',
  none: ' Or draw them below; if they touch, lay a grid.',
};

export const session = new Session();
