/** Wire schemas of Form A: specification 2.1, 4.1 and decisions F1 to F8. Unknown fields are refused (A4). */
import { z } from 'zod';
import { isCountryCode } from '../domain/country.ts';
import { REBALANCE_STATUSES } from '../domain/rebalance-life-cycle.ts';
import { isin, isWholeWeightSum, weight } from './fields.ts';
import { costs, driftSnapshot, order, warning } from './form-b.ts';

export const FORM_A_CURRENCIES = ['EUR', 'GBP', 'CHF', 'SEK', 'DKK', 'NOK'] as const;
export const ACCOUNT_TYPES = ['depot', 'isa', 'pea', 'pension'] as const;
export const TAX_METHODS = ['FIFO', 'HIFO', 'average_cost', 'specific_id'] as const;

/** The caller's own reference keeps at most this many keys (specification 2.1 and 8). */
const METADATA_KEYS = 16;

/** `POST /portfolios` (2.1, F1). */
export const createPortfolioA = z.strictObject({
  name: z.string().min(1).max(200),
  currency: z.enum(FORM_A_CURRENCIES),
  tax_jurisdiction: z.string().refine(isCountryCode, 'is not an assigned ISO 3166-1 alpha-2 country code'),
  account_type: z.enum(ACCOUNT_TYPES).default('depot'),
  metadata: z
    .record(z.string().min(1).max(200), z.string().max(2000))
    .refine((value) => Object.keys(value).length <= METADATA_KEYS, `has more than ${METADATA_KEYS} keys`)
    .default({}),
});
export type CreatePortfolioA = z.infer<typeof createPortfolioA>;

/** Answer of create: exactly the response fields of 2.1. `created` is Unix seconds (D2). */
export const portfolioA = z.strictObject({
  portfolio_id: z.string(),
  name: z.string(),
  currency: z.enum(FORM_A_CURRENCIES),
  tax_jurisdiction: z.string(),
  account_type: z.enum(ACCOUNT_TYPES),
  default_tax_method: z.enum(TAX_METHODS),
  created: z.int(),
});
export type PortfolioA = z.infer<typeof portfolioA>;

/** Halves of surrogate pairs are no text that a key could be found again by. */
export function isKey(text: string): boolean {
  return text.isWellFormed();
}

/** `POST /portfolios/{id}/rebalance` (4.1, F4, F5). */
export const startRebalanceA = z.strictObject({
  target_weights: z.record(isin, weight).superRefine((weights, context) => {
    const all = Object.values(weights);
    const sum = all.reduce((total, each) => total + each, 0);
    if (all.length > 0 && isWholeWeightSum(sum)) return;
    const message = all.length === 0 ? 'names no ISIN' : `weights sum to ${roundedSum(sum)}, not to 1 within 0.001`;
    context.issues.push({ code: 'custom', input: weights, message });
  }),
  tax_method: z.enum(TAX_METHODS).optional(),
  drift_threshold: z.number().min(0.01).max(0.25).default(0.05),
  idempotency_key: z.string().min(1).max(255).refine(isKey, 'is not well-formed Unicode').optional(),
});
export type StartRebalanceA = z.infer<typeof startRebalanceA>;

/** To ten decimals, which hides what binary fractions add. */
function roundedSum(sum: number): number {
  return Math.round(sum * 1e10) / 1e10;
}

/** Answer of the trigger (F4). `created` is Unix seconds (D2). */
export const startedRebalanceA = z.strictObject({
  rebalance_id: z.string(),
  portfolio_id: z.string(),
  status: z.literal('executing'),
  created: z.int(),
});
export type StartedRebalanceA = z.infer<typeof startedRebalanceA>;

/** Answer of `GET /rebalances/{id}`: exactly the fields of F6. */
export const rebalanceA = z.strictObject({
  rebalance_id: z.string(),
  portfolio_id: z.string(),
  status: z.enum(REBALANCE_STATUSES),
  tax_method: z.enum(TAX_METHODS),
  drift_threshold: z.number(),
  target_weights: z.record(z.string(), z.number()),
  drift_before: driftSnapshot,
  drift_after: driftSnapshot.describe('as planned'),
  orders: z.array(order),
  costs: costs.describe('of the fills so far'),
  failure: warning.nullable(),
  created: z.int(),
  updated: z.int(),
  completed: z.int().nullable(),
});
export type RebalanceA = z.infer<typeof rebalanceA>;
