/** The short reason of an order: the part that its row does not already show. */
import { describe, expect, it } from 'vitest';
import { shortReason } from '../../../src-renderer/components/format/short-reason.ts';

const at = (code: Parameters<typeof shortReason>[0]['reason']['code'], before: number, target: number) =>
  shortReason({ reason: { code, text: '' }, weight_before: before, weight_target: target });

describe('the short reason of an order', () => {
  it('shows how far the weight is from its target: |0.1271 − 0.06| is 6.71 %', () => {
    expect(at('overweight', 0.1271, 0.06)).toBe('Overweight by 6.71\u202f%');
    expect(at('underweight', 0.074, 0.14)).toBe('Underweight by 6.60\u202f%');
  });

  it('names the reasons that are not a distance', () => {
    expect(at('not_in_targets', 0.03, 0)).toBe('No target');
    expect(at('funding', 0.05, 0.05)).toBe('Funds costs and cash');
    expect(at('tax_loss', 0.11, 0.08)).toBe('Sold below target for its loss');
  });
});
