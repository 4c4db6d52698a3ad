/** Wire schemas of `/sim/portfolios/{id}/lots` and `/gains` (decision L). Amounts in base currency. */
import { z } from 'zod';

export const lotList = z.strictObject({
  portfolio_id: z.string(),
  currency: z.string(),
  tax_method: z.string(),
  lots: z.array(
    z.strictObject({
      isin: z.string(),
      lot_id: z.string(),
      quantity: z.number(),
      cost: z.number().describe('of the whole lot, charges included'),
      unit_cost: z.number(),
      acquired_at: z.string(),
    }),
  ),
});
export type LotList = z.infer<typeof lotList>;

/** The query of `GET /sim/portfolios/{id}/gains`; with `Accept: text/csv` or `format=csv` the answer is CSV. */
export const gainsQuery = z.strictObject({
  tax_year: z.string().optional().describe('2026, in GB 2026/27; the present one where it is left out'),
  format: z.enum(['json', 'csv']).optional(),
});

export const gainsReport = z.strictObject({
  portfolio_id: z.string(),
  currency: z.string(),
  tax_jurisdiction: z.string().nullable(),
  tax_year: z.string(),
  tax_years: z.array(z.string()).describe('in which anything was sold'),
  rows: z.array(
    z.strictObject({
      date: z.string().describe('where the tax is owed'),
      isin: z.string(),
      method: z.string(),
      quantity: z.number(),
      proceeds: z.number(),
      cost: z.number(),
      gain: z.number(),
      lots: z.array(
        z.strictObject({
          rule: z.enum(['lot', 'pool', 'same_day', 'thirty_days']),
          lot_id: z.string().nullable(),
          quantity: z.number(),
          unit_cost: z.number(),
          acquired_at: z.string().nullable(),
          gain: z.number(),
        }),
      ),
    }),
  ),
  totals: z.strictObject({
    proceeds: z.number(),
    cost: z.number(),
    gains: z.number(),
    losses: z.number(),
    net: z.number(),
  }),
  tax_rate: z.number().describe('a headline rate, 0 where gains are not taxed'),
  tax_estimate: z.number(),
});
export type GainsReport = z.infer<typeof gainsReport>;
