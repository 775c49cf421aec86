/** Everything that can be done while stepping through a search, with its keys. */
import type { Command } from '../base/commands.svelte.ts';
import type { Stepping } from './stepping.svelte.ts';

interface StepActions {
  readonly stepping: Stepping;
  readonly classroom: boolean;
  readonly setClassroom: (on: boolean) => void;
}

export function stepCommands({ stepping, classroom, setClassroom }: StepActions): Command[] {
  return [
    { id: 'forward', title: 'One step forward', keys: 'ArrowRight', run: () => stepping.step() },
    { id: 'back', title: 'One step back', keys: 'ArrowLeft', run: () => stepping.back() },
    {
      id: 'over',
      title: 'On to the next tile placed or taken back',
      keys: 'ArrowDown',
      run: () => stepping.over(),
    },
    {
      id: 'play',
      title: stepping.playing ? 'Pause' : 'Play',
      keys: 'Space',
      run: () => stepping.playOrPause(),
    },
    {
      id: 'solution',
      title: 'On to the next solution',
      keys: 'n',
      run: () => void stepping.nextSolution(),
    },
    { id: 'start', title: 'Back to the beginning', keys: 'Home', run: () => stepping.toStart() },
    { id: 'end', title: 'To the end', keys: 'End', run: () => stepping.toEnd() },
    { id: 'faster', title: 'Faster', keys: '.', run: () => stepping.faster() },
    { id: 'slower', title: 'Slower', keys: ',', run: () => stepping.slower() },
    {
      id: 'classroom',
      title: classroom ? 'Leave the classroom mode' : 'Classroom mode: large, nothing else in sight',
      keys: 'c',
      run: () => setClassroom(!classroom),
    },
    {
      id: 'leave',
      title: 'Leave the classroom mode',
      keys: 'Escape',
      enabled: () => classroom,
      run: () => setClassroom(false),
    },
  ].map((command) => ({ ...command, id: `steps.${command.id}`, group: 'Step through' }));
}
