/** One spelling for every value: what is hashed does not depend on how an object was built. */

import { describe, expect, test } from 'vitest';
import { canonicalJson, type Json } from '../../src-server/kernel/canonical-json.ts';
import { fc } from '../support/draws.ts';

describe('canonical JSON', () => {
  test('sorts keys by code unit at every depth and leaves out blanks', () => {
    expect(canonicalJson({ b: [1, { z: null, Z: true }], a: 'x', '10': 0, '9': 0 })).toBe(
      '{"10":0,"9":0,"a":"x","b":[1,{"Z":true,"z":null}]}',
    );
  });

  test('leaves out members that are undefined, as JSON does', () => {
    expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}');
  });

  test('writes -0 as 0 and escapes what JSON escapes', () => {
    expect(canonicalJson([-0, '"\n\u2028'])).toBe(JSON.stringify([0, '"\n\u2028']));
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'refuses %s, also deep inside',
    (value) => {
      expect(() => canonicalJson({ a: [{ b: value }] })).toThrow(RangeError);
    },
  );

  test('says the same as JSON and is its own canonical form', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value as Json);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text) as Json)).toBe(text);
      }),
    );
  });

  test('does not depend on the order in which members were added', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), (object) => {
        const reversed = Object.fromEntries(Object.entries(object).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(object));
      }),
    );
  });
});
