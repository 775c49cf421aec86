/** Finds the pairs of matching labels if the text lists the pairs or gives the sum of two matching labels. */
import type { TextRow } from './line-labels.ts';

/** Matches words such as “add up to 9”, which give the sum of two matching labels. */
const STATED_SUM =
  /\b(?:add(?:s|ing)? (?:up )?to|sum(?:s|ming)? (?:up )?to|sum (?:is|of|equals)|summe (?:ist|von)|ergeben)\s+(?:the number )?(\d{1,3}|seven|eight|nine|ten|eleven|twelve)\b/i;
const NUMBER_WORDS = ['seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
/** How many characters at the start of the text are searched for pairs of labels that match */
const SEARCH_LENGTH = 20_000;

/** Returns the sum that the text gives for two matching labels, as in “touching digits add up to 9”, or null. */
export function statedSum(text: string): number | null {
  const [, said] = STATED_SUM.exec(text.slice(0, SEARCH_LENGTH)) ?? [];
  if (said === undefined) return null;
  const word = NUMBER_WORDS.indexOf(said.toLowerCase());
  return word === -1 ? Number(said) : word + 7;
}

function pairsOfSum(rows: readonly TextRow[], sum: number): Pairs {
  const labels = new Set(rows.flatMap(({ tokens }) => tokens.map(({ text }) => text)));
  const partner = (label: string): string => String(sum - Number(label));
  if (![...labels].every((label) => partner(label) !== label && labels.has(partner(label)))) return [];
  return [...labels].flatMap((label): Pairs =>
    Number(label) < Number(partner(label)) ? [[label, partner(label)]] : [],
  );
}

type Pairs = [string, string][];

/** Returns the two labels of a pair such as `a=b`, or an empty list for any other text. */
function pairOf(text: string): Pairs {
  const parts = text.split(/[=:/~<>–-]+/);
  return parts.length === 2 && parts[0] !== '' && parts[1] !== '' ? [[parts[0]!, parts[1]!]] : [];
}

/** Returns the pairs in a list of labels such as `1=5 2=6` or `1 5 2 6`, or null if one label is left over. */
function pairsListed(said: string): Pairs | null {
  const words = said.split(/[\s,;]+/).filter((word) => word !== '');
  const pairs = words.flatMap(pairOf);
  if (pairs.length === words.length) return pairs;
  return words.length % 2 === 0
    ? words.flatMap((word, i): Pairs => (i % 2 === 0 ? [[word, words[i + 1]!]] : []))
    : null;
}

/** Separates the tiles from the pairs of matching labels, which are in a field or in rows of two labels. */
export function withoutPairs(
  rows: readonly TextRow[],
  fields: ReadonlyMap<string, string>,
): { pairs: Pairs; rest: readonly TextRow[] } {
  const said =
    fields.get('pairs') ?? fields.get('mates') ?? fields.get('mating pairs') ?? fields.get('matching pairs');
  const sum = /^sum (\d+)$/.exec(said ?? '')?.[1];
  const listed =
    said === undefined ? null : sum === undefined ? pairsListed(said) : pairsOfSum(rows, Number(sum));
  if (listed && (sum === undefined || listed.length > 0)) return { pairs: listed, rest: rows };
  // Rows of two labels, or of pairs such as `a=b`, are a list of matching labels, provided that together they contain
  // nearly every label of the tiles exactly once.
  const isPair = ({ tokens }: TextRow): boolean =>
    (tokens.length === 2 && tokens[0]!.text !== tokens[1]!.text) ||
    tokens.every(({ text }) => pairOf(text).length === 1);
  const paired = rows.filter(isPair);
  const rest = rows.filter((row) => !isPair(row));
  const pairs = paired.flatMap(({ tokens }): Pairs =>
    tokens.length === 2 && pairOf(tokens[0]!.text).length === 0
      ? [[tokens[0]!.text, tokens[1]!.text]]
      : tokens.flatMap(({ text }) => pairOf(text)),
  );
  // a single row of two numbers is probably a size
  return pairs.length >= 2 && rest.length >= 4 && listNearlyAll(pairs, rest)
    ? { pairs, rest }
    : { pairs: [], rest: rows };
}

function listNearlyAll(pairs: Pairs, rows: readonly TextRow[]): boolean {
  const named = pairs.flat();
  const labels = new Set(rows.flatMap(({ tokens }) => tokens.map(({ text }) => text)));
  const inLabels = named.filter((label) => labels.has(label)).length;
  return (
    new Set(named).size === named.length && labels.size - inLabels <= 1 && inLabels >= 0.5 * named.length
  );
}
