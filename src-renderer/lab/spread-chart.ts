/** Paints the median of each group, the middle half of its values, and a dot for each trial on a uPlot chart. */
import uPlot from 'uplot';
import { valuesOf, spreadIn, type Group } from '../../src-core/lab/compare.ts';
import type { Measure } from '../../src-core/lab/measures.ts';
import { decadeMarks, markText } from './axis-marks.ts';

/**
 * The marks of the setups (engines with their options). Each has its own shape, with colours for light and dark
 * themes.
 */
const marksOfSetups = [
  { colour: '#2f6fde', shape: 'circle' },
  { colour: '#d2601a', shape: 'square' },
  { colour: '#13936f', shape: 'triangle' },
  { colour: '#a34bbd', shape: 'diamond' },
  { colour: '#8a8410', shape: 'cross' },
  { colour: '#c2265b', shape: 'star' },
] as const;
type SetupMark = (typeof marksOfSetups)[number];
export const markOf = (index: number): SetupMark => marksOfSetups[index % marksOfSetups.length]!;

/** Published mean values, shown for comparison with the measured ones. */
export interface Published {
  readonly label: string;
  readonly points: readonly { readonly size: number; readonly value: number }[];
}

export interface SpreadPicture {
  readonly groups: readonly Group[];
  readonly measure: Measure;
  readonly published: Published | null;
}

interface Colours {
  readonly ink: string;
  readonly line: string;
}

/**
 * Returns the position of each group on the x axis. It is the puzzle's size if all puzzles have one and the sizes
 * aren't all equal. Otherwise each puzzle has its own position.
 */
export function placesOf(groups: readonly Group[]): {
  at: (group: Group) => number;
  name: (x: number) => string;
  /** title of the axis */
  title: string;
} {
  if (groups.every(({ size }) => size !== null) && new Set(groups.map(({ size }) => size)).size > 1) {
    return {
      at: ({ size }) => size!,
      name: (x) => (Number.isInteger(x) ? String(x) : ''),
      title: 'Size of the puzzle (cells along a side)',
    };
  }
  const names = [...new Set(groups.map(({ puzzle }) => puzzle))];
  return { at: ({ puzzle }) => names.indexOf(puzzle), name: (x) => names[x] ?? '', title: 'Puzzle' };
}

export function buildSpreadChart(
  host: HTMLElement,
  width: number,
  height: number,
  { groups, measure, published }: SpreadPicture,
  colours: Colours,
): uPlot {
  const { at, name } = placesOf(groups);
  const setups = [...new Set(groups.map(({ setup }) => setup))];
  const values = groups.flatMap((group) => valuesOf(group, measure));
  const all = [...values, ...(published?.points.map(({ value }) => value) ?? [])];
  const low = Math.min(...all);
  const high = Math.max(...all);
  // Use a logarithmic axis if the largest value is more than 50 times the smallest.
  const log = low > 0 && high / low > 50;
  const placed = (value: number): number => (log ? Math.log10(value) : value);
  const [bottom, top] = [placed(low), placed(high)];
  const xs = [...new Set(groups.map(at))].sort((a, b) => a - b);
  const step = xs.length > 1 ? Math.min(...xs.slice(1).map((x, i) => x - xs[i]!)) : 1;
  const shift = (setup: string): number =>
    setups.length > 1 ? ((setups.indexOf(setup) - (setups.length - 1) / 2) / setups.length) * step * 0.6 : 0;

  const paint = (chart: uPlot): void => {
    const { ctx } = chart;
    const scale = devicePixelRatio;
    const x = (value: number): number => chart.valToPos(value, 'x', true);
    const y = (value: number): number => chart.valToPos(placed(value), 'y', true);
    ctx.save();
    if (published) paintPublished(ctx, published, x, y, scale, colours.ink);
    for (const group of groups) {
      const spread = spreadIn(group, measure);
      if (!spread) continue;
      const { colour, shape } = markOf(setups.indexOf(group.setup));
      const place = x(at(group) + shift(group.setup));
      ctx.fillStyle = ctx.strokeStyle = colour;
      paintValues(ctx, place, valuesOf(group, measure).map(y), scale);
      paintSpread(ctx, place, y(spread.low), y(spread.high), scale);
      paintMark(ctx, shape, place, y(spread.median), 5 * scale);
    }
    ctx.restore();
  };

  const axis: uPlot.Axis = {
    stroke: colours.ink,
    font: '12px Plex, system-ui, sans-serif',
    grid: { stroke: colours.line, width: 1 },
    ticks: { show: false },
  };
  const margin = step * 0.6;
  return new uPlot(
    {
      width,
      height,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: [xs[0]! - margin, xs.at(-1)! + margin] },
        y: {
          range: () => (bottom === top ? [bottom - 1, top + 1] : uPlot.rangeNum(bottom, top, 0.08, true)),
        },
      },
      axes: [
        {
          ...axis,
          size: 32,
          grid: { show: false },
          splits: () => xs,
          values: (_chart, splits) => splits.map(name),
        },
        {
          ...axis,
          size: 64,
          ...(log && { splits: (_chart, _axis, low, high) => decadeMarks(low, high) }),
          values: (_chart, splits, _axis, _space, step) =>
            splits.map((split) => {
              const value = log ? 10 ** split : split;
              return `${markText(value, log ? value : step)}${measure.unit === '%' ? ' %' : ''}`;
            }),
        },
      ],
      series: [
        {},
        { scale: 'y', paths: () => null, points: { show: false } },
        { scale: 'y', paths: () => null, points: { show: false } },
      ],
      hooks: { draw: [paint] },
    },
    // Add the lowest and highest values as two invisible series, so that uPlot includes them in its scale.
    [xs, xs.map(() => bottom), xs.map(() => top)],
    host,
  );
}

function paintValues(
  ctx: CanvasRenderingContext2D,
  x: number,
  heights: readonly number[],
  scale: number,
): void {
  ctx.globalAlpha = 0.55;
  for (const y of heights) {
    ctx.beginPath();
    ctx.arc(x, y, 2.4 * scale, 0, 7);
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}

function paintSpread(
  ctx: CanvasRenderingContext2D,
  x: number,
  low: number,
  high: number,
  scale: number,
): void {
  ctx.lineWidth = 2 * scale;
  ctx.beginPath();
  ctx.moveTo(x, low);
  ctx.lineTo(x, high);
  ctx.stroke();
}

function paintPublished(
  ctx: CanvasRenderingContext2D,
  { points }: Published,
  x: (value: number) => number,
  y: (value: number) => number,
  scale: number,
  ink: string,
): void {
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1.5 * scale;
  ctx.setLineDash([5 * scale, 3 * scale]);
  ctx.beginPath();
  points.forEach(({ size, value }, i) => {
    if (i === 0) ctx.moveTo(x(size), y(value));
    else ctx.lineTo(x(size), y(value));
  });
  ctx.stroke();
  ctx.setLineDash([]);
}

export function paintMark(
  ctx: CanvasRenderingContext2D,
  shape: SetupMark['shape'],
  x: number,
  y: number,
  r: number,
): void {
  ctx.beginPath();
  if (shape === 'circle') ctx.arc(x, y, r, 0, 7);
  else if (shape === 'square') ctx.rect(x - r, y - r, 2 * r, 2 * r);
  else if (shape === 'cross') {
    ctx.rect(x - r, y - r / 3, 2 * r, (2 * r) / 3);
    ctx.rect(x - r / 3, y - r, (2 * r) / 3, 2 * r);
  } else {
    const points = { triangle: 3, diamond: 4, star: 10 }[shape];
    for (let i = 0; i < points; i++) {
      const radius = shape === 'star' && i % 2 === 1 ? r * 0.5 : r * 1.25;
      const angle = (i / points) * 2 * Math.PI - Math.PI / 2;
      ctx.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    }
    ctx.closePath();
  }
  ctx.fill();
}
