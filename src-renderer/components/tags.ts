/** Tags as users type them, separated by commas. */
import { MAX_TAG_LENGTH } from '../../src-core/contract/tags.ts';

/** Returns the tags in a text, each once. */
export const tagsIn = (text: string): string[] => [
  ...new Set(text.split(',').flatMap((tag) => tag.trim() || [])),
];

/** Returns an error message if a tag is too long or there are more than `most` tags; otherwise undefined. */
export function tagsProblem(text: string, most = Infinity): string | undefined {
  const tags = tagsIn(text);
  const long = tags.find(({ length }) => length > MAX_TAG_LENGTH);
  if (long !== undefined)
    return `The tag “${long.slice(0, 20)}…” has ${long.length} characters. Shorten it to ${MAX_TAG_LENGTH} or fewer.`;
  return tags.length > most
    ? `There are ${tags.length} tags. Remove some: at most ${most} are allowed.`
    : undefined;
}
