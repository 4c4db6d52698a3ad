/** API schemas of `/sim/portfolios/{id}/lots` and `/gains` (decision L). Amounts in base currency. */

import { z } from 'zod';
import { MATCH_RULES } from '../../../domain/lots/lot.ts';
import { at, currencyText, isinText, orderId, portfolioId, real, text } from '../../fields/described.ts';

export const lotList = z
  .strictObject({
    portfolio_id: portfolioId,
    currency: currencyText,
    tax_method: text('Default lot method for sells.'),
    lots: z
      .array(
        z
          .strictObject({
            isin: isinText,
            lot_id: text('Identifier of the lot.'),
            order_id: orderId.nullable().describe('Order whose fill bought it; null if no order did.'),
            quantity: real('Number of shares.'),
            cost: z.number().describe('Cost of the whole lot, including charges.'),
            unit_cost: real('Cost per share, in base currency.'),
            acquired_at: at('Time of purchase.'),
          })
          .meta({ id: 'TaxLot', description: 'A tax lot that is held.' }),
      )
      .describe('Tax lots, by ISIN.'),
  })
  .meta({ id: 'LotList', description: 'The tax lots that a portfolio holds.' });
export type LotList = z.infer<typeof lotList>;

/** Query of `GET /sim/portfolios/{id}/lots`; with `Accept: text/csv` or `format=csv` the response is CSV. */
export const lotsQuery = z.strictObject({
  format: z.enum(['json', 'csv']).optional().describe('Format of the response, in place of the `Accept` header.'),
});

/** Query of `GET /sim/portfolios/{id}/gains`; with `Accept: text/csv` or `format=csv` the response is CSV. */
export const gainsQuery = z.strictObject({
  tax_year: z.string().optional().describe('Tax year, such as 2026, or 2026/27 in GB; by default the current one.'),
  format: z.enum(['json', 'csv']).optional().describe('Format of the response, in place of the `Accept` header.'),
});

export const gainsReport = z
  .strictObject({
    portfolio_id: portfolioId,
    currency: currencyText,
    tax_jurisdiction: z.string().nullable().describe('Country of taxation; null if no country taxes the gains.'),
    tax_year: text('Tax year.'),
    tax_years: z.array(z.string()).describe('Tax years in which anything was sold.'),
    rows: z
      .array(
        z
          .strictObject({
            date: z.string().describe('Local date where the tax is owed.'),
            isin: isinText,
            method: text('Lot method that was used.'),
            quantity: real('Number of shares.'),
            proceeds: real('Proceeds in base currency, before charges.'),
            cost: real('Cost of the shares plus the charges of the sale, in base currency.'),
            gain: real('Proceeds minus cost; negative for a loss.'),
            loss_held_back: real(
              'Part of the loss that can only be set off against gains on the shares bought again (IE).',
            ).optional(),
            loss_set_off: real(
              'Earlier losses, held back until now, that are set off against this gain (IE).',
            ).optional(),
            lots: z
              .array(
                z
                  .strictObject({
                    rule: z.enum(MATCH_RULES).describe('Rule that matched the purchase.'),
                    lot_id: z
                      .string()
                      .nullable()
                      .describe('Identifier of the lot; null if the shares are from the pool.'),
                    quantity: real('Number of shares.'),
                    unit_cost: real('Cost per share, in base currency.'),
                    acquired_at: at('Time of purchase; null for a pool.').nullable(),
                    gain: real('Proceeds minus cost and charges; negative for a loss.'),
                  })
                  .meta({ id: 'MatchedLot', description: 'The part of a lot or pool that a disposal used.' }),
              )
              .describe('Lots that it used, in the order in which it used them.'),
          })
          .meta({ id: 'GainsRow', description: 'One disposal.' }),
      )
      .describe('Disposals, oldest first.'),
    set_by_hand: z
      .array(
        z
          .strictObject({
            date: z.string().describe('Local date where the tax is owed.'),
            isin: isinText,
            quantity: real('Number of shares removed.'),
            cost: real('Cost of the removed shares, in base currency.'),
          })
          .meta({
            id: 'SetByHand',
            description: 'Shares that were removed without a sale, because a position was set manually.',
          }),
      )
      .describe(
        'Shares that were removed because positions were set manually: no gain is realised, and gains already ' +
          'realised remain.',
      ),
    totals: z
      .strictObject({
        proceeds: real('Proceeds in base currency, before charges.'),
        cost: real('Cost of the shares plus the charges of the sales, in base currency.'),
        gains: real('Sum of all gains.'),
        losses: real('Sum of all losses that count in the year, as a positive number.'),
        net: real('Gains minus losses.'),
      })
      .describe('Totals of the year.'),
    tax_rate: z.number().describe('Headline tax rate; 0 if gains are not taxed.'),
    tax_estimate: real('Estimated tax on the net gain, in base currency.'),
  })
  .meta({ id: 'GainsReport', description: 'Gains and losses realised in a tax year.' });
export type GainsReport = z.infer<typeof gainsReport>;
