/**
 * Schemas of `dividends.json` and `withholding-tax.json`: payments of instruments, and tax withheld from them
 * (decision O2).
 */

import { z } from 'zod';
import { isIsin } from '../../domain/identifiers/isin.ts';
import { DISTRIBUTIONS } from '../../domain/market-choices.ts';
import type { DividendFacts, WithholdingRow } from '../data/market-data.ts';
import { country, ratePpm } from '../data/market-scalars.ts';
import { datedRates } from '../rates/dated-rate.ts';

const month = z.int().min(1).max(12);

const dividendEntry = z
  .strictObject({
    isin: z.string().refine(isIsin, 'expected an ISIN with a correct check digit'),
    distribution: z.enum(DISTRIBUTIONS),
    /** Share of the price. */
    annual_yield: ratePpm,
    months: z.array(month).max(12),
    /** Calendar days from the ex-date. */
    pay_after_days: z.int().min(0).max(120),
    source_country: country,
    /** Source of the figures, for readers of the file. */
    basis: z.string().min(1),
  })
  .refine(
    ({ distribution, annual_yield: of, months }) =>
      (distribution === 'distributing') === of > 0 && of > 0 === months.length > 0,
    {
      path: ['distribution'],
      error: 'expected a yield and months exactly where it is distributing',
    },
  )
  .refine(({ months }) => months.every((each, index) => index === 0 || each > (months[index - 1] as number)), {
    path: ['months'],
    error: 'expected ascending months',
  })
  .transform(
    (entry): DividendFacts => ({
      isin: entry.isin,
      distribution: entry.distribution,
      yieldPpm: entry.annual_yield,
      months: entry.months,
      payAfterDays: entry.pay_after_days,
      sourceCountry: entry.source_country,
    }),
  );

/** `dividends.json` as a list. */
export const dividendsFile = z
  .strictObject({ note: z.string(), instruments: z.array(dividendEntry) })
  .transform((file): readonly DividendFacts[] => file.instruments);

const withholdingRow = z
  .strictObject({
    source: country,
    residences: z.array(country).min(1).optional(),
    wrappers: z.array(z.string().min(1)).min(1).optional(),
    rates: datedRates,
    law: z.string().min(1),
    /** Assumption of the row, for readers of the file. */
    assumption: z.string().min(1).optional(),
  })
  .transform(
    (row): WithholdingRow => ({
      source: row.source,
      residences: row.residences ?? null,
      wrappers: row.wrappers ?? null,
      rates: row.rates,
      law: row.law,
    }),
  );

/** `withholding-tax.json` as rows, in the order in which they are matched. */
export const withholdingTaxFile = z
  .strictObject({ note: z.string(), rows: z.array(withholdingRow) })
  .transform((file): readonly WithholdingRow[] => file.rows);
