/** Wire schemas of Form B: specification 2.2, 2.4, 2.6, 4.2 and decisions G1 to G10. Unknown fields are refused (A4). */
import { z } from 'zod';
import { ORDER_STATUSES } from '../domain/order-life-cycle.ts';
import { REBALANCE_STATUSES } from '../domain/rebalance-life-cycle.ts';
import { isin, isWithinWeightSum, mic, money, quantity, rejectRepeatedIsins, weight } from './fields.ts';

export const FORM_B_CURRENCIES = ['EUR', 'GBP', 'CHF'] as const;
export const TAX_WRAPPERS = ['GIA', 'ISA', 'PEA', 'Depot', 'SIPP'] as const;

export const target = z.strictObject({ isin, weight });
export const holdingInput = z.strictObject({ isin, exchange: mic, quantity });

/** `POST /portfolios` (G1). `cash` is Ballast's extension: base currency, default 0. */
export const createPortfolioB = z.strictObject({
  external_id: z.string().min(1).max(200),
  currency: z.enum(FORM_B_CURRENCIES),
  tax_wrapper: z.enum(TAX_WRAPPERS),
  holdings: z.array(holdingInput).max(10_000).default([]),
  targets: z
    .array(target)
    .min(1)
    .max(10_000)
    .superRefine(rejectRepeatedIsins)
    .refine(
      (rows) => isWithinWeightSum(rows.reduce((sum, row) => sum + row.weight, 0)),
      'weights sum to more than 1.001',
    ),
  cash: money.default(0),
});
export type CreatePortfolioB = z.infer<typeof createPortfolioB>;

/** `POST /rebalance` (4.2, G4). */
export const createPlan = z.strictObject({
  portfolio_id: z.string().min(1),
  drift_threshold: z.number().min(0.01).max(0.2).default(0.05),
  band_type: z.enum(['absolute', 'relative']).default('absolute'),
  rebalance_trigger: z.enum(['any_position', 'portfolio']).default('any_position'),
  cost_budget: z.number().nonnegative().max(10_000).optional(),
  simulation: z.boolean().default(false),
  fractional_precision: z.int().min(2).max(6).default(4),
  fx_overlay: z.boolean().default(true),
});
export type CreatePlan = z.infer<typeof createPlan>;

/** `POST /rebalance/{rebalance_id}/execute` (4.2, C3). */
export const executePlan = z.strictObject({ confirm: z.literal(true, 'must be true') });

export const costs = z.strictObject({
  commission: z.number(),
  spread: z.number(),
  impact: z.number(),
  fx: z.number(),
  transaction_tax: z.number(),
  total: z.number(),
  total_bps: z.number(),
  budget_bps: z.number().nullable(),
});
export type Costs = z.infer<typeof costs>;

export const driftSnapshot = z.strictObject({
  as_of: z.string(),
  total_value: z.number(),
  max_drift: z.number(),
  portfolio_drift: z.number(),
  positions: z.array(
    z.strictObject({
      isin: z.string(),
      current_weight: z.number(),
      target_weight: z.number(),
      drift: z.number(),
      relative_drift: z.number().nullable(),
    }),
  ),
  fx: z.array(z.strictObject({ currency: z.string(), weight: z.number(), fx_drift: z.number() })),
});
export type DriftSnapshotWire = z.infer<typeof driftSnapshot>;

/** Answer of create and get (G1, G2). `price` and `value` are in base currency. */
export const portfolioB = z.strictObject({
  portfolio_id: z.string(),
  external_id: z.string(),
  currency: z.enum(FORM_B_CURRENCIES),
  tax_wrapper: z.enum(TAX_WRAPPERS),
  holdings: z.array(
    z.strictObject({
      isin: z.string(),
      exchange: z.string(),
      quantity: z.number(),
      price: z.number(),
      value: z.number(),
      weight: z.number(),
    }),
  ),
  targets: z.array(z.strictObject({ isin: z.string(), weight: z.number() })),
  cash: z.strictObject({ amount: z.number(), weight: z.number(), target_weight: z.number() }),
  drift: driftSnapshot,
  created_at: z.string(),
  updated_at: z.string(),
});
export type PortfolioB = z.infer<typeof portfolioB>;

/** Answer of `DELETE /portfolios/{portfolio_id}` (G3). */
export const deletedPortfolio = z.strictObject({
  portfolio_id: z.string(),
  deleted: z.literal(true),
  deleted_at: z.string(),
  records_retained_until: z.string(),
});
export type DeletedPortfolio = z.infer<typeof deletedPortfolio>;

export const fill = z.strictObject({
  fill_id: z.string(),
  order_id: z.string(),
  exchange: z.string(),
  quantity: z.number(),
  price: z.number(),
  value: z.number(),
  costs,
  filled_at: z.string(),
  mifid_record_id: z.string(),
});
export type FillWire = z.infer<typeof fill>;

export const order = z.strictObject({
  order_id: z.string(),
  sequence: z.int(),
  side: z.enum(['buy', 'sell']),
  isin: z.string(),
  exchange: z.string(),
  quantity: z.number(),
  filled_quantity: z.number(),
  status: z.enum(ORDER_STATUSES),
  currency: z.string(),
  estimated_price: z.number(),
  estimated_value: z.number(),
  weight_before: z.number(),
  weight_target: z.number(),
  weight_after: z.number(),
  costs,
  reason: z.strictObject({
    code: z.enum(['overweight', 'underweight', 'not_in_targets', 'funding']),
    text: z.string(),
  }),
  lots: z
    .array(
      z.strictObject({
        lot_id: z.string().nullable().describe('null: from the pool of all shares'),
        quantity: z.number(),
        unit_cost: z.number().describe('base currency, six decimals'),
        acquired_at: z.string().nullable(),
        gain: z.number().describe('base currency; negative for a loss'),
      }),
    )
    .describe('what a sell uses: as estimated, and as it came once there are fills'),
  fills: z.array(fill),
});
export type OrderWire = z.infer<typeof order>;

export const warning = z.strictObject({ code: z.string(), message: z.string() });

/** Answer of `POST /rebalance` (G4). */
export const rebalancePlan = z.strictObject({
  rebalance_id: z.string(),
  portfolio_id: z.string(),
  status: z.enum(REBALANCE_STATUSES),
  simulation: z.boolean(),
  orders: z.array(order),
  cost_estimate: costs,
  drift_before: driftSnapshot,
  drift_after: driftSnapshot,
  cash_before: z.number(),
  cash_after: z.number(),
  fx_overlay: z.array(z.strictObject({ currency: z.string(), weight: z.number(), fx_drift: z.number() })).nullable(),
  tax_estimate: z.number().nullable().describe('on the gains of the sells; no part of the costs or their budget'),
  warnings: z.array(warning),
  created_at: z.string(),
});
export type RebalancePlan = z.infer<typeof rebalancePlan>;

/** Answer of get, execute and cancel (G6). */
export const rebalanceB = rebalancePlan.extend({
  failure: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  executed_at: z.string().nullable(),
  completed_at: z.string().nullable(),
});
export type RebalanceB = z.infer<typeof rebalanceB>;

/** Answer of `GET /prices/{isin}` (2.6, G8). */
export const prices = z.strictObject({
  isin: z.string(),
  prices: z.array(z.strictObject({ exchange: z.string(), mid_eur: z.number(), last_trade_eur: z.number() })),
  timestamp: z.string(),
});
export type Prices = z.infer<typeof prices>;
