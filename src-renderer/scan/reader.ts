/** Promise-based client of the worker that reads pictures. */
import type { Halves } from '../../src-core/scan/halves.ts';
import type { PlacedTile } from '../../src-core/scan/scan.ts';
import type { ScanRequest, OpenedPicture, PairRequest, ReadTiles, ScanReply } from './messages.ts';
import address from './scan-worker.ts?worker&url';

interface ScriptPolicy {
  createScriptURL: (address: string) => string;
}
/**
 * With Trusted Types, the page can only start a worker from a URL that a policy has made. This policy makes no URL
 * except our worker's.
 */
const policies = (
  globalThis as {
    trustedTypes?: { createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy };
  }
).trustedTypes;
const policy = policies?.createPolicy('edgewise-worker', { createScriptURL: () => address });

let worker: Worker | null = null;
let numbers = 0;
const waiting = new Map<number, { resolve: (told: ScanReply) => void; reject: (error: Error) => void }>();
/** the files of open pictures, by id */
const files = new Map<number, Blob>();
/** ids of the pictures that the current worker has decoded */
const decoded = new Set<number>();

function started(): Worker {
  if (worker) return worker;
  const begun = new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' });
  begun.addEventListener('message', ({ data }: MessageEvent<ScanReply>) => {
    const asked = waiting.get(data.to);
    waiting.delete(data.to);
    if (data.problem === undefined) asked?.resolve(data);
    else asked?.reject(new Error(data.problem));
  });
  const end = (): void => {
    if (worker !== begun) return;
    begun.terminate();
    worker = null;
    decoded.clear();
    const left = [...waiting.values()];
    waiting.clear();
    for (const { reject } of left) {
      reject(
        new Error(
          'Reading stopped before the end, perhaps because memory ran out. Try again; if it stops again, use a smaller picture.',
        ),
      );
    }
  };
  begun.addEventListener('error', end);
  begun.addEventListener('messageerror', end);
  return (worker = begun);
}

type Without<T> = T extends unknown ? Omit<T, 'number'> : never;
function ask(question: Without<ScanRequest>): Promise<ScanReply> {
  const number = ++numbers;
  const thread = started();
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    thread.postMessage({ ...question, number });
  });
}

/**
 * Decodes a picture and finds its tiles. The worker keeps the picture until `forgetPicture` is called. Rejects with a
 * user-facing error.
 */
export async function openPicture(picture: number, file: Blob): Promise<OpenedPicture> {
  const { opened } = await ask({ kind: 'open', picture, file });
  files.set(picture, file);
  decoded.add(picture);
  return opened!;
}

/** Cuts tiles out of open pictures and reads their edges. Rejects with a user-facing error. */
export async function readTiles(tiles: readonly PlacedTile[]): Promise<ReadTiles> {
  for (const picture of new Set(tiles.map((tile) => tile.picture))) {
    // a restarted worker has to decode the picture again
    if (!decoded.has(picture)) (await openPicture(picture, files.get(picture)!)).preview.close();
  }
  return (await ask({ kind: 'read', tiles })).read!;
}

/** Finds which groups of edges are the two halves of a picture. */
export async function pairGroups(request: PairRequest): Promise<Halves> {
  return (await ask({ kind: 'pair', ...request })).paired!;
}

export function forgetPicture(picture: number): void {
  files.delete(picture);
  if (decoded.delete(picture)) worker?.postMessage({ kind: 'forget', picture, number: ++numbers });
}
