/** The component of each view, each in a chunk of its own, which is loaded when the view is first opened. */
import type { Component } from 'svelte';
import type { ViewProps } from '../base/route.svelte.ts';
import type { ViewId } from '../base/views.ts';

type Chunk = Promise<{ default: Component<ViewProps> | Component<Record<string, never>> }>;

export const chunks: Readonly<Record<ViewId, () => Chunk>> = {
  library: () => import('../library/LibraryView.svelte'),
  create: () => import('../editor/CreateView.svelte'),
  scan: () => import('../scan/ScanView.svelte'),
  puzzle: () => import('../puzzle/PuzzleView.svelte'),
  editor: () => import('../editor/EditorView.svelte'),
  play: () => import('../play/PlayView.svelte'),
  slide: () => import('../sliding/SlidingView.svelte'),
  search: () => import('../runs/SearchView.svelte'),
  runs: () => import('../runs/list/RunsView.svelte'),
  gallery: () => import('../gallery/GalleryView.svelte'),
  compare: () => import('../gallery/CompareView.svelte'),
  lab: () => import('../lab/LabView.svelte'),
  steps: () => import('../steps/StepsView.svelte'),
  deleted: () => import('../library/BinView.svelte'),
  help: () => import('../help/HelpView.svelte'),
  settings: () => import('../settings/SettingsView.svelte'),
};
