/** Decodes HEIC, which Chromium does not: libheif and libde265, compiled, come with the application and are loaded when they are needed. */
import libheif, {
  type heif_image_handle as ImageHandle,
  type MainModule,
} from 'libheif-js/libheif-wasm/libheif.js';
import compiled from 'libheif-js/libheif-wasm/libheif.wasm?url';

/** What its bindings give in place of what was asked for. */
interface Failed {
  readonly code: unknown;
}
interface Decoded {
  /** one, of four bytes a pixel, in the decoder's own memory */
  readonly channels: readonly {
    readonly width: number;
    readonly height: number;
    /** bytes from row to row */
    readonly stride: number;
    readonly data: Uint8Array;
  }[];
}

/**
 * The main picture of a file, turned and mirrored as the file asks for (Exif, which may ask for the same, is not looked
 * at), its colours in the space that the file has them in. Null where it is damaged. Each has a decoder of its own, whose memory goes with it.
 */
export async function decodeHeic(file: Blob, colorSpace: PredefinedColorSpace): Promise<ImageData | null> {
  const heif = libheif({ wasmBinary: await (await fetch(compiled)).arrayBuffer() });
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return pixelsOf(heif, bytes, colorSpace);
  } catch (error) {
    // it stops itself where it finds no way on, also for want of memory
    if (error instanceof WebAssembly.RuntimeError) return null;
    throw error;
  }
}

function pixelsOf(heif: MainModule, bytes: Uint8Array, colorSpace: PredefinedColorSpace): ImageData | null {
  const context = heif.heif_context_alloc();
  heif.heif_context_read_from_memory(context, bytes);
  // where there is none, it says what went wrong instead
  const main = heif.heif_js_context_get_primary_image_handle(context) as Failed | ImageHandle;
  if ('code' in main) return null;
  const decoded = heif.heif_js_decode_image2(
    main,
    heif.heif_colorspace.heif_colorspace_RGB,
    heif.heif_chroma.heif_chroma_interleaved_RGBA,
  ) as Failed | Decoded;
  // of a file that asks for what the decoder does not know, it gives a picture without pixels
  if ('code' in decoded || !decoded.channels[0]?.data.length) return null;
  const { width, height, stride, data } = decoded.channels[0];
  const pixels = new ImageData(width, height, { colorSpace });
  for (let row = 0; row < height; row++) {
    pixels.data.set(data.subarray(row * stride, row * stride + 4 * width), row * 4 * width);
  }
  return pixels;
}
