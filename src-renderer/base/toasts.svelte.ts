/**
 * Short messages at the bottom of the window. A message about something removed has a button that restores
 * it.
 */
interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'bad';
  readonly action: { readonly title: string; readonly run: () => void } | null;
}

const MESSAGE_MS = 4000;
/** How long a message with a button is shown, in milliseconds: long enough to read it and find the button. */
const ACTION_MESSAGE_MS = 10_000;

let next = 1;
let list = $state.raw<readonly Toast[]>([]);

export const toasts = {
  get list(): readonly Toast[] {
    return list;
  },
};

/** Shows a message and returns its number, which `dismiss` takes. */
export function toast(
  text: string,
  options: {
    tone?: Toast['tone'];
    action?: NonNullable<Toast['action']>;
    /** true if the message takes long to read and must therefore be shown for longer */
    lasting?: boolean;
  } = {},
): number {
  const id = next++;
  // If a message with the same text is already shown, replace that message.
  const others = list.filter((each) => each.text !== text || each.action);
  list = [...others.slice(-2), { id, text, tone: options.tone ?? 'plain', action: options.action ?? null }];
  setTimeout(
    () => dismiss(id),
    options.action || options.lasting || options.tone === 'bad' ? ACTION_MESSAGE_MS : MESSAGE_MS,
  );
  return id;
}

export function dismiss(id: number): void {
  list = list.filter((each) => each.id !== id);
}
