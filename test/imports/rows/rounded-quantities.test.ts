/** Fractions of shares with more than six decimals, which are rounded one by one, are sold completely. */
import { describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { readPortfolio, SAP, WORLD_ETF } from '../import-fixture.ts';

const rows = (...written: string[]) =>
  [
    'Date;Type;ISIN;Quantity;Price',
    `2020-01-01;Buy;${WORLD_ETF};1;50`,
    ...written.map((row, index) => `2020-02-0${index + 1};${row}`),
  ].join('\n');
const bought = (quantity: string) => `Buy;${SAP};${quantity};100`;
const sold = (quantity: string) => `Sell;${SAP};${quantity};100`;

describe('a sale of everything', () => {
  test.each([
    ['0.1234564', '0.2469128'],
    ['0.1234567', '0.2469134'],
  ])('of twice %s leaves nothing, although each quantity is rounded', proves('P4.9'), (one, all) => {
    const { issues, positions } = readPortfolio(rows(bought(one), bought(one), sold(all)));
    expect(issues).toEqual([]);
    expect(positions.map(({ isin }) => isin)).toEqual([WORLD_ETF]);
  });

  test('of exact quantities leaves or lacks what it says', () => {
    expect(readPortfolio(rows(bought('0.123457'), sold('0.123456'))).positions).toMatchObject([
      { isin: WORLD_ETF },
      { isin: SAP, quantity: 0.000001 },
    ]);
    expect(readPortfolio(rows(bought('0.123456'), sold('0.123457'))).issues).toHaveLength(1);
    expect(readPortfolio(rows(bought('0.1234567'), sold('0.12347'))).issues).toHaveLength(1);
  });
});
