// Loaded before a program (NODE_OPTIONS=--import): writes the resources it used to USAGE_FILE when it ends.
import { writeFileSync } from 'node:fs';

process.on('exit', () => writeFileSync(process.env['USAGE_FILE'], JSON.stringify(process.resourceUsage())));
