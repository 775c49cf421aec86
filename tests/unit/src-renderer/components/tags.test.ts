// Tags as users type them.
import { expect, test } from 'vitest';
import { tagsIn, tagsProblem } from '../../../../src-renderer/components/tags.ts';

test('tags are separated by commas; empty and repeated ones are left out', () => {
  expect(tagsIn(' school, , to print,school')).toEqual(['school', 'to print']);
});

test('a tag that is too long, or one too many, is an error', () => {
  expect(tagsProblem(`a, ${'x'.repeat(40)}`)).toBeUndefined();
  expect(tagsProblem(`a, ${'x'.repeat(41)}`)).toBe(
    'The tag “xxxxxxxxxxxxxxxxxxxx…” has 41 characters. Shorten it to 40 or fewer.',
  );
  const many = Array.from({ length: 21 }, (_, i) => `tag ${i}`);
  expect(tagsProblem(many.slice(1).join(','), 20)).toBeUndefined();
  expect(tagsProblem(many.join(','), 20)).toBe('There are 21 tags. Remove some: at most 20 are allowed.');
});
