/** Identifiers have the shape of decision D1, never repeat, and do not influence one another. */

import { expect, test } from 'vitest';
import { createIdFormatter } from '../../src-server/kernel/ids.ts';
import { proves } from '../conformance/proves.ts';

const IDS = 100_000;

test('an id is its prefix and 26 Crockford base-32 characters, which exclude I, L, O and U', proves('D1'), () => {
  const formatId = createIdFormatter(1, 'pf');
  for (let count = 0; count < 1000; count += 1) expect(formatId(count)).toMatch(/^pf_[0-9A-HJKMNP-TV-Z]{26}$/);
});

test(`${IDS} ids of a kind are all different, and differ between seeds and kinds`, () => {
  const formatters = [createIdFormatter(1, 'or'), createIdFormatter(2, 'or'), createIdFormatter(1, 'fl')];
  const bodies = new Set<string>();
  for (const formatId of formatters) {
    for (let count = 0; count < IDS; count += 1) bodies.add(formatId(count).slice(3));
  }
  expect(bodies.size).toBe(formatters.length * IDS);
});

test('a count always gives the same id, whatever ids were made before', proves('D5'), () => {
  const [early, late] = [createIdFormatter(7, 'rb'), createIdFormatter(7, 'rb')];
  for (let count = 0; count < 50; count += 1) early(count);
  expect(early(50)).toBe(late(50));
});

test('a seed gives the same ids in every release, so that recordings can be replayed', proves('D5'), () => {
  const formatId = createIdFormatter(42, 'pf');
  expect([0, 1].map(formatId)).toEqual(['pf_1M9AY3XV62H4305F79Z3SFJPFD', 'pf_X8D80XHY5G41XJ9D65V6NC4RHH']);
});

test('each of the 26 positions takes every character', () => {
  const formatId = createIdFormatter(3, 'ev');
  const seen = Array.from({ length: 26 }, () => new Set<string>());
  for (let count = 0; count < 2000; count += 1) {
    for (const [index, character] of [...formatId(count).slice(3)].entries()) seen[index]?.add(character);
  }
  expect(seen.map(({ size }) => size)).toEqual(Array.from({ length: 26 }, () => 32));
});
