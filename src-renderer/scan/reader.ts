/** The thread that reads pictures, as promises. */
import type { PlacedTile } from '../../src-core/scan/scan.ts';
import type { Asked, OpenedPicture, ReadTiles, Told } from './messages.ts';
import address from './scan-worker.ts?worker&url';

interface ScriptPolicy {
  createScriptURL: (address: string) => string;
}
/** The page may start threads only from addresses that a policy has made: this one makes ours and no other. */
const policies = (
  globalThis as {
    trustedTypes?: { createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy };
  }
).trustedTypes;
const policy = policies?.createPolicy('edgewise-worker', { createScriptURL: () => address });

let worker: Worker | null = null;
let numbers = 0;
const waiting = new Map<number, { resolve: (told: Told) => void; reject: (error: Error) => void }>();
/** by number, the pictures that were opened and not forgotten; those the thread has decoded */
const files = new Map<number, Blob>();
const decoded = new Set<number>();

function started(): Worker {
  if (worker) return worker;
  const begun = new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' });
  begun.addEventListener('message', ({ data }: MessageEvent<Told>) => {
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
          'Reading stopped before it was done, perhaps for want of memory. Try again; if it stops again, use a smaller picture.',
        ),
      );
    }
  };
  begun.addEventListener('error', end);
  begun.addEventListener('messageerror', end);
  return (worker = begun);
}

type Without<T> = T extends unknown ? Omit<T, 'number'> : never;
function ask(question: Without<Asked>): Promise<Told> {
  const number = ++numbers;
  const thread = started();
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    thread.postMessage({ ...question, number });
  });
}

/** Decodes a picture and finds its tiles; rejects with a sentence. It is kept there under its number until it is forgotten. */
export async function openPicture(picture: number, file: Blob): Promise<OpenedPicture> {
  const { opened } = await ask({ kind: 'open', picture, file });
  files.set(picture, file);
  decoded.add(picture);
  return opened!;
}

/** Cuts tiles out of pictures that were opened, and reads their edges; rejects with a sentence. */
export async function readTiles(tiles: readonly PlacedTile[]): Promise<ReadTiles> {
  for (const picture of new Set(tiles.map((tile) => tile.picture))) {
    // the thread may have ended since, and a new one has to decode it again
    if (!decoded.has(picture)) (await openPicture(picture, files.get(picture)!)).preview.close();
  }
  return (await ask({ kind: 'read', tiles })).read!;
}

export function forgetPicture(picture: number): void {
  files.delete(picture);
  if (decoded.delete(picture)) worker?.postMessage({ kind: 'forget', picture, number: ++numbers });
}
