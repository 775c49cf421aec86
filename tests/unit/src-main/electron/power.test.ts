// Pausing on battery and keeping the computer awake, with a stand-in for Electron's API.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchPower } from '../../../../src-main/electron/power.ts';
import type { Services } from '../../../../src-main/services/services.ts';
import { powerMonitor, state } from './electron-stub.ts';

vi.mock('electron', () => import('./electron-stub.ts'));

let calls: string[];
let working: boolean;
let tell: (type: string) => void;
beforeEach(() => {
  vi.useFakeTimers();
  powerMonitor.removeAllListeners();
  calls = [];
  working = true;
  state.isOnBattery = false;
  state.awake = 0;
});
afterEach(() => vi.useRealTimers());

const services = (pauseOnBattery = true): Services =>
  ({
    settings: () => ({ pauseOnBattery }),
    get isWorking() {
      return working;
    },
    runs: {
      running: [3],
      pause: (id: number) => calls.push(`pause ${id}`),
      resumePaused: (id: number) => calls.push(`resume ${id}`),
    },
    lab: {
      pending: [7, 8],
      pause: (id: number) => calls.push(`pause experiment ${id}`),
      resume: (id: number) => calls.push(`resume experiment ${id}`),
    },
    onEvent: (listener: (event: { type: string }) => void) => (tell = (type) => listener({ type })),
  }) as unknown as Services;

const paused = ['pause 3', 'pause experiment 7', 'pause experiment 8'];
const resumed = ['resume 3', 'resume experiment 7', 'resume experiment 8'];

test('a start on battery pauses runs and experiments', () => {
  state.isOnBattery = true;
  watchPower(services());
  expect(calls).toEqual(paused);
});

test('a change of the power supply is noticed without an event, as on Linux', () => {
  watchPower(services(), 1_000);
  state.isOnBattery = true;
  vi.advanceTimersByTime(1_000);
  expect(calls).toEqual(paused);
  // A run that the user resumes while on battery is not paused again.
  vi.advanceTimersByTime(10_000);
  expect(calls).toEqual(paused);
  state.isOnBattery = false;
  vi.advanceTimersByTime(1_000);
  expect(calls).toEqual([...paused, ...resumed]);
});

test('nothing is paused if the settings say so', () => {
  watchPower(services(false));
  powerMonitor.emit('on-battery');
  expect(calls).toEqual([]);
});

test('the computer stays awake while a run or an experiment is under way', () => {
  working = false;
  watchPower(services());
  expect(state.awake).toBe(0);
  working = true;
  tell('lab.changed');
  expect(state.awake).toBe(1);
  working = false;
  tell('lab.changed');
  expect(state.awake).toBe(0);
});
