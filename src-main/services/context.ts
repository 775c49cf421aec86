import type { HostEvent } from '../../src-core/contract.ts';
import type { Store } from '../store/store.ts';

/** The store and the event channel, which every service uses. */
export interface Context {
  readonly store: Store;
  /** call only after the change that the event reports has been stored */
  readonly emit: (event: HostEvent) => void;
}
