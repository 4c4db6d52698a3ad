/** Where the header of a column wraps. */
import { describe, expect, it } from 'vitest';
import { wrappedHeader } from '../../../src-renderer/components/tables/table-head.tsx';

describe('the header of a column', () => {
  it('has at most two lines, the longer one as short as it can be', () => {
    expect(wrappedHeader('Traded')).toEqual(['Traded']);
    expect(wrappedHeader('Max drift after')).toEqual(['Max drift', 'after']);
    expect(wrappedHeader('Est. gains tax')).toEqual(['Est.', 'gains tax']);
    expect(wrappedHeader('Sum of the targets of a currency')).toEqual(['Sum of the targets', 'of a currency']);
  });

  it('has its unit in the last line', () => {
    // “Est. cost” over “bps” would be a letter wider.
    expect(wrappedHeader('Est. cost', 'bps')).toEqual(['Est.', 'cost']);
    expect(wrappedHeader('Traded', 'EUR')).toEqual(['Traded']);
    expect(wrappedHeader('Started', '(virtual UTC)')).toEqual(['Started']);
  });
});
