/** API schemas of a portfolio's activity: trades, cash flows and external changes (decision O10). */
import { z } from 'zod';
import {
  at,
  count,
  currencyText,
  isinText,
  micText,
  orderId,
  portfolioId,
  real,
  rebalanceId,
  text,
} from '../../fields/described.ts';
import { next, page } from '../../fields/paging.ts';
import { setConstraintsBody } from './constraints.ts';
import { dividend } from './dividends.ts';

export const ACTIVITY_KINDS = ['trade', 'cash_flow', 'dividend', 'corporate_action', 'policy', 'change'] as const;

const kind = z
  .enum(ACTIVITY_KINDS)
  .describe(
    'Kind of activity. `trade`: a fill, or an order with its fills. `cash_flow`: a cash flow that was booked or refused. `dividend`: a ' +
      'dividend that accrued or was paid. `corporate_action`: a corporate action on a holding. `policy`: a ' +
      'policy that acted or did not. `change`: a change made from outside.',
  );

/** Query of `GET /sim/portfolios/{id}/activity`. */
export const activityQuery = z.strictObject({
  ...page,
  kind: kind.optional(),
  by: z
    .enum(['entry', 'order'])
    .default('entry')
    .describe(
      'What one entry stands for. `entry`: each fill is an entry. `order`: all fills of an order are one entry, at the ' +
        'place of the latest fill, with their total quantity, amount and costs and their average price; a page ' +
        'never divides an order.',
    ),
  order_id: z
    .string()
    .min(1, 'is empty')
    .optional()
    .describe('Identifier of the order whose fills alone are listed; empty if it has none.'),
});

const activityEntry = z
  .strictObject({
    seq: count('Sequence number of its entry in the event log.'),
    at: at(
      'Time at which it happened; of a fill, when the exchange executed it, which is before its entry in the log.',
    ),
    kind,
    what: text(
      'Type of activity within its kind, such as `buy`, `deposit`, `withdrawal_refused`, `drift_triggered` or ' +
        '`cash_set`.',
    ),
    isin: isinText.nullable(),
    exchange: micText.nullable(),
    fills: count('Number of fills for which the entry stands; null if it is not a trade.').nullable(),
    quantity: real('Number of shares, after a corporate action; null if there are none.').nullable(),
    quantity_before: real('Number of shares before a corporate action; null for all other entries.').nullable(),
    price: real("Price in the listing's currency, the average for several fills; null if there is none.").nullable(),
    price_currency: currencyText.nullable(),
    amount: real('Change in cash, in base currency; null if cash did not change.').nullable(),
    costs: real(
      'Costs of a trade, in base currency, including spread and impact, which are part of the price.',
    ).nullable(),
    cost_parts: z
      .strictObject({
        commission: real('Commission.'),
        spread: real('Half-spread, part of the price.'),
        impact: real('Market impact, part of the price.'),
        fx: real('Cost of currency conversion.'),
        transaction_tax: real('Transaction tax.'),
      })
      .nullable()
      .describe('Parts of these costs, in base currency; null for all other entries.'),
    cash: real(
      'Cash afterwards, for several fills after the latest, in base currency; null if it is not known, or if fills of an ' +
        'order further up lie before it, so that it would not be the sum of the entries from here on.',
    ).nullable(),
    reason: text('Reason nothing was booked or done, or has not been yet.').nullable(),
    rebalance_id: rebalanceId.nullable(),
    order_id: orderId.nullable(),
    mifid_record_id: text(
      'Identifier of the MiFID II record of a trade; null for several fills, each of which has its own.',
    ).nullable(),
    source_id: text('Identifier of its cause, such as the cash flow or the corporate action.').nullable(),
    dividend: dividend
      .nullable()
      .describe(
        'Dividend that accrued or was paid, with gross amount and withholding tax; null for all other entries.',
      ),
    ratio: z
      .strictObject({ new: real('Number of new shares for the old ones.'), old: real('Number of old shares.') })
      .nullable()
      .describe('Ratio of a split; null for all other entries.'),
    constraints: setConstraintsBody
      .nullable()
      .describe('Constraints that were set, all of them; null for all other entries.'),
  })
  .meta({ id: 'ActivityEntry', description: 'An entry in the activity of a portfolio.' });
export type ActivityEntry = z.infer<typeof activityEntry>;

export const activityList = z
  .strictObject({
    portfolio_id: portfolioId,
    currency: currencyText,
    activity: z.array(activityEntry).describe('Activity of the portfolio, newest first.'),
    next,
  })
  .meta({ id: 'ActivityList', description: 'The activity of a portfolio.' });
export type ActivityList = z.infer<typeof activityList>;
