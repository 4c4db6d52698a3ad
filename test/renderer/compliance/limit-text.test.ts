/** Limits as they are written into the fields of the Accounts screen. */
import { describe, expect, it } from 'vitest';
import { formatLimit, limitOwner, ownLimitOf, textOf } from '../../../src-renderer/components/limits/limit-text.ts';

describe('a limit', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['0', 0],
    [' 250 ', 250],
    ['unlimited', 'unlimited'],
    ['off', 'off'],
    ['-1', '-1'],
    ['1.5', '1.5'],
    ['1e3', '1e3'],
  ])('written as %j is sent as %j, so that the service reports what is not a number', (text, limit) => {
    expect(ownLimitOf(text, 'off')).toBe(limit);
  });

  it('in force is in its field as it would be written', () => {
    for (const limit of [null, 0, 250, 'unlimited', 'off']) expect(ownLimitOf(textOf(limit), 'off')).toBe(limit);
  });

  it('is read with its thousands separated, or as a word', () => {
    expect([formatLimit(10_000), formatLimit(0), formatLimit('off')]).toEqual(['10\u202f000', '0', 'off']);
  });

  it('of a key is its own, else that of its account, else that of the server', () => {
    const accounts = [
      { account_id: 'own', rate_limit: 'off' as const },
      { account_id: 'none', rate_limit: null },
    ];
    const owner = (account: string, limit: number | null) =>
      limitOwner({ account_id: account, rate_limit: limit }, accounts);
    expect([owner('own', 5), owner('own', null), owner('none', null)]).toEqual([
      'the key',
      'the account',
      'the server',
    ]);
  });
});
