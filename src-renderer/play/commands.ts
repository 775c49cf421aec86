/** Commands of the play view, with their keys. */
import type { Command } from '../base/commands.svelte.ts';
import type { Question } from './asking.svelte.ts';
import type { Game } from './game.svelte.ts';
import { helpNames, type Help } from './help.ts';

interface PlayActions {
  readonly game: Game;
  /** cell of the keyboard cursor */
  readonly cursor: number;
  /** returns true if the user can play, and false while a plan is shown instead */
  readonly canPlay: () => boolean;
  readonly turn: (steps: number) => void;
  /** moves the keyboard focus from the board to the tray or back */
  readonly crossOver: () => void;
  readonly ask: (question: Question) => void;
  readonly choose: (help: Help) => void;
}

export const playCommands = (actions: PlayActions): Command[] =>
  [
    ...historyCommands(actions),
    ...tileCommands(actions),
    ...moveCommands(actions),
    ...boardCommands(actions),
    ...questionCommands(actions),
    ...helpNames.map(([help, name], index) => ({
      id: `help-${help}`,
      title: `Help: ${name}`,
      keys: `Alt+${index}`,
      run: () => actions.choose(help),
    })),
  ].map((command) => ({ ...command, id: `play.${command.id}`, group: 'Play' }));

type Own = Omit<Command, 'group'>;

function historyCommands({ game, canPlay }: PlayActions): Own[] {
  return [
    {
      id: 'undo',
      title: 'Undo the move',
      keys: 'Mod+Z',
      enabled: () => canPlay() && game.undoable > 0,
      run: () => game.undo(),
    },
    {
      id: 'redo',
      title: 'Redo the move',
      keys: 'Mod+Shift+Z',
      enabled: () => canPlay() && game.redoable > 0,
      run: () => game.redo(),
    },
  ];
}

function tileCommands({ game, cursor, canPlay, turn, crossOver }: PlayActions): Own[] {
  const turns = (): boolean => canPlay() && game.puzzle.turns !== 'fixed';
  return [
    {
      id: 'rotate',
      title: 'Rotate the tile clockwise',
      keys: 'R',
      enabled: turns,
      run: () => turn(1),
    },
    {
      id: 'rotate-back',
      title: 'Rotate the tile anticlockwise',
      keys: 'Shift+R',
      enabled: turns,
      run: () => turn(-1),
    },
    {
      id: 'flip',
      title: 'Flip the tile over',
      keys: 'V',
      enabled: () => canPlay() && game.puzzle.turns === 'flip',
      run: () => game.flip(cursor),
    },
    {
      id: 'lift',
      title: 'Move the tile to the tray',
      keys: 'Delete',
      enabled: canPlay,
      run: () => game.liftFrom(cursor),
    },
    {
      id: 'drop',
      title: 'Put down the tile in hand and clear the selection',
      keys: 'Escape',
      enabled: () => game.heldTile >= 0 || game.chosen.size > 0 || game.choosing,
      run: () => game.putDown(),
    },
    {
      id: 'tray',
      title: 'Switch between board and tray',
      keys: 'T',
      enabled: canPlay,
      run: crossOver,
    },
    {
      id: 'choose',
      title: 'Select the tile, or remove it from the selection',
      keys: 'X',
      enabled: canPlay,
      run: () => game.choose(cursor),
    },
    {
      id: 'choose-all',
      title: 'Select all tiles on the board',
      keys: 'Mod+A',
      enabled: canPlay,
      run: () => game.chooseAll(),
    },
  ];
}

function moveCommands({ game, canPlay }: PlayActions): Own[] {
  return [
    {
      id: 'left',
      title: 'Move the selected tiles left, or all tiles if none is selected',
      keys: 'Shift+ArrowLeft',
      enabled: canPlay,
      run: () => game.move(-1, 0),
    },
    {
      id: 'right',
      title: 'Move the selected tiles right, or all tiles if none is selected',
      keys: 'Shift+ArrowRight',
      enabled: canPlay,
      run: () => game.move(1, 0),
    },
    {
      id: 'up',
      title: 'Move the selected tiles up, or all tiles if none is selected',
      keys: 'Shift+ArrowUp',
      enabled: canPlay,
      run: () => game.move(0, -1),
    },
    {
      id: 'down',
      title: 'Move the selected tiles down, or all tiles if none is selected',
      keys: 'Shift+ArrowDown',
      enabled: canPlay,
      run: () => game.move(0, 1),
    },
  ];
}

function boardCommands({ game, canPlay }: PlayActions): Own[] {
  return [
    { id: 'bookmark', title: 'Add a bookmark', keys: 'B', enabled: canPlay, run: () => game.bookmark() },
    {
      id: 'lay-out',
      title: 'Put all tiles on the board, in order',
      keys: 'L',
      enabled: canPlay,
      run: () => game.layOut(),
    },
    {
      id: 'clear',
      title: 'Move all tiles to the tray',
      keys: 'Shift+C',
      enabled: canPlay,
      run: () => game.clear(),
    },
    {
      id: 'restart',
      title: 'Start over, with the clock at zero',
      keys: 'Shift+N',
      enabled: canPlay,
      run: () => game.restart(),
    },
  ];
}

function questionCommands({ canPlay, ask }: PlayActions): Own[] {
  return [
    {
      id: 'solvable',
      title: 'Can this still be solved?',
      keys: 'Q',
      enabled: canPlay,
      run: () => ask('solvable'),
    },
    { id: 'next', title: 'Place one correct tile', keys: 'N', enabled: canPlay, run: () => ask('next') },
    { id: 'solve', title: 'Solve from here', keys: 'Shift+S', enabled: canPlay, run: () => ask('solve') },
    {
      id: 'plan',
      title: 'Fewest swaps and rotations to a solution',
      keys: 'P',
      enabled: canPlay,
      run: () => ask('plan'),
    },
  ];
}
