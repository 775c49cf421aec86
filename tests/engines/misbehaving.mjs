// Engines that each break one promise of the engine protocol: node misbehaving.mjs HOW
import { createInterface } from 'node:readline';

const how = process.argv[2];
const say = (message) =>
  process.stdout.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
const hello = { type: 'hello', protocol: 1, name: 'Misbehaving', version: '1', solves: ['edge-matching'] };

const begin = (job) => {
  const full = job.puzzle.tiles.map((_, i) => ({ cell: i, tile: i, rotation: 0 }));
  const ways = {
    garbage: () => say('Hello world'),
    unknown: () => say({ type: 'good news' }),
    twice: () => say({ type: 'board', placements: full.map((each) => ({ ...each, tile: 0 })) }),
    nowhere: () => say({ type: 'board', placements: [{ cell: 99, tile: 0, rotation: 0 }] }),
    liar: () => say({ type: 'board', placements: full, solution: true }),
    boaster: () => say({ type: 'done', status: 'solved' }),
    crash: () => {
      process.stderr.write('out of luck\n');
      process.exit(7);
    },
    backwards: () => [10, 5].forEach((nodes) => say({ type: 'progress', nodes })),
    unasked: () => say({ type: 'checkpoint', state: 'x' }),
    long: () => process.stdout.write('x'.repeat(17 * 2 ** 20)),
    flood: () => say(Array.from({ length: 60_000 }, () => '{"type":"progress","nodes":1}').join('\n')),
    empty: () => process.stdout.write('\n'.repeat(60_000)),
    silent: () => undefined,
    deaf: () => setInterval(() => say({ type: 'progress', nodes: 1 }), 50),
    terminal: () => say('\u001b]0;mine\u0007\u001bc'),
  };
  ways[how]();
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type === 'hello' && how === 'mute') return;
  if (message.type === 'hello') say(how === 'rude' ? { type: 'welcome' } : hello);
  if (message.type === 'job') begin(message);
});
setInterval(() => undefined, 1000);
