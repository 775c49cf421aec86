/**
 * Arranges the nodes of a search tree for drawing, with a column for each depth. Large parts of the tree are folded:
 * each is drawn as a single item.
 */
import { ROOT, type NodeStatus, type StepTree } from './step-tree.ts';

export interface TreeItem {
  /** a key that is the same in all layouts, so that a drawing can follow the item */
  readonly key: string;
  /** node of the item, or first node of a group */
  readonly node: number;
  /**
   * A `fold` is a node whose children are not drawn. A `group` represents several siblings. The item `above`
   * represents all levels above the first level drawn.
   */
  readonly kind: 'node' | 'fold' | 'group' | 'above';
  /** status of the node, or the most important status in a group */
  readonly status: NodeStatus;
  readonly onPath: boolean;
  /** true if the last decision is about this item */
  readonly current: boolean;
  /** number of siblings in a `group`, number of levels in `above`, otherwise 1 */
  readonly count: number;
  /** number of nodes below the item that are not drawn */
  readonly hidden: number;
  /** number of solutions in a group, or at and below a folded node; otherwise 0 */
  readonly solutions: number;
  readonly column: number;
  /** row of the item; may be a fraction, because an item is drawn halfway between its first and last child */
  readonly row: number;
  /** index of the parent's item; -1 for the first item */
  readonly parent: number;
}

export interface TreeLayout {
  /** all items; parents come before their children, and siblings go from top to bottom */
  readonly items: readonly TreeItem[];
  readonly rows: number;
  readonly columns: number;
  /**
   * index of the item that the last decision is about; if that item isn't drawn, index of the last item on the current
   * path
   */
  readonly current: number;
  /** depth of the first column */
  readonly firstDepth: number;
}

/**
 * Maximum number of items drawn. Larger trees are partly folded. The items for the current path and the siblings of its
 * nodes are drawn even if they exceed the maximum.
 */
const MAX_DRAWN_ITEMS = 160;
const MAX_LEVELS_ABOVE = 24;
/**
 * Maximum number of siblings drawn individually, in the first cell (`MAX_SIBLINGS_IN_FIRST_CELL`) and in other cells
 * (`MAX_SIBLINGS`).
 */
const MAX_SIBLINGS_IN_FIRST_CELL = 40;
const MAX_SIBLINGS = 12;
const SIBLINGS_BEFORE = 4;

interface Draft {
  readonly node: number;
  readonly kind: TreeItem['kind'];
  readonly members: readonly number[];
  readonly children: Draft[];
}

/**
 * Returns the layout of the tree after the first `at` decisions. The path to the current node is drawn with the
 * siblings of its nodes. Other parts are drawn as far as there is room, smallest first.
 */
export function layoutTree(tree: StepTree, at: number, maxItems = MAX_DRAWN_ITEMS): TreeLayout {
  const subject = tree.subjectAt(at);
  const path = tree.path(tree.openAt(at));
  const firstLevel = Math.max(0, path.length - 1 - MAX_LEVELS_ABOVE);
  const first = path[firstLevel]!;
  const root: Draft = { node: first, kind: firstLevel > 0 ? 'above' : 'node', members: [], children: [] };
  const drafted = draftPath(tree, root, path, subject);
  unfoldSmall(tree, drafted, maxItems);
  return place(tree, root, { at, subject, path: new Set(path), firstDepth: firstLevel });
}

function draftPath(tree: StepTree, root: Draft, path: readonly number[], subject: number): Draft[] {
  const drafted = [root];
  let level: Draft | undefined = root;
  for (let depth = tree.depth(root.node); level; depth++) {
    const next: number | undefined = path[depth + 1];
    const children = tree.children(level.node);
    const focus = children.indexOf(next ?? (tree.parent(subject) === level.node ? subject : -1));
    level.children.push(
      ...siblings(tree, children, focus, level.node === ROOT ? MAX_SIBLINGS_IN_FIRST_CELL : MAX_SIBLINGS),
    );
    drafted.push(...level.children);
    level = level.children.find(({ node, kind }) => node === next && kind !== 'group');
  }
  return drafted;
}

const draftOf = (tree: StepTree, node: number): Draft => ({
  node,
  kind: tree.childCount(node) > 0 ? 'fold' : 'node',
  members: [],
  children: [],
});

/**
 * Returns the items for some siblings. Each sibling near index `focus` gets its own item. The siblings before them
 * form one group, and those after them another.
 */
function siblings(tree: StepTree, children: readonly number[], focus: number, most: number): Draft[] {
  const from =
    children.length <= most
      ? 0
      : Math.max(0, Math.min(Math.max(0, focus) - SIBLINGS_BEFORE, children.length - most));
  const to = children.length <= most ? children.length : from + most;
  const group = (members: readonly number[]): Draft[] =>
    members.length === 0 ? [] : [{ node: members[0]!, kind: 'group', members, children: [] }];
  return [
    ...group(children.slice(0, from)),
    ...children.slice(from, to).map((node) => draftOf(tree, node)),
    ...group(children.slice(to)),
  ];
}

function unfoldSmall(tree: StepTree, drafted: readonly Draft[], maxItems: number): void {
  let items = drafted.length;
  const folded = drafted
    .filter(({ kind, children }) => kind === 'fold' && children.length === 0)
    .map((draft) => ({ draft, below: tree.below(draft.node) }))
    .sort((a, b) => a.below - b.below);
  for (const { draft, below } of folded) {
    items += below;
    if (items > maxItems) return;
    unfold(tree, draft);
  }
}

function unfold(tree: StepTree, draft: Draft): void {
  for (const child of tree.children(draft.node)) {
    const below = draftOf(tree, child);
    draft.children.push(below);
    unfold(tree, below);
  }
}

interface Moment {
  readonly at: number;
  readonly subject: number;
  readonly path: ReadonlySet<number>;
  readonly firstDepth: number;
}

function place(tree: StepTree, root: Draft, moment: Moment): TreeLayout {
  const items: TreeItem[] = [];
  let rows = 0;
  let columns = 0;
  const add = (draft: Draft, parent: number, column: number): number => {
    const index = items.length;
    const item = itemOf(tree, draft, moment, { parent, column });
    items.push(item);
    columns = Math.max(columns, column + 1);
    const placed = draft.children.map((child) => add(child, index, column + 1));
    const row = placed.length === 0 ? rows++ : (placed[0]! + placed.at(-1)!) / 2;
    items[index] = { ...item, row };
    return row;
  };
  add(root, -1, 0);
  const subject = items.findIndex(({ current }) => current);
  const open = items.findLastIndex(({ onPath }) => onPath);
  return {
    items,
    rows,
    columns,
    current: Math.max(0, subject < 0 ? open : subject),
    firstDepth: moment.firstDepth,
  };
}

function itemOf(
  tree: StepTree,
  { node, kind, members, children }: Draft,
  { at, subject, path, firstDepth }: Moment,
  where: Pick<TreeItem, 'parent' | 'column'>,
): TreeItem {
  const sum = (of: (node: number) => number): number => members.reduce((all, member) => all + of(member), 0);
  const group = kind === 'group';
  const hides = kind === 'fold' && children.length === 0;
  return {
    ...where,
    key: `${group ? 'group ' : ''}${node}`,
    node,
    kind: kind === 'fold' && !hides ? 'node' : kind,
    status: group ? groupStatus(tree, members, at) : tree.statusAt(node, at),
    onPath: !group && path.has(node),
    current: group ? members.includes(subject) : node === subject,
    count: group ? members.length : kind === 'above' ? firstDepth : 1,
    hidden: group ? sum(tree.below) : hides ? tree.below(node) : 0,
    solutions: group ? sum(tree.solutions) : hides ? tree.solutions(node) : 0,
    row: 0,
  };
}

const ranks: readonly NodeStatus[] = ['solution', 'open', 'waiting', 'done', 'dead end', 'later'];

function groupStatus(tree: StepTree, members: readonly number[], at: number): NodeStatus {
  const found = new Set(members.map((member) => tree.statusAt(member, at)));
  return ranks.find((status) => found.has(status))!;
}
