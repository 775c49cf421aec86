/** Commands of the editor, with their keys. */
import { hasBack } from '../../src-core/puzzle/labels.ts';
import type { Command } from '../base/commands.svelte.ts';
import type { Hand } from './hand.svelte.ts';
import { deleteTile, duplicateTile, flipTile, rotateTile } from './operations.ts';

interface EditorActions {
  readonly hand: Hand;
  /** opens the dialog for the appearance of the brush's label */
  readonly style: () => void;
  readonly print: () => void;
  readonly exportIt: () => void;
  readonly play: () => void;
}

export function editorCommands({ hand, style, print, exportIt, play }: EditorActions): Command[] {
  const { editor } = hand;
  return [
    {
      id: 'undo',
      title: `Undo ${editor.undoTitle.toLowerCase()}`,
      keys: 'Mod+Z',
      enabled: () => editor.canUndo,
      run: () => editor.undo(),
    },
    {
      id: 'redo',
      title: `Redo ${editor.redoTitle.toLowerCase()}`,
      keys: 'Mod+Shift+Z',
      enabled: () => editor.canRedo,
      run: () => editor.redo(),
    },
    ...tileCommands(hand),
    {
      id: 'labels',
      title: 'Paint a label: press its number or letter',
      keys: '1',
      passive: true,
      run: () => undefined,
    },
    {
      id: 'both',
      title: 'Paint both touching edges: on or off',
      keys: 'Alt+B',
      run: () => (hand.both = !hand.both),
    },
    {
      id: 'tool',
      title: 'Switch between brush and selection',
      keys: 'Alt+V',
      run: () => (hand.tool = hand.tool === 'brush' ? 'select' : 'brush'),
    },
    { id: 'shuffle', title: 'Shuffle the tiles', keys: 'Alt+R', run: () => hand.shuffle() },
    { id: 'style', title: 'Change the appearance of the brush’s label', keys: 'Alt+L', run: style },
    { id: 'print', title: 'Print and cut', keys: 'Mod+P', run: print },
    { id: 'export', title: 'Share', keys: 'Mod+E', run: exportIt },
    { id: 'play', title: 'Play this puzzle', keys: 'Alt+P', run: play },
  ].map((command) => ({ ...command, id: `editor.${command.id}`, group: 'Editor' }));
}

/** Returns the commands for the selected tile. */
export function tileCommands(hand: Hand): Omit<Command, 'group'>[] {
  const { editor } = hand;
  return [
    { id: 'side-next', title: 'Next edge of the tile', keys: ']', run: () => hand.stepSide(1) },
    { id: 'side-back', title: 'Previous edge of the tile', keys: '[', run: () => hand.stepSide(-1) },
    {
      id: 'rotate',
      title: 'Rotate the tile clockwise',
      keys: 'Shift+ArrowRight',
      run: () => hand.onTile('Rotate', (tile) => rotateTile(tile)),
    },
    {
      id: 'rotate-back',
      title: 'Rotate the tile anticlockwise',
      keys: 'Shift+ArrowLeft',
      run: () => hand.onTile('Rotate', (tile) => rotateTile(tile, -1)),
    },
    {
      id: 'mirror',
      title: hasBack(editor.puzzle.tiles[editor.tile]!) ? 'Flip the tile over' : 'Mirror the tile',
      keys: 'Shift+ArrowUp',
      run: () => hand.onTile('Mirror', flipTile),
    },
    {
      id: 'face',
      title: 'Paint the other face of the tile',
      keys: 'Alt+O',
      enabled: () => editor.puzzle.turns === 'flip',
      run: () => hand.turnOver(),
    },
    {
      id: 'earlier',
      title: 'Move the tile one place back',
      keys: 'Alt+ArrowLeft',
      run: () => hand.reorder(-1),
    },
    {
      id: 'later',
      title: 'Move the tile one place forward',
      keys: 'Alt+ArrowRight',
      run: () => hand.reorder(1),
    },
    {
      id: 'swap',
      title: hand.swapping < 0 ? 'Swap the tile with another' : 'Swap with this tile',
      keys: 'Alt+S',
      run: () => (hand.swapping < 0 ? hand.startSwap() : hand.finishSwap(editor.tile)),
    },
    {
      id: 'duplicate',
      title: 'Duplicate the tile',
      keys: 'Alt+D',
      enabled: () => hand.canAdd,
      run: () => hand.onTile('Duplicate', duplicateTile),
    },
    { id: 'add', title: 'Add a tile', keys: 'Alt+A', enabled: () => hand.canAdd, run: () => hand.add() },
    {
      id: 'pin',
      title: hand.pinned ? 'Unpin the tile' : 'Pin the tile to its cell as a hint',
      keys: 'Alt+H',
      enabled: () => hand.grid.fits,
      run: () => hand.pin(),
    },
    {
      id: 'close',
      title: hand.closed
        ? 'Open the cell under the cursor'
        : 'Close the cell under the cursor (no tile can go there)',
      keys: 'Alt+X',
      enabled: () => hand.grid.fits,
      run: () => hand.close(),
    },
    {
      id: 'delete',
      title: 'Delete the tile',
      keys: 'Delete',
      danger: true,
      enabled: () => editor.puzzle.tiles.length > 1,
      run: () => hand.onTile('Delete', deleteTile),
    },
  ];
}
