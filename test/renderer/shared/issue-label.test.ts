/** What the service says of types, in the words of a form. */
import { describe, expect, it } from 'vitest';
import { formatIssue } from '../../../src-renderer/components/forms/format-issue.ts';

describe('an issue that a form shows', () => {
  it.each([
    ['too small: expected string to have >=1 characters', 'must not be empty'],
    ['invalid input: expected number, received string', 'must be a number'],
    ['too small: expected number to be >0', 'must be above 0'],
    ['too small: expected number to be >=0.01', 'must be at least 0.01'],
    ['too big: expected number to be <=0.25', 'must be at most 0.25'],
    ['too big: expected string to have <=255 characters', 'must have at most 255 characters'],
  ])('tells “%s” as “%s”', (issue, words) => {
    expect(formatIssue(issue)).toBe(words);
  });

  it('stays as it is where the service says it in words of its own', () => {
    expect(formatIssue('XETR does not list this ISIN')).toBe('XETR does not list this ISIN');
  });
});
