/** The chosen order of dates and decimal separator decide only what a file leaves open. */
import { describe, expect, test } from 'vitest';
import { importPortfolios } from '../../../src-server/imports/portfolios/import-portfolios.ts';
import { proves } from '../../conformance/proves.ts';
import { issueText, KNOWN, lotsRead, PORTFOLIOS, readPortfolio, SAP } from '../import-fixture.ts';

describe('a chosen decimal separator', () => {
  test('is that of the file that shows none, not of a table of rates next to it', proves('P4.3'), () => {
    const files = [
      { name: 'depot.csv', text: `ISIN;Quantity;Cost;Date;Currency\n${SAP};10;1.234;2020-01-31;USD\n` },
      { name: 'rates.csv', text: 'Date,USD\n2020-01-31,1.095\n' },
    ];
    const { report, entries } = importPortfolios(files, KNOWN, { ...PORTFOLIOS, currency: 'EUR', decimal: ',' });
    expect(report.issues.map(issueText)).toEqual([]);
    expect(entries[0]?.positions?.[0]?.lots).toMatchObject([{ unit_cost: 1126.940639 }]);
  });

  test('yields to numbers that show another, and settles numbers that contradict each other', () => {
    const rows = (quantity: string, cost: string) => `ISIN;Quantity;Cost;Date\n${SAP};${quantity};${cost};2020-01-31\n`;
    expect(lotsRead(rows('12.5', '1.234'), { decimal: ',' })).toEqual([[12.5, 1.234]]);
    expect(lotsRead(rows('1.000', '1.234'), { decimal: ',' })).toEqual([[1000, 1234]]);
    expect(readPortfolio(rows('12.5', '10,25'), { decimal: '.' }).issues).toEqual(['2: 3 “10,25” is not a number']);
  });
});

describe('a chosen order of dates', () => {
  const dated = (...dates: string[]) =>
    `ISIN;Quantity;Cost;Date\n${dates.map((date) => `${SAP};1;100;${date}\n`).join('')}`;
  const datesOf = (text: string) =>
    readPortfolio(text, { dates: 'mdy' }).positions[0]?.lots?.map(({ acquired_at }) => acquired_at.slice(0, 10));

  test('yields to dates that show another; with full stops, the day is always first', () => {
    expect(datesOf(dated('13/05/2020', '03/04/2020'))).toEqual(['2020-04-03', '2020-05-13']);
    expect(datesOf(dated('03.04.2020'))).toEqual(['2020-04-03']);
    expect(datesOf(dated('03.04.2020', '05/14/2020'))).toEqual(['2020-04-03', '2020-05-14']);
    expect(datesOf(dated('03/04/2020'))).toEqual(['2020-03-04']);
  });
});
