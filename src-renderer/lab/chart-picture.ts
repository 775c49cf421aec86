/** Draws a chart as a picture, with title, axes, legend, and notes on what was measured. */
import { markOf, paintMark } from './spread-chart.ts';

interface PictureWords {
  readonly title: string;
  /** labels of the axes */
  readonly across: string;
  readonly up: string;
  /** names of the setups (engines with their options), in the order of their marks */
  readonly setups: readonly string[];
  /** label of the dashed line for published values; null if there are none */
  readonly published: string | null;
  /** paragraphs on how the numbers were measured */
  readonly notes: readonly string[];
}

interface PictureColours {
  readonly ground: string;
  readonly ink: string;
  readonly pale: string;
}

const MARGIN_PX = 16;
const LINE_PX = 18;
const font = (size: number, weight = 400): string => `${weight} ${size}px Plex, system-ui, sans-serif`;

/**
 * Returns a picture of a chart with title, legend and notes. `scale`: device pixels per CSS pixel in `chart`. The
 * picture has the same width and scale.
 */
export function chartPicture(
  chart: HTMLCanvasElement,
  words: PictureWords,
  colours: PictureColours,
  scale: number,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const ctx = canvas.getContext('2d')!;
  const width = chart.width / scale;
  const chartHeight = chart.height / scale;
  const room = width - 2 * MARGIN_PX;
  const wrapped = (text: string, style: string): string[] => {
    ctx.font = style;
    return wrap(text, room, (part) => ctx.measureText(part).width);
  };
  const titles = wrapped(words.title, font(16, 600));
  const notes = words.notes.flatMap((note) => wrapped(note, font(12)));
  ctx.font = font(12);
  const keys = legendOf(words, room, (text) => ctx.measureText(text).width);
  const legendHeight = (keys.at(-1)!.row + 1) * LINE_PX;

  // Leave a line below the title for the name of the vertical axis.
  const top = MARGIN_PX + titles.length * 22 + LINE_PX;
  const below = top + chartHeight;
  canvas.width = chart.width;
  canvas.height = Math.ceil(
    (below + LINE_PX + legendHeight + 8 + notes.length * LINE_PX + MARGIN_PX) * scale,
  );
  ctx.scale(scale, scale);
  ctx.fillStyle = colours.ground;
  ctx.fillRect(0, 0, width, canvas.height / scale);
  ctx.textBaseline = 'middle';

  const write = (text: string, x: number, y: number, style: string, ink: string): void => {
    ctx.font = style;
    ctx.fillStyle = ink;
    ctx.fillText(text, x, y);
  };
  titles.forEach((line, i) => write(line, MARGIN_PX, MARGIN_PX + 11 + i * 22, font(16, 600), colours.ink));
  write(words.up, MARGIN_PX, top - LINE_PX / 2, font(12), colours.pale);
  ctx.drawImage(chart, 0, top, width, chartHeight);
  ctx.textAlign = 'center';
  write(words.across, width / 2, below + LINE_PX / 2, font(12), colours.pale);
  ctx.textAlign = 'left';

  const legend = below + LINE_PX;
  keys.forEach(({ text, row, x, mark }) => {
    const y = legend + (row + 0.5) * LINE_PX;
    if (mark === null) dashes(ctx, MARGIN_PX + x, y, colours.ink);
    else {
      const { colour, shape } = markOf(mark);
      ctx.fillStyle = colour;
      paintMark(ctx, shape, MARGIN_PX + x + 6, y, 5);
    }
    write(text, MARGIN_PX + x + KEY_PX, y, font(12), colours.ink);
  });
  notes.forEach((line, i) =>
    write(line, MARGIN_PX, legend + legendHeight + 8 + (i + 0.5) * LINE_PX, font(12), colours.pale),
  );
  return canvas;
}

/** Width of a mark in the legend, including the space between mark and name. */
const KEY_PX = 24;

interface LegendKey {
  readonly text: string;
  readonly row: number;
  readonly x: number;
  /** number of the setup's mark; null for the dashed line */
  readonly mark: number | null;
}

function legendOf(
  { setups, published }: PictureWords,
  room: number,
  widthOf: (text: string) => number,
): LegendKey[] {
  const entries: [string, number | null][] = setups.map((setup, i) => [setup, i]);
  if (published !== null) entries.push([published, null]);
  let [x, row] = [0, 0];
  return entries.map(([text, mark]) => {
    const width = KEY_PX + widthOf(text) + 18;
    if (x > 0 && x + width > room) [x, row] = [0, row + 1];
    const key = { text, row, x, mark };
    x += width;
    return key;
  });
}

function dashes(ctx: CanvasRenderingContext2D, x: number, y: number, ink: string): void {
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([5, 3]);
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x + 18, y);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Breaks text at spaces into lines at most `room` wide. A wider word has a line of its own. */
export function wrap(text: string, room: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
