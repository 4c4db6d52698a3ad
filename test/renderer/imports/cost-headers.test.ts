/** The header of a cost means the same in an imported file and in a pasted table, and a wrong meaning is noticed. */
import { describe, expect, test } from 'vitest';
import { readPaste } from '../../../src-renderer/screens/portfolios/edit/paste/read-paste.ts';
import { proves } from '../../conformance/proves.ts';
import { lotsRead, readPortfolio, SAP } from '../../imports/import-fixture.ts';

const INSTRUMENT = {
  isin: SAP,
  symbol: 'SAP',
  name: 'SAP SE',
  type: 'share',
  sector: 'Technology',
  currency: 'EUR',
  pea_eligible: false,
  primary_exchange: 'XETR',
  listings: ['XETR'],
};
const MARKET = { instruments: [INSTRUMENT], exchanges: [], currency: 'EUR', now: '2026-03-02T09:30:00.000Z' };

const UNIT = ['Cost', 'Einstand', 'Einstandskurs', 'Einstandspreis', 'Kaufkurs', 'Average price', 'PRU', 'Cost/€'];
const TOTAL = [
  'Cost basis',
  'Book value',
  'Book cost',
  'Total cost EUR',
  'Einstandswert',
  'Anschaffungswert',
  'Purchase value',
];

describe('the cost of ten shares, 2 100.50 EUR or 210.05 EUR for each', () => {
  test.each([
    ...UNIT.map((header) => [header, '210,05'] as const),
    ...TOTAL.map((header) => [header, '2.100,50'] as const),
    // The exact header counts, whatever their order.
    ...['Cost;Cost price', 'Einstand;Kaufkurs'].map((header) => [header, '2.100,50;210,05'] as const),
  ])('is read from “%s” in files and pasted tables alike', proves('P4.7'), (header, cell) => {
    const text = `ISIN;Quantity;${header};Date\n${SAP};10;${cell};2020-01-02\n`;
    expect(lotsRead(text)).toEqual([[10, 210.05]]);
    expect(readPaste(text, MARKET).holdings?.[0]?.lots).toMatchObject([{ quantity: 10, unit_cost: 210.05 }]);
  });
});

describe('a cost far from the price', () => {
  const notesOn = (text: string) => readPortfolio(text).report.notes.filter((note) => note.includes('far from'));

  test('is noted with the column that it comes from', proves('P4.7'), () => {
    const table = (header: string, cell: string) => `ISIN;Quantity;${header};Date\n${SAP};10;${cell};2020-01-02\n`;
    expect(notesOn(table('Einstand', '2.100,50'))).toEqual([
      expect.stringMatching(
        /^mine\.csv: 1 cost far from the price, such as 2100\.50 EUR for SAP SE, whose price was \d+\.\d\d\. “Einstand” is read as the cost of one share; if it is the cost of all shares, choose that meaning for it \(--column HEADER=total_cost\)\.$/,
      ),
    ]);
    expect(notesOn(table('Book cost', '210,05'))[0]).toMatch(/“Book cost” is read as the cost of all shares/);
    expect(notesOn(table('Einstand', '210,05'))).toEqual([]);
    // Shares may have been bought long ago.
    expect(notesOn(`Date;Type;ISIN;Quantity;Price\n2009-03-02;Buy;${SAP};10;25,50\n`)).toEqual([]);
  });

  test('is compared in the currency of the portfolio', () => {
    const text = `ISIN;Quantity;Cost SEK;Date\n${SAP};10;2400,50;2020-01-02\n`;
    expect(readPortfolio(text, { currency: 'SEK' }).report.notes.join()).not.toContain('far from');
    expect(readPortfolio(text.replace('2400', '240'), { currency: 'SEK' }).report.notes.join()).toContain(
      'such as 240.50 SEK for SAP SE',
    );
  });
});
