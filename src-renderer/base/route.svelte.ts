/** Where we are: `#/view/param/param?key=value`. The address is the state, so reload and back just work. */
interface Route {
  readonly view: string;
  readonly params: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  /** What makes a view a new one: another room, or another puzzle in it, unless it went on with that by itself. */
  readonly place: string;
}

/** What every view gets of it. Views about a puzzle have its number as the first parameter. */
export type ViewProps = Pick<Route, 'params' | 'query'>;

/** A part of the address in plain letters; one that is no valid escape stands for itself. */
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

export type Query = Readonly<Record<string, string | number | undefined>>;

/** The address of a view: `addressOf('gallery', [], { puzzle: 3 })`. */
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

/** Changes the address without a new entry in the history: for filters and tabs. */
export function rewrite(view: string, params: readonly (string | number)[] = [], query: Query = {}): void {
  history.replaceState(null, '', addressOf(view, params, query));
  current = parse(location.hash);
}

/** The view on screen goes on with another puzzle and changes the address only; it does not start over. */
export function goOnWith(view: string, params: readonly (string | number)[]): void {
  history.replaceState(null, '', addressOf(view, params));
  current = { ...parse(location.hash), place: current.place };
}
