/** Wire schemas of the control plane under `/sim` (decision L): what the world holds and what was sent. */
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
import { costs, createPortfolioB, driftSnapshot, rebalanceB, relativeDrift, warning } from '../../service/form-b.ts';
import { orderPossibilities } from './order-actions.ts';
import { saleTaxes } from './sale-taxes.ts';
import { heldBuy } from './settlements.ts';

export const portfolioSummary = z
  .strictObject({
    portfolio_id: portfolioId,
    account_id: z.string().describe('Account to which it belongs.'),
    form: z.enum(['A', 'B']).describe('Form that made it.'),
    label: z.string().describe('Form A: name; Form B: external_id.'),
    currency: currencyText,
    wrapper: z.string().describe('Form A: account_type; Form B: tax_wrapper.'),
    tax_jurisdiction: z.string().nullable().describe('Country of taxation; null in Form B.'),
    total_value: real('Positions, cash and what is receivable; base currency.'),
    receivable: real('Dividends that have accrued and are not paid yet, minus what is withheld; base currency.'),
    cash: real('Base currency.'),
    positions: count('Instruments that it holds, at however many exchanges.'),
    exchanges: z.array(z.string()).describe('Where it applies, by code.'),
    has_targets: z.boolean().describe('False: drift is not measured and shown as 0.'),
    max_drift: real('Largest absolute drift of a position.'),
    portfolio_drift: real('Half the sum of all absolute drifts.'),
    breached: z.boolean().describe('Outside the default band: 5 %, absolute, any position.'),
    rebalance: z
      .strictObject({ rebalance_id: rebalanceId, status: text('Where it stands.') })
      .nullable()
      .describe('The latest one.'),
    created_at: at('When it was created.'),
  })
  .meta({ id: 'PortfolioSummary', description: 'A portfolio of either form, in short.' });
export type PortfolioSummary = z.infer<typeof portfolioSummary>;
export const portfolioList = z
  .strictObject({ portfolios: z.array(portfolioSummary).describe('Oldest first.'), next })
  .meta({ id: 'PortfolioList', description: 'Every portfolio of both forms.' });
export type PortfolioList = z.infer<typeof portfolioList>;

export const positionView = z
  .strictObject({
    isin: isinText,
    symbol: text('Ticker.'),
    name: text('Name of the instrument.'),
    exchange: micText,
    exchange_open: z.boolean().describe('Whether its exchange trades.'),
    quantity: real('Shares.'),
    settled: real('Shares that are there: bought and received, or sold and not yet delivered.'),
    unsettled: real('Shares that are still to come; below 0: to go. Both sum to the quantity.'),
    listing_currency: currencyText,
    listing_price: z.number().describe('Mid in the listing currency.'),
    price: z.number().describe('Base currency.'),
    value: z.number().describe('Base currency.'),
    weight: real('Share of the portfolio, 0 to 1.'),
  })
  .meta({ id: 'PositionView', description: 'A position, valued.' });
/** One row per ISIN in holdings or targets. */
export const allocationRow = z
  .strictObject({
    isin: isinText,
    symbol: text('Ticker.'),
    name: text('Name of the instrument.'),
    current_weight: real('Share of the portfolio, 0 to 1.'),
    target_weight: real('Share it should have, 0 to 1.'),
    drift: real('Current minus target weight.'),
    local_drift: real('The drift at the exchange rates of the latest rebalance: what a plan with `fx_overlay` checks.'),
    relative_drift: relativeDrift,
  })
  .meta({ id: 'AllocationRow', description: 'A row of the allocation.' });
export const rebalanceSummary = z
  .strictObject({
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    portfolio_label: text('Name or external_id of its portfolio.'),
    status: text('Where it stands.'),
    simulation: z.boolean().describe('True for a dry run.'),
    orders: count('How many.'),
    fills: count('How many.'),
    total_cost_bps: real('Estimated cost in basis points of the portfolio value.'),
    actual_cost_bps: real('Cost of the fills so far, in the same unit; null before the first fill.').nullable(),
    created_at: at('When it was created.'),
    completed_at: at('When it became final; null before.').nullable(),
  })
  .meta({ id: 'RebalanceSummary', description: 'A rebalance of either form, in short.' });
export type RebalanceSummary = z.infer<typeof rebalanceSummary>;

export const portfolioView = portfolioSummary
  .extend({
    default_tax_method: z.string().nullable().describe('How sells use lots by default; null in Form B.'),
    metadata: z.record(z.string(), z.string()).nullable().describe('Metadata as given; null in Form B.'),
    has_policy: z.boolean().describe('Whether it is rebalanced by itself.'),
    holdings: z.array(positionView).describe('Positions, valued.'),
    undelivered: z
      .array(
        z.strictObject({
          isin: isinText,
          exchange: micText,
          settled: real('Shares that are still there.'),
          unsettled: real('Shares that are still to go, below 0.'),
        }),
      )
      .describe('What it holds nothing of any more, and has not delivered yet.'),
    allocation: z.array(allocationRow).describe('One row for each ISIN that is held or is a target.'),
    cash_row: z
      .strictObject({
        amount: real('Base currency.'),
        settled: real('What of it has settled.'),
        unsettled: real('What is still to come; below 0: to be paid. Both sum to the amount.'),
        weight: real('Share of the portfolio, 0 to 1.'),
        target_weight: real('What the targets leave.'),
        drift: real('Current minus target weight.'),
      })
      .describe('Its cash.'),
    drift: driftSnapshot,
    band: z
      .strictObject({
        type: z.enum(['absolute', 'relative']).describe('Kind of the band.'),
        threshold: real('A share: 0.05 is 5 %.'),
      })
      .describe('The band it is watched by.'),
    rebalances: z.array(rebalanceSummary).describe('Latest first.'),
    warnings: z.array(warning).describe('Rules of wrappers that it breaks.'),
  })
  .meta({ id: 'PortfolioView', description: 'A portfolio of either form.' });
export type PortfolioView = z.infer<typeof portfolioView>;

export const rebalanceList = z
  .strictObject({ rebalances: z.array(rebalanceSummary).describe('Latest first.'), next })
  .meta({ id: 'RebalanceList', description: 'Rebalances of both forms.' });
export type RebalanceList = z.infer<typeof rebalanceList>;

export const rebalanceView = z
  .strictObject({
    portfolio_label: text('Name or external_id of its portfolio.'),
    portfolio_currency: currencyText,
    form: z.enum(['A', 'B']).describe('Form that made it.'),
    tax_method: z.string().describe('By which its sells use lots.'),
    actual_costs: costs.describe('Of the fills so far.'),
    measured: z
      .strictObject({
        cash: real('Base currency.'),
        drift: driftSnapshot.describe('Against the targets of the plan.'),
      })
      .meta({ id: 'MeasuredResult', description: 'A portfolio at the instant its rebalance became final.' })
      .nullable()
      .describe('What was left when it became final; null before, and where nothing was executed.'),
    sale_taxes: saleTaxes
      .nullable()
      .describe('The tax that its sells cause, as planned, sell by sell. Null: planned before there were lots.'),
    explanation: planExplanation.nullable().describe('Null: planned before there were explanations.'),
    progress: z.array(orderProgress).describe('One entry for each order, in the order of the plan.'),
    by_hand: z
      .array(orderPossibilities)
      .describe('What can be done with each order by hand while it is under way; empty before and after.'),
    held_buys: z
      .array(heldBuy)
      .describe('Buys that wait for a later trade date, so that cash which settles later pays for them.'),
    outages: z.array(outageMet).describe('When its exchanges could not be reached while it was under way.'),
    rebalance: rebalanceB,
  })
  .meta({ id: 'RebalanceView', description: 'A rebalance of either form, and why it is what it is.' });
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
            type: text('Type.'),
            sector: text('Sector.'),
            currency: currencyText,
            primary_exchange: micText,
            listings: z.array(z.string()).describe('Every exchange that lists it.'),
            pea_eligible: z.boolean().describe('Whether a PEA may hold it.'),
            test: z.literal(true).optional().describe('Only of a test instrument, which no issuer has.'),
            fate: z
              .enum(FATES)
              .optional()
              .describe('Of a test instrument: what becomes of its orders, or of its prices.'),
          })
          .meta({ id: 'Instrument', description: 'An instrument.' }),
      )
      .describe("In the order of the market's data, test instruments last."),
  })
  .meta({ id: 'InstrumentList', description: 'Instruments.' });
export type InstrumentList = z.infer<typeof instrumentList>;

const statedLot = z
  .strictObject({
    quantity: quantity.refine((value) => value > 0, 'is not above zero'),
    unit_cost: quantity.describe('Base currency, charges included; at most six decimals.'),
    acquired_at: instant,
  })
  .meta({ id: 'StatedLot', description: 'A tax lot.' });

const statedSale = z
  .strictObject({
    quantity: quantity.refine((value) => value > 0, 'is not above zero'),
    unit_proceeds: quantity.describe('Base currency, before charges; at most six decimals.'),
    charges: money.optional().describe('Of the whole sale, part of its cost; base currency. None where left out.'),
    sold_at: instant,
  })
  .meta({ id: 'StatedSale', description: 'A sale of the past, which realised a gain or a loss.' });

/** `PATCH /sim/portfolios/{id}`: its name, by the rules that both forms have for it (decision L99). */
export const renamePortfolio = z
  .strictObject({ label: z.string().min(1).max(200).describe('Form A: name; Form B: external_id.') })
  .meta({ id: 'RenamePortfolio', description: 'Another name of a portfolio.' });

/** `POST /sim/portfolios/{id}/positions`: replaces all positions. */
export const setPositions = z
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
              .describe('As many shares as the position and its sales together.'),
            sales: z.array(statedSale).max(10_000).optional().describe('Sold of these lots before now.'),
          })
          .meta({ id: 'PositionInput', description: 'A position to set.' }),
      )
      .max(10_000)
      .describe('All positions.'),
  })
  .meta({ id: 'SetPositions', description: 'Positions that replace all there are.' });
/** `POST /sim/portfolios/{id}/cash`: sets the amount, base currency. */
export const setCash = z
  .strictObject({ amount: money.describe('Base currency, at most two decimals.') })
  .meta({ id: 'SetCash', description: 'Cash to set.' });
/** `POST /sim/portfolios/{id}/targets`: replaces all targets, by the rules of Form B. */
export const setTargets = z
  .strictObject({ targets: createPortfolioB.shape.targets })
  .meta({ id: 'SetTargets', description: 'Targets that replace all there are.' });

export const rebalancesQuery = z.strictObject({
  portfolio_id: filterText.describe('Only rebalances of this portfolio.'),
  ...page,
});
