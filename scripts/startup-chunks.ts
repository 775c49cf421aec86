/**
 * Puts the modules that `edgewise solve` loads into a few files, because Node takes about a millisecond to load each
 * file. By default, the bundler would spread these modules over fifty files.
 */
import { normalizePath } from 'vite';

interface Graph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

/** Paths of the entry modules and of the module that implements the command `solve`. */
interface Entries {
  readonly worker: string;
  readonly hosts: readonly string[];
  readonly solve: string;
}

/**
 * Returns a function that names the output file for a module. Modules loaded by the same entries share a file. For a
 * module that `solve` loads later or never, the function returns null, which leaves the choice to the bundler.
 */
export function startupChunks(entries: Entries): (id: string, graph: Graph) => string | null {
  let chunks: ReadonlyMap<string, string> | undefined;
  return (id, graph) => {
    chunks ??= chunksOf(entries, graph);
    return chunks.get(id) ?? null;
  };
}

function chunksOf({ worker, hosts, solve }: Entries, graph: Graph): ReadonlyMap<string, string> {
  const workerStart = reached(graph, [worker], { later: false });
  const workerEver = reached(graph, [worker], { later: true });
  const hostStart = reached(graph, hosts, { later: false });
  const chunks = new Map<string, string>();
  for (const id of reached(graph, [solve], { later: false })) {
    if (workerStart.has(id)) chunks.set(id, 'worker-start');
    // A module that a worker loads only later stays in its engine's file, so that a worker loads the code of just one
    // engine.
    else if (!workerEver.has(id)) chunks.set(id, hostStart.has(id) ? 'puzzle-start' : 'command-start');
  }
  return chunks;
}

/**
 * Returns the entries and all modules that they import. If `later` is true, includes modules loaded by `import()`.
 * Throws if an entry isn't in the graph.
 */
function reached(
  graph: Graph,
  entries: readonly string[],
  { later }: { later: boolean },
): ReadonlySet<string> {
  const found = new Set(entries.map(normalizePath));
  for (const entry of found) if (!graph.getModuleInfo(entry)) throw new Error(`${entry} is not built`);
  for (const id of found) {
    const info = graph.getModuleInfo(id);
    for (const next of info?.importedIds ?? []) found.add(next);
    if (later) for (const next of info?.dynamicallyImportedIds ?? []) found.add(next);
  }
  return found;
}
