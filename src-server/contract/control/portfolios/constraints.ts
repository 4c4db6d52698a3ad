/** API schemas of the constraints on every plan of a portfolio (decision O5). */
import { z } from 'zod';
import { toMinor } from '../../../domain/numbers/exact.ts';
import { CONSTRAINT_NAMES, type PlanConstraints } from '../../../domain/plan/constraints.ts';
import { currencyText, isinText, portfolioId, real, text } from '../../fields/described.ts';
import { isin, money, numberWithin, positiveMoney } from '../../fields/fields.ts';
import { BOUNDS } from '../../fields/number-bounds.ts';

/** Maximum number of instruments in a list: more than any market here has. */
const MAX_ISINS = 1000;

const isins = z
  .array(isin)
  .max(MAX_ISINS)
  .superRefine((list, context) => {
    list.forEach((each, index) => {
      const first = list.indexOf(each);
      if (first < index) context.addIssue({ code: 'custom', path: [index], message: `repeats entry ${first}` });
    });
  });

/** `PUT /sim/portfolios/{id}/constraints`: replaces all of them. */
export const setConstraintsBody = z
  .strictObject({
    min_order_value: positiveMoney.optional().describe('Smallest value of an order at mid, in base currency.'),
    min_order_bps: numberWithin(BOUNDS.minOrderBps)
      .optional()
      .describe(
        'Smallest value of an order in basis points of the portfolio value; the larger of the two minimums applies.',
      ),
    whole_shares: z.boolean().optional().describe('True: orders are for whole shares only.'),
    do_not_sell: isins.optional().describe('Instruments that are never sold.'),
    do_not_buy: isins.optional().describe('Instruments that are never bought.'),
    cash_flow_only: z
      .boolean()
      .optional()
      .describe('True: nothing is sold, and cash above its target buys what is missing.'),
    max_turnover: numberWithin(BOUNDS.maxTurnover)
      .optional()
      .describe('Largest share of the portfolio value that may be sold, and that may be bought: 0.1 is 10 % of each.'),
    gains_tax_budget: money.optional().describe('Maximum estimated tax on the gains of its sells, in base currency.'),
  })
  .meta({ id: 'SetConstraints', description: 'Constraints that replace all existing ones; `{}` removes them.' });
export type SetConstraints = z.output<typeof setConstraintsBody>;

export const portfolioConstraints = z
  .strictObject({
    portfolio_id: portfolioId,
    currency: currencyText,
    constraints: setConstraintsBody.describe('Constraints that are set; those left out have no effect.'),
  })
  .meta({ id: 'PortfolioConstraints', description: 'The constraints of a portfolio.' });
export type PortfolioConstraints = z.infer<typeof portfolioConstraints>;

const constraintName = z.enum(CONSTRAINT_NAMES).describe('Name of the constraint.');

/** The effect of the constraints on a plan. */
export const constraintEffectWire = z
  .strictObject({
    bound: z
      .array(
        z
          .strictObject({
            constraint: constraintName,
            text: text('Its effect as a sentence.'),
            orders: z
              .array(
                z
                  .strictObject({
                    isin: isinText,
                    side: z.enum(['buy', 'sell']).describe('Side of the order.'),
                    sequence: z
                      .int()
                      .nullable()
                      .describe('Sequence number of the order that remains; null if none does.'),
                    wanted_value: real('Value that would be traded without this constraint, in base currency.'),
                    allowed_value: real('Value that is traded; 0: no order.'),
                    unconstrained_value: real('Value that would be traded without any constraint.'),
                  })
                  .meta({ id: 'ConstrainedOrder', description: 'A trade that a constraint reduced.' }),
              )
              .describe('Trades that it reduced, by ISIN.'),
          })
          .meta({ id: 'BoundConstraint', description: 'A constraint that changed a plan.' }),
      )
      .describe('Constraints that changed the plan; empty if it is the same as without constraints.'),
    drift_without: real('Portfolio drift that would remain after the plan without constraints.'),
    drift_cost: real('Additional portfolio drift that remains because of the constraints.'),
    gains_tax_budget: z
      .number()
      .nullable()
      .describe(
        'Gains tax budget that the plan keeps, in base currency; null if it has none, or if it was planned before ' +
          'this was recorded.',
      ),
  })
  .meta({ id: 'ConstraintEffect', description: 'Constraints that changed a plan, and their cost in drift.' });
export type ConstraintEffectWire = z.infer<typeof constraintEffectWire>;

/** Converts a request to exact units. */
export function planConstraintsOf(request: SetConstraints): PlanConstraints {
  const minorOf = (amount: number | undefined) => (amount === undefined ? null : toMinor(amount));
  return {
    minOrderMinor: minorOf(request.min_order_value),
    minOrderBps: request.min_order_bps ?? null,
    wholeShares: request.whole_shares ?? false,
    doNotSell: request.do_not_sell ?? [],
    doNotBuy: request.do_not_buy ?? [],
    cashFlowOnly: request.cash_flow_only ?? false,
    maxTurnover: request.max_turnover ?? null,
    gainsTaxBudgetMinor: minorOf(request.gains_tax_budget),
  };
}
