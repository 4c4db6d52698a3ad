/** Searching in a text of code. */
import { expect, test } from 'vitest';
import { findMatches, MOST_MATCHES, matchFrom } from '../../../src-renderer/components/code/find-matches.ts';

test('a search finds upper and lower case alike, and takes every character as it is', () => {
  expect(findMatches('Drift: 0.05\ndrift: 0x05', 'drift')).toEqual([
    { from: 0, to: 5 },
    { from: 12, to: 17 },
  ]);
  expect(findMatches('0.05 0x05 [a](b)/c', '0.05')).toEqual([{ from: 0, to: 4 }]);
  expect(findMatches('0.05 0x05 [a](b)/c', '[A](b)/')).toEqual([{ from: 10, to: 17 }]);
  expect(findMatches('anything', '')).toEqual([]);
});

test('a search ends after the most matches', () => {
  expect(findMatches('a'.repeat(MOST_MATCHES + 1), 'a')).toHaveLength(MOST_MATCHES);
});

test('the first match shown is the next one from a place, or the first of all', () => {
  const matches = findMatches('ab ab', 'ab');
  expect(matchFrom(matches, 1)).toBe(1);
  expect(matchFrom(matches, 4)).toBe(0);
  expect(matchFrom([], 0)).toBe(-1);
});
