import type { HostEvent } from '../../src-core/contract.ts';
import type { Store } from '../store/store.ts';

/** What every service works with. */
export interface Context {
  readonly store: Store;
  /** Only after what it tells of is stored. */
  readonly emit: (event: HostEvent) => void;
}
