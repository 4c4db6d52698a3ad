/** Countries whose law prescribes the method of a sale, and the warning for a plan by another one. */
import { describe, expect, it } from 'vitest';
import methods from '../../../fixtures/market/tax-methods.json' with { type: 'json' };
import { methodWarning, PRESCRIBED } from '../../../src-renderer/components/plan/method-notice.tsx';
import { proves } from '../../conformance/proves.ts';

/** A plan that sells by a method. */
const sale = (tax_method: string) => ({ tax_method, rebalance: { orders: [{ side: 'sell' as const }] } });

const defaults: Readonly<Record<string, string>> = methods.defaults;

describe('the prescribed method', () => {
  it.each(Object.entries(PRESCRIBED))(
    'of %s is the default of its portfolios, which does not warn',
    (country, method) => {
      expect(method).toBe(defaults[country]);
      expect(methodWarning(country, sale(method))).toBeNull();
    },
  );

  it.each([
    ['DE', 'HIFO', 'Germany prescribes FIFO.'],
    ['DE', 'specific_id', 'by specific id, but the tax law of Germany'],
    ['GB', 'FIFO', 'the United Kingdom prescribes average cost.'],
    ['AT', 'FIFO', 'Austria prescribes average cost'],
  ])('warns in %s for %s', proves('L135.6'), (country, method, text) => {
    expect(methodWarning(country, sale(method))).toContain(text);
  });

  it.each([
    ['GB', 'section_104'],
    ['IE', 'section_581'],
    ['US', 'specific_id'],
    ['CH', 'HIFO'],
    [null, 'HIFO'],
  ])('does not warn in %s for %s', (country, method) => {
    expect(methodWarning(country, sale(method))).toBeNull();
  });

  it('does not warn about a plan that sells nothing, and says that the tax can differ', () => {
    expect(methodWarning('DE', { ...sale('HIFO'), rebalance: { orders: [{ side: 'buy' }] } })).toBeNull();
    expect(methodWarning('DE', sale('HIFO'))).toMatch(/ may differ from this estimate\.$/);
  });
});
