/**
 * The rooms of the application as data: the navigation, the palette, the key list and the accessibility
 * test all read this. To add a room: a folder with a component, and an entry here.
 */
import FlaskConical from '@lucide/svelte/icons/flask-conical';
import Footprints from '@lucide/svelte/icons/footprints';
import Grid2x2 from '@lucide/svelte/icons/grid-2x2';
import History from '@lucide/svelte/icons/history';
import Images from '@lucide/svelte/icons/images';
import LibraryBig from '@lucide/svelte/icons/library-big';
import Move from '@lucide/svelte/icons/move';
import PencilRuler from '@lucide/svelte/icons/pencil-ruler';
import Play from '@lucide/svelte/icons/play';
import Plus from '@lucide/svelte/icons/plus';
import Radar from '@lucide/svelte/icons/radar';
import Settings from '@lucide/svelte/icons/settings';
import type { Component } from 'svelte';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';

/** What every view gets. Views about a puzzle have its number as the first parameter. */
export interface ViewProps {
  params: readonly string[];
  query: Readonly<Record<string, string>>;
}

export interface View {
  /** first part of the address */
  readonly id: string;
  readonly title: string;
  readonly icon: Component;
  /** stands by itself, belongs to the opened puzzle (of one or both kinds), or at the foot */
  readonly place: 'top' | 'puzzle' | 'foot';
  readonly kinds?: readonly Puzzle['kind'][];
  /** keys that open it, see commands.svelte.ts */
  readonly keys: string;
  /** a chunk of its own, fetched when first opened */
  readonly load: () => Promise<{ default: Component<ViewProps> | Component<Record<string, never>> }>;
}

export const views: readonly View[] = [
  {
    id: 'library',
    title: 'Library',
    icon: LibraryBig,
    place: 'top',
    keys: 'g l',
    load: () => import('../library/LibraryView.svelte'),
  },
  {
    id: 'create',
    title: 'New puzzle',
    icon: Plus,
    place: 'top',
    keys: 'g n',
    load: () => import('../editor/CreateView.svelte'),
  },
  {
    id: 'puzzle',
    title: 'Puzzle',
    icon: Grid2x2,
    place: 'puzzle',
    keys: 'g z',
    load: () => import('../puzzle/PuzzleView.svelte'),
  },
  {
    id: 'editor',
    title: 'Edit',
    icon: PencilRuler,
    place: 'puzzle',
    kinds: ['edge-matching'],
    keys: 'g e',
    load: () => import('../editor/EditorView.svelte'),
  },
  {
    id: 'play',
    title: 'Play',
    icon: Play,
    place: 'puzzle',
    kinds: ['edge-matching'],
    keys: 'g p',
    load: () => import('../play/PlayView.svelte'),
  },
  {
    id: 'slide',
    title: 'Slide',
    icon: Move,
    place: 'puzzle',
    kinds: ['sliding'],
    keys: 'g d',
    load: () => import('../sliding/SlidingView.svelte'),
  },
  {
    id: 'search',
    title: 'Search',
    icon: Radar,
    place: 'puzzle',
    keys: 'g s',
    load: () => import('../search/SearchView.svelte'),
  },
  {
    id: 'runs',
    title: 'Runs',
    icon: History,
    place: 'top',
    keys: 'g r',
    load: () => import('../runs/RunsView.svelte'),
  },
  {
    id: 'gallery',
    title: 'Gallery',
    icon: Images,
    place: 'top',
    keys: 'g g',
    load: () => import('../gallery/GalleryView.svelte'),
  },
  {
    id: 'lab',
    title: 'Lab',
    icon: FlaskConical,
    place: 'top',
    keys: 'g b',
    load: () => import('../lab/LabView.svelte'),
  },
  {
    id: 'steps',
    title: 'Step through',
    icon: Footprints,
    place: 'puzzle',
    kinds: ['edge-matching'],
    keys: 'g t',
    load: () => import('../steps/StepsView.svelte'),
  },
  {
    id: 'settings',
    title: 'Settings',
    icon: Settings,
    place: 'foot',
    keys: 'g ,',
    load: () => import('../settings/SettingsView.svelte'),
  },
];

export const viewNamed = (id: string): View | undefined => views.find((view) => view.id === id);
