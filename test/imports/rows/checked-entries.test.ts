/** A check refuses what loading would refuse: values that no portfolio can have, and files of one name. */
import { describe, expect, test } from 'vitest';
import { portfolioEntry } from '../../../src-server/contract/scenario/world-file.ts';
import { importPortfolios } from '../../../src-server/imports/portfolios/import-portfolios.ts';
import { importPrices } from '../../../src-server/imports/prices/import-prices.ts';
import { proves } from '../../conformance/proves.ts';
import { issueText, KNOWN, PORTFOLIOS, PRICES, readPortfolio, SAP, WORLD_ETF } from '../import-fixture.ts';

describe('a check refuses', () => {
  test.each([
    ['a weight above 1', `ISIN;Quantity;Weight\n${SAP};1;120%\n`, /^2: 3 has a weight of 120\u202f%/],
    ['a weight below 0', `ISIN;Quantity;Weight\n${SAP};1;-5%\n`, /^2: 3 has a weight of -5\u202f%/],
    [
      'weights that sum to more than 1',
      `ISIN;Quantity;Weight\n${SAP};1;60%\n${WORLD_ETF};1;60%\n`,
      /^1: 0 has the portfolio “mine”, whose .*weights sum to more than 1\.001$/,
    ],
    ['a quantity that is too large', `ISIN;Quantity\n${SAP};5000000000\n`, /^1: 0 has the portfolio “mine”, whose /],
  ])('%s', proves('P4.13'), (_title, text, issue) => {
    const { report, issues } = readPortfolio(text);
    expect(issues).toEqual([expect.stringMatching(issue)]);
    expect(report.refusal).not.toBe(null);
  });

  test('two files of one name', () => {
    const file = { name: 'm.csv', text: `ISIN;Quantity\n${SAP};1\n` };
    const issue = '1: 0 is the name of 2 files; rename one of them';
    expect(importPortfolios([file, file], KNOWN, PORTFOLIOS).report.issues.map(issueText)).toEqual([issue]);
    const prices = { name: 'p.csv', text: `Date;ISIN;Price\n2020-01-31;${SAP};1\n` };
    expect(importPrices([prices, prices], KNOWN, PRICES).report.issues.map(issueText)).toEqual([issue]);
  });
});

test('an account of Ghostfolio without a name has that of its file, with its cash', () => {
  const exported = {
    accounts: [{ id: 'a', name: null, currency: 'EUR', balances: [{ date: '2025-01-01', value: 5 }] }],
    activities: [
      {
        accountId: 'a',
        type: 'BUY',
        date: '2024-03-01T00:00:00.000Z',
        quantity: 1,
        unitPrice: 9,
        currency: 'EUR',
        symbol: SAP,
      },
    ],
  };
  const files = [{ name: 'g.json', text: JSON.stringify(exported) }];
  const { entries } = importPortfolios(files, KNOWN, PORTFOLIOS);
  expect(entries).toMatchObject([{ request: { name: 'g' }, cash: 5, positions: [{ isin: SAP }] }]);
  expect(portfolioEntry.safeParse(entries[0]).success).toBe(true);
});
