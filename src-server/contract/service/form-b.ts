/** API schemas of Form B: specification 2.2, 2.4, 2.6, 4.2 and decisions G1 to G10. Unknown fields are refused (A4). */

import { z } from 'zod';
import { ORDER_STATUSES } from '../../domain/lifecycle/order-life-cycle.ts';
import { REBALANCE_STATUSES } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import { ORDER_REASONS } from '../../domain/plan/plan-choices.ts';
import { LONGEST_NAME } from '../control/text-rules.ts';
import {
  at,
  count,
  currencyText,
  fillId,
  isinText,
  micText,
  mifidRecordId,
  orderId,
  portfolioId,
  real,
  rebalanceId,
  text,
} from '../fields/described.ts';
import {
  isin,
  isWithinWeightSum,
  mic,
  money,
  numberWithin,
  quantity,
  rejectRepeatedIsins,
  weight,
} from '../fields/fields.ts';
import { BOUNDS } from '../fields/number-bounds.ts';
import { FORM_B_CURRENCIES, TAX_WRAPPERS } from './portfolio-choices.ts';

const formBCurrency = z.enum(FORM_B_CURRENCIES).describe('Base currency of the portfolio.');
const wrapper = z.enum(TAX_WRAPPERS).describe('Tax wrapper of the portfolio.');
const ownId = z.string().min(1).max(LONGEST_NAME).describe("The caller's own identifier of the portfolio.");

const target = z
  .strictObject({ isin, weight })
  .meta({ id: 'TargetInput', description: 'An instrument and the share of the portfolio it should have.' });
const holdingInput = z
  .strictObject({ isin, exchange: mic, quantity })
  .meta({ id: 'HoldingInput', description: 'A position: a number of shares at an exchange that lists them.' });

/** `POST /portfolios` (G1). `cash` is Ballast's extension: base currency, default 0. */
export const createPortfolioBBody = z
  .strictObject({
    external_id: ownId,
    currency: formBCurrency,
    tax_wrapper: wrapper,
    holdings: z.array(holdingInput).max(10_000).default([]).describe('Current positions.'),
    targets: z
      .array(target)
      .min(1, 'is empty: add at least one target')
      .max(10_000)
      .superRefine(rejectRepeatedIsins)
      .refine(
        (rows) => isWithinWeightSum(rows.reduce((sum, row) => sum + row.weight, 0)),
        'weights sum to more than 1.001',
      )
      .describe('Target allocation: no ISIN twice, weights that sum to at most 1.001. The rest is cash.'),
    cash: money.default(0).describe('Cash in base currency, at most two decimals. An extension of Ballast.'),
  })
  .meta({ id: 'CreatePortfolioB', description: 'A portfolio of Form B.' });

/** `POST /rebalance` (4.2, G4). */
export const createPlanBody = z
  .strictObject({
    portfolio_id: z.string().min(1).describe('Portfolio to rebalance.'),
    drift_threshold: numberWithin(BOUNDS.driftThreshold)
      .default(0.05)
      .describe('Half the width of the band; 0.05 is 5 %.'),
    band_type: z
      .enum(['absolute', 'relative'])
      .default('absolute')
      .describe('Whether the band is absolute (on the weight) or relative (a share of the target weight).'),
    rebalance_trigger: z
      .enum(['any_position', 'portfolio'])
      .default('any_position')
      .describe(
        'What triggers when it leaves the band: any position, or the portfolio drift (half the sum of all drifts).',
      ),
    cost_budget: numberWithin(BOUNDS.costBudgetBps)
      .optional()
      .describe('Maximum cost of the plan, in basis points of the NAV.'),
    simulation: z
      .boolean()
      .default(false)
      .describe('True for a dry run, which does not count towards the quota and cannot be executed.'),
    fractional_precision: numberWithin(BOUNDS.fractionalPrecision)
      .default(4)
      .describe('Number of decimals of order quantities.'),
    fx_overlay: z
      .boolean()
      .default(true)
      .describe('True: drift caused by exchange rates is reported separately and does not trigger trades.'),
  })
  .meta({ id: 'CreatePlan', description: 'What to plan, and with which band.' });

/** `POST /rebalance/{rebalance_id}/execute` (4.2, C3). */
export const executePlanBody = z
  .strictObject({ confirm: z.literal(true, 'must be true').describe('Must be true.') })
  .meta({ id: 'ExecutePlan', description: 'Confirmation, without which nothing is traded.' });

export const costs = z
  .strictObject({
    commission: real('What exchanges charge; base currency.'),
    spread: real('Distance of the price from the mid; base currency, inside the price.'),
    impact: real('How far the order itself moves the price; base currency, inside the price.'),
    fx: real('Charge for converting currencies; base currency.'),
    transaction_tax: real('Stamp duties and the like; base currency.'),
    total: real('Sum of the five; base currency.'),
    total_bps: real('Sum of the five in basis points of the portfolio value when it was planned.'),
    budget_bps: z.number().nullable().describe('Cost budget in basis points; null if there is none.'),
  })
  .meta({ id: 'Costs', description: 'Costs by kind, in the base currency of the portfolio.' });
export type Costs = z.infer<typeof costs>;

export const relativeDrift = z
  .number()
  .nullable()
  .describe('Drift as a share of the target weight; null if the target is 0.');
const fxDrift = z
  .strictObject({
    currency: currencyText,
    weight: real('Share of the portfolio in this currency, 0 to 1.'),
    fx_drift: real('Drift caused by its exchange rate since the reference rates.'),
  })
  .meta({ id: 'FxDrift', description: 'Effect of an exchange rate on the weights.' });

export const driftSnapshot = z
  .strictObject({
    as_of: at('When it was measured.'),
    total_value: real('Value of the portfolio with its cash; base currency.'),
    max_drift: real('The largest absolute drift of a position.'),
    portfolio_drift: real('Half the sum of all absolute drifts, cash included.'),
    positions: z
      .array(
        z
          .strictObject({
            isin: isinText,
            current_weight: real('Share of the portfolio, 0 to 1.'),
            target_weight: real('Share it should have, 0 to 1.'),
            drift: real('Current minus target weight.'),
            relative_drift: relativeDrift,
          })
          .meta({ id: 'PositionDrift', description: 'How far a position is from its target.' }),
      )
      .describe('One row for each ISIN that is held or targeted.'),
    fx: z.array(fxDrift).describe('Drift by currency.'),
  })
  .meta({ id: 'DriftSnapshot', description: 'How far a portfolio is from its targets at one instant.' });
export type DriftSnapshotWire = z.infer<typeof driftSnapshot>;

/** Response of create and get (G1, G2). `price` and `value` are in base currency. */
export const portfolioB = z
  .strictObject({
    portfolio_id: portfolioId,
    external_id: ownId,
    currency: formBCurrency,
    tax_wrapper: wrapper,
    holdings: z
      .array(
        z
          .strictObject({
            isin: isinText,
            exchange: micText,
            quantity: real('Shares, up to six decimals.'),
            price: real('Mid of its exchange in base currency.'),
            value: real('Quantity times price; base currency.'),
            weight: real('Share of the portfolio, 0 to 1.'),
          })
          .meta({ id: 'Holding', description: 'A position with its value.' }),
      )
      .describe('Current positions.'),
    targets: z
      .array(
        z
          .strictObject({ isin: isinText, weight: real('Share it should have, 0 to 1.') })
          .meta({ id: 'Target', description: 'A target weight.' }),
      )
      .describe('Target weights, as set.'),
    cash: z
      .strictObject({
        amount: real('Base currency.'),
        weight: real('Share of the portfolio, 0 to 1.'),
        target_weight: real('What the targets leave.'),
      })
      .meta({ id: 'CashRow', description: 'Cash of a portfolio.' }),
    drift: driftSnapshot,
    created_at: at('When it was created.'),
    updated_at: at('When it was last changed.'),
  })
  .meta({ id: 'PortfolioB', description: 'A portfolio of Form B with its latest drift.' });
export type PortfolioB = z.infer<typeof portfolioB>;

/** Response of `DELETE /portfolios/{portfolio_id}` (G3). */
export const deletedPortfolio = z
  .strictObject({
    portfolio_id: portfolioId,
    deleted: z.literal(true).describe('Always true.'),
    deleted_at: at('When it was deleted.'),
    records_retained_until: at('Time until which its rebalances can be read: seven years after the deletion.'),
  })
  .meta({ id: 'DeletedPortfolio', description: 'A portfolio that was deleted.' });
export type DeletedPortfolioWire = z.infer<typeof deletedPortfolio>;

export const fill = z
  .strictObject({
    fill_id: fillId,
    order_id: orderId,
    exchange: micText,
    quantity: real('Shares of this fill.'),
    price: real('Price of a share in the currency of the order.'),
    value: real('Quantity times price; base currency.'),
    costs,
    filled_at: at('When the exchange executed it.'),
    mifid_record_id: mifidRecordId,
  })
  .meta({ id: 'Fill', description: 'One execution of an order.' });
export type FillWire = z.infer<typeof fill>;

export const usedLot = z
  .strictObject({
    lot_id: z.string().nullable().describe('The lot; null for shares from a pool.'),
    quantity: real('Shares of the lot that are used.'),
    unit_cost: z.number().describe('Cost per share, base currency, six decimals.'),
    acquired_at: at('When the lot was bought; null for a pool.').nullable(),
    gain: z.number().describe('Gain in base currency; negative for a loss.'),
  })
  .meta({ id: 'UsedLot', description: 'The part of a tax lot that a sell uses.' });

export const orderReason = z
  .strictObject({
    code: z.enum(ORDER_REASONS).describe('Reason it is traded.'),
    text: text('The same as a sentence with its numbers.'),
  })
  .meta({ id: 'OrderReason', description: 'Reason for an order.' });

export const orderSide = z.enum(['buy', 'sell']).describe('Side of the order.');

export const order = z
  .strictObject({
    order_id: orderId,
    sequence: count('Place in the plan, from 1; sells come first.'),
    side: orderSide,
    isin: isinText,
    exchange: micText,
    quantity: real('Shares to trade.'),
    filled_quantity: real('Shares traded so far.'),
    status: z.enum(ORDER_STATUSES).describe('Status of the order.'),
    currency: currencyText.describe('Currency of its exchange, in which prices are quoted.'),
    estimated_price: real('Mid when it was planned, in the currency of the order.'),
    estimated_value: real('Value at that mid; base currency.'),
    weight_before: real('Share of the portfolio before, 0 to 1.'),
    weight_target: real('Share it should have, 0 to 1.'),
    weight_after: real('Share after the plan, as estimated.'),
    costs: costs.describe('Estimated costs.'),
    reason: orderReason,
    lots: z.array(usedLot).describe('Tax lots that a sell uses: estimated at first, actual once there are fills.'),
    fills: z.array(fill).describe('Executions so far, oldest first.'),
  })
  .meta({ id: 'Order', description: 'One order of a plan.' });
export type OrderWire = z.infer<typeof order>;

export const warning = z
  .strictObject({ code: text('What the warning is about.'), message: text('The same as a sentence.') })
  .meta({ id: 'Notice', description: 'A warning, or the reason for a failure.' });

export const rebalanceStatus = z.enum(REBALANCE_STATUSES).describe('Status of the rebalance (specification 3).');

/** Response of `POST /rebalance` (G4). */
export const rebalancePlan = z
  .strictObject({
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    status: rebalanceStatus,
    simulation: z.boolean().describe('True for a dry run.'),
    orders: z.array(order).describe('Orders in the order in which they are sent: sells first.'),
    cost_estimate: costs.describe('Estimated costs of all orders.'),
    drift_before: driftSnapshot.describe('Drift when the rebalance was planned.'),
    drift_after: driftSnapshot.describe('Drift after the plan.'),
    cash_before: real('Base currency.'),
    cash_after: real('Base currency, after all estimated costs.'),
    fx_overlay: z.array(fxDrift).nullable().describe('Drift by currency; null if it is not separated.'),
    tax_estimate: z
      .number()
      .nullable()
      .describe('Estimated tax on the gains of the sells; not part of the costs or of their budget.'),
    warnings: z.array(warning).describe('What the plan leaves out, and why.'),
    created_at: at('When it was planned.'),
  })
  .meta({ id: 'RebalancePlan', description: 'A plan: its orders, their costs, and the drift that remains.' });
export type RebalancePlan = z.infer<typeof rebalancePlan>;

/** Response of get, execute and cancel (G6). */
export const rebalanceB = rebalancePlan
  .extend({
    failure: warning.nullable().describe('Reason it failed; null if it did not.'),
    executed_at: at('When it was executed; null before.').nullable(),
    completed_at: at('When it became complete, failed or cancelled; null before.').nullable(),
  })
  .meta({ id: 'RebalanceB', description: 'A rebalance of Form B with the current state of its orders.' });
export type RebalanceB = z.infer<typeof rebalanceB>;
