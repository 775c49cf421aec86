/** Rewrites special digits, numbers and punctuation as plain ASCII: `①`, `1️⃣`, `１`, `8.0`, `8,00`, `，`. */

const OTHER_DIGITS = /[\u20E3\u2460-\u2473\u24EA-\u24F4\u24FF\u2776-\u277F\u3251-\u325F\uFF10-\uFF19]/;
/** Matches a digit in a box, such as `1️⃣`. */
const KEYCAP = /(\d)\uFE0F?\u20E3/g;
const PICTOGRAM = /\p{Extended_Pictographic}\uFE0F?|[\u2B1B\u2B1C]/gu;
/** Ranges of characters that stand for consecutive numbers, as [first character, number of characters, first number] */
const ENCLOSED_RANGES = [
  [0x2460, 20, 1],
  [0x24ea, 1, 0],
  [0x24eb, 10, 11],
  [0x24ff, 1, 0],
  [0x2776, 10, 1],
  [0x3251, 15, 21],
] as const;
const FULL_WIDTH_ZERO = 0xff10;

/** Returns the text with circled, boxed and full-width digits replaced with plain ones. */
export function withPlainDigits(text: string): string {
  if (!OTHER_DIGITS.test(text)) return text;
  const bare = text.includes('\u20E3')
    ? text.replace(PICTOGRAM, ' $& ').replace('🔟', '10').replace(KEYCAP, '$1 ')
    : text;
  return bare
    .replace(/[\u2460-\u2473\u24EA-\u24F4\u24FF\u2776-\u277F\u3251-\u325F]/g, numberInCircle)
    .replace(/[\uFF10-\uFF19]/g, (digit) => String(digit.charCodeAt(0) - FULL_WIDTH_ZERO));
}

/**
 * Returns the number in a circle, such as "1" for `①`. Pads it to two characters to keep columns aligned and
 * neighbouring numbers apart.
 */
function numberInCircle(circle: string): string {
  const code = circle.charCodeAt(0);
  const [first, , number] = ENCLOSED_RANGES.find(([from, count]) => code >= from && code < from + count)!;
  return String(code - first + number).padEnd(2);
}

/** Maps East Asian and Arabic punctuation to ASCII. */
const ASCII_BY_WIDE_SIGN: ReadonlyMap<string, string> = new Map(
  Array.from('，、،・；؛：｜（）［］', (sign, i) => [sign, ',,,,;;:|()[]'[i]!]),
);
const WIDE_SIGN = /[，、،・；؛：｜（）［］]/;
const ALL_WIDE_SIGNS = new RegExp(WIDE_SIGN, 'g');

/**
 * Returns the lines with East Asian and Arabic punctuation replaced with ASCII. If any line has an ASCII comma,
 * semicolon, tab or bar, returns the lines unchanged, because the other punctuation may then be part of labels.
 */
export const withPlainSigns = (lines: readonly string[]): readonly string[] =>
  lines.some((line) => WIDE_SIGN.test(line)) && !lines.some((line) => /[,;\t|]/.test(line))
    ? lines.map((line) => line.replace(ALL_WIDE_SIGNS, (sign) => ASCII_BY_WIDE_SIGN.get(sign)!))
    : lines;

/** Match a whole number as spreadsheets and NumPy write it: `8.0`, `8.` or, with a decimal comma, `8,0`. */
const WHOLE_WITH_POINT = /\b(\d+)\.0*(?![\d.])/g;
const WHOLE_WITH_COMMA = /\b(\d+),0+(?![\d,])/g;
/** Match a table field that holds a whole number such as `8,0` or `8.0`. */
const WHOLE_FIELD_WITH_COMMA = /(?<=^|[;\t])([ "]*-?\d+),0+(?=[ "]*(?:[;\t]|\r?$))/gm;
const WHOLE_FIELD_WITH_POINT = /(?<=^|[,;\t])([ "]*-?\d+)\.0+(?=[ "]*(?:[,;\t]|\r?$))/gm;
/** In text with other words or numbers, fields such as `8.0` are rewritten only if there are at least this many. */
const MIN_WHOLE_FIELDS = 12;

/** Rewrites `8.0` as `8` if all numbers in the text are whole. A text with `8.5` stays unchanged. */
export function withWholeNumbers(text: string): string {
  const isPointed = /^\D*\d+\.(?:0+(?!\d)|,?[ \t]+\d+\.)/.test(text);
  const fraction = isPointed ? WHOLE_WITH_POINT : /^\D*\d+,0+[;\t]/.test(text) ? WHOLE_WITH_COMMA : null;
  if (fraction && !/\d/.test(text.replace(fraction, ''))) return text.replace(fraction, '$1');
  const isCut = text.includes(';') || text.includes('\t');
  for (const [field, other, isPossible] of [
    [WHOLE_FIELD_WITH_COMMA, /\d,\d/, isCut],
    [WHOLE_FIELD_WITH_POINT, /\d\.\d/, text.includes('.0')],
  ] as const) {
    if (!isPossible || (text.match(field)?.length ?? 0) < MIN_WHOLE_FIELDS) continue;
    const whole = text.replace(field, '$1');
    if (!other.test(whole)) return whole;
  }
  return text;
}
