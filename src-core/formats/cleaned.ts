/** Reports which names and notes of an imported text contained characters that no format can hold. */
import { manyLines, oneLine } from '../text/clean.ts';
import { counted } from '../text/counted.ts';

interface Texts {
  readonly name: string;
  readonly notes?: string | undefined;
  readonly labels?: readonly { readonly name: string }[];
}

const isNameCleaned = (name: string): boolean => oneLine(name) !== name.trim();
const areNotesCleaned = (notes: string): boolean => manyLines(notes) !== notes.replaceAll(/\r\n?/g, '\n');

/** Returns phrases for the user that name the texts changed by cleaning, such as "the name" or "2 labels". */
export function cleanedTexts({ name, notes = '', labels = [] }: Texts): string[] {
  const changed = labels.filter((label) => isNameCleaned(label.name)).length;
  return [
    ...(isNameCleaned(name) ? ['the name'] : []),
    ...(changed > 0 ? [counted(changed, 'label')] : []),
    ...(areNotesCleaned(notes) ? ['the notes'] : []),
  ];
}

/** Returns a sentence for the user that names the cleaned texts, or an empty string if there are none. */
export const cleanedText = (cleaned: readonly string[]): string =>
  cleaned.length === 0 ? '' : `Control characters in ${cleaned.join(' and ')} were replaced with spaces.`;
