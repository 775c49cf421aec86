/** Commands for stepping through a search, with their keys. */
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
      title: 'Go to the next placement or removal',
      keys: 'ArrowDown',
      run: () => stepping.stepOver(),
    },
    {
      id: 'play',
      title: stepping.playing ? 'Pause' : 'Play',
      keys: 'Space',
      run: () => stepping.playOrPause(),
    },
    {
      id: 'solution',
      title: 'Next solution',
      keys: 'n',
      run: () => void stepping.nextSolution(),
    },
    { id: 'start', title: 'Go to the beginning', keys: 'Home', run: () => stepping.toStart() },
    { id: 'end', title: 'Go to the end', keys: 'End', run: () => stepping.toEnd() },
    { id: 'faster', title: 'Faster', keys: '.', run: () => stepping.faster() },
    { id: 'slower', title: 'Slower', keys: ',', run: () => stepping.slower() },
    {
      id: 'classroom',
      title: classroom ? 'Leave classroom mode' : 'Classroom mode',
      keys: 'c',
      run: () => setClassroom(!classroom),
    },
    {
      id: 'leave',
      title: 'Leave classroom mode',
      keys: 'Escape',
      enabled: () => classroom,
      run: () => setClassroom(false),
    },
  ].map((command) => ({ ...command, id: `steps.${command.id}`, group: 'Step through' }));
}
