/** Exchanges of rows: their names, the venue of a trade, and the exchange at which a position is held. */
import { describe, expect, test } from 'vitest';
import { readPortfolio, SAP } from '../import-fixture.ts';

const held = (exchange: string) => readPortfolio(`ISIN;Quantity;Exchange\n${SAP};10;${exchange}\n`);
const traded = (...rows: string[]) =>
  readPortfolio(['Date;Type;ISIN;Quantity;Price;Exchange', ...rows].join('\n'), { currency: 'EUR' });

describe('an exchange', () => {
  test.each([
    ['Xetra', 'XETR'],
    ['FRANKFURT', 'XETR'],
    ['xpar', 'XPAR'],
    ['Euronext Paris', 'XPAR'],
    ['', 'XETR'],
  ])('of a position may be called “%s”', (written, exchange) => {
    expect(held(written)).toMatchObject({ issues: [], positions: [{ isin: SAP, exchange }] });
  });

  test('that does not list the instrument, or is none, is refused at its cell', () => {
    expect(held('London').issues).toEqual(['2: 3 DE0007164600 is not listed at XLON but at XETR, XPAR']);
    expect(held('Moon').issues).toEqual(['2: 3 DE0007164600 is not listed at Moon but at XETR, XPAR']);
  });

  test('of a transaction is the venue of the trade, so shares may be sold at another', () => {
    const { issues, positions, report } = traded(
      `2020-01-02;Buy;${SAP};10;100;Paris`,
      `2020-01-03;Buy;${SAP};5;110;Tradegate`,
      `2020-02-03;Sell;${SAP};12;120;XETR`,
    );
    expect(issues).toEqual([]);
    expect(positions).toMatchObject([{ exchange: 'XPAR', quantity: 3, lots: [{ quantity: 3, unit_cost: 110 }] }]);
    expect(report.notes).toContain(
      'mine.csv: trades at “Tradegate” count at the primary exchange of instruments that it does not list.',
    );
  });
});
