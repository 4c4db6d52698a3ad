import { describe, expect, it } from 'vitest';
import { type Matcher, matcher as matcherSchema } from '../../../src-server/contract/fields/matcher.ts';
import {
  fillIn,
  fillKnown,
  MissingVariable,
  referencesIn,
} from '../../../src-server/scenario/references/fill-references.ts';
import { setValueAt, valueAt } from '../../../src-server/scenario/references/json-pointer.ts';
import { mismatch } from '../../../src-server/scenario/run/match-value.ts';
import { proves } from '../../conformance/proves.ts';

describe('matchers', () => {
  it.each<[Matcher, unknown, unknown]>([
    ['complete', 'complete', 'failed'],
    [5000, 5000, '5000'],
    [null, null, undefined],
    [[1, { a: 2 }], [1, { a: 2 }], [1]],
    [{ equals: { a: [1] } }, { a: [1] }, { a: [2] }],
    [{ one_of: ['complete', 'failed'] }, 'failed', 'executing'],
    [{ not: 'failed' }, 'complete', 'failed'],
    [{ not: { contains: 'x' } }, 'abc', 'xyz'],
    [{ range: [1, 2] }, 2, 2.001],
    [{ range: [1, 2] }, '1.50', '2.01'],
    [{ approx: 10, within: 0.5 }, 10.5, 10.51],
    [{ approx: 0.3, within: 0.1 }, 0.1 + 0.3, 0.41],
    [{ approx: '200', within_share: 0.01 }, '198.00', 197.9],
    [{ greater: 1 }, '1.01', 1],
    [{ less: '1.5' }, 1.49, 1.5],
    [{ at_least: 2 }, '2', 'two'],
    [{ at_most: 2 }, 2, 2.1],
    [{ at_least: 1, less: 3 }, 1, 3],
    [{ contains: 'band' }, 'inside the band', 'outside'],
    [{ contains: 'XETR' }, ['XPAR', 'XETR'], ['XPAR']],
    [{ contains: { a: 1 } }, [{ a: 1 }], [{ a: 2, b: 1 }]],
    [{ contains: { a: 1 } }, [{ a: 0 }, { a: 1, b: 2 }], { b: { a: 1 } }],
    [{ contains: { a: { b: [1] } } }, { a: { b: [1], c: 2 }, d: 3 }, { a: { b: [1, 2] } }],
    [{ contains: { a: null } }, [{ a: null, b: 1 }], [{ b: 1 }]],
    [{ equals: { a: 1 } }, { a: 1 }, { a: 1, b: 2 }],
    [{ pattern: '^rb_' }, 'rb_1', 'pf_1'],
    [{ items: 1 }, [1], [1, 2]],
    [{ min_items: 2 }, [1, 2], [1]],
    [{ max_items: 1 }, [], [1, 2]],
    [{ some: { greater: 5 } }, [1, 6], [1, 2]],
    [
      { some: { body: { '/side': 'sell', '/quantity': { greater: 1 } } } },
      [{ side: 'sell', quantity: 2 }],
      [{ side: 'buy' }],
    ],
    [{ every: { body: { '/side': 'buy' } } }, [{ side: 'buy' }], [{ side: 'buy' }, { side: 'sell' }]],
    [{ every: { present: true } }, [1], []],
    [{ present: false }, undefined, 0],
  ])('%j matches fitting values and reports the others', proves('K24'), (matcher, good, bad) => {
    expect(matcherSchema.safeParse(matcher).success).toBe(true);
    expect(mismatch(matcher, good)).toBeNull();
    expect(mismatch(matcher, bad)).toMatch(/^(?:entry \d+: .*)?expected .+, got .+/);
  });

  it.each([
    {},
    { approx: 1 },
    { within: 1 },
    { approx: 1, within: 1, within_share: 0.1 },
    { grater: 1 },
    { greater: 'many' },
  ])('%j is invalid', (matcher) => {
    expect(matcherSchema.safeParse(matcher).success).toBe(false);
  });
});

describe('JSON pointers and names', () => {
  const known = new Map<string, unknown>([
    ['id', 'rb_1'],
    ['limit', 3],
    ['plan', { orders: [{ side: 'sell' }], 'a/b': 1 }],
  ]);

  it('finds members and items, unescapes ~0 and ~1, and returns nothing for a path that does not exist', () => {
    const document = { orders: [{ side: 'sell' }], 'a/b': { '~': 1 } };
    expect(valueAt(document, '/orders/0/side')).toBe('sell');
    expect(valueAt(document, '/a~1b/~0')).toBe(1);
    expect(valueAt(document, '')).toBe(document);
    expect(valueAt(document, '/orders/1/side')).toBeUndefined();
    expect(valueAt(document, '/toString')).toBeUndefined();
  });

  it('sets values at a pointer, including new members, and nothing at a path that does not exist', () => {
    const document = { orders: [{ side: 'sell' }] };
    expect(setValueAt(document, '/orders/0/side', 'buy')).toBe(true);
    expect(setValueAt(document, '/cash', 5)).toBe(true);
    expect(setValueAt(document, '/orders/3', {})).toBe(false);
    expect(setValueAt(document, '/__proto__', {})).toBe(false);
    expect(setValueAt(document, '', {})).toBe(false);
    expect(document).toEqual({ orders: [{ side: 'buy' }], cash: 5 });
  });

  it(
    'fills names into texts, keeps the type of one that fills a whole text, reaches into values, and escapes',
    proves('K20'),
    () => {
      expect(fillIn({ path: '/rebalance/${id}', cost: ['${limit}'] }, known)).toEqual({
        path: '/rebalance/rb_1',
        cost: [3],
      });
      expect(fillIn('${plan/orders/0/side} ${plan/a~1b} ${plan/orders}', known)).toBe('sell 1 [{"side":"sell"}]');
      expect(fillIn('${plan/orders}', known)).toEqual([{ side: 'sell' }]);
      expect(fillIn('$${id} is ${id}', known)).toBe('${id} is rb_1');
      expect(fillIn({ '/by/${id}': 1 }, known)).toEqual({ '/by/rb_1': 1 });
    },
  );

  it('refuses a name without a value, and a pointer in one that does not exist', () => {
    expect(() => fillIn('${missing}', known)).toThrow(new MissingVariable('missing'));
    expect(() => fillIn('${plan/orders/7}', known)).toThrow('${plan/orders/7}: there is nothing at /orders/7 of plan');
  });

  it('leaves unknown names for later, including escapes', () => {
    expect(fillKnown(['${limit}', '${later} of ${limit}', '$${limit}'], known)).toEqual([
      3,
      '${later} of 3',
      '$${limit}',
    ]);
    expect([...referencesIn({ 'a/b': ['x ${one} ${two/y}', '$${no}'] })]).toEqual([
      { name: 'one', tail: '', pointer: '/a~1b/0' },
      { name: 'two', tail: '/y', pointer: '/a~1b/0' },
    ]);
  });
});
