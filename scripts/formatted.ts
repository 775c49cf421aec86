import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'oxfmt';

const config = path.resolve(import.meta.dirname, '../.oxfmtrc.json');

/**
 * Formats JSON or Markdown the way `npm run format` would format it in `file`. Throws if the text has a syntax error.
 */
export async function formatted(file: string, text: string): Promise<string> {
  const { printWidth } = JSON.parse(readFileSync(config, 'utf8')) as { printWidth: number };
  const { code, errors } = await format(file, text, { printWidth });
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return code;
}
