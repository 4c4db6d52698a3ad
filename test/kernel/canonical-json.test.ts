/** One text for every value: a hash does not depend on how an object was built. */

import { describe, expect, test } from 'vitest';
import { canonicalJson, type Json } from '../../src-server/kernel/canonical-json.ts';
import { fc } from '../support/draws.ts';

describe('canonical JSON', () => {
  test('sorts keys by code unit at every depth and omits whitespace', () => {
    expect(canonicalJson({ b: [1, { z: null, Z: true }], a: 'x', '10': 0, '9': 0 })).toBe(
      '{"10":0,"9":0,"a":"x","b":[1,{"Z":true,"z":null}]}',
    );
  });

  test('omits members that are undefined, as JSON does', () => {
    expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}');
  });

  test('writes -0 as 0 and escapes what JSON escapes', () => {
    expect(canonicalJson([-0, '"\n\u2028'])).toBe(JSON.stringify([0, '"\n\u2028']));
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'refuses %s, also in nested values',
    (value) => {
      expect(() => canonicalJson({ a: [{ b: value }] })).toThrow(RangeError);
    },
  );

  test('equals the JSON of the value, and its own canonical form', () => {
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
