import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../hashing.ts';

/** In characters. Pages make their key from 32 random bytes, which are 43 characters in base64url. */
const MIN_SESSION_KEY_LENGTH = 43;

const newSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Decides which pages may connect. The address contains a secret that works only once, because browsers keep addresses
 * in their history. A page with the secret chooses a session key, which is valid until this process ends.
 */
export class Access {
  readonly #sessions: Buffer[] = [];
  readonly #changed: () => void;
  #secret = newSecret();

  /** `changed` is called whenever the secret has been used and replaced. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** the secret that the address must contain for the next page to connect */
  get secret(): string {
    return this.#secret;
  }

  knows(session: string): boolean {
    const digest = sha256(session);
    return this.#sessions.some((each) => timingSafeEqual(each, digest));
  }

  /** Returns whether a page with this secret or session key may connect. Replaces the secret once it has been used. */
  admits(secret: string, session: string): boolean {
    if (this.knows(session)) return true;
    if (!timingSafeEqual(sha256(secret), sha256(this.#secret))) return false;
    this.#secret = newSecret();
    if (session.length >= MIN_SESSION_KEY_LENGTH) this.#sessions.push(sha256(session));
    this.#changed();
    return true;
  }
}
