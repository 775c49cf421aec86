/** The pages of docs/guide shown in the application, in reading order. */
import type { Component } from 'svelte';

interface GuidePage {
  /** name of the page's file; also the last part of its address */
  readonly id: string;
  readonly title: string;
  readonly load: () => Promise<{ default: Component<Record<string, never>> }>;
}

export const guidePages: readonly GuidePage[] = [
  { id: 'first-puzzle', title: 'First puzzle', load: () => import('../../docs/guide/first-puzzle.md') },
  { id: 'designing', title: 'Designing', load: () => import('../../docs/guide/designing.md') },
  { id: 'hunting', title: 'Hunting', load: () => import('../../docs/guide/hunting.md') },
  { id: 'teaching', title: 'Teaching', load: () => import('../../docs/guide/teaching.md') },
  { id: 'files', title: 'Files', load: () => import('../../docs/guide/files.md') },
  { id: 'command-line', title: 'Command line', load: () => import('../../docs/guide/command-line.md') },
  { id: 'cluster', title: 'Several computers', load: () => import('../../docs/guide/cluster.md') },
  {
    id: 'your-own-solver',
    title: 'Your own solver',
    load: () => import('../../docs/guide/your-own-solver.md'),
  },
  { id: 'privacy', title: 'Privacy', load: () => import('../../docs/guide/privacy.md') },
];
