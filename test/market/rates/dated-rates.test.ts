/** Rates of taxes by date (decisions G39, O2): which one applies when, and what each row of the tables must state. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withholdingFor } from '../../../src-server/market/dividends/distribution.ts';
import { datedRates, rateOn } from '../../../src-server/market/rates/dated-rate.ts';
import { proves } from '../../conformance/proves.ts';
import { makeMarket } from '../market-fixture.ts';

const { data } = makeMarket(1);
const ppmOn = (rates: Parameters<typeof rateOn>[0] | undefined, date: string) => rateOn(rates ?? [], date).ratePpm;

describe('a rate', () => {
  test.each([
    // 12.8 % of income tax with 17.2 % of levies are 30 %, with 18.6 % they are 31.4 %.
    ['FR', '2025-12-31', 300_000],
    ['FR', '2026-01-01', 314_000],
    ['FR', '2035-06-30', 314_000],
    // 25 % and 5.5 % of it.
    ['DE', '2026-03-02', 263_750],
    ['GB', '2024-10-29', 200_000],
    ['GB', '2024-10-30', 240_000],
    ['IT', '2014-06-30', 200_000],
    ['IT', '2014-07-01', 260_000],
    ['BE', '2025-12-31', 0],
    ['BE', '2026-01-01', 100_000],
    // 22 % of 1.60 and of 1.72 times the gain.
    ['NO', '2022-10-05', 352_000],
    ['NO', '2022-10-06', 378_400],
    ['AT', '2015-12-31', 250_000],
    ['AT', '2016-01-01', 275_000],
  ])('on gains in %s on %s is %d millionths', proves('G39.7'), (country, date, ppm) => {
    expect(ppmOn(data.gainsTaxRates.get(country), date)).toBe(ppm);
  });

  test.each([
    ['IT_FTT', '2013-02-28', 0],
    ['IT_FTT', '2013-03-01', 1200],
    ['IT_FTT', '2014-01-01', 1000],
    ['IT_FTT', '2025-12-31', 1000],
    ['IT_FTT', '2026-01-01', 2000],
    ['FR_FTT', '2012-07-31', 0],
    ['FR_FTT', '2016-12-31', 2000],
    ['FR_FTT', '2025-03-31', 3000],
    ['FR_FTT', '2025-04-01', 4000],
    ['ES_FTT', '2021-01-15', 0],
    ['ES_FTT', '2021-01-16', 2000],
    ['GB_SDRT', '2000-01-03', 5000],
    ['IE_STAMP', '2026-03-02', 10_000],
    ['CH_STAMP', '2026-03-02', 750],
  ])('of %s on %s is %d millionths', (code, date, ppm) => {
    expect(ppmOn(data.transactionTaxes.get(code)?.rates, date)).toBe(ppm);
  });

  test.each([
    ['FR', 'FR', '2025-12-31', 300_000],
    ['FR', 'FR', '2026-01-01', 314_000],
    ['FR', 'DE', '2026-01-01', 128_000],
    ['IT', 'DE', '2014-06-30', 200_000],
    ['IT', 'DE', '2014-07-01', 260_000],
  ])(
    'withheld from a dividend of %s to %s that is paid on %s is %d millionths',
    proves('O2.6'),
    (source, residence, date, ppm) => {
      const terms = { source, residence, wrapper: 'Depot', date };
      expect(withholdingFor(data.withholding, terms).ratePpm).toBe(ppm);
    },
  );

  test('applies before its first day if it is the first one, and until the next one begins', () => {
    const of = (from: string, rate: number) => ({ from, rate, source: 'A statute', read_at: '2026-11-28' });
    const rates = datedRates.parse([of('2020-01-01', 0.1), of('2021-01-01', 0.2)]);
    const dates = ['1999-12-31', '2020-12-31', '2021-01-01', '2099-12-31'];
    expect(dates.map((date) => rateOn(rates, date).ratePpm)).toEqual([100_000, 100_000, 200_000, 200_000]);
    expect(datedRates.safeParse([of('2021-01-01', 0.1), of('2020-01-01', 0.2)]).success).toBe(false);
    expect(datedRates.safeParse([of('2021-01-01', 0.1), of('2021-01-01', 0.2)]).success).toBe(false);
    expect(datedRates.safeParse([]).success).toBe(false);
    for (const field of ['from', 'source', 'read_at'])
      expect(datedRates.safeParse([{ ...of('2021-01-01', 0.1), [field]: undefined }]).success, field).toBe(false);
  });

  test('names the address of its source, or states its assumption', proves('G39.7', 'O2.6'), () => {
    const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../fixtures/market', name), 'utf8');
    const rows = ['gains-tax.json', 'transaction-taxes.json', 'withholding-tax.json'].flatMap((name) =>
      [...read(name).matchAll(/\{\s*"from"[^}]*\}/g)].map(([row]) => JSON.parse(row)),
    );
    expect(rows.length).toBeGreaterThan(50);
    for (const { rate, source, assumption } of rows) {
      const isThere = /https?:\/\//.test(source) || assumption !== undefined || rate === 0;
      expect(isThere, source).toBe(true);
    }
  });
});
