// For NODE_OPTIONS=--import. When the program ends, writes the time and memory that it used to USAGE_FILE.
import { writeFileSync } from 'node:fs';

process.on('exit', () => writeFileSync(process.env['USAGE_FILE'], JSON.stringify(process.resourceUsage())));
