// Links, anchors and file names in README, CHANGELOG, CONTRIBUTING and docs/ refer to something that exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.posix.join('docs', name.replaceAll(path.sep, '/'))),
];

const text = (page: string) => readFileSync(path.join(root, page), 'utf8');
/** Removes fenced and indented code from a page. */
const prose = (page: string) =>
  text(page)
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/^ {4}.*$/gm, '');

/** Returns the anchors that GitHub gives to the headings of a page. Repeated headings get -1, -2 ... */
function anchors(page: string): Set<string> {
  const met = new Map<string, number>();
  const headings = [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading ?? '');
  return new Set(
    headings.map((heading) => {
      const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
      const anchor = words
        .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
        .trim()
        .replaceAll(' ', '-');
      const times = met.get(anchor) ?? 0;
      met.set(anchor, times + 1);
      return times === 0 ? anchor : `${anchor}-${String(times)}`;
    }),
  );
}

const linksOf = (page: string): string[] =>
  [
    ...prose(page)
      .replace(/`[^`]*`/g, '')
      .matchAll(/\]\(([^)\s]+)[^)]*\)/g),
  ]
    .map(([, to]) => to ?? '')
    .filter((to) => !/^[a-z]+:/.test(to));

function targetOf(page: string, link: string): string {
  const [file = ''] = link.split('#');
  return file === '' ? page : path.posix.join(path.posix.dirname(page), file);
}

const broken = (page: string): string[] =>
  linksOf(page).filter((link) => {
    const anchor = link.split('#')[1];
    const target = targetOf(page, link);
    if (!existsSync(path.join(root, target))) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchors(target).has(anchor);
  });

const sources = ['src-core', 'src-main', 'src-preload', 'src-renderer', 'tests', 'bench', 'scripts'].flatMap(
  (room) => readdirSync(path.join(root, room), { recursive: true }).map((file) => `/${room}/${String(file)}`),
);

/**
 * Returns the paths and file names in a page that don't exist: paths from the root, such as `src-core/run/`, and ends
 * of source paths, such as `exact/task-plan.ts`.
 */
function absent(page: string): string[] {
  const ways = text(page).matchAll(
    /(?<![\w./-])(?:src-[a-z]+|scripts|bench|tests|docs|resources)\/[\w./-]*\w/g,
  );
  const ends = text(page).matchAll(/(?<![\w./*-])[\w/-][\w./-]*\.(?:ts|svelte)\b/g);
  return [
    ...[...ways].map(([way]) => way).filter((way) => !existsSync(path.join(root, way))),
    ...[...ends]
      .map(([end]) => end)
      .filter(
        (end) => !existsSync(path.join(root, end)) && !sources.some((source) => source.endsWith(`/${end}`)),
      ),
  ];
}

describe.each(pages)('%s', (page) => {
  test('its links lead to existing pages', () => {
    expect(broken(page)).toEqual([]);
  });
  // Notebook pages are dated, so they may name files that no longer exist.
  if (!page.startsWith('docs/notebook/'))
    test('files it names exist', () => {
      expect(absent(page)).toEqual([]);
    });
});

test('every picture in docs/images is shown on a page, and its scene and the code of its view exist', () => {
  const shown = new Set(pages.flatMap((page) => linksOf(page).map((to) => targetOf(page, to))));
  const pictures = JSON.parse(text('docs/images/pictures.json')) as {
    file: string;
    scene: string;
    sources: string[];
  }[];
  expect(pictures.length).toBeGreaterThan(5);
  expect(pictures.map(({ file }) => file).filter((file) => !shown.has(`docs/images/${file}`))).toEqual([]);
  const files = readdirSync(path.join(root, 'docs/images')).filter((file) => file !== 'pictures.json');
  expect(files.sort()).toEqual(pictures.map(({ file }) => file).sort());
  const scenes = text('tests/browser/scenes.ts');
  for (const { scene, sources: folders } of pictures) {
    // The names of some scenes are made from the name of a puzzle.
    expect(scenes).toContain(scenes.includes(`'${scene}'`) ? scene : scene.replace(/^\w+ /, ''));
    for (const folder of folders) expect(existsSync(path.join(root, folder)), folder).toBe(true);
  }
  // The first picture of the README is also listed in pictures.json, so it is taken again when its view changes.
  expect(linksOf('README.md').find((link) => link.endsWith('.png'))).toBe('docs/images/edgewise.png');
});

test('every page of docs/ is linked from the README or from another page', () => {
  const linked = new Set(pages.flatMap((page) => linksOf(page).map((to) => targetOf(page, to))));
  expect(pages.filter((page) => page.startsWith('docs/') && !linked.has(page))).toEqual([]);
});

const linkedPages = (page: string): string[] =>
  linksOf(page)
    .map((to) => targetOf(page, to))
    .filter((to) => pages.includes(to));

test('every page of the guide fits on three screens: 1,000 words, 120 lines', () => {
  const guide = pages.filter((page) => page.startsWith('docs/guide/'));
  expect(guide.length).toBeGreaterThan(5);
  const long = guide.filter(
    (page) => text(page).split(/\s+/).length > 1_000 || text(page).split('\n').length > 120,
  );
  expect(long).toEqual([]);
});

test('hunting on two computers, printing and “matched” are two links away from the README', () => {
  const within = new Set(linkedPages('README.md').flatMap((page) => [page, ...linkedPages(page)]));
  const wanted = {
    'docs/guide/cluster.md': '## Two computers',
    'docs/guide/designing.md': '## Print',
    'docs/reference/glossary.md': '**matched**',
  };
  for (const [page, words] of Object.entries(wanted)) {
    expect(within).toContain(page);
    expect(text(page)).toContain(words);
  }
});

test('docs/benchmarks.md lists every benchmark', () => {
  const benches = readdirSync(path.join(root, 'bench')).filter(
    (name) => name.endsWith('.ts') && name !== 'bench.ts',
  );
  const table = text('docs/benchmarks.md');
  // The name may be left out for the benchmark of the exact engine, which npm run bench starts by default.
  expect(benches.filter((name) => name !== 'exact.ts' && !table.includes(`bench/${name}`))).toEqual([]);
});
