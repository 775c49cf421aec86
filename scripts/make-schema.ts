/** Writes resources/edgewise.schema.json from the program's own schemas. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import { EDGEWISE_VERSION, EdgewiseFile } from '../src-core/formats/edgewise.ts';
import { homePage } from '../src-main/version.ts';
import { formatted } from './formatted.ts';

export const schemaFile = resolve(import.meta.dirname, '../resources/edgewise.schema.json');

/** Returns the text of the published schema. */
export async function schemaText(): Promise<string> {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: homePage
      ? new URL(`edgewise-${EDGEWISE_VERSION}.schema.json`, homePage).href
      : `urn:edgewise:file:${EDGEWISE_VERSION}`,
    title: 'Edgewise puzzle file',
    description: 'Labels, cells, tiles and rotations count from 0; see docs/reference/file-format.md.',
    ...toJsonSchema(EdgewiseFile, {
      typeMode: 'input',
      // JSON schemas can't express trimming or checks across fields
      ignoreActions: ['trim', 'readonly', 'starts_with', 'transform', 'raw_check'],
    }),
  };
  return formatted(schemaFile, JSON.stringify(schema));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(schemaFile, await schemaText());
