import type { Browser } from '@playwright/test';
import type { Host } from '../../tests/browser/host.ts';

/** What is passed to each part of the interface benchmark. */
export interface Stage {
  readonly host: Host;
  readonly browser: Browser;
  readonly client: Awaited<ReturnType<Host['client']>>;
  /**
   * Returns the CPU seconds used so far by the browser and all its processes. Returns 0 on systems other than Linux.
   */
  readonly cpuSeconds: () => number;
}

export interface Part {
  /** Fills the library before the host opens it. */
  prepare?(dataDir: string): Promise<void>;
  measure(stage: Stage): Promise<void>;
}
