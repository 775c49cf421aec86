/** SHA-256. Node's crypto module takes about ten milliseconds to load, so load it only if something is hashed. */
import type { Hash } from 'node:crypto';

export const sha256 = (text: string): Buffer =>
  process.getBuiltinModule('node:crypto').hash('sha256', text, 'buffer');

/** Returns an object that hashes data arriving in pieces. */
export const newSha256 = (): Hash => process.getBuiltinModule('node:crypto').createHash('sha256');
