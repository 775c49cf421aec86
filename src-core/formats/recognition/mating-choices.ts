/** Lists the mating rules that fit the labels. */
import type { MatingRule } from '../../puzzle/puzzle.ts';
import { halvesNamings, pairingOf, pairNames, type HalvesNaming } from './halves-naming.ts';
import type { StatedFacts, TileText } from './tile-text.ts';

export interface MatingChoice {
  readonly rule: MatingRule;
  readonly naming: HalvesNaming | null;
  readonly penalty: number;
  readonly said: boolean;
}

/** Maximum number of ways to pair numbers as halves */
const MAX_NAMINGS = 4;

/** Penalty for reading labels as colours if they may be halves, small enough that the user is asked which they are */
const DOUBTFUL_HALVES_PENALTY = 0.5;

/**
 * Returns the mating rules that fit the labels. If the text specifies no rule, the first one returned is `same` (equal
 * labels match).
 */
export function matingsFor(
  labels: readonly string[],
  pairs: TileText['pairs'],
  said: StatedFacts,
): MatingChoice[] {
  const same = (penalty: number): MatingChoice => ({
    rule: 'same',
    naming: null,
    penalty,
    said: said.mating === 'same',
  });
  if (said.mating === 'same') return [same(0)];
  const namings = halvesNamings(labels, pairs);
  if (said.pairs !== undefined || said.mating === 'opposite') {
    return namingsSaid(labels, namings, said).map((naming, i) => ({
      rule: 'opposite',
      naming,
      said: true,
      penalty: i * (naming.option === undefined ? 0.8 : 0.2),
    }));
  }
  const strongest = namings[0]?.evidence ?? 0;
  return [
    same(namings[0]?.isDoubtful ? DOUBTFUL_HALVES_PENALTY : strongest >= 1 ? strongest : 0),
    ...namings.slice(0, MAX_NAMINGS).map((naming): MatingChoice => ({
      rule: 'opposite',
      naming,
      said: false,
      penalty: strongest - naming.evidence + (naming.evidence >= 1 ? 0 : 2 - naming.evidence),
    })),
  ];
}

function namingsSaid(
  labels: readonly string[],
  namings: readonly HalvesNaming[],
  said: StatedFacts,
): HalvesNaming[] {
  const { pairs } = said;
  if (pairs !== undefined) {
    const isName = pairNames.some((name) => name === pairs);
    return isName ? namings.filter(({ option }) => option === pairs) : namings.slice(0, 1);
  }
  const codes = codesNaming(labels);
  if (said.ownNumbers && codes) return [codes];
  const all = [...(codes?.evidence ? [codes] : []), ...namings, ...(codes ? [codes] : [])];
  const isSame = (a: HalvesNaming, b: HalvesNaming): boolean => pairingOf(labels, a) === pairingOf(labels, b);
  return all.filter((each, i) => all.findIndex((other) => isSame(other, each)) === i).slice(0, MAX_NAMINGS);
}

/**
 * Reads the labels as the codes that Edgewise writes: `2 * symbol + half`. Returns the naming that splits each label
 * into its symbol and half, or null unless all labels are numbers of at most four digits.
 */
function codesNaming(labels: readonly string[]): HalvesNaming | null {
  if (!labels.every((label) => /^\d{1,4}$/.test(label))) return null;
  const all = new Set(labels.map(Number));
  const closed = [...all].every((label) => all.has(label ^ 1));
  return {
    option: 'next',
    title: [...all]
      .toSorted((a, b) => a - b)
      .slice(0, 1)
      .map((label) => `${label & ~1} matches ${label | 1}`)
      .join(),
    evidence: closed ? 1 : 0,
    halfOf: (label) => ({ symbol: `#${Number(label) >> 1}`, half: (Number(label) & 1) as 0 | 1 }),
  };
}
