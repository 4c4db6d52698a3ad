import { describe, expect, test } from 'vitest';
import {
  formatBps,
  formatMoney,
  formatPercent,
  formatQuantity,
} from '../../../src-server/domain/numbers/format-number.ts';

/** No-break spaces group thousands; written as _ here so that they can be seen. */
const plain = (text: string) => text.replaceAll('\u00a0', '_');

describe('numbers in sentences', () => {
  test.each([
    [0, '0.00 EUR'],
    [5, '0.05 EUR'],
    [99_999, '999.99 EUR'],
    [100_000, '1_000.00 EUR'],
    [123_456_789, '1_234_567.89 EUR'],
    [-431, '4.31 EUR'],
    // A model's float rounds to the cent: 0.996 of a unit is 1.00.
    [99.6, '1.00 EUR'],
  ])('%d minor units are %s', (amountMinor, text) => expect(plain(formatMoney(amountMinor, 'EUR'))).toBe(text));

  test.each([
    [0.0712, '7.12 %'],
    [-0.0712, '7.12 %'],
    [0.00005, '0.01 %'],
    [0.12345, '12.35 %'],
    [53.7403, '5_374.03 %'],
  ])('the fraction %d is %s', (fraction, text) => expect(plain(formatPercent(fraction))).toBe(text));

  test.each([
    [20_000_000, '20'],
    [118_200_000, '118.2'],
    [10_123_456, '10.123456'],
    [1, '0.000001'],
    [4_437_288_000, '4_437.288'],
  ])('%d millionths are %s', (quantityMicro, text) => expect(plain(formatQuantity(quantityMicro))).toBe(text));

  test.each([
    [0, '0.00 bps'],
    [0.0599, '0.06 bps'],
    [0.996, '1.00 bps'],
    [6.444, '6.44 bps'],
    [1_234.5, '1_234.50 bps'],
  ])('a cost of %d basis points is %s, with two decimals', (bps, text) => expect(plain(formatBps(bps))).toBe(text));
});
