/**
 * The application's views as data, for the navigation, the palette, the list of keys and the tests. To add a view, add
 * a folder with a component, an entry here, and its chunk in shell/chunks.ts.
 */
import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark';
import Columns2 from '@lucide/svelte/icons/columns-2';
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
import ScanLine from '@lucide/svelte/icons/scan-line';
import Radar from '@lucide/svelte/icons/radar';
import Settings from '@lucide/svelte/icons/settings';
import Trash2 from '@lucide/svelte/icons/trash-2';
import type { Component } from 'svelte';
import type { Puzzle } from '../../src-core/puzzle/puzzle.ts';

interface ViewEntry {
  /** the view's id, which is the first part of its address */
  readonly id: string;
  readonly title: string;
  readonly icon: Component;
  /** where the navigation lists the view: at the top, under the open puzzle, or at the bottom */
  readonly place: 'top' | 'puzzle' | 'foot';
  readonly kinds?: readonly Puzzle['kind'][];
  /** keys that open the view; see commands.svelte.ts */
  readonly keys: string;
}

const all = [
  {
    id: 'library',
    title: 'Library',
    icon: LibraryBig,
    place: 'top',
    keys: 'g l',
  },
  {
    id: 'create',
    title: 'New puzzle',
    icon: Plus,
    place: 'top',
    keys: 'g n',
  },
  {
    id: 'scan',
    title: 'Scan a puzzle',
    icon: ScanLine,
    place: 'top',
    keys: 'g a',
  },
  {
    id: 'puzzle',
    title: 'Puzzle',
    icon: Grid2x2,
    place: 'puzzle',
    keys: 'g z',
  },
  {
    id: 'editor',
    title: 'Edit',
    icon: PencilRuler,
    place: 'puzzle',
    kinds: ['edge-matching'],
    keys: 'g e',
  },
  {
    id: 'play',
    title: 'Play',
    icon: Play,
    place: 'puzzle',
    kinds: ['edge-matching'],
    keys: 'g p',
  },
  {
    id: 'slide',
    title: 'Slide',
    icon: Move,
    place: 'puzzle',
    kinds: ['sliding'],
    keys: 'g d',
  },
  {
    id: 'search',
    title: 'Search',
    icon: Radar,
    place: 'puzzle',
    keys: 'g s',
  },
  {
    id: 'runs',
    title: 'Runs',
    icon: History,
    place: 'top',
    keys: 'g r',
  },
  {
    id: 'gallery',
    title: 'Gallery',
    icon: Images,
    place: 'top',
    keys: 'g g',
  },
  {
    id: 'compare',
    title: 'Compare boards',
    icon: Columns2,
    place: 'top',
    keys: 'g m',
  },
  {
    id: 'lab',
    title: 'Lab',
    icon: FlaskConical,
    place: 'top',
    keys: 'g b',
  },
  {
    id: 'steps',
    title: 'Step through',
    icon: Footprints,
    place: 'puzzle',
    kinds: ['edge-matching'],
    keys: 'g t',
  },
  {
    id: 'deleted',
    title: 'Recently deleted',
    icon: Trash2,
    place: 'foot',
    keys: 'g x',
  },
  {
    id: 'help',
    title: 'Help',
    icon: CircleQuestionMark,
    place: 'foot',
    keys: 'g h',
  },
  {
    id: 'settings',
    title: 'Settings',
    icon: Settings,
    place: 'foot',
    keys: 'g ,',
  },
] as const satisfies readonly ViewEntry[];

export type ViewId = (typeof all)[number]['id'];
export type View = ViewEntry & { readonly id: ViewId };
export const views: readonly View[] = all;
export const viewNamed = (id: string): View | undefined => views.find((view) => view.id === id);
