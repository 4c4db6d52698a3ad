/** The past prices in files of Portfolio Performance, and tables of exchange rates with portfolios. */
import { describe, expect, test } from 'vitest';
import { importPortfolios } from '../../src-server/imports/portfolios/import-portfolios.ts';
import { importPrices } from '../../src-server/imports/prices/import-prices.ts';
import { proves } from '../conformance/proves.ts';
import { issueText, KNOWN, PORTFOLIOS, PRICES, SAP } from './import-fixture.ts';

function performancePrices(version: number, securities: string) {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<client>\n<version>${version}</version>\n<securities>\n${securities}\n</securities>\n</client>\n`;
  return importPrices([{ name: 'mine.xml', text }], KNOWN, PRICES);
}

const security = (prices: string, currency = 'EUR', more = '') =>
  `<security><name>SAP &amp; Co</name><currencyCode>${currency}</currencyCode>${more}<isin>${SAP}</isin><prices>${prices}</prices></security>`;

describe('prices in a file of Portfolio Performance', () => {
  test.each([
    [49, '12134000000'],
    [48, '1213400'],
    [30, '1213400'],
    [29, '12134'],
  ])('of version %i have its number of decimals', proves('P4.4'), (version, v) => {
    const { report, series } = performancePrices(version, security(`<price t="2020-01-31" v="${v}"/>`));
    expect(report.issues).toEqual([]);
    expect(report.files).toMatchObject([{ layout: 'portfolio_performance', rows: 1 }]);
    expect(series[0]?.listings[0]?.prices).toMatchObject([{ date: '2020-01-31', priceMicro: 121_340_000 }]);
  });

  test('with more than six decimals are rounded, and their lines are reported', () => {
    const { report } = performancePrices(49, security('<price t="2020-01-31" v="12134000049"/>'));
    expect(report.notes).toContain('Prices with more than six decimals are rounded to six: mine.xml, line 5.');
  });

  test('are in the currency of the security, pence included', () => {
    const rate =
      '<security><name>EUR/GBP</name><currencyCode>EUR</currencyCode><targetCurrencyCode>GBP</targetCurrencyCode>' +
      '<prices><price t="2020-01-31" v="50000000"/></prices></security>';
    const pence = security('<price t="2020-01-31" v="25000000000"/>', 'GBX');
    // 250 pence are 2.50 pounds, and at half a pound for a euro 5.00 euros.
    const { report, series } = performancePrices(56, `${rate}${pence}`);
    expect(report.issues).toEqual([]);
    expect(report.series.map(({ subject }) => subject)).toEqual(['GBP', SAP]);
    expect(series[1]?.listings[0]?.prices[0]?.priceMicro).toBe(5_000_000);
  });

  test('that are invalid are named with their places', () => {
    const { report } = performancePrices(
      49,
      security('<price t="2020-02-30" v="100"/>\n<price t="2020-01-31" v="x"/>'),
    );
    expect(report.issues.map(issueText)).toEqual([
      expect.stringMatching(/^5: \d+ has no date or no price: t="2020-02-30" v="100"$/),
      '6: 1 has no date or no price: t="2020-01-31" v="x"',
    ]);
  });

  test('that a security lacks, or that are rates of other currencies, are reported', () => {
    const other =
      '<security><name>USD/CHF</name><currencyCode>USD</currencyCode><targetCurrencyCode>CHF</targetCurrencyCode><prices/></security>';
    const { report } = performancePrices(49, `${security('')}${other}`);
    expect(report.left_out.map(({ issue }) => issue)).toEqual([
      'SAP & Co has no prices',
      'USD/CHF is an exchange rate that is not against the euro',
    ]);
  });
});

describe('a table of exchange rates with a portfolio', () => {
  const bought = { name: 'm.csv', text: `ISIN,Quantity,Cost,Date,Currency\n${SAP},10,100,2020-02-03,USD\n` };
  test.each([
    ['has one currency', 'Date,USD\n2020-02-03,1.25\n'],
    ['has quotation marks', '"Date","USD"\n"2020-02-03","1.25"\n'],
    ['is German', 'Datum;USD;GBP\n03.02.2020;1,25;0,8\n'],
    ['has another order', 'Date,GBP,USD\n2020-02-03,0.8,1.25\n'],
    ['has a title', 'Rates of the euro\n\nDate,USD,GBP\n2020-02-03,1.25,0.8\n'],
    ['says its separator', 'sep=;\nDate;USD\n2020-02-03;1.25\n'],
    ['has a currency that the market lacks', 'Date,USD,JPY,\n2020-02-03,1.25,120,\n'],
  ])('%s', proves('P4.8'), (_title, text) => {
    const { report, entries } = importPortfolios([bought, { name: 'r.csv', text }], KNOWN, {
      ...PORTFOLIOS,
      currency: 'EUR',
    });
    expect(report.issues).toEqual([]);
    expect(entries[0]?.positions?.[0]?.lots).toMatchObject([{ unit_cost: 80 }]);
  });
});
