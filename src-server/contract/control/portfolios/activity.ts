/** Wire schemas of what happened to a portfolio: trades, cash flows and changes from outside (decision O10). */
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

export const ACTIVITY_KINDS = ['trade', 'cash_flow', 'dividend', 'corporate_action', 'policy', 'change'] as const;

const kind = z
  .enum(ACTIVITY_KINDS)
  .describe(
    'A trade is a fill, a cash flow was booked or refused, a dividend accrued or was paid, a corporate action happened to a holding, a policy acted or did not, a change came from outside.',
  );

/** The query of `GET /sim/portfolios/{id}/activity`. */
export const activityQuery = z.strictObject({ ...page, kind: kind.optional() });

const activityEntry = z
  .strictObject({
    seq: count('Number of its event in the log.'),
    at: at('When it happened.'),
    kind,
    what: text(
      'What happened, within its kind: `buy`, `deposit`, `withdrawal_refused`, `drift_triggered`, `cash_set`.',
    ),
    isin: isinText.nullable(),
    exchange: micText.nullable(),
    quantity: real('Shares; null: none.').nullable(),
    price: real("In the listing's currency; null: none.").nullable(),
    price_currency: currencyText.nullable(),
    amount: real('By how much it changed the cash, base currency; null: it did not.').nullable(),
    costs: real('Of a trade, base currency: spread and impact too, which are part of the price.').nullable(),
    cash: real('Cash after it, base currency; null where it is not known.').nullable(),
    reason: text('Why nothing was booked or done, or not yet.').nullable(),
    rebalance_id: rebalanceId.nullable(),
    order_id: orderId.nullable(),
    mifid_record_id: text('Identifier of the MiFID II record of a trade.').nullable(),
    source_id: text('Identifier of what caused it, like the cash flow or the corporate action.').nullable(),
  })
  .meta({ id: 'ActivityEntry', description: 'Something that happened to a portfolio.' });

export const activityList = z
  .strictObject({
    portfolio_id: portfolioId,
    currency: currencyText,
    activity: z.array(activityEntry).describe('Newest first.'),
    next,
  })
  .meta({ id: 'ActivityList', description: 'What happened to a portfolio.' });
export type ActivityList = z.infer<typeof activityList>;
