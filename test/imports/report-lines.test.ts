/** The report of an import as lines for people: short, whatever the files contain. */
import { describe, expect, test } from 'vitest';
import { importPortfolios } from '../../src-server/imports/portfolios/import-portfolios.ts';
import { importPrices } from '../../src-server/imports/prices/import-prices.ts';
import { reportLines } from '../../src-server/runner/imports/report-lines.ts';
import { KNOWN, PORTFOLIOS, PRICES, SAP } from './import-fixture.ts';

/** Lines of a terminal of default size. */
const SCREEN = 50;

const HEADERS = 'Account,Type,ISIN,Name,Shares,Price,Currency,Date,Fee,Note 1,Note 2,Note 3,Note 4,Note 5';

/** Of 300 transactions every third is a dividend, every tenth has no number, and every twentieth an unknown name. */
function transactions(): string {
  const rows = Array.from({ length: 300 }, (_unused, index) => {
    const day = new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);
    const type = index % 3 === 0 ? 'Dividend' : 'Buy';
    const isin = index % 20 === 1 ? `ZZ${String(index).padStart(9, '0')}1` : SAP;
    const shares = index % 10 === 5 ? `about ${index}` : String(index + 1);
    return `Main,${type},${isin},Invented AG,${shares},100,EUR,${day},0,,,,,`;
  });
  return `${HEADERS}\n${rows.join('\n')}\n`;
}

describe('the report of 300 transactions', () => {
  const { report } = importPortfolios([{ name: 'all.csv', text: transactions() }], KNOWN, PORTFOLIOS);
  const lines = reportLines(report);

  test('fits a screen', () => {
    expect(lines.length).toBeLessThanOrEqual(SCREEN);
  });

  test('reports the same issue of many lines once, with their number and the first of them', () => {
    expect(lines).toContain(
      'left out: all.csv:2: column 2 (Type) is a row of type “Dividend”, which does not affect positions; ' +
        'and 99 more like it, in lines 5, 8, 11, 14, 17, 20, 23, 26 …',
    );
    expect(lines.filter((line) => line.includes('is not a number'))).toEqual([
      'all.csv:7: column 5 (Shares) “about 5” is not a number; and 29 more like it, in lines 17, 27, 37, 47, 57, 67, 77, 87 …',
    ]);
  });

  test('counts everything in its first line', () => {
    expect(lines[0]).toBe(`300 rows, ${report.left_out_count} places left out, ${report.issue_count} errors`);
  });
});

test('names the meanings of columns, with their numbers', () => {
  const header = ['Date', ...Array.from({ length: 40 }, (_unused, index) => `Index ${index + 1}`)];
  const rows = Array.from({ length: 300 }, (_unused, month) =>
    [new Date(Date.UTC(2000, month + 1, 0)).toISOString().slice(0, 10), ...header.slice(1).map(() => month + 1)].join(),
  );
  const text = `${header.join()}\n${rows.join('\n')}\n`;
  const lines = reportLines(importPrices([{ name: 'wide.csv', text }], KNOWN, PRICES).report);
  expect(lines).toContain('  date: Date (1)');
  expect(lines).toContain(
    '  price: Index 1 (2), Index 2 (3), Index 3 (4), Index 4 (5), Index 5 (6), Index 6 (7), Index 7 (8), Index 8 (9) and 32 more',
  );
  expect(lines).toContain('and 32 more unknown names (--json)');
  expect(lines.length).toBeLessThanOrEqual(SCREEN);
});
