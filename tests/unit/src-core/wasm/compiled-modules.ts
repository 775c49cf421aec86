/** Compiles every WebAssembly module that Edgewise uses for a fixed list of puzzles, boards and options. */
import { createHash } from 'node:crypto';
import { loadEngine } from '../../../../src-core/engines.ts';
import { compile } from '../../../../src-core/edge-matching/propagate/kernel.ts';
import { modelOf } from '../../../../src-core/edge-matching/propagate/model.ts';
import { levelsOf } from '../../../../src-core/edge-matching/propagate/setup.ts';
import { listProgram } from '../../../../src-core/edge-matching/exact/backtracking/list-kernel.ts';
import { maskProgram } from '../../../../src-core/edge-matching/exact/backtracking/mask-kernel.ts';
import { searchTreeOf } from '../../../../src-core/edge-matching/exact/tree/search-tree.ts';
import { generate } from '../../../../src-core/edge-matching/generate/generate.ts';
import { eternity2, officialHints } from '../../../../src-core/puzzle/eternity2.ts';
import { openBoardOf } from '../../../../src-core/puzzle/open-board.ts';
import type { BoardShape, EdgePuzzle } from '../../../../src-core/puzzle/puzzle.ts';
import { random } from '../../../../src-core/random.ts';
import { drive } from '../../../../src-core/drive/drive.ts';
import { draftJob } from '../../../../src-core/drive/make-job.ts';
import type { Recipe } from '../../../../src-core/run/recipe.ts';
import { beamModule } from '../../../../src-core/sliding/anytime/beam-kernel.ts';
import { beamLayout } from '../../../../src-core/sliding/anytime/beam-layout.ts';
import { kernelLayout } from '../../../../src-core/sliding/patterns/kernel-layout.ts';
import { kernelModule } from '../../../../src-core/sliding/patterns/kernel.ts';
import type { PreparedPatterns } from '../../../../src-core/sliding/patterns/prepared.ts';
import { MEMORY_BYTES } from '../../support/machine.ts';
import { owen } from '../edge-matching/exact/puzzles.ts';

/** The hashes of compiled modules, keyed by the purpose of the module. */
export type Modules = Record<string, string>;

const hashOf = (bytes: Uint8Array): string =>
  `${bytes.length} bytes, ${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;

/** Returns the hashes of all modules compiled while `act` runs. */
function compiledBy(act: () => void): string[] {
  const { Module } = WebAssembly;
  const hashes: string[] = [];
  class Recorded extends Module {
    constructor(bytes: Uint8Array<ArrayBuffer>) {
      super(bytes);
      hashes.push(hashOf(bytes));
    }
  }
  WebAssembly.Module = Recorded as typeof Module;
  try {
    act();
  } finally {
    WebAssembly.Module = Module;
  }
  return hashes;
}

const generated = (recipe: Omit<Recipe, 'seed'>): EdgePuzzle => generate({ ...recipe, seed: 7 }).puzzle;

const square = (family: Recipe['family'], side: number, innerLabels: number): EdgePuzzle =>
  generated({ family, width: side, height: side, innerLabels });

/** Returns a puzzle with 400 random tiles of six colours, so that each colour is on more than 255 edges. */
function fewColours(board: BoardShape): EdgePuzzle {
  const chance = random(7);
  return {
    ...square('unframed', 4, 6),
    board,
    tiles: Array.from({ length: 400 }, () => ({
      edges: Array.from({ length: 4 }, () => chance.below(6)),
    })),
  };
}

/** Returns the puzzles for hunts. They begin with those whose boards are filled row by row. */
const huntedPuzzles = (): Record<string, EdgePuzzle> => ({
  'Eternity II': eternity2([]),
  'Eternity II with the official hints': eternity2(officialHints),
  '6 × 6 framed': square('framed', 6, 4),
  '5 × 5 scramble': square('scramble', 5, 4),
  '8 × 6 unframed, fixed tiles': generated({ family: 'unframed', width: 8, height: 6, turns: 'fixed' }),
  '20 × 20 with six colours, counts of two bytes': fewColours({ kind: 'rectangle', width: 20, height: 20 }),
  '12 × 12 with 40 symbols': square('scramble', 12, 20),
  '6 × 6 on two sides': generated({ family: 'unframed', width: 6, height: 6, turns: 'flip' }),
  'torus of 6 × 6': generated({
    family: 'unframed',
    board: { kind: 'rectangle', width: 6, height: 6, wrap: 'torus' },
  }),
  'cylinder of 5 × 7': generated({
    family: 'framed',
    board: { kind: 'rectangle', width: 5, height: 7, wrap: 'cylinder' },
  }),
  'triangle of side 5': generated({ family: 'framed', board: { kind: 'triangle', side: 5 } }),
  'torus of 20 × 20 with six colours, counts of two bytes': fewColours({
    kind: 'rectangle',
    width: 20,
    height: 20,
    wrap: 'torus',
  }),
  'parallelogram of 4 × 4': generated({
    family: 'scramble',
    board: { kind: 'parallelogram', width: 4, height: 4 },
  }),
  'hexagon of side 3': generated({ family: 'unframed', board: { kind: 'hexagon', side: 3 } }),
  'honeycomb of side 3': generated({ family: 'scramble', board: { kind: 'honeycomb', side: 3 } }),
  dodecahedron: generated({ family: 'unframed', board: { kind: 'solid', solid: 'dodecahedron' } }),
  icosahedron: generated({ family: 'unframed', board: { kind: 'solid', solid: 'icosahedron' } }),
});

async function huntModules(): Promise<Modules> {
  const best = await loadEngine('best');
  const modules: Modules = {};
  for (const [name, puzzle] of Object.entries(huntedPuzzles())) {
    const compiled = compiledBy(() => {
      const limits = { seconds: null, nodes: 1_000 };
      const job = draftJob(best, puzzle, { options: { width: 16 }, limits }, MEMORY_BYTES);
      let nodes = 0;
      for (const { slice } of drive(best, job, { nodesASlice: 100 })) {
        nodes += slice.nodes;
        if (nodes >= 300) break;
      }
    });
    modules[`hunt: ${name}`] = compiled.join('; ');
  }
  return modules;
}

const exactPuzzles = (): Record<string, EdgePuzzle> => ({
  'Eternity II': eternity2([]),
  'Eternity II with the official hints': eternity2(officialHints),
  'Owen 6 × 6': owen(6, 6),
  'Owen 8 × 8': owen(8, 8),
  'Owen 10 × 10': owen(10, 10),
  '6 × 6 unframed, fixed tiles': generated({ family: 'unframed', width: 6, height: 6, turns: 'fixed' }),
  '4 × 4 scramble': square('scramble', 4, 4),
  '12 × 12 with 40 symbols': square('scramble', 12, 20),
  '4 × 4 on two sides': generated({ family: 'unframed', width: 4, height: 4, turns: 'flip' }),
  'torus of 4 × 4': generated({
    family: 'unframed',
    board: { kind: 'rectangle', width: 4, height: 4, wrap: 'torus' },
  }),
  'triangle of side 4': generated({ family: 'framed', board: { kind: 'triangle', side: 4 } }),
  'honeycomb of side 2': generated({ family: 'scramble', board: { kind: 'honeycomb', side: 2 } }),
  dodecahedron: generated({ family: 'unframed', board: { kind: 'solid', solid: 'dodecahedron' } }),
});

function exactModules(): Modules {
  const modules: Modules = {};
  for (const [name, puzzle] of Object.entries(exactPuzzles())) {
    const order = [...openBoardOf(puzzle).openCells];
    for (const besideHints of puzzle.hints.length === 0 ? [true] : [true, false]) {
      const tree = searchTreeOf(puzzle, { order, mergeIdentical: true, besideHints, shuffle: null });
      const hinted = besideHints ? '' : ', hints not looked at ahead';
      for (const [kernel, program] of [
        ['lists', listProgram],
        ['masks', maskProgram],
      ] as const) {
        const compiled = compiledBy(() => program(tree)).join('; ');
        if (compiled !== '') modules[`exact by ${kernel}: ${name}${hinted}`] = compiled;
      }
    }
  }
  return modules;
}

/**
 * Returns the puzzles for the engine `propagate`. Sets of labels are words of 32 bits or, for more than 32 labels, 64
 * bits.
 */
const propagatedPuzzles = (): Record<string, EdgePuzzle> => ({
  ...exactPuzzles(),
  '25 of 256 tiles': {
    ...eternity2([]),
    board: { kind: 'rectangle', width: 5, height: 5 },
    rim: { kind: 'free' },
  },
  'uniform rim': { ...square('unframed', 4, 6), rim: { kind: 'uniform' } },
});

function propagateModules(): Modules {
  const modules: Modules = {};
  for (const [name, puzzle] of Object.entries(propagatedPuzzles())) {
    const model = modelOf(puzzle, null);
    modules[`propagate: ${name}`] = compiledBy(() => compile(model, levelsOf(model))).join('; ');
  }
  return modules;
}

/**
 * A board of the sliding engines. `ranked` has the number of tiles in each ranked pattern, that is, in each pattern
 * whose positions are numbered without gaps.
 */
interface SlidingShape {
  readonly size: { readonly width: number; readonly height: number };
  readonly ranked: readonly number[];
  readonly placed: boolean;
}

const slidingShapes: readonly SlidingShape[] = [
  { size: { width: 3, height: 3 }, ranked: [], placed: true },
  { size: { width: 4, height: 4 }, ranked: [], placed: true },
  { size: { width: 4, height: 4 }, ranked: [8], placed: true },
  { size: { width: 4, height: 4 }, ranked: [7, 8], placed: false },
  { size: { width: 5, height: 5 }, ranked: [6, 6, 6, 6], placed: false },
  { size: { width: 5, height: 3 }, ranked: [], placed: true },
  { size: { width: 3, height: 7 }, ranked: [6], placed: true },
  { size: { width: 8, height: 8 }, ranked: [], placed: true },
];

function slidingModules(): Modules {
  const modules: Modules = {};
  for (const { size, ranked, placed } of slidingShapes) {
    const mirrored = size.width === size.height;
    const board = `${size.width} × ${size.height}, ranked ${JSON.stringify(ranked)}${placed ? ' and placed' : ''}`;
    const layout = kernelLayout(size, ranked);
    modules[`sliding, bounded search: ${board}`] = hashOf(
      kernelModule(layout, ranked, placed, mirrored, 300),
    );
    if (ranked.length > 0) continue;
    for (const patterns of [3, 9]) {
      const prepared = { size, patterns: Array.from({ length: patterns }, () => [1]), mirrored };
      const beam = beamLayout(prepared as unknown as PreparedPatterns);
      modules[`sliding, beam: ${board}, ${patterns} patterns`] = hashOf(beamModule(beam, 300));
    }
  }
  return modules;
}

export const compiledModules = async (): Promise<Modules> => ({
  ...(await huntModules()),
  ...exactModules(),
  ...propagateModules(),
  ...slidingModules(),
});
