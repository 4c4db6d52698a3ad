/**
 * Hashes and compares secrets of API keys. SHA-256 without salt or stretching is enough for 256 random bits: nobody can
 * enumerate them. It would not be enough for passwords.
 */
import { hash, timingSafeEqual } from 'node:crypto';

/** Returns the SHA-256 of a secret's text, base64. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64');
}

/** Compares two hashes of `hashSecret` in constant time. */
export function isSameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

/** Compares two secrets in constant time; the time does not depend on their lengths either. */
export function isSameSecret(left: string, right: string): boolean {
  return isSameHash(hashSecret(left), hashSecret(right));
}
