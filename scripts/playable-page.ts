/**
 * Builds the template of playable pages, which holds the play view with everything it needs in one HTML file. It is
 * stored with the window's files. When run from the sources, the command line builds it on demand.
 */
import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type Plugin, type Rollup } from 'vite';
import { CONTENT_MARK, TITLE_MARK } from '../src-core/formats/playable-page.ts';
import { thirdParty } from './third-party.ts';

const FILE = 'playable.html';

/**
 * Returns a bundler plugin that replaces three.js with the file `projected`, which draws solids without it. three.js
 * is larger than the rest of the page.
 */
const withoutThree = (projected: string): Plugin => ({
  name: 'without-three',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('/space.ts') ? '\0space' : undefined),
  load: (id) =>
    id === '\0space' ? `export { Projected as Space } from ${JSON.stringify(projected)};` : undefined,
});

/**
 * Returns the template that `playablePage` fills in. `root`: the folder of the sources, which a bundled script can't
 * derive from its own location.
 */
export async function buildPlayablePage(root: string): Promise<string> {
  const at = (...parts: string[]): string => resolve(root, ...parts);
  const result = await build({
    configFile: false,
    root: at('src-renderer'),
    logLevel: 'error',
    plugins: [
      withoutThree(at('src-renderer/board-view/projected.ts')),
      svelte({ configFile: at('svelte.config.js') }),
      thirdParty({ 'IBM Plex (SIL Open Font License 1.1)': at('src-renderer/fonts/OFL.txt') }),
    ],
    build: {
      write: false,
      minify: true,
      assetsInlineLimit: Infinity,
      cssCodeSplit: false,
      rolldownOptions: {
        input: at('src-renderer/playable-page/main.ts'),
        output: { codeSplitting: false },
      },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rollup.RolldownOutput;
  const code = output.find((each) => each.type === 'chunk')!.code;
  const assets = output.filter((each) => each.type === 'asset');
  const asset = (end: string): string =>
    String(assets.find(({ fileName }) => fileName.endsWith(end))?.source ?? '');
  return htmlOf(code, asset('.css'), asset('third-party.txt'));
}

const htmlOf = (code: string, css: string, licences: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; font-src data:; img-src data: blob:; base-uri 'none'; form-action 'none'">
<title>${TITLE_MARK}</title>
<style>${css.replaceAll('</style', '<\\/style')}</style>
</head>
<body>
<div id="app"></div>
<script type="application/json" id="puzzle">${CONTENT_MARK}</script>
<script type="text/plain" id="third-party">${licences.replaceAll('</script', '<\\/script')}</script>
<script type="module">${code.replaceAll('</script', '<\\/script')}</script>
</body>
</html>
`;

/** Returns a plugin that stores the template with the window's files. */
export const storePlayablePage = (root: string): Plugin => ({
  name: 'playable-page',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: FILE, source: await buildPlayablePage(root) });
  },
});
