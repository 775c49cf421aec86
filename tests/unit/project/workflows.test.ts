// Checks the text of the GitHub workflows, because they can't run here: actions are pinned, permissions are minimal,
// and only existing commands are used.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import packageJson from '../../../package.json' with { type: 'json' };
import { writeChecksums } from '../../../scripts/checksums.ts';
import { builderArguments, linuxTargets, thirdPartyNotices } from '../../../scripts/dist.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
const ofBuilder = createRequire(builder.resolve('app-builder-lib/package.json'));
const { load } = ofBuilder('js-yaml') as { load: (text: string) => unknown };

const access = v.picklist(['read', 'write']);
const Step = v.union([
  v.strictObject({ run: v.string(), env: v.optional(v.record(v.string(), v.string())) }),
  v.strictObject({
    uses: v.pipe(v.string(), v.regex(/^actions\/[a-z-]+@[0-9a-f]{40}$/)),
    with: v.optional(v.record(v.string(), v.union([v.string(), v.boolean()]))),
  }),
]);
const Workflow = v.strictObject({
  name: v.string(),
  on: v.record(v.string(), v.unknown()),
  permissions: v.strictObject({ contents: v.literal('read') }),
  concurrency: v.optional(v.unknown()),
  jobs: v.record(
    v.string(),
    v.strictObject({
      'runs-on': v.string(),
      'timeout-minutes': v.number(),
      needs: v.optional(v.string()),
      strategy: v.optional(
        v.strictObject({
          'fail-fast': v.optional(v.boolean()),
          matrix: v.strictObject({ os: v.array(v.pipe(v.string(), v.regex(/^(ubuntu|macos|windows)-\d/))) }),
        }),
      ),
      permissions: v.optional(v.record(v.picklist(['contents', 'id-token', 'attestations']), access)),
      steps: v.array(Step),
    }),
  ),
});

const folder = path.join(root, '.github/workflows');
test.for(readdirSync(folder))('%s: pinned actions, minimal permissions, existing commands', (file) => {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const { jobs } = v.parse(Workflow, load(text));
  for (const [name, { steps, permissions, needs }] of Object.entries(jobs)) {
    if (needs !== undefined) expect(Object.keys(jobs)).toContain(needs);
    const commands = steps.flatMap((step) => ('run' in step ? [step.run] : []));
    for (const command of commands) {
      const [, script] = /npm run ([\w:]+)/.exec(command) ?? [];
      if (script !== undefined) expect(Object.keys(packageJson.scripts)).toContain(script);
      const [, program] = /^node (\S+)/.exec(command) ?? [];
      if (program?.startsWith('scripts/')) expect(existsSync(path.join(root, program)), program).toBe(true);
      expect(command, 'text of others must not become a command').not.toContain('${{');
    }
    for (const step of steps) {
      if ('uses' in step && step.uses.startsWith('actions/checkout@')) {
        expect(step.with, 'no credentials for later steps').toEqual({ 'persist-credentials': false });
      }
    }
    if (permissions) expect(commands.join(' '), `${name} runs none of our packages`).not.toMatch(/npm|npx/);
  }
  // Each action is pinned to a commit hash, followed by a comment with its version.
  expect(text.match(/uses: /g)).toHaveLength(text.match(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/gm)!.length);
});

test('a deb is built only with a home page; Electron’s program runs scripts only where that is safe', () => {
  expect(linuxTargets(undefined)).toEqual(['AppImage']);
  expect(linuxTargets('https://edgewise.test')).toEqual(['AppImage', 'deb']);
  expect(builderArguments('mac')).toEqual([]);
  expect(builderArguments('win')).toEqual(['-c.electronFuses.runAsNode=true']);
});

test('checksums include every file; the notices say where libheif’s source is and how to replace it', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'edgewise-dist-'));
  writeFileSync(path.join(dir, 'b.AppImage'), 'b');
  writeFileSync(path.join(dir, 'a.exe'), 'a');
  writeChecksums(dir);
  // The list of checksums must not contain itself.
  writeChecksums(dir);
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  expect(readFileSync(path.join(dir, 'SHA256SUMS'), 'utf8')).toBe(
    `${hash('a')}  a.exe\n${hash('b')}  b.AppImage\n`,
  );
  expect(thirdPartyNotices(dir)).toMatch(
    /libheif[^]*https:\/\/github\.com\/strukturag\/libheif[^]*npm run dist/,
  );
  rmSync(dir, { recursive: true });
});
