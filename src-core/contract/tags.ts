/** Limits of the tags of puzzles and boards. */

/** Maximum length of a tag, in characters */
export const MAX_TAG_LENGTH = 40;
/** Maximum number of tags of a puzzle. Boards have no such limit. */
export const MAX_PUZZLE_TAGS = 20;
