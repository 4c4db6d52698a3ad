/** Which API key belongs to which account (decisions E1, specification 5). Keys are looked up by their hash only. */
import { hash } from 'node:crypto';

export interface KeyRing {
  /** The account of a key, or `null`. */
  accountOf(key: string): string | null;
}

/** A ring of keys and their accounts. */
export function createKeyRing(keys: ReadonlyMap<string, string>): KeyRing {
  const byHash = new Map([...keys].map(([key, account]) => [hashOf(key), account]));
  return { accountOf: (key) => byHash.get(hashOf(key)) ?? null };
}

/** The token of an `Authorization: Bearer` header, or `null`. */
export function bearerToken(header: string | undefined): string | null {
  const match = header === undefined ? null : BEARER.exec(header);
  return match?.[1] ?? null;
}

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

function hashOf(key: string): string {
  return hash('sha256', key, 'base64');
}
