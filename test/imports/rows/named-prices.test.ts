/** Rows of prices whose instrument is named in one of several columns, or in none. */
import { expect, test } from 'vitest';
import { importPrices } from '../../../src-server/imports/prices/import-prices.ts';
import { proves } from '../../conformance/proves.ts';
import { issueText, KNOWN, PRICES, SAP, WORLD_ETF } from '../import-fixture.ts';

function read(...rows: string[]) {
  const text = ['Date;Name;ISIN;Price', ...rows].join('\n');
  const { report } = importPrices([{ name: 'p.csv', text }], KNOWN, PRICES);
  const series = report.series.map(({ subject, rows: count }) => [subject, count]);
  return { series, issues: report.issues.map(issueText), leftOut: report.left_out.map(issueText) };
}

test('each row of prices has the ISIN, or else the name that it has', () => {
  const { series, issues } = read(
    `2020-01-31;SAP SE;${SAP};100`,
    '2020-02-28;SAP SE;;101',
    `2020-01-31;;${WORLD_ETF};50`,
    '2020-02-28;iShares Core MSCI World UCITS ETF;-;51',
  );
  expect(issues).toEqual([]);
  expect(series).toEqual([
    [SAP, 2],
    [WORLD_ETF, 2],
  ]);
});

test('a row of prices without any name is an error, or left out if it has no price', proves('P4.2'), () => {
  const { issues, leftOut } = read(`2020-01-31;SAP SE;${SAP};100`, '2020-02-28;;;101', '2020-03-31;;;');
  expect(issues).toEqual(['3: 2 names no instrument']);
  expect(leftOut).toContain('4: 2 names no instrument');
});
