/** Everything that can be done while playing, with its keys. */
import { EMPTY } from '../../src-core/puzzle/partial-board.ts';
import type { Command } from '../base/commands.svelte.ts';
import type { Question } from './asking.svelte.ts';
import type { Game } from './game.svelte.ts';
import { helps, type Help } from './help.ts';

export interface PlayActions {
  readonly game: Game;
  /** the keyboard's cell */
  readonly cursor: number;
  /** false while a plan is shown in place of the game */
  readonly hands: () => boolean;
  readonly turn: (steps: number) => void;
  /** from the board to the tray and back */
  readonly crossOver: () => void;
  readonly ask: (question: Question) => void;
  readonly choose: (help: Help) => void;
}

export function playCommands({ game, cursor, hands, turn, crossOver, ask, choose }: PlayActions): Command[] {
  return [
    {
      id: 'undo',
      title: 'Undo the move',
      keys: 'Mod+Z',
      enabled: () => hands() && game.undoable > 0,
      run: () => game.undo(),
    },
    {
      id: 'redo',
      title: 'Redo the move',
      keys: 'Mod+Shift+Z',
      enabled: () => hands() && game.redoable > 0,
      run: () => game.redo(),
    },
    { id: 'rotate', title: 'Rotate the tile clockwise', keys: 'R', enabled: hands, run: () => turn(1) },
    {
      id: 'rotate-back',
      title: 'Rotate the tile anticlockwise',
      keys: 'Shift+R',
      enabled: hands,
      run: () => turn(-1),
    },
    {
      id: 'flip',
      title: 'Flip the tile over',
      keys: 'F',
      enabled: () => hands() && game.puzzle.turns === 'flip',
      run: () => game.flip(cursor),
    },
    {
      id: 'lift',
      title: 'Lift the tile into the tray',
      keys: 'Delete',
      enabled: hands,
      run: () => game.liftFrom(cursor),
    },
    {
      id: 'drop',
      title: 'Put the tile in hand down',
      keys: 'Escape',
      enabled: () => game.heldTile >= 0,
      run: () => (game.held = EMPTY),
    },
    {
      id: 'tray',
      title: 'From the board to the tray and back',
      keys: 'T',
      enabled: hands,
      run: crossOver,
    },
    {
      id: 'left',
      title: 'Move the whole block left',
      keys: 'Shift+ArrowLeft',
      enabled: hands,
      run: () => game.move(-1, 0),
    },
    {
      id: 'right',
      title: 'Move the whole block right',
      keys: 'Shift+ArrowRight',
      enabled: hands,
      run: () => game.move(1, 0),
    },
    {
      id: 'up',
      title: 'Move the whole block up',
      keys: 'Shift+ArrowUp',
      enabled: hands,
      run: () => game.move(0, -1),
    },
    {
      id: 'down',
      title: 'Move the whole block down',
      keys: 'Shift+ArrowDown',
      enabled: hands,
      run: () => game.move(0, 1),
    },
    { id: 'bookmark', title: 'Keep a bookmark', keys: 'B', enabled: hands, run: () => game.bookmark() },
    {
      id: 'lay-out',
      title: 'Lay out the start arrangement',
      keys: 'L',
      enabled: hands,
      run: () => game.layOut(),
    },
    {
      id: 'clear',
      title: 'All tiles into the tray',
      keys: 'Shift+C',
      enabled: hands,
      run: () => game.clear(),
    },
    {
      id: 'restart',
      title: 'Start anew, clock at zero',
      keys: 'Shift+N',
      enabled: hands,
      run: () => game.restart(),
    },
    {
      id: 'solvable',
      title: 'Is this still solvable?',
      keys: 'Q',
      enabled: hands,
      run: () => ask('solvable'),
    },
    { id: 'next', title: 'Place one right tile', keys: 'N', enabled: hands, run: () => ask('next') },
    { id: 'solve', title: 'Solve from here', keys: 'Shift+S', enabled: hands, run: () => ask('solve') },
    { id: 'plan', title: 'Swap and rotate plan', keys: 'P', enabled: hands, run: () => ask('plan') },
    ...helps.map((each, index) => ({
      id: `help-${each}`,
      title: [
        'Help: none',
        'Help: cells where nothing fits',
        'Help: where the tile in hand fits',
        'Help: next tile on request',
      ][index]!,
      keys: `Alt+${index}`,
      run: () => choose(each),
    })),
  ].map((command) => ({ ...command, id: `play.${command.id}`, group: 'Play' }));
}
