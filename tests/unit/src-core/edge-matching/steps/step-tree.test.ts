import { describe, expect, test } from 'vitest';
import { DECISION_ENTRIES, DecisionKind, Rule, type Decision } from '../../../../../src-core/decisions.ts';
import { backtrack } from '../../../../../src-core/edge-matching/classic/backtrack.ts';
import { tree } from '../../../../../src-core/edge-matching/classic/tree.ts';
import { exact } from '../../../../../src-core/edge-matching/exact/exact.ts';
import { propagate } from '../../../../../src-core/edge-matching/propagate/propagate.ts';
import { generate } from '../../../../../src-core/edge-matching/generate/generate.ts';
import { ROOT, StepTree } from '../../../../../src-core/edge-matching/steps/step-tree.ts';
import { DECISIONS_PER_PAGE, Transcriber } from '../../../../../src-core/edge-matching/steps/transcriber.ts';
import {
  applyDecision,
  firstScene,
  openCandidate,
  type Scene,
} from '../../../../../src-core/edge-matching/steps/transcript.ts';
import { layoutTree, type TreeLayout } from '../../../../../src-core/edge-matching/steps/tree-layout.ts';
import type { Engine } from '../../../../../src-core/engine.ts';
import type { EdgePuzzle } from '../../../../../src-core/puzzle/puzzle.ts';
import { brandtSquares, hoglanSquares } from '../../../support/sources.ts';

function transcriberOf(engine: Engine, puzzle: EdgePuzzle, solutions: number | 'all' = 'all'): Transcriber {
  return new Transcriber(engine, {
    puzzle,
    engine: engine.name,
    options: Object.fromEntries(engine.options.map(({ name, default: value }) => [name, value])),
    wanted: { solutions, boards: true },
    limits: { seconds: null, nodes: null },
    seed: 1,
    threads: 1,
  });
}

/** Builds a tree and a scene from the same decisions. Calls `each` with both after every decision. */
function grow(
  transcriber: Transcriber,
  pages: number,
  each: (grown: StepTree, scene: Scene, decision: Decision) => void = () => undefined,
): { grown: StepTree; scene: Scene } {
  const grown = new StepTree();
  const scene = firstScene();
  for (let index = 0; index < pages; index++) {
    const { decisions, last } = transcriber.page(index);
    for (let i = 0; i < decisions.length; i += DECISION_ENTRIES) {
      const decision = decisions.slice(i, i + DECISION_ENTRIES) as unknown as Decision;
      grown.apply(decision);
      applyDecision(scene, transcriber.rules, decision);
      each(grown, scene, decision);
    }
    if (last) break;
  }
  return { grown, scene };
}

const cases: [string, Engine, EdgePuzzle][] = [
  ['tree on Hoglan 2005', tree, hoglanSquares],
  ['backtrack on Brandt et al. 2002', backtrack, brandtSquares],
  ['exact on Hoglan 2005', exact, hoglanSquares],
  ['propagate on Brandt et al. 2002', propagate, brandtSquares],
];

describe('step tree', () => {
  test.each(cases)(
    '%s: its path is the call stack, and its nodes by depth equal the scene’s',
    (_, engine, puzzle) => {
      const { grown, scene } = grow(transcriberOf(engine, puzzle), Infinity, (now, { at, levels }) => {
        if (at % 29 !== 0) return;
        const open = levels.flatMap((level) => openCandidate(level)?.code ?? []);
        const path = now.path(now.openAt(at)).slice(1);
        expect(path.map((node) => now.code(node))).toEqual(open);
        expect(path.every((node) => now.statusAt(node, at) === 'open' || now.solutions(node) > 0)).toBe(true);
      });
      const byDepth: number[] = [];
      for (let node = 1; node < grown.nodes; node++) {
        const depth = grown.depth(node) - 1;
        byDepth[depth] = (byDepth[depth] ?? 0) + 1;
      }
      // Tiles placed by propagation are in the tree, but are not nodes of the search.
      if (engine !== propagate) expect(byDepth).toEqual(scene.nodesByDepth);
      expect(grown.below(ROOT)).toBe(grown.nodes - 1);
      expect(grown.solutions(ROOT)).toBe(scene.solutions);
    },
  );

  test('counts the nodes below a node that is still open', () => {
    grow(transcriberOf(backtrack, brandtSquares), 1, (now, { at, solutions }) => {
      if (at % 101 !== 0) return;
      expect(now.below(ROOT)).toBe(now.nodes - 1);
      expect(now.solutions(ROOT)).toBe(solutions);
    });
  });

  test('an earlier moment is shown as it was', () => {
    const seen: [node: number, at: number, status: string][] = [];
    const { grown } = grow(transcriberOf(tree, hoglanSquares, 1), Infinity, (now, { at }) => {
      if (at % 17 === 0) seen.push([now.nodes - 1, at, now.statusAt(now.nodes - 1, at)]);
    });
    for (const [node, at, status] of seen) expect(grown.statusAt(node, at)).toBe(status);
    expect(new Set(seen.map(([, , status]) => status))).toContain('waiting');
    expect(grown.statusAt(grown.nodes - 1, 1)).toBe('later');
    expect(grown.openAt(0)).toBe(ROOT);
  });

  test('a dead end knows the refused tiles and the rules they break', () => {
    let seen = 0;
    grow(transcriberOf(tree, hoglanSquares, 1), Infinity, (now, { at }, [kind]) => {
      const node = now.subjectAt(at);
      if (kind !== DecisionKind.takenBack || now.statusAt(node, at) !== 'dead end') return;
      seen++;
      const { cell, refused, byRule } = now.deadEnd(node);
      // Cells are filled in row-major order. In the next cell, every free tile was tried in four rotations.
      expect(cell).toBe(now.cell(node) + 1);
      expect(refused).toBe(4 * (9 - now.depth(node)));
      expect([...byRule.keys()]).toEqual([Rule.neighbour]);
    });
    expect(seen).toBeGreaterThan(20);
  });

  test('a dead end that propagation finds names the cell or the tile', () => {
    const found: [node: number, cell: number, code: number][] = [];
    const { grown } = grow(
      transcriberOf(propagate, brandtSquares),
      Infinity,
      (now, { at }, [kind, cell, code]) => {
        if (kind === DecisionKind.deadEnd) found.push([now.openAt(at), cell, code]);
      },
    );
    expect(found.length).toBeGreaterThan(3);
    for (const [node, cell, stuck] of found) expect(grown.deadEnd(node)).toMatchObject({ cell, stuck });
  });

  test('goes to the step of a node: its solution, its tile placed, or its state created', () => {
    const { grown, scene } = grow(transcriberOf(tree, hoglanSquares, 1), Infinity);
    const solution = grown.subjectAt(scene.at);
    expect([grown.stepOf(solution), grown.statusAt(solution, scene.at)]).toEqual([scene.at, 'solution']);
    const [placed] = grown.path(grown.openAt(scene.at)).slice(1);
    expect(grown.openAt(grown.stepOf(placed!))).toBe(placed);
    expect(grown.subjectAt(grown.stepOf(2))).toBe(2);
  });
});

describe('layout of a search tree', () => {
  function faults(grown: StepTree, { items, rows, columns, firstDepth }: TreeLayout, at: number): string[] {
    const wrong: string[] = [];
    const places = new Set(items.map(({ row, column }) => `${row} ${column}`));
    if (places.size < items.length) wrong.push('two items lie on each other');
    if (new Set(items.map(({ key }) => key)).size < items.length) wrong.push('a key is used twice');
    for (const [index, { row, column, parent, node, kind }] of items.entries()) {
      if (row >= rows || column >= columns) wrong.push(`item ${index} lies outside`);
      if (column !== grown.depth(node) - firstDepth) wrong.push(`item ${index} lies in a wrong column`);
      if (index === 0) continue;
      if (parent >= index || items[parent]!.column !== column - 1) wrong.push(`item ${index} has no parent`);
      if (kind === 'node' && grown.parent(node) !== items[parent]!.node) wrong.push('a wrong parent');
    }
    const path = grown.path(grown.openAt(at)).slice(firstDepth);
    const drawn = items.filter(({ onPath }) => onPath).map(({ node }) => node);
    if (drawn.join() !== path.join()) wrong.push('the path is not whole');
    if (firstDepth > 0) return wrong;
    const shown = items.reduce((sum, { count, hidden }) => sum + count + hidden, 0);
    if (shown !== grown.nodes) wrong.push(`${shown} nodes of ${grown.nodes}`);
    if (at < grown.known) return wrong;
    const found = items.reduce(
      (sum, { solutions, kind, status }) => sum + (kind === 'node' && status === 'solution' ? 1 : solutions),
      0,
    );
    if (found !== grown.solutions(ROOT)) wrong.push(`${found} solutions`);
    return wrong;
  }

  test.each(cases)('%s: at every moment all nodes are drawn or counted', (_, engine, puzzle) => {
    const { grown, scene } = grow(transcriberOf(engine, puzzle), Infinity, (now, { at }) => {
      if (at % 499 === 0) expect(faults(now, layoutTree(now, at), at)).toEqual([]);
    });
    for (const at of [0, 1, 250, scene.at]) expect(faults(grown, layoutTree(grown, at), at)).toEqual([]);
    expect(layoutTree(grown, scene.at).items.length).toBeLessThan(200);
  });

  test('a small tree is drawn whole; a large part is folded and keeps its counts', () => {
    const { grown, scene } = grow(transcriberOf(tree, hoglanSquares), Infinity);
    const whole = layoutTree(grown, scene.at, 5000);
    expect(whole.items.filter(({ kind }) => kind === 'node')).toHaveLength(grown.nodes);
    const folded = layoutTree(grown, scene.at).items.filter(({ kind }) => kind === 'fold');
    expect(folded.some(({ hidden, solutions }) => hidden > 100 && solutions > 0)).toBe(true);
    const target = folded[5]!.node;
    // To show a node in a folded part, the layout unfolds that part.
    const there = layoutTree(grown, grown.stepOf(target));
    const item = there.items[there.current]!;
    expect([item.node, item.kind]).toEqual([target, 'node']);
    expect(there.items.some(({ node }) => grown.parent(node) === target)).toBe(true);
  });

  test('a deep and wide search stays small: siblings are grouped, far levels are left out', () => {
    const { puzzle } = generate({ family: 'unframed', width: 10, height: 10, seed: 1 });
    const { grown, scene } = grow(transcriberOf(exact, puzzle), 5);
    expect(scene.at).toBe(5 * DECISIONS_PER_PAGE);
    const kinds = new Set<string>();
    for (let at = 0; at <= scene.at; at += 997) {
      const layout = layoutTree(grown, at);
      expect(faults(grown, layout, at)).toEqual([]);
      expect(layout.items.length).toBeLessThan(500);
      for (const { kind } of layout.items) kinds.add(kind);
    }
    expect([...kinds].sort()).toEqual(['above', 'fold', 'group', 'node']);
  });
});
