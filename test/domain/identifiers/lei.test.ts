/** Legal entity identifiers against published ones: identifiers made by this code would share its mistakes. */
import { describe, expect, test } from 'vitest';
import { isLei, leiOf } from '../../../src-server/domain/identifiers/lei.ts';

const PUBLISHED = ['5493001KJTIIGC8Y1R12', 'HWUPKR0MPOU8FGXBT394', '529900T8BM49AURSDO55'];

describe('a legal entity identifier', () => {
  test.each(PUBLISHED)('that was published is valid, and its first 18 characters give it: %s', (lei) => {
    expect(isLei(lei)).toBe(true);
    expect(leiOf(lei.slice(0, 18))).toBe(lei);
  });

  test('with one digit changed is invalid', () => {
    expect(isLei('5493001KJTIIGC8Y1R13')).toBe(false);
  });
});
