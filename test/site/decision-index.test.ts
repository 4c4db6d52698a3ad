/**
 * Tests that the list of interface decisions agrees with their pages; if not: node
 * docs/site/reference/write-decision-index.ts.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DECISION_INDEX, decisionPaths } from '../../docs/site/decisions.ts';
import { decisionIndex, PAGE_GROUPS, shortTitle } from '../../docs/site/reference/decision-index.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';

const root = packageRoot();

test('the list of decisions agrees with the pages', () => {
  expect(readFileSync(join(root, DECISION_INDEX), 'utf8')).toBe(decisionIndex(root));
});

describe('every page of decisions', () => {
  const paths = decisionPaths(root);

  test('is in one group of the list', () => {
    const names = paths.map((path) => posix.basename(path, '.md'));
    expect(Object.values(PAGE_GROUPS).flat().toSorted()).toEqual(names.toSorted());
  });

  test.each(paths)('%s begins with its title and a sentence that describes its content', (path) => {
    const text = readFileSync(join(root, path), 'utf8');
    expect(text).toMatch(/^# [A-Z].+\n\n[A-Z][^#|-].*/);
    expect(text.match(/^# /gm)).toHaveLength(1);
  });
});

describe('the title of an entry', () => {
  test('is its first bold words, or else its first sentence', () => {
    expect(shortTitle('**Splits.** Quantities are multiplied. Mids are divided.')).toBe('Splits');
    expect(shortTitle('Paths of `a. b | c` are [exact](exact.md): no other. So 404.')).toBe(
      'Paths of `a. b \\| c` are exact: no other',
    );
  });

  test('is cut between words, and code that is cut is closed', () => {
    const long = `${'word '.repeat(14)}and, if it is, \`some code here\` follow.`;
    expect(shortTitle(long)).toBe(`${'word '.repeat(14)}and, if …`);
    expect(shortTitle(`\`POST /sim/things {${'name?, '.repeat(14)}}\` makes one.`)).toMatch(/^`POST .{50,} …`$/);
  });
});
