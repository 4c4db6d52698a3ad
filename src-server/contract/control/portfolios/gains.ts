/** Wire schemas of `/sim/portfolios/{id}/lots` and `/gains` (decision L). Amounts in base currency. */
import { z } from 'zod';
import { at, currencyText, isinText, orderId, portfolioId, real, text } from '../../fields/described.ts';

export const lotList = z
  .strictObject({
    portfolio_id: portfolioId,
    currency: currencyText,
    tax_method: text('How sells use lots by default.'),
    lots: z
      .array(
        z
          .strictObject({
            isin: isinText,
            lot_id: text('Identifier of the lot.'),
            order_id: orderId.nullable().describe('The order whose fill bought it; null where it was stated.'),
            quantity: real('Shares.'),
            cost: z.number().describe('Of the whole lot, charges included.'),
            unit_cost: real('Cost of a share; base currency.'),
            acquired_at: at('When it was bought.'),
          })
          .meta({ id: 'TaxLot', description: 'A tax lot that is held.' }),
      )
      .describe('By ISIN.'),
  })
  .meta({ id: 'LotList', description: 'Tax lots that a portfolio holds.' });
export type LotList = z.infer<typeof lotList>;

/** The query of `GET /sim/portfolios/{id}/lots`; with `Accept: text/csv` or `format=csv` the answer is CSV. */
export const lotsQuery = z.strictObject({
  format: z.enum(['json', 'csv']).optional().describe('In place of the Accept header.'),
});

/** The query of `GET /sim/portfolios/{id}/gains`; with `Accept: text/csv` or `format=csv` the answer is CSV. */
export const gainsQuery = z.strictObject({
  tax_year: z
    .string()
    .optional()
    .describe('Tax year: Tax year: 2026, in GB 2026/27; the present one where it is left out.'),
  format: z.enum(['json', 'csv']).optional().describe('In place of the Accept header.'),
});

export const gainsReport = z
  .strictObject({
    portfolio_id: portfolioId,
    currency: currencyText,
    tax_jurisdiction: z.string().nullable().describe('Country of taxation; null where gains are not taxed by one.'),
    tax_year: text('Tax year.'),
    tax_years: z.array(z.string()).describe('In which anything was sold.'),
    rows: z
      .array(
        z
          .strictObject({
            date: z.string().describe('Where the tax is owed.'),
            isin: isinText,
            method: text('How lots were used.'),
            quantity: real('Shares.'),
            proceeds: real('Base currency, before charges.'),
            cost: real('What the shares cost, and the charges of the sale; base currency.'),
            gain: real('Proceeds minus cost; negative for a loss.'),
            loss_held_back: real(
              'Part of the loss that counts only against gains on the shares bought again (IE).',
            ).optional(),
            loss_set_off: real('Earlier losses, held back until now, that count against this gain (IE).').optional(),
            lots: z
              .array(
                z
                  .strictObject({
                    rule: z
                      .enum(['lot', 'pool', 'same_day', 'thirty_days', 'four_weeks'])
                      .describe('Which rule matched the purchase.'),
                    lot_id: z.string().nullable().describe('Null: from the pool.'),
                    quantity: real('Shares.'),
                    unit_cost: real('Cost of a share; base currency.'),
                    acquired_at: at('When it was bought; null for a pool.').nullable(),
                    gain: real('Proceeds minus cost and charges; negative for a loss.'),
                  })
                  .meta({ id: 'MatchedLot', description: 'What a disposal used of a lot or pool.' }),
              )
              .describe('What it used, in the order of its use.'),
          })
          .meta({ id: 'GainsRow', description: 'One disposal.' }),
      )
      .describe('Disposals, oldest first.'),
    set_by_hand: z
      .array(
        z
          .strictObject({
            date: z.string().describe('Where the tax is owed.'),
            isin: isinText,
            quantity: real('Shares that left.'),
            cost: real('What they had cost; base currency.'),
          })
          .meta({ id: 'SetByHand', description: 'Shares that left without a sale, as a position was set by hand.' }),
      )
      .describe(
        'Shares that left because positions were set by hand: nothing is realised, and what was realised stays.',
      ),
    totals: z
      .strictObject({
        proceeds: real('Base currency, before charges.'),
        cost: real('What the shares cost, and the charges of the sales; base currency.'),
        gains: real('Sum of all gains.'),
        losses: real('Sum of all losses that count in the year, as a positive number.'),
        net: real('Gains minus losses.'),
      })
      .describe('Sums of the year.'),
    tax_rate: z.number().describe('A headline rate, 0 where gains are not taxed.'),
    tax_estimate: real('On the net gain; base currency.'),
  })
  .meta({ id: 'GainsReport', description: 'What was realised in a tax year.' });
export type GainsReport = z.infer<typeof gainsReport>;
