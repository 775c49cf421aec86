import * as v from 'valibot';
import { FormatError, quoted } from './format-error.ts';

/** Parses JSON; throws FormatError with the place of the mistake. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /position (\d+)/.exec(message)?.[1];
    const at = position === undefined ? text.length : Number(position);
    const before = text.slice(0, at).split('\n');
    const ends = text.slice(at).trim() === '';
    throw new FormatError({
      line: before.length,
      column: before.at(-1)!.length + 1,
      found: ends ? 'the end of the text' : quoted(text.slice(at).split('\n', 1)[0]!),
      expected: 'JSON to go on',
      mend: ends ? 'The file is cut short: copy it again, whole.' : 'Correct the JSON here.',
    });
  }
}

/** Checks parsed JSON against a schema; throws FormatError that names the field. */
export function checked<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  within: string,
): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const issue = result.issues[0];
  const path = (issue.path ?? []).map(({ key }) =>
    typeof key === 'number' ? `[${key}]` : `.${String(key)}`,
  );
  const field = `${within}${path.join('')}`.replace(/^\./, '');
  if (issue.received === 'undefined') {
    throw new FormatError({
      found: `no ${field}`,
      expected: `${field === '' ? 'a file' : 'a value'} there`,
      mend: 'Add this field.',
    });
  }
  if (issue.expected === 'never') {
    throw new FormatError({
      found: `the unknown field ${field}`,
      expected: 'only the fields of an .edgewise file',
      mend: 'Remove it, or correct its name.',
    });
  }
  throw new FormatError({
    found: `${issue.received} in ${field === '' ? 'the file' : field}`,
    expected: issue.expected ?? issue.message,
    mend: issue.expected === null ? `Correct this field: ${issue.message}.` : 'Correct this field.',
  });
}
