/** The parts of gifenc that Edgewise uses; the package has no types. */
declare module 'gifenc' {
  type Palette = number[][];

  interface FrameOptions {
    readonly palette: Palette;
    /** duration of the frame in milliseconds */
    readonly delay: number;
    readonly transparent: boolean;
    readonly transparentIndex: number;
    /** 1 keeps the frame on screen and draws the next one over it */
    readonly dispose: number;
  }

  export function GIFEncoder(): {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
  export function quantize(rgba: Uint8Array, maxColors: number): Palette;
  export function applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array;
}
