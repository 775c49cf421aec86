/** The form of a new run: what the user entered, and the settings that follow from it. */
import type { AppInfo } from '../../../src-core/contract/application.ts';
import type { SavedBoard } from '../../../src-core/contract/boards.ts';
import type { SavedPuzzle } from '../../../src-core/contract/library.ts';
import type { EngineInfo, RunSettings } from '../../../src-core/contract/runs.ts';
import { hintsOffered, withHints } from '../../../src-core/puzzle/hint-choice.ts';
import { boardToNumbers, type PartialBoard } from '../../../src-core/puzzle/partial-board.ts';
import { freedCells, startError } from '../../../src-core/puzzle/hunt-start.ts';
import { gridOf } from '../../../src-core/puzzle/board.ts';
import { keepsHint } from '../../../src-core/puzzle/score.ts';
import type { Puzzle } from '../../../src-core/puzzle/puzzle.ts';
import { settings } from '../../base/settings.svelte.ts';
import { secondsInText, textOfSeconds } from './duration-text.ts';
import { enginesFor, goalOf, type Goal } from './goals.ts';

export const MAX_RUNS = 100;

type Option = EngineInfo['options'][number];
type OptionValue = RunSettings['options'][string];

/** What the initial values of the form depend on. */
export interface NewRunFacts {
  readonly saved: SavedPuzzle;
  readonly engines: readonly EngineInfo[];
  readonly machine: AppInfo;
  /**
   * The earlier run whose values the form starts with. If it was a run on another puzzle, only its threads, memory and
   * power settings are used.
   */
  readonly like: { readonly settings: RunSettings; readonly samePuzzle: boolean } | null;
  /** the goal given in the address */
  readonly goal: string | undefined;
  /** the saved board to hunt from; null for an empty board */
  readonly from: SavedBoard | null;
}

/** How the user chooses which tiles of the start board are removed, so that the run searches their cells again. */
export type Freed = 'mismatches' | 'rows' | 'cells';

export class RunForm {
  readonly saved: SavedPuzzle;
  readonly engines: readonly EngineInfo[];
  readonly machine: AppInfo;
  goal = $state<Goal>('solve');
  /** name of the chosen engine; empty for the first engine that suits the goal */
  engineName = $state('');
  /** number of solutions after which the run stops */
  solutions = $state(1);
  keepBoards = $state(true);
  /** the time limit as typed */
  time = $state('');
  /** maximum number of nodes to search */
  nodes = $state<number | null>(null);
  /** the seed; null for the next unused one */
  seed = $state<number | null>(null);
  /** number of runs to start, with consecutive seeds */
  runs = $state<number | null>(1);
  /** number of threads; null for the number in the application's settings */
  threads = $state<number | null>(null);
  lowPriority = $state(true);
  whenIdle = $state(false);
  /** cells of the selected hints; null for all hints of the puzzle */
  hintCells = $state.raw<readonly number[] | null>(null);
  readonly from: SavedBoard | null;
  freed = $state<Freed>('mismatches');
  /** first and last row to search again, numbered from 1 */
  firstRow = $state<number | null>(1);
  lastRow = $state<number | null>(1);
  /** cells to search again */
  cells = $state.raw<readonly number[]>([]);
  /** The options that the user has set, for each engine, in case the user comes back to an engine. */
  #options = $state<Record<string, Record<string, OptionValue>>>({});
  /**
   * Memory limit of the last run, in megabytes, if that run was on another puzzle. (If it was on the same puzzle, the
   * form starts with all its options, so they already include the limit.)
   */
  readonly #lastMemory: OptionValue | undefined;

  constructor({ saved, engines, machine, like, goal, from }: NewRunFacts) {
    this.from = from;
    this.saved = saved;
    this.engines = engines;
    this.machine = machine;
    const last = like?.settings;
    const same = like?.samePuzzle ? like.settings : undefined;
    this.goal = goal === 'hunt' || from ? 'hunt' : same ? goalOf(same, engines) : 'solve';
    this.engineName = same?.engine ?? '';
    this.solutions = typeof same?.wanted.solutions === 'number' ? same.wanted.solutions : 1;
    this.keepBoards = same?.wanted.boards ?? true;
    this.time = textOfSeconds(same?.limits.seconds ?? null);
    this.nodes = same?.limits.nodes ?? null;
    this.threads = last?.threads ?? null;
    this.lowPriority = last?.lowPriority ?? settings.current?.lowPriority ?? true;
    this.whenIdle = last?.whenIdle ?? false;
    this.hintCells = from?.board ? keptHints(saved.puzzle, from.board) : (same?.hints ?? null);
    this.lastRow = saved.puzzle.kind === 'edge-matching' ? gridOf(saved.puzzle.board).height : 1;
    this.firstRow = Math.max(1, this.lastRow - 4);
    if (same) {
      const { goal: huntedGoal, ...others } = same.options;
      // A hunt from a board always tries to match more edges, so don't keep the last hunt's goal.
      const kept = from || huntedGoal === undefined ? others : same.options;
      this.#options = { [same.engine]: { ...kept } };
    }
    this.#lastMemory = same ? undefined : last?.options['memory'];
  }

  get edge() {
    const { puzzle } = this.saved;
    return puzzle.kind === 'edge-matching' ? puzzle : null;
  }
  /** the puzzle with only the selected hints */
  get puzzle(): Puzzle {
    return this.hintCells ? withHints(this.saved.puzzle, this.hintCells) : this.saved.puzzle;
  }
  get hintsOffered() {
    return hintsOffered(this.saved.puzzle);
  }
  get heldHints(): readonly number[] {
    return this.hintCells ?? this.edge?.hints.map(({ cell }) => cell) ?? [];
  }
  readonly suitingEngines = $derived.by(() => enginesFor(this.goal, this.engines, this.saved.kind));
  readonly engine = $derived.by(
    () => this.suitingEngines.find(({ name }) => name === this.engineName) ?? this.suitingEngines[0],
  );
  get usualThreads(): number {
    return settings.current?.threads || this.machine.cores;
  }
  get threadsUsed(): number {
    return this.threads ?? this.usualThreads;
  }
  /** time limit in seconds; null for no limit; undefined if the input isn't a duration */
  get seconds(): number | null | undefined {
    return secondsInText(this.time);
  }

  valueOf(option: Option): OptionValue {
    const set = this.engine && this.#options[this.engine.name]?.[option.name];
    return set ?? (option.name === 'memory' ? this.#lastMemory : undefined) ?? option.default;
  }
  setOption(option: Option, value: OptionValue): void {
    if (this.engine) (this.#options[this.engine.name] ??= {})[option.name] = value;
  }
  readonly options = $derived.by(() =>
    Object.fromEntries((this.engine?.options ?? []).map((option) => [option.name, this.valueOf(option)])),
  );

  /** The cells to search again, or a sentence that says why there are none. */
  readonly freedCells = $derived.by((): readonly number[] | string => {
    const { puzzle, from } = this;
    if (!from?.board || puzzle.kind !== 'edge-matching') return [];
    if (this.freed === 'cells' && this.cells.length === 0)
      return 'Click the cells that should be searched again.';
    try {
      const text = {
        mismatches: 'mismatches',
        rows: `rows:${this.firstRow}-${this.lastRow}`,
        cells: this.cells.map((cell) => cell + 1).join(' '),
      }[this.freed];
      const free = freedCells(puzzle, from.board, text);
      return startError(puzzle, { board: boardToNumbers(from.board), free }) ?? free;
    } catch (error) {
      const { message } = error as Error;
      return `${message[0]!.toUpperCase()}${message.slice(1)}.`;
    }
  });
  /** Whether the run starts from the saved board. */
  get startsFromBoard(): boolean {
    return this.from !== null && this.engine?.startsFromBoards === true;
  }
  /**
   * The start board and the cells to search again, as part of the run's settings. Throws if there are no cells to
   * search again.
   */
  get #start(): Pick<RunSettings, 'start'> {
    if (!this.startsFromBoard) return {};
    const free = this.freedCells;
    if (typeof free === 'string') throw new Error(free);
    return { start: { board: boardToNumbers(this.from!.board!), free: [...free] } };
  }

  /** Whether the user can choose how many solutions the run looks for. */
  get mayWantSeveral(): boolean {
    return this.goal === 'solve' && this.edge !== null && !this.engine?.endsAtFirst;
  }

  get #wanted(): RunSettings['wanted'] {
    if (this.goal === 'count') return { solutions: 'all', boards: this.keepBoards };
    return { solutions: this.mayWantSeveral ? Math.max(1, this.solutions) : 1, boards: true };
  }

  /** Returns the settings of a run. `engine`: its name; `seconds`: the time limit. */
  settingsFor(engine: string, seconds: number | null, seed: number): RunSettings {
    return {
      puzzleId: this.saved.id,
      engine,
      options: this.options,
      wanted: this.#wanted,
      limits: { seconds, nodes: this.nodes },
      seed,
      threads: this.threadsUsed,
      lowPriority: this.lowPriority,
      whenIdle: this.whenIdle,
      ...(this.hintCells ? { hints: [...this.hintCells] } : {}),
      ...this.#start,
    };
  }
}

function keptHints(puzzle: Puzzle, board: PartialBoard): number[] {
  if (puzzle.kind !== 'edge-matching') return [];
  return hintsOffered(puzzle)
    .filter((hint) => keepsHint(puzzle, hint, board[hint.cell]!))
    .map(({ cell }) => cell);
}
