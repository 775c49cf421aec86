/**
 * Colours of labels. Consecutive colours differ in lightness as well as hue, so that they can be told apart by
 * colour-blind users and in greyscale prints. Motifs differ too.
 */
interface Pair {
  readonly ground: string;
  readonly figure: string;
}

const pair = (ground: string, figure: string): Pair => ({ ground, figure });

export const palette: readonly Pair[] = [
  pair('#2f6fb5', '#f7d774'),
  pair('#f0b429', '#5a3206'),
  pair('#17493a', '#9fe0a8'),
  pair('#f3c9bd', '#b23a1a'),
  pair('#7d54b2', '#f3dcff'),
  pair('#cfe3f3', '#1f4e8c'),
  pair('#c8472a', '#ffe9d6'),
  pair('#1d3557', '#7fd1e8'),
  pair('#bfe3c6', '#17694a'),
  pair('#7a2458', '#ffb0d8'),
  pair('#62b5d9', '#0f3550'),
  pair('#f6e7b2', '#8a5a06'),
  pair('#1f8a5f', '#e3f6c9'),
  pair('#6e1f2b', '#f7a29a'),
  pair('#d9cdf0', '#5b34a0'),
  pair('#7f8f2e', '#fdf6c4'),
  pair('#432a5e', '#c9a7f0'),
  pair('#f8d0de', '#a81f5c'),
  pair('#0e5a63', '#8ff0dc'),
  pair('#dfd8c8', '#4d4636'),
  pair('#5b3a1e', '#f0b45b'),
  pair('#c4ecec', '#0b6470'),
  pair('#d7698f', '#fff0f4'),
  pair('#2b2d33', '#f2f2ee'),
];

/**
 * Colour sets for recolouring all labels at once. If there are more labels than colours, the colours repeat in paler
 * shades.
 */
export const palettes: readonly { readonly name: string; readonly colours: readonly string[] }[] = [
  {
    // M. Okabe and K. Ito, Color Universal Design (2008): distinguishable with all kinds of colour vision.
    name: 'Okabe and Ito (for all colour vision)',
    colours: ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442', '#3a3a3a'],
  },
  {
    name: 'Pastel',
    colours: ['#a9c9ea', '#f6d78f', '#b5dcb4', '#f0b8b0', '#cdbbe6', '#f7cfe0', '#a8dcd9', '#dccfb8'],
  },
  {
    name: 'Earth',
    colours: ['#7a4a2b', '#d9a441', '#5c6b3a', '#b5562f', '#e6cfa5', '#38473f', '#a98467', '#8b2f23'],
  },
  {
    name: 'Greys for printing',
    colours: ['#2b2b2b', '#e6e6e6', '#6f6f6f', '#c4c4c4', '#474747', '#a8a8a8', '#8b8b8b', '#f7f7f7'],
  },
];

/** Returns a palette's colour for the label with this index. */
export function paletteColour(colours: readonly string[], index: number): string {
  const round = Math.floor(index / colours.length);
  return mix(colours[index % colours.length]!, '#ffffff', Math.min(0.8, 0.35 * round));
}

/** Colours for labels named after a colour, so that a label called “red” is red. */
export const namedColours: ReadonlyMap<string, string> = new Map([
  ['red', '#c8321f'],
  ['orange', '#e8852b'],
  ['yellow', '#f6cf3f'],
  ['green', '#1f8a5f'],
  ['blue', '#2f6fb5'],
  ['purple', '#7d54b2'],
  ['violet', '#5a3cc0'],
  ['pink', '#f3a9c4'],
  ['brown', '#5b3a1e'],
  ['black', '#2b2d33'],
  ['white', '#f7f7f7'],
  ['grey', '#9aa0a8'],
  ['gray', '#9aa0a8'],
]);

/** Strong colours for motifs with a tail and a head, drawn on a pale background. */
export const inks: readonly string[] = [
  '#1f5fa8',
  '#d9541e',
  '#1d7a55',
  '#8a3fa0',
  '#c98a00',
  '#b3264e',
  '#0f7f8c',
  '#5d6d12',
  '#4a4f9c',
  '#8a5a2b',
  '#33383f',
  '#d0568a',
];

/** Colour of the frame label, which is allowed only on the rim. */
export const FRAME_COLOUR = '#8d9299';
export const INK = '#1b1f24';
export const PAPER = '#faf8f3';

type Rgb = [number, number, number];
export const rgb = (hex: string): Rgb =>
  [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)) as Rgb;
const hex = (parts: readonly number[]): string =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Mixes two colours. `share` is the fraction of the second one. */
export function mix(from: string, to: string, share: number): string {
  const target = rgb(to);
  return hex(rgb(from).map((part, i) => part + share * (target[i]! - part)));
}

/** Returns the relative luminance, from 0 (black) to 1 (white), as WCAG 2 defines it. */
export function luminance(colour: string): number {
  const [r, g, b] = rgb(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns WCAG's contrast ratio, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Returns a colour for text or a motif that is readable on a background: the background mixed with white or with ink,
 * whichever has more contrast.
 */
export const readableOn = (ground: string): string => {
  const light = mix(ground, '#ffffff', 0.85);
  const dark = mix(ground, INK, 0.8);
  return contrast(ground, light) >= contrast(ground, dark) ? light : dark;
};
