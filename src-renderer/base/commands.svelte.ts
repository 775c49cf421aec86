/**
 * Everything the user can do, as data. Views contribute commands while they are on screen. The palette lists the
 * commands, their keys run them, and `?` shows them all.
 */
import { onDestroy } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';

export interface Command {
  /** unique name, such as "search.pause" */
  readonly id: string;
  /** title shown to users, such as "Pause the run" */
  readonly title: string;
  /** other words by which the palette finds the command */
  readonly words?: string;
  /** heading under which the command is listed, such as "Search" */
  readonly group: string;
  /**
   * The keys that run the command: "Mod+Enter" (Mod is Ctrl, or Cmd on a Mac), "Shift+R", "?", or two keys in a row,
   * such as "g l". Keys without Mod and Alt do nothing while a text field has the focus.
   */
  readonly keys?: string;
  /** true if the view handles the keys itself, such as the arrow keys on a board; the command is then only listed */
  readonly passive?: boolean;
  /** true if holding the key down must run the command only once, because it creates, starts or deletes something */
  readonly once?: boolean;
  /** true if the command deletes something; menus show it in red */
  readonly danger?: boolean;
  /** default: always enabled */
  readonly enabled?: () => boolean;
  readonly run: () => void;
}

const sources = new SvelteSet<() => readonly Command[]>();

/** Contributes commands for as long as the calling component exists. Call while the component initialises. */
export function provideCommands(commands: () => readonly Command[]): void {
  sources.add(commands);
  onDestroy(() => sources.delete(commands));
}

export const allCommands = (): Command[] => [...sources].flatMap((source) => source());
export const enabledCommands = (): Command[] =>
  allCommands().filter((command) => command.enabled?.() ?? true);

const mac = /Mac|iP(hone|ad)/.test(navigator.platform);
const names: Record<string, string> = {
  Mod: mac ? '⌘' : 'Ctrl',
  Shift: mac ? '⇧' : 'Shift',
  Alt: mac ? '⌥' : 'Alt',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};
/** Returns the key caps of "Mod+K": ["Ctrl", "K"]. */
export const keyCaps = (keys: string): string[] =>
  keys.split(/[ +](?=.)/).map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key));

function strokeOf(event: KeyboardEvent): string {
  const letter = event.key.length === 1;
  const parts = [
    (mac ? event.metaKey : event.ctrlKey) && 'Mod',
    event.altKey && 'Alt',
    // Add Shift only to letters and named keys. Whether a character such as "?" needs Shift depends on the keyboard.
    event.shiftKey && (!letter || /[a-z]/i.test(event.key)) && 'Shift',
    event.key === ' ' ? 'Space' : letter ? event.key.toLowerCase() : event.key,
  ];
  return parts.filter(Boolean).join('+');
}
const normal = (keys: string): string =>
  keys
    .split(' ')
    .map((stroke) =>
      stroke.replace(/(^|\+)([A-Z])$/, (_all, plus: string, key: string) => plus + key.toLowerCase()),
    )
    .join(' ');

const MAX_STROKE_GAP_MS = 1200;
let first = '';
let firstAt = 0;

const takesText = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox],[type=radio],[type=range]), textarea, select'));

/** Runs the command for the keys pressed. This is the window's only key listener. */
export function handleKey(event: KeyboardEvent): void {
  if (
    event.defaultPrevented ||
    event.isComposing ||
    ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)
  ) {
    return;
  }
  const stroke = strokeOf(event);
  const held = /^(Mod|Alt)\+/.test(stroke);
  if (!held && takesText(event.target)) return;
  // an open dialog has its own keys
  if (document.querySelector('dialog[open]')) return;
  const pair = first && event.timeStamp - firstAt < MAX_STROKE_GAP_MS ? `${first} ${stroke}` : '';
  first = '';
  const active = enabledCommands().filter((command) => command.keys && !command.passive);
  const command =
    (pair ? active.find(({ keys }) => normal(keys!) === pair) : undefined) ??
    active.find(({ keys }) => normal(keys!) === stroke);
  if (command) {
    event.preventDefault();
    if (event.repeat && command.once) return;
    // Commit the text being typed before running the command, as if the user had left the field.
    if (takesText(event.target)) {
      event.target.blur();
      event.target.focus();
    }
    command.run();
  } else if (active.some(({ keys }) => normal(keys!).startsWith(`${stroke} `))) {
    event.preventDefault();
    first = stroke;
    firstAt = event.timeStamp;
  }
}
