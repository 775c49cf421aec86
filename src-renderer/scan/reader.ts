/** The thread that reads pictures, as promises. */
import type { Asked, Known, OpenedPicture, ReadTiles, TileIn, Told } from './messages.ts';
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

function started(): Worker {
  if (worker) return worker;
  worker = new Worker(policy?.createScriptURL(address) ?? address, { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    const asked = waiting.get(data.to);
    waiting.delete(data.to);
    if (data.problem === undefined) asked?.resolve(data);
    else asked?.reject(new Error(data.problem));
  });
  worker.addEventListener('error', () => {
    worker = null;
    for (const { reject } of waiting.values()) {
      reject(
        new Error(
          'Reading the picture ended unexpectedly. Open it again; a smaller picture needs less memory.',
        ),
      );
    }
    waiting.clear();
  });
  return worker;
}

type Without<T> = T extends unknown ? Omit<T, 'number'> : never;
function ask(question: Without<Asked>): Promise<Told> {
  const number = ++numbers;
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    started().postMessage({ ...question, number });
  });
}

/** Decodes a picture and finds its tiles; rejects with a sentence. It is kept there under its number. */
export const openPicture = async (picture: number, file: Blob): Promise<OpenedPicture> =>
  (await ask({ kind: 'open', picture, file })).opened!;

/** Cuts tiles out of pictures that were opened, and reads their edges. */
export const readTiles = async (tiles: readonly TileIn[], known: Known): Promise<ReadTiles> =>
  (await ask({ kind: 'read', tiles, known })).read!;

export const forgetPicture = async (picture: number): Promise<void> => {
  await ask({ kind: 'forget', picture });
};
