/** Paints steps of a search, with board and tree side by side, and encodes them as an animation. */
import type { EdgePuzzle } from '../../src-core/puzzle/puzzle.ts';
import type { Stepping } from '../../src-core/run/engine-facts.ts';
import { BoardPainter } from '../board-view/canvas.ts';
import { drawBoard, type Drawing } from '../board-view/drawing.ts';
import { EDGE, edgePixels, placesOf } from '../board-view/geometry.ts';
import { count, plural } from '../components/format.ts';
import { indexedColours } from './gif-colours.ts';
import { momentOf } from './moment.ts';
import { Playback } from './playback.svelte.ts';
import { drawTree, nounOf } from './tree-drawing.ts';
import { paintTree } from './tree-files.ts';
import { fixedColours } from './tree-style.ts';

export interface AnimationSettings {
  readonly from: number;
  readonly to: number;
  /** number of decisions between two frames */
  readonly every: number;
  readonly framesPerSecond: number;
  /** width of a frame, in pixels */
  readonly width: number;
}

export const framesOf = ({ from, to, every }: AnimationSettings): number =>
  Math.ceil(Math.max(0, to - from) / every) + 1;
const heightOf = (width: number): number => 2 * Math.round((width * 9) / 32);

/** These lengths are fractions of the picture's height. */
const MARGIN_FRACTION = 0.03;
const CAPTION_FRACTION = 0.14;
const TEXT_FRACTION = 0.034;
/** Height of a picture, in pixels, at which the tree is drawn at scale 1. */
const UNSCALED_TREE_HEIGHT_PX = 480;
const FONT_FAMILY = 'IBM Plex Sans, Plex, system-ui, sans-serif';

class FramePainter {
  readonly canvas = document.createElement('canvas');
  readonly #context: CanvasRenderingContext2D;
  readonly #board = document.createElement('canvas');
  readonly #painter = new BoardPainter(this.#board, () => undefined);
  readonly #colours = fixedColours();
  readonly #puzzle: EdgePuzzle;
  readonly #stepping: Stepping;
  readonly #settings: AnimationSettings;
  readonly #player: Playback;
  #drawing: Drawing | null = null;
  /** top left corner of the visible part of the tree, in pixels of the tree's drawing */
  #left = 0;
  #top = 0;

  constructor({ puzzle, query, stepping, settings }: Omit<AnimationJob, 'progress' | 'signal'>) {
    this.#puzzle = puzzle;
    this.#stepping = stepping;
    this.#settings = settings;
    this.canvas.width = settings.width;
    this.canvas.height = heightOf(settings.width);
    this.#context = this.canvas.getContext('2d', { willReadFrequently: true })!;
    this.#player = new Playback(query, placesOf(puzzle.board).cells.length);
  }

  /** Paints a frame. Frames must be painted in ascending order, but some may be skipped. */
  async paint(frame: number): Promise<void> {
    const { from, to, every } = this.#settings;
    const target = Math.min(to, from + frame * every);
    if (frame === 0) await this.#player.goTo(target);
    while (this.#player.scene.at < target && !this.#player.atEnd) await this.#player.step();
    await this.#player.treeGrown();
    if (this.#player.error) throw new Error(this.#player.error);
    this.#paint();
  }

  #paint(): void {
    const context = this.#context;
    const { width, height } = this.canvas;
    const margin = Math.round(MARGIN_FRACTION * height);
    const { scene, decision, possible } = this.#player;
    const { tried, marked, words } = momentOf(this.#puzzle, scene, decision, {
      counts: this.#stepping.counts,
      narrows: possible !== null,
    });
    context.fillStyle = this.#colours.surface;
    context.fillRect(0, 0, width, height);

    const room = { width: 0.5 * width - 1.5 * margin, height: (1 - CAPTION_FRACTION) * height - 2 * margin };
    const places = placesOf(this.#puzzle.board);
    const fits = Math.min((room.width / places.width) * EDGE, (room.height / places.height) * EDGE);
    this.#drawing = drawBoard(this.#puzzle, tried, { numbers: true, marked }, this.#drawing);
    this.#painter.paint(this.#drawing, edgePixels(places, fits));
    context.drawImage(
      this.#board,
      Math.round(margin + (room.width - this.#board.width) / 2),
      Math.round(margin + (room.height - this.#board.height) / 2),
    );
    this.#caption(words, margin, room.width, height * (1 - CAPTION_FRACTION));
    this.#tree(0.5 * width + 0.5 * margin, margin, 0.5 * width - 1.5 * margin, height - 2 * margin);
  }

  #caption(words: string, left: number, width: number, top: number): void {
    const context = this.#context;
    const size = TEXT_FRACTION * this.canvas.height;
    const { at, nodes, solutions } = this.#player.scene;
    context.textAlign = 'left';
    context.font = `${size}px ${FONT_FAMILY}`;
    context.fillStyle = this.#colours.ink;
    const lines: string[] = [];
    for (const word of words.split(' ')) {
      const longer = `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    lines.slice(0, 2).forEach((line, index) => context.fillText(line, left, top + (index + 1) * 1.25 * size));
    context.fillStyle = this.#colours['ink-2'];
    const first = at > 0 ? this.#stepping.levelsBefore : 0;
    const figures = `Step ${count(at)} · ${count(nodes + first)} ${this.#stepping.nodes} · ${plural(solutions, 'solution')}`;
    context.fillText(figures, left, top + 3.6 * size);
  }

  #tree(x: number, y: number, width: number, height: number): void {
    const context = this.#context;
    const scale = this.canvas.height / UNSCALED_TREE_HEIGHT_PX;
    const { tree, scene } = this.#player;
    const drawing = drawTree(this.#puzzle, tree, scene.at, nounOf(this.#stepping.nodes));
    const current = drawing.boxes[drawing.current]!;
    const wide = width / scale;
    const high = height / scale;
    // Scroll just far enough to keep the current node away from the border of the visible part.
    this.#left = Math.min(Math.max(this.#left, current.x + current.width - 0.75 * wide), current.x);
    this.#top = Math.min(Math.max(this.#top, current.y - 0.75 * high), Math.max(0, current.y - 0.25 * high));
    if (drawing.width <= wide) this.#left = 0;
    if (drawing.height <= high) this.#top = 0;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.fillStyle = this.#colours.raised;
    context.fillRect(x, y, width, height);
    context.translate(x, y);
    context.scale(scale, scale);
    context.translate(-this.#left, -this.#top);
    paintTree(context, drawing, this.#colours);
    context.restore();
  }
}

export interface AnimationJob {
  readonly puzzle: EdgePuzzle;
  readonly query: Playback['query'];
  readonly stepping: Stepping;
  readonly settings: AnimationSettings;
  /** called with the fraction of frames done, from 0 to 1 */
  readonly progress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Paints every frame and calls `encode` with the canvas. The window can handle events in between. */
async function eachFrame(
  job: AnimationJob,
  encode: (canvas: HTMLCanvasElement, frame: number) => void | Promise<void>,
): Promise<void> {
  const { settings, progress, signal } = job;
  const painter = new FramePainter(job);
  const frames = framesOf(settings);
  for (let frame = 0; frame < frames; frame++) {
    await painter.paint(frame);
    await encode(painter.canvas, frame);
    progress((frame + 1) / frames);
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
  }
}

/** Maximum number of colours in a GIF frame. One of the 256 indices is reserved for pixels that don't change. */
const MAX_GIF_COLOURS = 255;
/**
 * Minimum duration of a GIF frame. Durations are stored in hundredths of a second, and browsers slow down frames
 * shorter than two hundredths.
 */
const MIN_GIF_DELAY_MS = 20;

export async function gifOf(job: AnimationJob): Promise<Blob> {
  const { GIFEncoder, applyPalette, quantize } = await import('gifenc');
  const gif = GIFEncoder();
  const delay = Math.max(MIN_GIF_DELAY_MS, 1000 / job.settings.framesPerSecond);
  let before = new Uint32Array(0);
  await eachFrame(job, (canvas) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
    const pixels = new Uint32Array(data.buffer);
    const changed = pixels.filter((pixel, index) => pixel !== before[index]);
    // Even a frame in which no pixel changes needs a colour table.
    const painted = changed.length > 0 ? changed : pixels.slice(0, 1);
    const { palette, indices } = indexedColours(painted, MAX_GIF_COLOURS, { quantize, applyPalette });
    const index = new Uint8Array(pixels.length).fill(MAX_GIF_COLOURS);
    let next = 0;
    pixels.forEach((pixel, place) => {
      if (pixel !== before[place]) index[place] = indices[next++]!;
    });
    while (palette.length <= MAX_GIF_COLOURS) palette.push([0, 0, 0]);
    gif.writeFrame(index, width, height, {
      palette,
      delay,
      transparent: true,
      transparentIndex: MAX_GIF_COLOURS,
      dispose: 1,
    });
    before = pixels;
  });
  gif.finish();
  return new Blob([gif.bytes()], { type: 'image/gif' });
}

export async function webmOf(job: AnimationJob): Promise<Blob> {
  const { BufferTarget, CanvasSource, Output, Quality, WebMOutputFormat, getFirstEncodableVideoCodec } =
    await import('mediabunny');
  const { width, framesPerSecond } = job.settings;
  const height = heightOf(width);
  const codec = await getFirstEncodableVideoCodec(['vp9', 'vp8'], { width, height });
  if (!codec) throw new Error('This browser cannot make WebM files. Choose GIF.');
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  let source: InstanceType<typeof CanvasSource> | undefined;
  await eachFrame(job, async (canvas, frame) => {
    if (!source) {
      source = new CanvasSource(canvas, { codec, quality: new Quality('very-high') });
      output.addVideoTrack(source, { frameRate: framesPerSecond });
      await output.start();
    }
    await source.add(frame / framesPerSecond, 1 / framesPerSecond);
  });
  await output.finalize();
  return new Blob([target.buffer!], { type: 'video/webm' });
}
