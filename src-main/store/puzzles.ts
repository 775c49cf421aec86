import * as v from 'valibot';
import type { PuzzleSummary, SavedPuzzle } from '../../src-core/contract/library.ts';
import { shapeName } from '../../src-core/puzzle/board.ts';
import { withEnding } from '../../src-core/puzzle/copy-name.ts';
import { Puzzle } from '../../src-core/puzzle/puzzle.ts';
import { cleanName } from '../../src-core/text/clean.ts';
import { sha256 } from '../hashing.ts';
import type { Db } from './database.ts';
import { stored, storedOrNull } from './stored.ts';

interface Row {
  id: number;
  name: string;
  kind: 'edge-matching' | 'sliding';
  size: string;
  tiles: number;
  hints: number;
  sample: number;
  group: string;
  words: string;
  tags: string;
  runs: number;
  searched: number;
  createdAt: string;
  changedAt: string;
  usedAt: string;
}

const Tags = v.array(v.string());

const SELECT_SUMMARY = `
  SELECT id, name, kind, size, tiles, hints, sample, shelf AS "group", words, owner_tags AS tags,
    created_at AS createdAt, changed_at AS changedAt,
    -- a search counts as a use of the puzzle
    max(changed_at, coalesce((SELECT max(run.changed_at) FROM run WHERE puzzle_id = puzzle.id), '')) AS usedAt,
    (SELECT count(*) FROM run WHERE puzzle_id = puzzle.id AND removed_at IS NULL) AS runs,
    -- a run that only counts keeps nothing that depends on the puzzle
    EXISTS (SELECT 1 FROM run WHERE puzzle_id = puzzle.id AND removed_at IS NULL
      AND settings ->> '$.wanted.boards') AS searched
  FROM puzzle`;

/** The saved puzzles. Removing one only moves it to the bin. */
export class PuzzleTable {
  readonly #db: Db;
  readonly #now: () => string;
  readonly #countSolutions: (puzzleId: number) => number;

  constructor(db: Db, now: () => string, countSolutions: (puzzleId: number) => number) {
    this.#db = db;
    this.#now = now;
    this.#countSolutions = countSolutions;
  }

  list(): PuzzleSummary[] {
    return this.#db
      .prepare<[], Row>(
        `${SELECT_SUMMARY} WHERE removed_at IS NULL ORDER BY sample, iif(sample, id, 0), usedAt DESC, id DESC`,
      )
      .all()
      .map((row) => this.#summary(row));
  }

  /** Returns a puzzle, even from the bin. Throws if there is none with this id, or if it is damaged. */
  get(id: number): SavedPuzzle {
    const summary = this.#summaryOf(id);
    const json = this.#db.prepare<[number], string>('SELECT json FROM puzzle WHERE id = ?').pluck().get(id)!;
    const puzzle = stored(Puzzle, json, `Puzzle ${id}, “${summary.name}”,`);
    return { ...summary, puzzle, revision: hashOf(json), deleted: this.#isDeleted(id) };
  }

  #isDeleted(id: number): boolean {
    const query = 'SELECT removed_at IS NOT NULL FROM puzzle WHERE id = ?';
    return this.#db.prepare<[number], number>(query).pluck().get(id) === 1;
  }

  #summaryOf(id: number): PuzzleSummary {
    const row = this.#db.prepare<[number], Row>(`${SELECT_SUMMARY} WHERE id = ?`).get(id);
    if (!row) throw new Error(`There is no puzzle ${id} in the library.`);
    return this.#summary(row);
  }

  findByName(name: string): SavedPuzzle | null {
    const id = this.#db
      .prepare<[string], number>('SELECT id FROM puzzle WHERE name = ? AND removed_at IS NULL')
      .pluck()
      .get(name);
    return id === undefined ? null : this.get(id);
  }

  /** Adds a puzzle. Appends a number to its name if the name is taken. */
  add(puzzle: Puzzle, sample?: { readonly group: string }): SavedPuzzle {
    const named = { ...puzzle, name: this.#freeName(puzzle.name) };
    const { kind, name, size, tiles, hints, words } = columns(named);
    const now = this.#now();
    const { lastInsertRowid } = this.#db
      .prepare(
        `INSERT INTO puzzle (name, kind, size, tiles, hints, words, json, sample, shelf, created_at, changed_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        ...[name, kind, size, tiles, hints, words, JSON.stringify(named)],
        ...[sample ? 1 : 0, sample?.group ?? '', now, now],
      );
    // Don't read the puzzle back. Validating a large puzzle again would double the time.
    const revision = hashOf(JSON.stringify(named));
    return { ...this.#summaryOf(Number(lastInsertRowid)), puzzle: named, revision, deleted: false };
  }

  /**
   * Adds a puzzle unless the library already has an identical one. A saved puzzle with a number appended to its name,
   * such as “Spiral (2)”, is compared too.
   */
  addOnce(puzzle: Puzzle): SavedPuzzle {
    const id = this.#db
      .prepare<[object], number>(
        `SELECT id FROM puzzle
         WHERE removed_at IS NULL AND (name = @name OR substr(name, 1, length(@name) + 2) = @name || ' (')
           AND json_remove(json, '$.name') = json_remove(@json, '$.name')
         ORDER BY name <> @name, id LIMIT 1`,
      )
      .pluck()
      .get({ name: puzzle.name, json: JSON.stringify(puzzle) });
    return id === undefined ? this.add(puzzle) : this.get(id);
  }

  /** Returns the first puzzle that is identical to this one apart from name and notes; null if there is none. */
  equalTo(puzzle: Puzzle): { id: number; name: string } | null {
    const { kind, size, tiles } = columns(puzzle);
    const found = this.#db
      .prepare<[object], { id: number; name: string }>(
        `SELECT id, name FROM puzzle
         WHERE removed_at IS NULL AND kind = @kind AND size = @size AND tiles = @tiles
           AND json_remove(json, '$.name', '$.notes') = json_remove(@json, '$.name', '$.notes')
         ORDER BY id LIMIT 1`,
      )
      .get({ kind, size, tiles, json: JSON.stringify(puzzle) });
    return found ?? null;
  }

  save(id: number, puzzle: Puzzle): SavedPuzzle {
    const { kind, name, size, tiles, hints, words } = columns(puzzle);
    const { changes } = this.#db
      .prepare(
        `UPDATE puzzle SET name = ?, kind = ?, size = ?, tiles = ?, hints = ?, words = ?, json = ?, changed_at = ?
         WHERE id = ?`,
      )
      .run(name, kind, size, tiles, hints, words, JSON.stringify(puzzle), this.#now(), id);
    if (changes === 0) throw new Error(`There is no puzzle ${id} in the library.`);
    const revision = hashOf(JSON.stringify(puzzle));
    return { ...this.#summaryOf(id), puzzle, revision, deleted: this.#isDeleted(id) };
  }

  /** Replaces a puzzle's tags. */
  tag(id: number, tags: readonly string[]): SavedPuzzle {
    this.#db
      .prepare('UPDATE puzzle SET owner_tags = ? WHERE id = ?')
      .run(JSON.stringify([...new Set(tags)]), id);
    return this.get(id);
  }

  /** Renames a tag on every puzzle; null removes it. */
  renameTag(from: string, to: string | null): void {
    for (const { id, tags } of this.list()) {
      if (tags.includes(from))
        this.tag(
          id,
          tags.flatMap((tag) => (tag !== from ? [tag] : to === null ? [] : [to])),
        );
    }
  }

  /** Sets the group of the sample with this name if it was added before groups existed. */
  setGroup(name: string, group: string): void {
    this.#db
      .prepare("UPDATE puzzle SET shelf = ? WHERE sample = 1 AND shelf = '' AND name = ?")
      .run(group, name);
  }

  get hasSamplesWithoutGroup(): boolean {
    return (
      this.#db.prepare("SELECT 1 FROM puzzle WHERE sample = 1 AND shelf = '' LIMIT 1").get() !== undefined
    );
  }

  remove(id: number): void {
    this.#db.prepare('UPDATE puzzle SET removed_at = ? WHERE id = ?').run(this.#now(), id);
  }

  restore(id: number): SavedPuzzle {
    this.#db.prepare('UPDATE puzzle SET removed_at = NULL WHERE id = ?').run(id);
    return this.get(id);
  }

  /** Stores a copy of a puzzle for a run and returns its hash. Identical puzzles are stored only once. */
  snapshot(puzzle: Puzzle): string {
    const json = JSON.stringify(puzzle);
    const hash = hashOf(json);
    this.#db.prepare('INSERT OR IGNORE INTO snapshot (hash, json) VALUES (?, ?)').run(hash, json);
    return hash;
  }

  #summary({ searched, ...row }: Row): PuzzleSummary {
    const solutions = this.#countSolutions(row.id);
    const sample = row.sample === 1;
    return {
      ...row,
      name: cleanName(row.name),
      sample,
      tags: storedOrNull(Tags, row.tags) ?? [],
      solutions,
      fixed: sample || searched === 1 || solutions > 0,
    };
  }

  #freeName(name: string): string {
    const taken = this.#db
      .prepare<[string], number>('SELECT 1 FROM puzzle WHERE name = ? AND removed_at IS NULL')
      .pluck();
    let free = name;
    for (let number = 2; taken.get(free) !== undefined; number++) free = withEnding(name, ` (${number})`);
    return free;
  }
}

const hashOf = (json: string): string => sha256(json).toString('hex');

export function columns(puzzle: Puzzle): Pick<Row, 'kind' | 'name' | 'size' | 'tiles' | 'hints' | 'words'> {
  const { kind, name } = puzzle;
  return kind === 'sliding'
    ? {
        kind,
        name,
        hints: 0,
        words: '',
        size: `${puzzle.width} × ${puzzle.height}`,
        tiles: puzzle.start.length - 1,
      }
    : {
        kind,
        name,
        size: shapeName(puzzle.board),
        tiles: puzzle.tiles.length,
        hints: puzzle.hints.length,
        words: [
          ...new Set(puzzle.labels.flatMap(({ name: own, motif }) => (motif ? [own, motif] : [own]))),
        ].join(),
      };
}
