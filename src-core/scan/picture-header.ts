/** What kind of picture a file is and how large, from its first bytes: before anything decodes it. */

export interface PictureHeader {
  readonly kind: 'JPEG' | 'PNG' | 'WebP';
  readonly width: number;
  readonly height: number;
}

/** The most pixels that are decoded: a phone's largest usual picture, 256 MB in memory. */
export const MOST_PIXELS = 64_000_000;
/** As much of a file is looked at: what cameras write before the size is far less. */
export const HEADER_BYTES = 2 ** 20;

/** Null where it is none of the three kinds, or is cut off before its size. */
export function headerOf(bytes: Uint8Array): PictureHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return pngHeader(view) ?? webpHeader(view) ?? jpegHeader(view);
}

/** Whether it is what iPhones make by default (ISO/IEC 23008-12): HEIC, which Chromium does not decode. */
export function isHeic(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return text(view, 4, 4) === 'ftyp' && /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(text(view, 8, 4));
}

const text = (view: DataView, at: number, length: number): string =>
  at + length > view.byteLength
    ? ''
    : Array.from({ length }, (_, i) => String.fromCharCode(view.getUint8(at + i))).join('');

function pngHeader(view: DataView): PictureHeader | null {
  if (text(view, 1, 3) !== 'PNG' || text(view, 12, 4) !== 'IHDR' || view.byteLength < 24) return null;
  return { kind: 'PNG', width: view.getUint32(16), height: view.getUint32(20) };
}

function webpHeader(view: DataView): PictureHeader | null {
  if (text(view, 0, 4) !== 'RIFF' || text(view, 8, 4) !== 'WEBP' || view.byteLength < 30) return null;
  const form = text(view, 12, 4);
  if (form === 'VP8X') {
    const three = (at: number): number =>
      view.getUint8(at) | (view.getUint8(at + 1) << 8) | (view.getUint8(at + 2) << 16);
    return { kind: 'WebP', width: three(24) + 1, height: three(27) + 1 };
  }
  if (form === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { kind: 'WebP', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (form === 'VP8 ') {
    return {
      kind: 'WebP',
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
    };
  }
  return null;
}

/** Segments of a JPEG until the one that begins a frame (ITU T.81, table B.1). */
function jpegHeader(view: DataView): PictureHeader | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    const frame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (frame) return { kind: 'JPEG', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** Whether a JPEG goes on to its end: one that is cut short has no end marker in its last part. */
export function hasEnd(last: Uint8Array): boolean {
  for (let i = last.length - 2; i >= 0; i--) if (last[i] === 0xff && last[i + 1] === 0xd9) return true;
  return false;
}
