import { expect, test } from 'vitest';
import { raised, roughPower, size } from '../../../../src-renderer/components/format.ts';
import { barRange, powersOfTen } from '../../../../src-renderer/components/log-axis.ts';
import { timeDecades, timeMark, timeMarks } from '../../../../src-renderer/components/time-axis.ts';
import { secondsInText, textOfSeconds } from '../../../../src-renderer/runs/new/duration-text.ts';
import { advise } from '../../../../src-renderer/runs/new/recommendation.ts';

test('a time is parsed as people write it, and formatted the same way', () => {
  for (const [text, seconds] of [
    ['90', 90],
    ['90 s', 90],
    ['10 min', 600],
    ['10 Minutes', 600],
    ['1.5h', 5400],
    ['3 d', 259_200],
    [' ', null],
    ['soon', undefined],
    ['-5', undefined],
    ['5 toString', undefined],
  ] as const)
    expect(secondsInText(text), text).toBe(seconds);
  for (const seconds of [null, 0, 90, 600, 5400, 7200, 259_200, 0.5])
    expect(secondsInText(textOfSeconds(seconds))).toBe(seconds);
});

test('the size of a search gives advice on solving or hunting, in plain words', () => {
  expect(advise('solve', 1e40, 2)).toMatchObject({
    instead: 'hunt',
    text: expect.stringContaining('age of the universe') as unknown,
  });
  expect(advise('hunt', 1e40, 2)).toMatchObject({ instead: null });
  expect(advise('count', 2, 1)).toEqual({
    instead: null,
    text: 'A complete search takes 2 s on 1 thread.',
  });
  expect(advise('hunt', 2, 1).instead).toBe('solve');
  expect(advise('solve', 1e9, 2).instead).toBe('hunt');
});

test('time axes have marks at whole milliseconds, seconds, minutes, hours', () => {
  expect(timeMarks(0, 25_000, 6).map(timeMark)).toEqual(['0 s', '5 s', '10 s', '15 s', '20 s', '25 s']);
  expect(timeMarks(0, 3_000_000, 6).map(timeMark)).toEqual([
    '0 s',
    '10 min',
    '20 min',
    '30 min',
    '40 min',
    '50 min',
  ]);
  const marks = (to: number) => timeMarks(0, to, 6).map(timeMark);
  expect(marks(85_000)).toEqual(['0 s', '1 min']);
  expect(marks(150_000)).toEqual(['0 s', '1 min', '2 min']);
  expect(marks(6_000_000)).toEqual(['0 s', '30 min', '1 h', '1 h 30 min']);
  expect(marks(2 * 86_400_000)).toEqual(['0 s', '12 h', '1 d', '1 d 12 h', '2 d']);
  // a run that ended within a second or two
  expect(marks(77)).toEqual(['0 s', '20 ms', '40 ms', '60 ms']);
  expect(marks(1700)).toEqual(['0 s', '500 ms', '1 s', '1.5 s']);
  expect(timeDecades(17, 900).map(timeMark)).toEqual(['100 ms']);
  expect(timeDecades(17, 4000).map(timeMark)).toEqual(['100 ms', '1 s']);
  expect(timeMarks(0, 1e13, 5).length).toBeLessThanOrEqual(6);
  expect(timeDecades(500, 8e6).map(timeMark)).toEqual(['1 s', '10 s', '1 min', '10 min', '1 h']);
});

test('formats numbers too large for a double, exponents and memory', () => {
  expect(roughPower(661.0633)).toBe('1.2 × 10⁶⁶¹');
  expect(roughPower(Math.log10(95_126_814_720))).toBe('9.5 × 10¹⁰');
  expect(raised(-12)).toBe('⁻¹²');
  expect([size(1500), size(350 * 2 ** 20), size(24 * 2 ** 30)]).toEqual(['2 kB', '350 MB', '24 GB']);
});

test('a bar of 1 is visible on a logarithmic axis', () => {
  for (const [low, high] of [
    [1, 1],
    [1, 2],
    [8, 900],
    [1000, 1000],
  ] as const) {
    const [bottom, top] = barRange(low, high);
    expect(bottom).toBeLessThan(low);
    expect(top).toBeGreaterThanOrEqual(high);
  }
  expect(barRange(null, null)).toEqual([0.5, 10]);
});

test('a logarithmic axis is marked at powers of ten, wherever it begins', () => {
  expect(powersOfTen(...barRange(36, 2000), 7)).toEqual([100, 1000, 10_000]);
  expect(powersOfTen(...barRange(1, 5), 7)).toEqual([1, 10]);
  expect(powersOfTen(...barRange(3, 9e11), 7)).toEqual([10, 1000, 1e5, 1e7, 1e9, 1e11]);
});
