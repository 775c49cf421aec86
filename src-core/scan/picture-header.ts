/** The kind and size of a picture, read from the start of its file. */

export interface PictureHeader {
  readonly kind: 'JPEG' | 'PNG' | 'WebP' | 'HEIC' | 'AVIF';
  /** size of the picture in pixels, before the rotation that the file specifies */
  readonly width: number;
  readonly height: number;
  /** colour space of a HEIC file, whose decoder doesn't convert colours; undefined means sRGB */
  readonly colorSpace?: 'display-p3';
}

/** Maximum number of pixels, enough for typical phone pictures; takes 256 MB at four bytes per pixel */
export const MAX_PIXELS = 64_000_000;
/** Number of bytes to read from the start of a file. In files from cameras, width and height come much earlier. */
export const HEADER_BYTES = 2 ** 20;

/** Returns the kind and size of a picture, or null if its kind is not supported or `bytes` doesn't include the size. */
export function headerOf(bytes: Uint8Array): PictureHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return pngHeader(view) ?? webpHeader(view) ?? jpegHeader(view) ?? heifHeader(view);
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

/** Yields JPEG segments (ITU T.81, table B.1). `at` is the offset of a segment's length. */
function* segments(view: DataView): Generator<{ marker: number; at: number }> {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return;
  let at = 2;
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    yield { marker, at: at + 2 };
    if (isFrame(marker)) return;
    at += 2 + view.getUint16(at + 2);
  }
}

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegHeader(view: DataView): PictureHeader | null {
  for (const { marker, at } of segments(view)) {
    if (isFrame(marker))
      return { kind: 'JPEG', width: view.getUint16(at + 5), height: view.getUint16(at + 3) };
  }
  return null;
}

/** Returns the Exif orientation of a JPEG, 1 (upright) to 8 (Exif 2.3, table 4), or 1 if it has none. */
export function orientationOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { marker, at } of segments(view)) {
    if (marker !== 0xe1 || text(view, at + 2, 4) !== 'Exif') continue;
    const start = at + 8;
    if (start + 8 > view.byteLength) return 1;
    const little = text(view, start, 2) === 'II';
    const entries = start + view.getUint32(start + 4, little);
    if (entries + 2 > view.byteLength) return 1;
    for (let i = 0; i < view.getUint16(entries, little); i++) {
      const entry = entries + 2 + 12 * i;
      if (entry + 12 > view.byteLength) return 1;
      if (view.getUint16(entry, little) === ORIENTATION_TAG) return view.getUint16(entry + 8, little);
    }
  }
  return 1;
}
const ORIENTATION_TAG = 0x0112;

interface Box {
  readonly type: string;
  readonly from: number;
  readonly to: number;
}

/** Yields boxes (ISO/IEC 14496-12, 4.2). A box that continues beyond `to` is truncated there. */
function* boxes(view: DataView, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to;) {
    const short = view.getUint32(at);
    const type = text(view, at + 4, 4);
    const head = short === 1 ? 16 : 8;
    if (at + head > to) return;
    // A size of 1 means that a 64-bit size follows. A size of 0 means that the box extends to the end.
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short === 0 ? to - at : short;
    if (size < head) return;
    const end = Math.min(to, at + size);
    yield { type, from: at + head, to: end };
    at = end;
  }
}

/** Matches a brand of HEIC files, which iPhones write by default (ISO/IEC 23008-12). */
const heicBrands = /^(hei[cxms]|hev[cxms]|mif1|msf1)$/;

/**
 * Reads the header of a HEIC or AVIF file. The largest image is the whole picture; the others are parts of it,
 * thumbnails or depth maps.
 */
function heifHeader(view: DataView): PictureHeader | null {
  const [first, ...rest] = boxes(view, 0, view.byteLength);
  if (first?.type !== 'ftyp') return null;
  const brands: string[] = [];
  for (let at = first.from; at + 4 <= first.to; at += 4) brands.push(text(view, at, 4));
  const kind = brands.includes('avif')
    ? 'AVIF'
    : brands.some((brand) => heicBrands.test(brand))
      ? 'HEIC'
      : null;
  if (!kind) return null;
  // Boxes of the types `meta` and `ispe` start with four bytes of version and flags.
  const inside = (outer: readonly Box[], type: string, skipped: number): Box[] =>
    outer.flatMap(({ from, to }) => [...boxes(view, from + skipped, to)]).filter((box) => box.type === type);
  const meta = rest.filter(({ type }) => type === 'meta');
  const properties = inside(inside(meta, 'iprp', 4), 'ipco', 0);
  const sizes = inside(properties, 'ispe', 0).filter(({ from, to }) => to - from >= 12);
  const isWide = inside(properties, 'colr', 0).some((box) => isDisplayP3(view, box));
  let largest: PictureHeader | null = null;
  for (const { from } of sizes) {
    const [width, height] = [view.getUint32(from + 4), view.getUint32(from + 8)];
    if (!largest || width * height > largest.width * largest.height) largest = { kind, width, height };
  }
  return largest && kind === 'HEIC' && isWide ? { ...largest, colorSpace: 'display-p3' } : largest;
}

/** x coordinate of Display P3's red primary (SMPTE EG 432-1), adapted to D50 as in ICC profiles */
const P3_RED = 0.515;
/** x coordinate of Display P3's green primary, adapted to D50 */
const P3_GREEN = 0.292;

/** Returns whether a box declares Display P3, either by its code (ITU-T H.273) or by an ICC profile. */
function isDisplayP3(view: DataView, { from, to }: Box): boolean {
  const kind = to - from < 4 ? '' : text(view, from, 4);
  if (kind === 'nclx') return to - from >= 6 && view.getUint16(from + 4) === 12;
  if (kind !== 'prof' && kind !== 'rICC') return false;
  const profile = new DataView(view.buffer, view.byteOffset + from + 4, to - from - 4);
  const near = (tag: string, x: number): boolean => Math.abs(primaryX(profile, tag) - x) < 0.005;
  return near('rXYZ', P3_RED) && near('gXYZ', P3_GREEN);
}

function primaryX(profile: DataView, tag: string): number {
  const tags = profile.byteLength >= 132 ? profile.getUint32(128) : 0;
  for (let i = 0, at = 132; i < tags && at + 12 <= profile.byteLength; i++, at += 12) {
    if (text(profile, at, 4) !== tag) continue;
    const value = profile.getUint32(at + 4) + 8;
    return value + 4 <= profile.byteLength ? profile.getInt32(value) / 65536 : NaN;
  }
  return NaN;
}

/** Returns whether the last bytes of a JPEG contain the end marker. A file without it is incomplete. */
export function hasEnd(last: Uint8Array): boolean {
  for (let i = last.length - 2; i >= 0; i--) if (last[i] === 0xff && last[i + 1] === 0xd9) return true;
  return false;
}
