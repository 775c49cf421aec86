/** What the host's own surroundings ask of the interface: the desktop's menu, a file opened from outside. */
import { onHostEvent } from '../base/client.svelte.ts';
import { enabledCommands } from '../base/commands.svelte.ts';
import { beginImport, importText } from '../library/importing.svelte.ts';
import { toast } from '../base/toasts.svelte.ts';
import { go } from '../base/route.svelte.ts';

/** For the life of the application. */
export function followHost(): void {
  onHostEvent('app.command', ({ command }) =>
    enabledCommands()
      .find(({ id }) => id === command)
      ?.run(),
  );
  onHostEvent('app.import', ({ source, text }) => {
    beginImport();
    importText(text, source);
  });
  onHostEvent('library.lost', ({ message }) => toast(message, { tone: 'bad' }));
  onHostEvent('app.open', ({ puzzleId }) => go('puzzle', [puzzleId]));
}
