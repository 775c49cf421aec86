/**
 * The contract between the user interface and a host: requests, replies and events. It is the same over Electron IPC
 * and WebSocket.
 */
import * as v from 'valibot';
import type { PartialBoard } from './puzzle/partial-board.ts';
import { applicationEvents, applicationMethods } from './contract/application.ts';
import { backupMethods } from './contract/backup.ts';
import { binMethods } from './contract/bin.ts';
import { designEvents, designMethods } from './contract/design.ts';
import { editingMethods } from './contract/editing.ts';
import { enginesMethods } from './contract/engines.ts';
import { labEvents, labMethods } from './contract/lab.ts';
import { libraryEvents, libraryMethods } from './contract/library.ts';
import { playMethods } from './contract/play.ts';
import { queueEvents, queueMethods } from './contract/queue.ts';
import { runEvents, runMethods } from './contract/runs.ts';
import { shareMethods } from './contract/share.ts';
import { boardEvents, boardMethods } from './contract/boards.ts';
import { stepsMethods } from './contract/steps.ts';

export const methods = {
  ...applicationMethods,
  ...backupMethods,
  ...binMethods,
  ...designMethods,
  ...editingMethods,
  ...enginesMethods,
  ...labMethods,
  ...libraryMethods,
  ...playMethods,
  ...queueMethods,
  ...runMethods,
  ...shareMethods,
  ...boardMethods,
  ...stepsMethods,
} as const;

type Methods = typeof methods;
export type MethodName = keyof Methods;
type Frozen<T> = T extends PartialBoard
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;
/** The input of a request, as sent by the caller. */
export type Input<M extends MethodName> = Frozen<v.InferInput<Methods[M]['input']>>;
/** The input of a request, as received by the handler: validated, and with default values filled in. */
export type CheckedInput<M extends MethodName> = v.InferOutput<Methods[M]['input']>;
export type Output<M extends MethodName> = v.InferOutput<Methods[M]['output']>;
type Handler<M extends MethodName> = (input: CheckedInput<M>) => Output<M> | Promise<Output<M>>;
/** The methods that a host must implement. */
export type HostApi = { [M in MethodName]: Handler<M> };

export const HostEvent = v.variant('type', [
  ...applicationEvents,
  ...designEvents,
  ...labEvents,
  ...libraryEvents,
  ...queueEvents,
  ...runEvents,
  ...boardEvents,
]);
export type HostEvent = v.InferOutput<typeof HostEvent>;

export interface RpcError {
  code: 'UNKNOWN_METHOD' | 'INVALID_INPUT' | 'FAILED' | 'DISCONNECTED';
  message: string;
}
export type RpcReply = { ok: true; value: unknown } | { ok: false; error: RpcError };

/** The functions that the user interface needs from a transport, such as Electron IPC. */
export interface ClientTransport {
  request(method: string, input: unknown): Promise<RpcReply>;
  onEvent(listener: (event: unknown) => void): () => void;
}
