/** How numbers are written on screen: groups, signs, units and significant digits. */
import { describe, expect, it } from 'vitest';
import {
  formatCostBps,
  formatCount,
  formatMoney,
  formatPercent,
  formatRate,
  formatTaxRate,
  formatWeight,
  priceFormatter,
  quantityFormatter,
  shownShare,
  signedCostBps,
  signedMoney,
  signedPercent,
  signedPoints,
  signedWeight,
  unitCostFormatter,
  withOwnSpaces,
} from '../../../src-renderer/components/format/format-number.ts';
import { proves } from '../../conformance/proves.ts';

const THIN = '\u202f';
const MINUS = '\u2212';

describe('numbers on screen', () => {
  it('groups money by thin spaces and keeps two decimals', () => {
    expect(formatMoney(1234567.5)).toBe(`1${THIN}234${THIN}567.50`);
  });

  it('writes a negative amount with a true minus sign', () => {
    expect(formatMoney(-12.345)).toBe(`${MINUS}12.35`);
  });

  it('writes no sign before a number that rounds to zero', () => {
    expect(formatMoney(-0.004)).toBe('0.00');
    expect(signedWeight(-0.00001)).toBe('0.00');
  });

  it('writes a drift in per cent with its sign, and the difference of two drifts in points', proves('L147'), () => {
    expect([signedWeight(0.0712), signedPercent(-0.0712)]).toEqual(['+7.12', `${MINUS}7.12${THIN}%`]);
    expect([signedPoints(0.003), signedPoints(-0.01), signedPoints(0.00001)]).toEqual([
      '+0.30\u00a0points',
      `${MINUS}1.00\u00a0points`,
      '0.00\u00a0points',
    ]);
  });

  it('writes a share of one in percent with two decimals', () => {
    expect(formatPercent(0.0712)).toBe(`7.12${THIN}%`);
  });

  it('writes a rate of tax with all of its decimals', () => {
    expect([0.26375, 0.3, 0.24].map(formatTaxRate)).toEqual([`26.375${THIN}%`, `30${THIN}%`, `24${THIN}%`]);
  });

  it('writes costs with two decimals, counts with none', () => {
    expect(formatCostBps(4.264)).toBe('4.26');
    expect(formatCount(1248)).toBe(`1${THIN}248`);
  });

  it('gives a column of prices the decimals of its finest row, from two to four', () => {
    expect([5, 5.03071].map(priceFormatter([5, 5.03071]))).toEqual(['5.0000', '5.0307']);
    expect(priceFormatter([5])(5)).toBe('5.00');
    expect([5, 5.030714].map(unitCostFormatter([5, 5.030714]))).toEqual(['5.000000', '5.030714']);
    expect(unitCostFormatter([95.5])(95.5)).toBe('95.50');
  });

  it('gives a column of quantities the decimals of its finest row, at most six', () => {
    const quantity = quantityFormatter([10, 2.5, 0.1234]);
    expect([quantity(10), quantity(2.5), quantity(0.1234)]).toEqual(['10.0000', '2.5000', '0.1234']);
    expect(quantityFormatter([1 / 3])(1 / 3)).toBe('0.333333');
    expect(quantityFormatter([])(7)).toBe('7');
  });

  it('writes a zero quantity as plain 0, whatever the precision of its column', () => {
    const quantity = quantityFormatter([0, 392.1721]);
    expect(`${quantity(0)} / ${quantity(392.1721)}`).toBe('0 / 392.1721');
  });

  it('does not show a cost below a hundredth of a basis point as none', () => {
    expect([0, 0.004, 0.005].map(formatCostBps)).toEqual(['0.00', '<0.01', '0.01']);
  });

  it('never writes a cost as more than a budget of two decimals that it does not exceed', () => {
    expect([1.2466, 1.25].map(formatCostBps)).toEqual(['1.25', '1.25']);
  });

  it('rounds a drift half up without the noise of binary fractions, so that differences add up', () => {
    // 0.1 + 0.2 + 0.00005 ends below the half, and 0.00145 is not a binary fraction.
    expect([0.1 + 0.2 + 0.00005, 0.00145, 0.00004].map(formatWeight)).toEqual(['30.01', '0.15', '0.00']);
    expect([shownShare(0.00145), shownShare(0.00004)]).toEqual([0.0015, 0]);
  });

  it('gives a difference its sign, and none where it rounds to nothing', () => {
    expect([signedMoney(1.5), signedMoney(-1.5), signedMoney(0.001)]).toEqual(['+1.50', '−1.50', '0.00']);
    expect([signedCostBps(4.24), signedCostBps(-0.3), signedCostBps(0.002)]).toEqual(['+4.24', '−0.30', '0.00']);
    expect([signedPercent(0.01), signedPercent(-0.08)]).toEqual(['+1.00\u202f%', '−8.00\u202f%']);
  });

  it('writes an exchange rate with as many decimals as its pair is traded in', () => {
    expect([1, 0.862, 11.05].map(formatRate)).toEqual(['1', '0.86200', '11.0500']);
    // The value of 2 600 shares at 272.1273 needs such a rate to be exact to the cent of a few euros.
    expect([0.09047765, 0.1340483].map(formatRate)).toEqual(['0.0904777', '0.1340483']);
  });

  it('gives a sentence of the service the spaces of the app, which break no number from its unit', () => {
    expect(withOwnSpaces('at 5\u00a0100 bps: 1 sell of 3\u00a0000.00 EUR, 20.00 % of it')).toBe(
      'at 5\u202f100\u00a0bps: 1 sell of 3\u202f000.00 EUR, 20.00\u202f% of it',
    );
  });
});
