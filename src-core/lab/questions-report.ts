import { nounFor } from '../text/counted.ts';
import { compareSetups, groupsOf, spreadIn, unfinished, type Group } from './compare.ts';
import type { Trial } from './experiment.ts';
import { measureNamed } from './measures.ts';
import { CUBE_SETS, cubeName, questionPuzzles, questionTexts, type QuestionNumber } from './questions.ts';
import type { Report } from './report.ts';
import { figureText } from './table-text.ts';

const [time, nodes, solutions] = ['time', 'nodes', 'unique'].map(measureNamed) as [
  ReturnType<typeof measureNamed>,
  ReturnType<typeof measureNamed>,
  ReturnType<typeof measureNamed>,
];

const ended = ({ trials }: Group): readonly Trial[] =>
  trials.filter(({ status }) => status === 'solved' || status === 'exhausted');
const withOne = (group: Group): number => ended(group).filter(({ unique }) => unique === 1).length;
const median = (group: Group, measure: typeof time): number | null =>
  spreadIn(group, measure)?.median ?? null;
const text = (figure: number | null): string => (figure === null ? 'unknown' : figureText(figure));

/** Returns a report that answers the questions of Brandt et al. (2002) with our measurements. */
export function questionsReport(trials: readonly Trial[]): Report {
  const groups = groupsOf(trials);
  const numbers = Object.keys(questionTexts).map(Number) as QuestionNumber[];
  return {
    source:
      'Keith Brandt, Kevin R. Burger, Jason Downing, Stuart Kilzer: Using backtracking to solve the Scramble Squares puzzle (2002), ' +
      '“Questions for further study”',
    note:
      'Medians of the trials. Rotations of the whole board count as one solution. Puzzles named “halves” are random: ' +
      'each trial uses a new puzzle, the same for all engines.',
    head: ['puzzle', 'engine', 'trials', 'ended', 'time (ms)', 'nodes', 'solutions', 'with one solution'],
    tables: numbers.map((number) => {
      const names = questionPuzzles.filter(({ question }) => question === number).map(({ name }) => name);
      const of = groups.filter(({ puzzle }) => names.includes(puzzle));
      return {
        title: `Question ${number}: ${questionTexts[number]}`,
        answer: of.length === 0 ? 'Not tried yet.' : answers[number](of),
        rows: of.map((group) => [
          group.puzzle,
          group.setup,
          group.trials.length,
          ended(group).length,
          median(group, time),
          median(group, nodes),
          median(group, solutions),
          withOne(group),
        ]),
      };
    }),
  };
}

function summaryOf(groups: readonly Group[]): string {
  const puzzles = [...new Set(groups.map(({ puzzle }) => puzzle))];
  const sentences = puzzles.map((puzzle) => {
    const engines = groups.filter((group) => group.puzzle === puzzle);
    const ways = engines.map((group) => {
      const done = group.trials.length - unfinished(group);
      const took = median(group, time);
      const ms = took === null ? 'not finished' : `${figureText(took)} ms`;
      return `${group.setup} ${ms} (${done} of ${group.trials.length} counted completely)`;
    });
    const surest = engines.toSorted((a, b) => ended(b).length - ended(a).length)[0]!;
    return `${puzzle}: ${ways.join(', ')}. Trials with exactly one solution: ${withOne(surest)}.`;
  });
  return sentences.join(' ');
}

const answers: Readonly<Record<QuestionNumber, (groups: readonly Group[]) => string>> = {
  1: (groups) => {
    const laid = groups.map((group) => `${group.setup} places ${text(median(group, nodes))} tiles`);
    const verdict = compareSetups(groups, time);
    return `All solutions: ${laid.join(', ')}. Time to finish: ${verdict?.words ?? 'one engine only'}.`;
  },
  2: (groups) => {
    const [changed, others] = [groups.filter(isRearranged), groups.filter((group) => !isRearranged(group))];
    const counted = changed.flatMap(ended);
    const how = 'two images of one square exchanged';
    const answer =
      counted.length === 0
        ? 'Unknown: no count finished.'
        : counted.every(({ unique }) => unique === 1)
          ? `Yes: with ${how}, the paper’s nine-square puzzle has one solution.`
          : `No: with ${how}, the paper’s nine-square puzzle has ${text(median(changed[0]!, solutions))} solutions.`;
    return [answer, summaryOf(others)].filter(Boolean).join(' ');
  },
  3: summaryOf,
  4: summaryOf,
  5: (groups) => {
    const sets = CUBE_SETS.flatMap((set) => {
      const counted = groups.filter(({ puzzle }) => puzzle === cubeName(set)).flatMap(ended);
      if (counted.length === 0) return [`${set}: unknown, because no count finished.`];
      const most = Math.max(...counted.map(({ unique }) => unique));
      return [
        most === 0
          ? `${set}: no six of its nine squares cover a cube.`
          : `${set}: yes, in ${most} ${nounFor(most, 'way')}.`,
      ];
    });
    const sixes = new Set<string>(CUBE_SETS.map(cubeName));
    const others = summaryOf(groups.filter(({ puzzle }) => !sixes.has(puzzle)));
    return [...sets, others].filter(Boolean).join(' ');
  },
  6: summaryOf,
};

const isRearranged = ({ puzzle }: Group): boolean => puzzle.endsWith('rearranged');
