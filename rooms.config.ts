import type { IConfiguration, IRegularForbiddenRuleType } from 'dependency-cruiser';

/**
 * Defines the rooms (layers) of the code. A room may import only its own files, the rooms in `may` and the packages
 * in `packages`. `path` and `packages` are regular expressions. dependency-cruiser, ESLint and
 * `scripts/draw-rooms.ts` use these rules.
 */
const node =
  '^(node:)?(child_process|crypto|events|fs|http|module|net|os|path|readline|stream|string_decoder|timers|url|util|v8|worker_threads|zlib)(/promises)?$';
const npm = (names: string) => `^node_modules/(${names})/`;
const valibot = npm('valibot');
const svelte = '^(node_modules/(svelte|bits-ui|virtua|uplot)/|(node_modules/)?@lucide/svelte/)';
const folder = (name: string) => `^${name}/`;
const files = (dir: string, names: string) => `^${dir}/(${names})\\.ts$`;

/** The rooms (layers of the code) that every engine may import. */
const underEngines = ['puzzle', 'tools', 'engine'];
/** The rooms of src-core that the interface may import. None is an engine. */
const core = [
  'text',
  'puzzle',
  'formats',
  'contract',
  'run',
  'lab',
  'decisions',
  'steps',
  'tools',
  'sliding',
  'scan',
];
const underViews = [...core, 'base', 'components', 'board-view'];
const views = ['editor', 'gallery', 'lab', 'library', 'play', 'settings', 'sliding'];
const parts = ['design views', 'export', 'print', 'shared run parts'];
const view = (
  name: string,
  extra: readonly string[] = [],
  packages: readonly string[] = [],
): [string, Room] => [
  `${name} view`,
  {
    path: folder(`src-renderer/${name}`),
    may: [...underViews, ...parts, ...extra],
    packages: [svelte, ...packages],
  },
];

interface Room {
  readonly path: string;
  readonly may: readonly string[];
  readonly packages?: readonly string[];
}

export const rooms: Readonly<Record<string, Room>> = {
  // src-core: no DOM, no Node, no Electron, no database
  text: { path: folder('src-core/text'), may: [] },
  puzzle: { path: folder('src-core/puzzle'), may: [], packages: [valibot] },
  tools: { path: files('src-core', 'csv|random|wasm|wasm/[^/]+|bump-allocator'), may: [] },
  run: { path: folder('src-core/run'), may: ['puzzle'], packages: [valibot] },
  engine: { path: files('src-core', 'engine'), may: ['puzzle', 'run', 'decisions'], packages: [valibot] },
  decisions: { path: files('src-core', 'decisions'), may: [] },
  drive: { path: folder('src-core/drive'), may: ['puzzle', 'run', 'engine'] },
  steps: { path: folder('src-core/edge-matching/steps'), may: ['puzzle', 'run', 'engine', 'decisions'] },
  counting: { path: folder('src-core/edge-matching/counting'), may: ['puzzle'] },
  exact: {
    path: folder('src-core/edge-matching/exact'),
    may: [...underEngines, 'decisions', 'counting'],
    packages: [valibot],
  },
  propagate: {
    path: folder('src-core/edge-matching/propagate'),
    may: [...underEngines, 'decisions', 'counting'],
    packages: [valibot],
  },
  selective: {
    path: folder('src-core/edge-matching/selective'),
    may: [...underEngines],
    packages: [valibot],
  },
  auto: {
    path: folder('src-core/edge-matching/auto'),
    may: ['puzzle', 'engine', 'drive', 'exact', 'propagate', 'selective'],
    packages: [valibot],
  },
  'hunt shared': { path: folder('src-core/edge-matching/hunt/shared'), may: ['puzzle', 'tools'] },
  'row beam': {
    path: folder('src-core/edge-matching/hunt/row-beam'),
    may: ['puzzle', 'tools', 'hunt shared'],
  },
  'frontier beam': {
    path: folder('src-core/edge-matching/hunt/frontier-beam'),
    may: ['puzzle', 'tools', 'hunt shared'],
  },
  hunt: {
    path: folder('src-core/edge-matching/hunt/portfolio'),
    may: [...underEngines, 'hunt shared', 'row beam', 'frontier beam'],
    packages: [valibot],
  },
  'classic edge matching': {
    path: folder('src-core/edge-matching/classic'),
    may: [...underEngines, 'decisions'],
    packages: [valibot],
  },
  'distinct-search': {
    path: folder('src-core/edge-matching/distinct-search'),
    may: ['puzzle', 'engine', 'drive', 'propagate'],
  },
  generate: {
    path: folder('src-core/edge-matching/generate'),
    may: ['puzzle', 'tools', 'run', 'distinct-search'],
  },
  design: {
    path: folder('src-core/edge-matching/design'),
    may: ['puzzle', 'tools', 'generate', 'distinct-search'],
  },
  sliding: { path: '^src-core/sliding/[^/]+$', may: ['puzzle', 'tools', 'engine'] },
  patterns: {
    path: folder('src-core/sliding/patterns'),
    may: ['puzzle', 'tools', 'engine', 'sliding'],
    packages: [valibot],
  },
  optimal: {
    path: folder('src-core/sliding/optimal'),
    may: [...underEngines, 'sliding', 'patterns'],
    packages: [valibot],
  },
  anytime: {
    path: folder('src-core/sliding/anytime'),
    may: [...underEngines, 'sliding', 'patterns'],
    packages: [valibot],
  },
  'classic sliding': {
    path: folder('src-core/sliding/classic'),
    may: [...underEngines, 'sliding'],
    packages: [valibot],
  },
  engines: {
    path: files('src-core', 'engines'),
    may: [
      'puzzle',
      'run',
      'sliding',
      'engine',
      'auto',
      'exact',
      'propagate',
      'selective',
      'hunt',
      'classic edge matching',
      'optimal',
      'anytime',
      'classic sliding',
    ],
  },
  scan: { path: folder('src-core/scan'), may: ['puzzle'] },
  sharing: { path: files('src-core', 'sharing'), may: ['engine'], packages: [valibot] },
  'public library': {
    path: files('src-core', 'library'),
    may: ['puzzle', 'run', 'drive', 'engine', 'engines', 'formats', 'generate'],
  },
  formats: { path: folder('src-core/formats'), may: ['puzzle', 'tools'], packages: [valibot] },
  lab: { path: folder('src-core/lab'), may: ['puzzle', 'tools', 'run', 'generate'], packages: [valibot] },
  contract: {
    path: '^src-core/(contract/|contract\\.ts$|rpc\\.ts$)',
    may: ['puzzle', 'run', 'lab'],
    packages: [valibot],
  },

  // src-main: everything that needs Node
  'picture file': {
    path: files('src-main', 'picture-file'),
    may: ['scan'],
    packages: [node, npm('jpeg-js|pngjs|@types/pngjs')],
  },
  'main tools': {
    path: files(
      'src-main',
      'consent|data-dir|disk-problem|hashing|make-folder|new-file|paths|read-text-file|temporary-folder|version|write-whole',
    ),
    may: ['formats'],
    packages: [node, '^package\\.json$'],
  },
  store: {
    path: folder('src-main/store'),
    may: ['puzzle', 'run', 'engine', 'lab', 'contract', 'main tools'],
    packages: [node, valibot, npm('better-sqlite3')],
  },
  'solver process': {
    path: folder('src-main/solver-process'),
    may: ['puzzle', 'run', 'engine', 'engines', 'main tools'],
    packages: [node, valibot],
  },
  'external engines': {
    path: folder('src-main/external-engines'),
    may: [
      ...['puzzle', 'run', 'drive', 'engine', 'engines', 'formats', 'generate'],
      ...['solver process', 'main tools'],
    ],
    packages: [node, valibot],
  },
  services: {
    path: folder('src-main/services'),
    may: [
      ...['puzzle', 'tools', 'run', 'drive', 'engine', 'engines', 'lab', 'contract', 'formats', 'steps'],
      ...[
        'sharing',
        'design',
        'generate',
        'distinct-search',
        'store',
        'solver process',
        'external engines',
        'main tools',
      ],
    ],
    packages: [node, valibot],
  },
  'command line': {
    path: folder('src-main/cli'),
    may: [
      ...['puzzle', 'tools', 'run', 'drive', 'engine', 'engines', 'sharing', 'lab', 'contract', 'formats'],
      'sliding',
      ...[
        'design',
        'generate',
        'distinct-search',
        'services',
        'solver process',
        'external engines',
        'local host',
      ],
      ...['scan', 'picture file', 'main tools'],
    ],
    packages: [node, valibot, npm('commander|jpeg-js')],
  },
  'local host': {
    path: folder('src-main/local-host'),
    may: ['contract', 'formats', 'services', 'solver process', 'main tools'],
    packages: [node, npm('ws|@types/ws')],
  },
  electron: {
    path: folder('src-main/electron'),
    may: ['contract', 'formats', 'services', 'solver process', 'local host', 'command line', 'main tools'],
    packages: [node, valibot, npm('electron')],
  },

  preload: { path: folder('src-preload'), may: ['contract'], packages: [npm('electron')] },

  // src-renderer: the interface, from the lowest layer up
  base: { path: folder('src-renderer/base'), may: core, packages: [svelte] },
  components: { path: folder('src-renderer/components'), may: [...core, 'base'], packages: [svelte] },
  'board-view': {
    path: folder('src-renderer/board-view'),
    may: [...core, 'base', 'components'],
    packages: [svelte, npm('three|@types/three')],
  },
  'design views': { path: folder('src-renderer/design'), may: underViews, packages: [svelte, valibot] },
  export: {
    path: folder('src-renderer/export'),
    may: [...underViews, 'design views'],
    packages: [svelte],
  },
  print: {
    path: folder('src-renderer/print'),
    may: [...underViews, 'design views'],
    packages: [svelte, npm('pdf-lib')],
  },
  'shared run parts': { path: folder('src-renderer/runs/shared'), may: underViews, packages: [svelte] },
  ...Object.fromEntries([
    ...views.map((name) => view(name)),
    view('puzzle', ['library view']),
    view('help', [], [folder('docs/guide')]),
    view('scan', [], [npm('libheif-js')]),
    view('steps', [], [npm('gifenc|mediabunny')]),
  ]),
  'runs view': {
    path: '^src-renderer/runs/(?!shared/)',
    may: [...underViews, ...parts],
    packages: [svelte],
  },
  'playable page': {
    path: folder('src-renderer/playable-page'),
    may: [...underViews, ...parts, 'play view', 'shell', 'distinct-search', 'design'],
    packages: [svelte, valibot],
  },
  shell: {
    path: '^src-renderer/(shell/|styles/|App\\.svelte$|main\\.ts$)',
    may: [
      ...underViews,
      ...parts,
      ...[...views, 'puzzle', 'help', 'runs', 'scan', 'steps'].map((name) => `${name} view`),
    ],
    packages: [svelte],
  },
};

/** Regular expressions for the paths of rooms that the renderer must not import, not even as types. */
export const hiddenFromRenderer = Object.entries(rooms)
  .filter(([name, { path }]) => !path.includes('src-renderer') && !core.includes(name))
  .map(([, { path }]) => path.replace(/^\^/, '').replace(/\$$/, ''));

const sources = '^src-(core|main|preload|renderer)/';

/** Rooms that every room may import. */
const everywhere = ['text'];

/** Returns the rooms that a room may import besides itself. */
export const allowedIn = (room: string): readonly string[] => [
  ...everywhere.filter((other) => other !== room),
  ...rooms[room]!.may,
];

const walls: IRegularForbiddenRuleType[] = [
  ...Object.entries(rooms).map(([name, { path, packages = [] }]) => ({
    name: `room ${name}`,
    comment: `rooms.config.ts says what “${name}” may import`,
    severity: 'error' as const,
    from: { path },
    to: { pathNot: [path, ...allowedIn(name).map((other) => rooms[other]!.path), ...packages] },
  })),
  {
    name: 'no room',
    comment: 'every file belongs to a room of rooms.config.ts',
    severity: 'error',
    from: { path: sources, pathNot: [...Object.values(rooms).map(({ path }) => path), '\\.d\\.ts$'] },
    to: {},
  },
  {
    name: 'no circle',
    comment: 'files that import each other can only be understood together',
    severity: 'error',
    from: { path: sources },
    to: { circular: true },
  },
];

/** Configuration of dependency-cruiser: rejects imports that the rooms above don't allow. */
export const cruiserConfig: IConfiguration = {
  forbidden: walls,
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['svelte', 'import', 'require', 'node', 'default', 'types'],
    },
  },
};
