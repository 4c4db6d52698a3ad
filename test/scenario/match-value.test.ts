import { describe, expect, it } from 'vitest';
import type { Matcher } from '../../src-server/contract/matcher.ts';
import { fillIn, MissingVariable, valueAt } from '../../src-server/scenario/json-pointer.ts';
import { mismatch } from '../../src-server/scenario/match-value.ts';

describe('matchers', () => {
  it.each<[Matcher, unknown, unknown]>([
    ['complete', 'complete', 'failed'],
    [5000, 5000, '5000'],
    [null, null, undefined],
    [{ equals: { a: [1] } }, { a: [1] }, { a: [2] }],
    [{ range: [1, 2] }, 2, 2.001],
    [{ approx: 10, within: 0.5 }, 10.5, 10.51],
    [{ contains: 'band' }, 'inside the band', 'outside'],
    [{ pattern: '^rb_' }, 'rb_1', 'pf_1'],
    [{ min_items: 2 }, [1, 2], [1]],
  ])('%j takes what fits and says what does not', (matcher, good, bad) => {
    expect(mismatch(matcher, good)).toBeNull();
    expect(mismatch(matcher, bad)).toMatch(/^expected .+, got .+/);
  });
});

describe('JSON pointers and variables', () => {
  it('finds members and items, unescapes ~0 and ~1, and leads nowhere instead of throwing', () => {
    const document = { orders: [{ side: 'sell' }], 'a/b': { '~': 1 } };
    expect(valueAt(document, '/orders/0/side')).toBe('sell');
    expect(valueAt(document, '/a~1b/~0')).toBe(1);
    expect(valueAt(document, '')).toBe(document);
    expect(valueAt(document, '/orders/1/side')).toBeUndefined();
    expect(valueAt(document, '/toString')).toBeUndefined();
  });

  it('keeps the type of a value that fills a whole text and refuses a name nobody saved', () => {
    const variables = new Map<string, unknown>([
      ['id', 'rb_1'],
      ['limit', 3],
    ]);
    expect(fillIn({ path: '/rebalance/${id}', cost: ['${limit}'] }, variables)).toEqual({
      path: '/rebalance/rb_1',
      cost: [3],
    });
    expect(() => fillIn('${missing}', variables)).toThrow(MissingVariable);
  });
});
