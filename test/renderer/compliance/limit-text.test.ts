/** Limits as they are written into the fields of the Accounts screen. */
import { describe, expect, it } from 'vitest';
import { ifAny } from '../../../src-renderer/components/format/text-fault.ts';
import {
  formatLimit,
  limitFault,
  limitOwner,
  ownLimitOf,
  textOf,
} from '../../../src-renderer/components/limits/limit-text.ts';
import { MONTHLY_LIMIT, RATE_LIMIT } from '../../../src-server/contract/control/text-rules.ts';

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

  it('that the service would refuse is refused at its field', () => {
    const issue = 'This is neither a whole number from 0 to 1000000000 nor "unlimited".';
    const monthly = limitFault(MONTHLY_LIMIT);
    expect(['abc', '-1', '1.5', '1e3', '', '1000000001', 'off'].map(monthly)).toEqual(Array(7).fill(issue));
    expect(['0', ' 250 ', 'unlimited', '1000000000'].map(monthly)).toEqual(Array(4).fill(null));
    expect(limitFault(RATE_LIMIT)('0')).toContain('from 1 to 1000000 nor "off"');
    expect(ifAny(limitFault(RATE_LIMIT))(' ')).toBeNull();
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
