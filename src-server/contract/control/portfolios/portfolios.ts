/** API schemas of portfolios, rebalances and orders under `/sim` (decision L). */

import { z } from 'zod';
import { FATES } from '../../../domain/identifiers/fate.ts';
import {
  at,
  count,
  currencyText,
  isinText,
  micText,
  portfolioId,
  real,
  rebalanceId,
  text,
} from '../../fields/described.ts';
import { instant, isin, mic, money, quantity } from '../../fields/fields.ts';
import { filterText, next, page } from '../../fields/paging.ts';
import { orderProgress, outageMet } from '../../service/execution.ts';
import { planExplanation } from '../../service/explanation.ts';
import {
  costs,
  createPortfolioBBody,
  driftSnapshot,
  rebalanceB,
  relativeDrift,
  warning,
} from '../../service/form-b.ts';
import { LONGEST_NAME } from '../text-rules.ts';
import { orderPossibilities } from './order-actions.ts';
import { realisedTax, saleTaxes, taxCover } from './sale-taxes.ts';
import { heldBuy } from './settlements.ts';

const portfolioSummary = z
  .strictObject({
    portfolio_id: portfolioId,
    account_id: z.string().describe('Account to which it belongs.'),
    form: z.enum(['A', 'B']).describe('Form through which it was created.'),
    label: z.string().describe('Name (Form A) or `external_id` (Form B) of the portfolio.'),
    currency: currencyText,
    wrapper: z.string().describe('Tax wrapper: `account_type` (Form A) or `tax_wrapper` (Form B).'),
    tax_jurisdiction: z.string().nullable().describe('Country of taxation; null in Form B.'),
    total_value: real('Value of positions, cash and receivables, in base currency.'),
    receivable: real('Accrued but unpaid dividends, less withholding tax, in base currency.'),
    cash: real('Cash, in base currency.'),
    positions: count('Number of instruments that it holds, regardless of the number of exchanges.'),
    exchanges: z.array(z.string()).describe('Exchanges at which it has positions, by MIC.'),
    has_targets: z.boolean().describe('Whether it has targets; without them, drift is not measured and is shown as 0.'),
    max_drift: real('Largest absolute drift of a position.'),
    portfolio_drift: real('Half the sum of all absolute drifts.'),
    breached: z.boolean().describe('Whether it is outside the default band: 5 %, absolute, any position.'),
    rebalance: z
      .strictObject({ rebalance_id: rebalanceId, status: text('Status of the rebalance.') })
      .nullable()
      .describe('Latest rebalance; null if there is none.'),
    created_at: at('Time at which it was created.'),
  })
  .meta({ id: 'PortfolioSummary', description: 'A summary of a portfolio of either form.' });
export type PortfolioSummary = z.infer<typeof portfolioSummary>;
export const portfolioList = z
  .strictObject({ portfolios: z.array(portfolioSummary).describe('Portfolios, oldest first.'), next })
  .meta({ id: 'PortfolioList', description: 'Every portfolio of both forms.' });
export type PortfolioList = z.infer<typeof portfolioList>;

const delistedAt = at('Time at which the instrument was delisted; left out while it is traded.').optional();

const positionView = z
  .strictObject({
    isin: isinText,
    symbol: text('Ticker.'),
    name: text('Name of the instrument.'),
    exchange: micText,
    exchange_open: z.boolean().describe('Whether its exchange is open.'),
    quantity: real('Number of shares.'),
    settled: real('Number of settled shares: bought and received, or sold but not yet delivered.'),
    unsettled: real('Number of shares still to be received; below 0: to be delivered. The two add up to the quantity.'),
    listing_currency: currencyText,
    listing_price: z.number().describe('Mid in the listing currency.'),
    price: z.number().describe('Mid in base currency.'),
    value: z.number().describe('Value in base currency.'),
    weight: real('Share of the portfolio, 0 to 1.'),
    delisted_at: delistedAt,
  })
  .meta({ id: 'PositionView', description: 'A position with its value.' });
/** One row per ISIN in holdings or targets. */
const allocationRow = z
  .strictObject({
    isin: isinText,
    symbol: text('Ticker.'),
    name: text('Name of the instrument.'),
    current_weight: real('Share of the portfolio, 0 to 1.'),
    target_weight: real('Target weight, 0 to 1.'),
    drift: real('Current weight minus target weight.'),
    local_drift: real('Drift at the exchange rates of the latest rebalance, which a plan with `fx_overlay` checks.'),
    relative_drift: relativeDrift,
    delisted_at: delistedAt,
  })
  .meta({ id: 'AllocationRow', description: 'A row of the allocation.' });
const rebalanceSummary = z
  .strictObject({
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    portfolio_label: text('Name or external_id of its portfolio.'),
    status: text('Status of the rebalance.'),
    simulation: z.boolean().describe('True for a dry run.'),
    orders: count('Number of orders.'),
    fills: count('Number of fills.'),
    total_cost_bps: real('Estimated cost in basis points of the portfolio value.'),
    actual_cost_bps: real(
      'Cost of the fills so far, in basis points of the portfolio value; null before the first fill.',
    ).nullable(),
    created_at: at('Time at which it was created.'),
    completed_at: at('Time at which it became final; null before then.').nullable(),
  })
  .meta({ id: 'RebalanceSummary', description: 'A summary of a rebalance of either form.' });
export type RebalanceSummary = z.infer<typeof rebalanceSummary>;

export const portfolioView = portfolioSummary
  .extend({
    default_tax_method: z.string().nullable().describe('Default lot method for sells; null in Form B.'),
    metadata: z.record(z.string(), z.string()).nullable().describe('Metadata as given; null in Form B.'),
    has_policy: z.boolean().describe('Whether it has a policy that rebalances it.'),
    holdings: z.array(positionView).describe('Positions with their values.'),
    undelivered: z
      .array(
        z.strictObject({
          isin: isinText,
          exchange: micText,
          settled: real('Number of shares still in the portfolio.'),
          unsettled: real('Number of shares still to be delivered, below 0.'),
        }),
      )
      .describe('Positions that it no longer holds but has not delivered yet.'),
    allocation: z.array(allocationRow).describe('One row for each ISIN that is held or is a target.'),
    cash_row: z
      .strictObject({
        amount: real('Cash, in base currency.'),
        settled: real('Part of the amount that has settled.'),
        unsettled: real('Amount still to be received; below 0: to be paid. The two add up to the amount.'),
        withdrawable: real(
          'Most that a withdrawal or a fee can take now: settled cash that neither open orders nor purchases still to ' +
            'be settled need.',
        ),
        weight: real('Share of the portfolio, 0 to 1.'),
        target_weight: real('Target weight of cash: what the targets leave.'),
        drift: real('Current weight minus target weight.'),
      })
      .describe('Cash of the portfolio.'),
    drift: driftSnapshot,
    band: z
      .strictObject({
        type: z.enum(['absolute', 'relative']).describe('Kind of the band.'),
        threshold: real('Half-width of the band, as a share: 0.05 is 5 %.'),
      })
      .describe('Band by which the portfolio is monitored.'),
    rebalances: z.array(rebalanceSummary).describe('Rebalances, latest first.'),
    warnings: z.array(warning).describe('Rules of its tax wrapper that it breaks.'),
  })
  .meta({ id: 'PortfolioView', description: 'A portfolio of either form.' });
export type PortfolioView = z.infer<typeof portfolioView>;

export const rebalanceList = z
  .strictObject({ rebalances: z.array(rebalanceSummary).describe('Rebalances, latest first.'), next })
  .meta({ id: 'RebalanceList', description: 'Rebalances of both forms.' });
export type RebalanceList = z.infer<typeof rebalanceList>;

export const rebalanceView = z
  .strictObject({
    portfolio_label: text('Name or external_id of its portfolio.'),
    portfolio_currency: currencyText,
    form: z.enum(['A', 'B']).describe('Form through which it was created.'),
    tax_method: z.string().describe('Lot method of its sells.'),
    actual_costs: costs.describe('Costs of the fills so far.'),
    measured: z
      .strictObject({
        cash: real('Cash, in base currency.'),
        drift: driftSnapshot.describe('Drift from the targets of the plan.'),
      })
      .meta({ id: 'MeasuredResult', description: 'A portfolio at the instant at which its rebalance became final.' })
      .nullable()
      .describe('Cash and drift when it became final; null before then, and if nothing was executed.'),
    sale_taxes: saleTaxes
      .nullable()
      .describe('Tax caused by its sells, as planned, sell by sell; null if it was planned before there were lots.'),
    realised_taxes: z
      .array(realisedTax)
      .describe('Estimated tax on the gains that its fills realised so far, sell by sell, at the rate of the plan.'),
    tax_cover: taxCover
      .nullable()
      .describe(
        'Gains tax due, compared with the cash of the plan before it is executed, and with the measured cash once it ' +
          'is final. Null in between, and if it was planned before there were lots.',
      ),
    explanation: planExplanation
      .nullable()
      .describe('Explanation of the plan; null if it was planned before there were explanations.'),
    progress: z.array(orderProgress).describe('Progress of each order, in the order of the plan.'),
    by_hand: z
      .array(orderPossibilities)
      .describe('Manual actions possible on each order while the rebalance is under way; empty before and after.'),
    held_buys: z
      .array(heldBuy)
      .describe('Buys that wait for a later trade date, so that cash that settles later pays for them.'),
    outages: z.array(outageMet).describe('Times at which its exchanges could not be reached while it was under way.'),
    rebalance: rebalanceB,
  })
  .meta({ id: 'RebalanceView', description: 'A rebalance of either form, with its explanation.' });
export type RebalanceView = z.infer<typeof rebalanceView>;

export const instrumentList = z
  .strictObject({
    instruments: z
      .array(
        z
          .strictObject({
            isin: isinText,
            symbol: text('Ticker.'),
            name: text('Name of the instrument.'),
            type: text('Type of the instrument.'),
            sector: text('Sector of the instrument.'),
            currency: currencyText,
            primary_exchange: micText,
            listings: z.array(z.string()).describe('Every exchange that lists it.'),
            pea_eligible: z.boolean().describe('Whether a PEA may hold it.'),
            delisted_at: delistedAt,
            test: z
              .literal(true)
              .optional()
              .describe('True for a test instrument, which has no issuer; left out for others.'),
            fate: z.enum(FATES).optional().describe('Test instruments only: what happens to its orders or its prices.'),
          })
          .meta({ id: 'Instrument', description: 'An instrument.' }),
      )
      .describe('Instruments, in the order of the market data, test instruments last.'),
  })
  .meta({ id: 'InstrumentList', description: 'Instruments.' });
export type InstrumentList = z.infer<typeof instrumentList>;

const statedLot = z
  .strictObject({
    quantity: quantity.refine((value) => value > 0, 'is not above zero'),
    unit_cost: quantity.describe('Cost per share in base currency, including charges; at most six decimals.'),
    acquired_at: instant,
  })
  .meta({ id: 'StatedLot', description: 'A tax lot.' });

const statedSale = z
  .strictObject({
    quantity: quantity.refine((value) => value > 0, 'is not above zero'),
    unit_proceeds: quantity.describe('Proceeds per share in base currency, before charges; at most six decimals.'),
    charges: money
      .optional()
      .describe('Charges of the whole sale, which are part of its cost, in base currency; none by default.'),
    sold_at: instant,
  })
  .meta({ id: 'StatedSale', description: 'A past sale, which realised a gain or a loss.' });

/** `PATCH /sim/portfolios/{id}`: its name, with the rules of both forms (decision L99). */
export const renamePortfolioBody = z
  .strictObject({
    label: z.string().min(1).max(LONGEST_NAME).describe('Name (Form A) or `external_id` (Form B) of the portfolio.'),
  })
  .meta({ id: 'RenamePortfolio', description: 'A new name for a portfolio.' });

/** `POST /sim/portfolios/{id}/positions`: replaces all positions. */
export const setPositionsBody = z
  .strictObject({
    positions: z
      .array(
        z
          .strictObject({
            isin,
            exchange: mic,
            quantity,
            lots: z
              .array(statedLot)
              .min(1)
              .max(10_000)
              .optional()
              .describe('Tax lots, with as many shares as the position and its sales together.'),
            sales: z.array(statedSale).max(10_000).optional().describe('Earlier sales from these lots.'),
          })
          .meta({ id: 'PositionInput', description: 'A position to set.' }),
      )
      .max(10_000)
      .describe('All positions.'),
  })
  .meta({ id: 'SetPositions', description: 'Positions that replace all existing ones.' });
/** `POST /sim/portfolios/{id}/cash`: sets the amount, in the base currency. */
export const setCashBody = z
  .strictObject({ amount: money.describe('Amount in base currency, with at most two decimals.') })
  .meta({ id: 'SetCash', description: 'Cash to set.' });
/** `POST /sim/portfolios/{id}/targets`: replaces all targets, with the rules of Form B. */
export const setTargetsBody = z
  .strictObject({ targets: createPortfolioBBody.shape.targets })
  .meta({ id: 'SetTargets', description: 'Targets that replace all existing ones.' });

export const rebalancesQuery = z.strictObject({
  portfolio_id: filterText.describe('Only rebalances of this portfolio.'),
  ...page,
});
