import { expect, test } from 'vitest';
import { shareOf } from './longest-first.ts';

test('eight shares have every file once, and the longest file is in a share with few others', () => {
  const files = ['test/cli/jobs/planted-bugs', ...Array.from({ length: 90 }, (_, index) => `test/a/${index}`)].map(
    (name) => ({ moduleId: `/checkout/${name}.test.ts` }),
  );
  const shares = Array.from({ length: 8 }, (_, index) => shareOf(files, index + 1, 8));
  expect(shares.flat().toSorted(byName)).toEqual(files.toSorted(byName));
  const lengths = shares.map(({ length }) => length);
  // 90 files of 5 s are 450 s, and each of the seven other shares has 64 s of them.
  expect(Math.min(...lengths)).toBe(1);
  expect(Math.max(...lengths)).toBe(13);
  expect(shareOf(files.toReversed(), 3, 8)).toEqual(shares[2]);
});

function byName(one: { moduleId: string }, other: { moduleId: string }): number {
  return one.moduleId < other.moduleId ? -1 : 1;
}
