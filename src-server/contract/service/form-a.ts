/** API schemas of Form A: specification 2.1, 4.1 and decisions F1 to F8. Unknown fields are refused (A4). */

import { z } from 'zod';
import { isCountryCode } from '../../domain/identifiers/country.ts';
import { LOT_METHODS } from '../../domain/lots/lot.ts';
import { LONGEST_NAME } from '../control/text-rules.ts';
import { portfolioId, real, rebalanceId, unixSeconds } from '../fields/described.ts';
import { isin, isWholeWeightSum, numberWithin, weight } from '../fields/fields.ts';
import { BOUNDS } from '../fields/number-bounds.ts';
import { costs, driftSnapshot, order, rebalanceStatus, warning } from './form-b.ts';
import { ACCOUNT_TYPES, FORM_A_CURRENCIES } from './portfolio-choices.ts';

/** Maximum number of keys in the caller's own reference (specification 2.1 and 8). */
const METADATA_KEYS = 16;

const displayName = z.string().min(1).max(LONGEST_NAME).describe('Display name.');
const currency = z.enum(FORM_A_CURRENCIES).describe('Base currency (ISO 4217).');
const jurisdiction = z
  .string()
  .refine(isCountryCode, 'must be a country code of two letters, such as DE')
  .meta({ description: 'Country of taxation (ISO 3166-1 alpha-2).', pattern: '^[A-Z]{2}$', examples: ['DE'] });
const accountType = z.enum(ACCOUNT_TYPES).describe('Type of account.');
const taxMethod = z.enum(LOT_METHODS).describe('Method by which a sell chooses tax lots.');

/** `POST /portfolios` (2.1, F1). */
export const createPortfolioABody = z
  .strictObject({
    name: displayName,
    currency,
    tax_jurisdiction: jurisdiction,
    account_type: accountType.default('depot'),
    metadata: z
      .record(z.string().min(1).max(200), z.string().max(2000))
      .refine((value) => Object.keys(value).length <= METADATA_KEYS, `has more than ${METADATA_KEYS} keys`)
      .default({})
      .meta({ description: "Texts for the caller's own reference.", maxProperties: METADATA_KEYS }),
  })
  .meta({ id: 'CreatePortfolioA', description: 'A portfolio of Form A.' });

/** Response of create: exactly the response fields of 2.1. `created` is Unix seconds (D2). */
export const portfolioA = z
  .strictObject({
    portfolio_id: portfolioId,
    name: displayName,
    currency,
    tax_jurisdiction: jurisdiction,
    account_type: accountType,
    default_tax_method: taxMethod,
    created: unixSeconds('When it was created.'),
  })
  .meta({ id: 'PortfolioA', description: 'A portfolio of Form A as it was created.' });
export type PortfolioA = z.infer<typeof portfolioA>;

/** Refuses halves of surrogate pairs: a key with one could not be found again. */
export function isKey(text: string): boolean {
  return text.isWellFormed();
}

/** `POST /portfolios/{id}/rebalance` (4.1, F4, F5). */
export const startRebalanceA = z
  .strictObject({
    target_weights: z
      .record(isin, weight)
      .superRefine((weights, context) => {
        const all = Object.values(weights);
        const sum = all.reduce((total, each) => total + each, 0);
        if (all.length > 0 && isWholeWeightSum(sum)) return;
        const message = all.length === 0 ? 'names no ISIN' : `weights sum to ${roundedSum(sum)}, not to 1 within 0.001`;
        context.issues.push({ code: 'custom', input: weights, message });
      })
      .meta({ description: 'Target weights by ISIN; they sum to 1, within 0.001.', minProperties: 1 }),
    tax_method: taxMethod.optional().describe("Overrides the portfolio's default for this rebalance."),
    drift_threshold: numberWithin(BOUNDS.driftThresholdOfFormA)
      .default(0.05)
      .describe('Half the width of the absolute band; 0.05 is 5 %.'),
    idempotency_key: z
      .string()
      .min(1)
      .max(255)
      .refine(isKey, 'is not well-formed Unicode')
      .optional()
      .describe('Unique text for safe retries: for 24 hours, the same key gets the same response.'),
  })
  .meta({ id: 'StartRebalance', description: 'The target weights of a rebalance, and its settings.' });

/** Rounds to ten decimals, which hides errors of binary fractions. */
function roundedSum(sum: number): number {
  return Math.round(sum * 1e10) / 1e10;
}

/** Response of the trigger (F4). `created` is Unix seconds (D2). */
export const startedRebalanceA = z
  .strictObject({
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    status: z.literal('executing').describe('Status of the rebalance that was started.'),
    created: unixSeconds('When it was accepted.'),
  })
  .meta({ id: 'StartedRebalance', description: 'A rebalance that was accepted and is being executed.' });

/** Response of `GET /rebalances/{id}`: exactly the fields of F6. */
export const rebalanceA = z
  .strictObject({
    rebalance_id: rebalanceId,
    portfolio_id: portfolioId,
    status: rebalanceStatus,
    tax_method: taxMethod,
    drift_threshold: real('The absolute band it was compared with; 0.05 is 5 %.'),
    target_weights: z.record(z.string(), z.number()).describe('Target weights by ISIN, as requested.'),
    drift_before: driftSnapshot.describe('Drift when the rebalance was planned.'),
    drift_after: driftSnapshot.describe('Drift after the rebalance, as planned.'),
    orders: z.array(order).describe('Orders in the order in which they are sent: sells first.'),
    costs: costs.describe('Costs of the fills so far.'),
    failure: warning.nullable().describe('Reason it failed; null if it did not.'),
    created: unixSeconds('When it was accepted.'),
    updated: unixSeconds('When it or one of its orders last changed.'),
    completed: unixSeconds('When it became final; null before.').nullable(),
  })
  .meta({ id: 'RebalanceA', description: 'A rebalance of Form A with the current state of its orders.' });
export type RebalanceA = z.infer<typeof rebalanceA>;
