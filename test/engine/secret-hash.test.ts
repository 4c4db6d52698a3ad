/** How secrets of keys are stored and compared: by a standard hash, and never as equal to another text. */

import { describe, expect, test } from 'vitest';
import { hashSecret, isSameHash, isSameSecret } from '../../src-server/engine/secret-hash.ts';
import { fc } from '../support/draws.ts';

describe('the hash of a secret', () => {
  test('is its SHA-256', () => {
    // FIPS 180-2, appendix B.1: the digest of "abc".
    const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(Buffer.from(hashSecret('abc'), 'base64').toString('hex')).toBe(digest);
  });

  test('equals itself, and no shorter, longer or other one', () => {
    const hash = hashSecret('abc');
    expect(isSameHash(hash, hashSecret('abc'))).toBe(true);
    for (const other of ['', hash.slice(1), `${hash}=`, hashSecret('abd')]) {
      expect(isSameHash(hash, other)).toBe(false);
      expect(isSameHash(other, hash)).toBe(false);
    }
  });
});

test('two secrets are the same exactly when their texts are', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (left, right) => {
      expect(isSameSecret(left, right)).toBe(left === right);
      expect(isSameSecret(left, left)).toBe(true);
    }),
  );
});
