import { describe, expect, test } from 'vitest';
import file from '../../../fixtures/market/tax-methods.json' with { type: 'json' };
import { isGainsTaxed, jurisdictionOfWrapper, lotMethodFor } from '../../../src-server/domain/lots/tax-terms.ts';
import { taxMethodsFile } from '../../../src-server/market/rates/rate-schemas.ts';

const table = taxMethodsFile.parse(file);

describe('a wrapper', () => {
  test.each([
    ['GIA', 'GB', true],
    ['ISA', 'GB', false],
    ['SIPP', 'GB', false],
    ['PEA', 'FR', false],
    ['Depot', 'DE', true],
  ])('%s is under the rules of %s; gains in it are taxed: %s', (wrapper, jurisdiction, isTaxed) => {
    expect(jurisdictionOfWrapper(wrapper)).toBe(jurisdiction);
    expect(isGainsTaxed(wrapper)).toBe(isTaxed);
  });

  test.each(['401k', '', 'constructor'])(
    'that is unknown ("%s") has no jurisdiction and shelters nothing',
    (wrapper) => {
      expect(jurisdictionOfWrapper(wrapper)).toBeNull();
      expect(isGainsTaxed(wrapper)).toBe(true);
    },
  );
});

describe('the lot method', () => {
  test.each([
    ['DE', 'FIFO', 'FIFO'],
    ['FR', 'average_cost', 'average_cost'],
    ['CH', 'average_cost', 'average_cost'],
    ['GB', 'average_cost', 'section_104'],
    ['IE', 'FIFO', 'section_581'],
    ['US', 'FIFO', 'FIFO'],
    ['JP', 'FIFO', 'FIFO'],
    [null, 'FIFO', 'FIFO'],
  ])('of %s is %s by default, and sales are booked as %s', (jurisdiction, method, saleMethod) => {
    expect(lotMethodFor(jurisdiction, null, table)).toEqual({ method, saleMethod, breach: null });
  });

  test('of a rebalance overrides the default, and average cost in GB is then Section 104, too', () => {
    expect(lotMethodFor('DE', 'HIFO', table)).toEqual({ method: 'HIFO', saleMethod: 'HIFO', breach: null });
    expect(lotMethodFor('GB', 'FIFO', table)).toEqual({ method: 'FIFO', saleMethod: 'FIFO', breach: null });
    expect(lotMethodFor('GB', 'average_cost', table).saleMethod).toBe('section_104');
    expect(lotMethodFor('DE', 'average_cost', table).saleMethod).toBe('average_cost');
  });

  test.each(['FR', 'GB', 'DK'])(
    'specific_id in %s is reported as a breach, and is still applied as requested',
    (jurisdiction) => {
      expect(lotMethodFor(jurisdiction, 'specific_id', table)).toEqual({
        method: 'specific_id',
        saleMethod: 'specific_id',
        breach: {
          code: 'no_specific_id',
          message: `${jurisdiction} does not allow specific_id for fungible holdings.`,
        },
      });
    },
  );

  test('specific_id elsewhere, or without a jurisdiction, is no breach', () => {
    for (const jurisdiction of ['DE', 'US', 'JP', null]) {
      expect(lotMethodFor(jurisdiction, 'specific_id', table).breach).toBeNull();
    }
  });
});
