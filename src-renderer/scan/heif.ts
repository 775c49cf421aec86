/** Decodes HEIC, which Chromium can't do. libheif and libde265 are bundled as WebAssembly and loaded when needed. */
import libheif, {
  type heif_image_handle as ImageHandle,
  type MainModule,
} from 'libheif-js/libheif-wasm/libheif.js';
import compiled from 'libheif-js/libheif-wasm/libheif.wasm?url';

/** The value that libheif's functions return on failure. */
interface Failed {
  readonly code: unknown;
}
interface Decoded {
  /** one channel with four bytes per pixel; the data is in the decoder's memory */
  readonly channels: readonly {
    readonly width: number;
    readonly height: number;
    /** bytes per row of pixels */
    readonly stride: number;
    readonly data: Uint8Array;
  }[];
}

/**
 * Decodes the main picture of a HEIC file; null if the file is damaged. Applies the rotation and mirroring of the
 * container, but not those in Exif, which may repeat them. Each call creates its own decoder, so that the decoder's
 * memory can be freed.
 */
export async function decodeHeic(file: Blob, colorSpace: PredefinedColorSpace): Promise<ImageData | null> {
  const heif = libheif({ wasmBinary: await (await fetch(compiled)).arrayBuffer() });
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return pixelsOf(heif, bytes, colorSpace);
  } catch (error) {
    // the decoder aborts if it can't continue, for example because it is out of memory
    if (error instanceof WebAssembly.RuntimeError) return null;
    throw error;
  }
}

function pixelsOf(heif: MainModule, bytes: Uint8Array, colorSpace: PredefinedColorSpace): ImageData | null {
  const context = heif.heif_context_alloc();
  heif.heif_context_read_from_memory(context, bytes);
  // If the file has no main picture, libheif returns an error object.
  const main = heif.heif_js_context_get_primary_image_handle(context) as Failed | ImageHandle;
  if ('code' in main) return null;
  const decoded = heif.heif_js_decode_image2(
    main,
    heif.heif_colorspace.heif_colorspace_RGB,
    heif.heif_chroma.heif_chroma_interleaved_RGBA,
  ) as Failed | Decoded;
  // If the file uses a feature that the decoder doesn't support, the picture has no pixels.
  if ('code' in decoded || !decoded.channels[0]?.data.length) return null;
  const { width, height, stride, data } = decoded.channels[0];
  const pixels = new ImageData(width, height, { colorSpace });
  for (let row = 0; row < height; row++) {
    pixels.data.set(data.subarray(row * stride, row * stride + 4 * width), row * 4 * width);
  }
  return pixels;
}
