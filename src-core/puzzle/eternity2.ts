import { numberedLabels } from './labels.ts';
import type { EdgePuzzle, Hint, Puzzle } from './puzzle.ts';

/**
 * The 256 tiles of Eternity II (2007): four letters each, clockwise from the top; `a` is the grey border. Five
 * independent public sources have the same tiles, but number the colours differently (tests/data/e2). Tiles and
 * colours are numbered as in J. Blackwood's solver and most others.
 */
const TILE_LETTERS =
  'braabfaajraarjaacbabkjabgbabgnablrabhfabpjabifabinabvfabkbajsraj' +
  'onajtnajhjajpjajefajmbajmnajubajvbajcjarcrarkrarsrarhnarpjarurar' +
  'ijarifarqnarwfarsbafdnaflnaftjaftrafpbafpjafprafebafufafifafqfaf' +
  'cnankbankjangbanhfanefanenaniranqbanqnanvjanwrangsccohcckdckcics' +
  'swcsoocslkcsugcswicsdhcdhmcdosclpeclupclidclopcttpctdqchudchqvch' +
  'tscpsscelecestcmgocmimcmqucmcvcugwcueqculmcitpcitecievcimocivdcv' +
  'etcwuicwvgcwwvcwmpkkmqkkqtkkwgkkepksdikgtikgepkgqlkgpmkompkoutkd' +
  'uqkdoeklhmklmlklwqkldvktqmkhiwkpowkegqkuotkuupkumwkivpkiogkqtvkq' +
  'edkquikqgukvmokvoqkwlekwedkwqukwuhssgdsgglsggmsgtvsgpgsgqmsgvvsg' +
  'desosmsdswsddosdpmsdglstewstllshltshwqshhhsehmsewhsehqsuigsuvvsi' +
  'gusqousqplsweqswdegoeigoddgllpgttvgteighuqghvlghppgpmugphvgehtgm' +
  'oegumqgiipgihqgqlqgvhlgvtioowhodtmoliiolvhotovohdtohqtohddoppuop' +
  'lhoevlomvwomwpomlwoutiouuuoutdoivioqwhoqmtovmiovqdovwvovwhddtwdl' +
  'ipdlltdhqpdhdqdpiidedudmewdmwvdmtpduemdqledvlqdwvvdwvwdwmwlluhll' +
  'qplltplhmmlhtilehwluqilumulimvlituttqethhetehutempteeqtmpwtuvptu' +
  'hvtievtipmhpuihpwuheqwhvvwppmepeevpmqvpuwieeimemqumivquqqwuwvwiw';

/**
 * Alphabets used in links to e2.bucas.name, by name. Each has one letter for each of our colours, in our order.
 * TILE_LETTERS uses `jblackwood`, which equals `marie`; `default` is the site's own.
 */
export const alphabets: Readonly<Record<string, string>> = {
  jblackwood: 'abcdefghijklmnopqrstuvw',
  marie: 'abcdefghijklmnopqrstuvw',
  default: 'abglqejotchmrfkpudinsvw',
  jef: 'aihgfedcbqponmlkjwvutsr',
};

/** The five official hints of Eternity II. The first, in the centre, is mandatory. */
export const officialHints: readonly Hint[] = [
  { cell: 135, tile: 138, rotation: 2 },
  { cell: 34, tile: 207, rotation: 3 },
  { cell: 45, tile: 254, rotation: 3 },
  { cell: 210, tile: 180, rotation: 3 },
  { cell: 221, tile: 248, rotation: 0 },
];

export const eternity2Tiles: EdgePuzzle['tiles'] = Array.from({ length: 256 }, (_, tile) => ({
  edges: Array.from({ length: 4 }, (_, side) => TILE_LETTERS.charCodeAt(4 * tile + side) - 97),
}));

/** Returns Eternity II with the given hints. */
export function eternity2(hints: readonly Hint[]): EdgePuzzle {
  return {
    kind: 'edge-matching',
    name: 'Eternity II',
    board: { kind: 'rectangle', width: 16, height: 16 },
    mating: 'same',
    rim: { kind: 'colour', colour: 0, inside: false },
    turns: 'rotate',
    tiles: eternity2Tiles,
    labels: numberedLabels(23),
    hints,
    forbidden: [],
  };
}

/** Returns whether a puzzle has the tiles of Eternity II, in the order of TILE_LETTERS, on a board of 16 × 16. */
export const isEternity2 = (puzzle: Puzzle): puzzle is EdgePuzzle =>
  puzzle.kind === 'edge-matching' &&
  puzzle.board.kind === 'rectangle' &&
  puzzle.board.width === 16 &&
  puzzle.board.height === 16 &&
  puzzle.tiles.length === 256 &&
  puzzle.tiles.every(({ edges }, tile) => edges.join() === eternity2Tiles[tile]!.edges.join());
