/** How a search tree is drawn in the window, in SVG files and in pictures. */
import type { TreeBox, TreeLink } from './tree-drawing.ts';

const names = [
  'ground',
  'surface',
  'raised',
  'ink',
  'ink-2',
  'ink-3',
  'line-strong',
  'accent',
  'on-accent',
  'good',
  'bad',
  'bad-soft',
] as const;
export type Colours = Readonly<Record<(typeof names)[number], string>>;

const colours = (valueOf: (name: string) => string): Colours =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Colours;

/** Colours as CSS variables, for drawings that follow the theme. */
export const themeColours = colours((name) => `var(--${name})`);

/** Returns the current theme's colours as plain values, for files. */
export function fixedColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  return colours((name) => style.getPropertyValue(`--${name}`).trim());
}

export interface BoxStyle {
  readonly fill: string;
  readonly stroke: string;
  readonly width: number;
  /** lengths of dashes and gaps; empty for a solid line */
  readonly dash: string;
  readonly text: string;
  readonly weight: number;
  readonly note: string;
}

export function boxStyle({ item, tone }: TreeBox, current: boolean, of: Colours): BoxStyle {
  const { status, onPath } = item;
  const [fill, stroke, text] = onPath
    ? [of.accent, of.accent, of['on-accent']]
    : {
        later: [of.raised, of['line-strong'], of['ink-3']],
        waiting: [of.raised, of.accent, of.accent],
        open: [of.accent, of.accent, of['on-accent']],
        done: [of.ground, of.ground, of['ink-2']],
        'dead end': [of['bad-soft'], of.bad, of.bad],
        solution: [of.good, of.good, of.raised],
      }[status];
  return {
    fill: fill!,
    stroke: current ? of.ink : stroke!,
    width: current ? 2.5 : 1,
    dash: status === 'later' ? '2 2' : '',
    text: text!,
    weight: onPath || status === 'solution' ? 600 : 400,
    note: { plain: of['ink-2'], good: of.good, bad: of.bad }[tone],
  };
}

export const linkStyle = (
  { onPath, later }: TreeLink,
  of: Colours,
): { readonly stroke: string; readonly width: number; readonly dash: string } =>
  onPath
    ? { stroke: of.accent, width: 3, dash: '' }
    : { stroke: of['line-strong'], width: 1, dash: later ? '2 3' : '' };
