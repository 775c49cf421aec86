/**
 * npm test: runs every check that can run on this machine, some of them in parallel. Types, lint and integration tests
 * print their output when they end. Prints what was skipped and, at the end, the line `N passed, N failed`.
 *
 *   npm test                 all stages
 *   npm test -- unit lint    only these
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const reports = mkdtempSync(path.join(tmpdir(), 'edgewise-test-'));
// The tests start the command line and the host hundreds of times. A shared compile cache saves a third of the time.
process.env['NODE_COMPILE_CACHE'] = path.join(reports, 'compiled');

interface Counts {
  passed: number;
  failed: number;
  skipped: string[];
  /** names of failed tests, with the first lines of their errors */
  failures: string[];
}

const bin = (name: string): string => path.join(root, 'node_modules', '.bin', name);

/**
 * Runs a command in the project's folder and returns whether it succeeded. `prints`: when to show the output, either
 * while the command is running (`live`) or at its end.
 */
function run(
  command: string,
  args: string[],
  { prints = 'live', env = {} }: { prints?: 'live' | 'at its end'; env?: Record<string, string> } = {},
): Promise<boolean> {
  const title = `\n> ${[path.basename(command), ...args].join(' ')}\n`;
  const live = prints === 'live';
  if (live) process.stdout.write(title);
  const child = spawn(command, args, {
    cwd: root,
    stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => printed.push(part));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      if (!live) process.stdout.write(title + Buffer.concat(printed).toString());
      resolve(status === 0);
    });
  });
}

const firstLines = (message = 'no message'): string =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, 12)
    .join('\n         ');

const check = (ok: boolean): Counts => ({
  passed: ok ? 1 : 0,
  failed: ok ? 0 : 1,
  skipped: [],
  failures: [],
});

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

const secondTry = (title: string): void => console.log(`passed only on the second try: ${title}`);

async function vitest(folder: string, output: Parameters<typeof run>[2] = {}): Promise<Counts> {
  const report = path.join(reports, `${folder}.json`);
  const ok = await run(
    bin('vitest'),
    ['run', `tests/${folder}`, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    output,
  );
  if (!existsSync(report)) return check(false);
  const json = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  for (const test of json.testResults.flatMap((file) => file.assertionResults))
    // A test that passed has failure messages only if it failed at first and was retried.
    if (test.status === 'passed' && test.failureMessages?.length) secondTry(test.fullName);
  const failed = json.numFailedTests || json.numFailedTestSuites;
  const failures = json.testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${path.relative(root, name)}: ${firstLines(message)}`] : []),
    ...assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${test.fullName}: ${firstLines(test.failureMessages?.[0])}`),
  ]);
  return {
    failures,
    passed: json.numPassedTests,
    failed: failed || (ok ? 0 : 1),
    skipped: json.testResults
      .flatMap((file) => file.assertionResults)
      .filter((test) => test.status === 'pending' || test.status === 'skipped')
      .map((test) => test.fullName),
  };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: PlaywrightTest[] }[];
}

interface PlaywrightTest {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  results: { error?: { message?: string } }[];
}

async function playwright(project: string): Promise<Counts> {
  const report = path.join(reports, `${project}.json`);
  const ok = await run(
    bin('playwright'),
    ['test', `--project=${project}`, `--output=test-results/${project}`, '--reporter=list,json'],
    {
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    },
  );
  if (!existsSync(report)) return check(false);
  const counts: Counts = { passed: 0, failed: 0, skipped: [], failures: [] };
  const visit = (suite: PlaywrightSuite): void => {
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        if (test.status === 'skipped') counts.skipped.push(spec.title);
        else if (test.status === 'unexpected') {
          counts.failed++;
          counts.failures.push(`${spec.title}: ${firstLines(test.results.at(-1)?.error?.message)}`);
        } else {
          counts.passed++;
          if (test.status === 'flaky') secondTry(spec.title);
        }
      }
    }
    suite.suites?.forEach(visit);
  };
  visit(JSON.parse(readFileSync(report, 'utf8')) as PlaywrightSuite);
  if (!ok && counts.failed === 0) counts.failed = 1;
  return counts;
}

const script = async (name: string, prints?: 'at its end'): Promise<Counts> =>
  check(await run('npm', ['run', '--silent', name], prints && { prints }));

/** Stages that run one after another. */
type Lane = Record<string, () => Promise<Counts>>;
const checks: Lane = {
  types: () => script('check', 'at its end'),
  lint: () => script('lint', 'at its end'),
};
const beforeBuild: Lane = {
  unit: () => vitest('unit'),
  build: () => script('build'),
};
// These stages need the built application.
const commands: Lane = {
  electron: () => playwright('electron'),
  integration: () =>
    vitest('integration', { prints: 'at its end', env: { EDGEWISE_COMMAND: 'out/main/edgewise.js' } }),
};
const windows: Lane = {
  browser: () => playwright('browser'),
};
const stages = Object.keys({ ...checks, ...beforeBuild, ...commands, ...windows });

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !stages.includes(name));
if (unknown.length > 0) {
  console.error(`No stage named ${unknown.join(', ')}. The stages are ${stages.join(', ')}.`);
  process.exit(2);
}

const total: Counts = { passed: 0, failed: 0, skipped: [], failures: [] };
const lines = new Map<string, string>();
async function go(lane: Lane): Promise<void> {
  for (const [name, stage] of Object.entries(lane)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const started = Date.now();
    const { passed, failed, skipped, failures } = await stage();
    total.passed += passed;
    total.failed += failed;
    total.failures.push(...failures.map((failure) => `${name}: ${failure}`));
    total.skipped.push(...skipped.map((title) => `${name}: ${title}`));
    lines.set(
      name,
      `${failed ? 'FAILED' : 'passed'}  ${name.padEnd(12)} ${passed} passed, ${failed} failed, ` +
        `${skipped.length} skipped, ${Math.round((Date.now() - started) / 1000)} s`,
    );
  }
}
await Promise.all([go(checks), go(beforeBuild).then(() => Promise.all([go(commands), go(windows)]))]);
rmSync(reports, { recursive: true, force: true });

console.log(`\n${stages.flatMap((name) => lines.get(name) ?? []).join('\n')}`);
for (const title of total.skipped) console.log(`skipped  ${title}`);
for (const failure of total.failures) console.log(`FAILED   ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
