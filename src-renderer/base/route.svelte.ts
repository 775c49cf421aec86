/**
 * The address of the current view: `#/view/param/param?key=value`. It holds the whole state, so that reloading and
 * going back work.
 */
interface Route {
  readonly view: string;
  readonly params: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  /** When this key changes, the view's component is replaced with a new one, except after `switchPuzzle`. */
  readonly place: string;
}

/**
 * The parts of the address that every view receives. For views about a puzzle, the first parameter is the puzzle's id.
 */
export type ViewProps = Pick<Route, 'params' | 'query'>;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function parse(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', ...params] = path.split('/').map(decoded);
  const query = Object.fromEntries(new URLSearchParams(search));
  return { view: view || 'library', params, query, place: `${view}/${params[0] ?? ''}` };
}

let current = $state.raw(parse(location.hash));
addEventListener('hashchange', () => (current = parse(location.hash)));

export const route = {
  get current(): Route {
    return current;
  },
};

/** Returns the id in a part of the address; 0 if it contains none. */
export function idIn(part: string | undefined): number {
  const id = Number(part);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}

export type Query = Readonly<Record<string, string | number | undefined>>;

/** Returns the address of a view: `addressOf('gallery', [], { puzzle: 3 })` returns `#/gallery?puzzle=3`. */
export function addressOf(
  view: string,
  params: readonly (string | number)[] = [],
  query: Query = {},
): string {
  const path = [view, ...params].map((part) => encodeURIComponent(part)).join('/');
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, String(value)]],
    ),
  ).toString();
  return `#/${path}${search ? `?${search}` : ''}`;
}

export function go(view: string, params: readonly (string | number)[] = [], query: Query = {}): void {
  location.hash = addressOf(view, params, query);
}

/** Changes the address without adding a history entry, for filters and tabs. */
export function rewrite(view: string, params: readonly (string | number)[] = [], query: Query = {}): void {
  history.replaceState(null, '', addressOf(view, params, query));
  current = parse(location.hash);
}

/**
 * Changes the puzzle in the address without restarting the view, because the view already shows the new puzzle. Does
 * nothing if the user has meanwhile left the view or opened another puzzle.
 */
export function switchPuzzle(view: string, from: number, to: number): void {
  const shown = parse(location.hash);
  if (shown.view !== view || shown.params[0] !== String(from)) return;
  history.replaceState(null, '', addressOf(view, [to]));
  current = { ...parse(location.hash), place: current.place };
}
