/**
 * How secrets of API keys are kept and compared. SHA-256 without salt or stretching is enough for secrets that a machine
 * drew from 256 random bits: nobody can list them, so there is nothing for a slow hash to slow down. It would not be
 * enough for passwords.
 */
import { hash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of a secret's text, base64. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64');
}

/** Compares two hashes of `hashSecret` in a time that does not depend on where they differ. */
export function isSameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

/** Compares two secrets in the same way; their lengths do not show either. */
export function isSameSecret(left: string, right: string): boolean {
  return isSameHash(hashSecret(left), hashSecret(right));
}
