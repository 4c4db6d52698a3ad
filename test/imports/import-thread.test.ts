/** The thread that reads files of imports, and its bounds. */
import { describe, expect, test } from 'vitest';
import { createImportReader } from '../../src-server/runner/imports/import-thread.ts';
import { proves } from '../conformance/proves.ts';
import { KNOWN, PORTFOLIOS, PRICES, SAP } from './import-fixture.ts';

const BOUNDS = { longestMs: 600_000, maxHeapMib: 1024 };
const FILES = [{ name: 'a.csv', text: `Date,${SAP}\n2020-01-31,1.5\n` }];

describe('an import', () => {
  test('is read on a thread, one after the other', proves('P4.18'), async () => {
    const { readPrices, readPortfolios } = createImportReader(BOUNDS);
    const [prices, portfolios] = await Promise.all([
      readPrices(FILES, KNOWN, PRICES),
      readPortfolios([{ name: 'b.csv', text: `ISIN,Quantity\n${SAP},5\n` }], KNOWN, PORTFOLIOS),
    ]);
    expect(prices).toMatchObject({ ok: true, result: { report: { refusal: null, series: [{ subject: SAP }] } } });
    expect(portfolios).toMatchObject({ ok: true, result: { entries: [{ positions: [{ isin: SAP, quantity: 5 }] }] } });
  });

  test('that takes too long, or needs too much memory, is refused with the names of its files', {
    ...proves('P4.18'),
    tags: ['deep'],
  }, async () => {
    const late = await createImportReader({ ...BOUNDS, longestMs: 0 }).readPrices(FILES, KNOWN, PRICES);
    const advice = 'remove what is not needed, or import fewer files at once';
    expect(late).toEqual({ ok: false, issue: `a.csv: reading it takes longer than 0 s; ${advice}` });
    const text = `Date,${SAP}\n${'2020-01-31,1.5\n'.repeat(400_000)}`;
    const large = createImportReader({ ...BOUNDS, maxHeapMib: 64 });
    expect(await large.readPrices([{ name: 'b.csv', text }], KNOWN, PRICES)).toEqual({
      ok: false,
      issue: `b.csv: reading it needs more than 64 MiB; ${advice}`,
    });
    expect(await large.readPrices(FILES, KNOWN, PRICES)).toMatchObject({ ok: true });
  });
});
