/**
 * API schemas of the history of a world, the served one or that of a run: its entries, and its state after any of them.
 */

import { z } from 'zod';
import { TIMELINE_KINDS } from '../../../domain/events/event-choices.ts';
import { at, count, currencyText, real, text } from '../../fields/described.ts';
import { wholeNumber } from '../../fields/fields.ts';
import { next, page } from '../../fields/paging.ts';
import { worldEvent } from './records.ts';

export type TimelineKind = (typeof TIMELINE_KINDS)[number];
const MAX_HISTORY_COLUMNS = 1200;
export const MAX_REPORTED_FAILURES = 10_000;

const kind = z
  .enum(TIMELINE_KINDS)
  .describe(
    'Kind of entry: a fill, a status of an order or rebalance, a fault or a connection, the market, cash, or other.',
  );

export const timelineQuery = z.strictObject({
  columns: wholeNumber(1, MAX_HISTORY_COLUMNS)
    .default(600)
    .describe('Number of equal columns into which the timeline is divided.'),
  over: z.enum(['time', 'events']).default('time').describe('What the columns divide: virtual time, or the event log.'),
});

const marks = z
  .strictObject({
    kind,
    columns: z
      .array(count('Index of a column, from 0.'))
      .describe('Columns with entries of this kind, in ascending order.'),
    counts: z.array(count('Number of entries.')).describe('Number of entries in each of these columns.'),
  })
  .meta({ id: 'TimelineMarks', description: 'Positions of the entries of one kind on the timeline.' });

const timelineStep = z
  .strictObject({
    index: count('Index of the step, from 0, in the order of the run.'),
    title: text('Description of the step, in words.'),
    at: at('Time at which it began.'),
    events_before: count('Number of entries in the log when it began.'),
    failed: z.boolean().describe('Whether it failed.'),
  })
  .meta({ id: 'TimelineStep', description: 'A step of a run, on its timeline.' });

export const timeline = z
  .strictObject({
    events: count('Number of entries in the log.'),
    from: at('Time of the first entry.'),
    to: at('Time of the last entry.'),
    columns: count('Number of columns.'),
    over: z.enum(['time', 'events']).describe('What the columns divide.'),
    marks: z.array(marks).describe('Entries on the timeline, by kind.'),
    until: z
      .array(count('Number of an entry.'))
      .describe(
        'For each column, the number of the last entry at its end; without entries, that of the previous column.',
      ),
    failures: z
      .array(count('Number of an entry.'))
      .describe(`Entries of rejected or expired orders and of failed rebalances, the first ${MAX_REPORTED_FAILURES}.`),
    steps: z.array(timelineStep).describe('The latest steps of a run; empty for the world that is served.'),
  })
  .meta({ id: 'Timeline', description: 'Overview of the past of a world.' });
export type TimelineWire = z.infer<typeof timeline>;

export const pastEventsQuery = z.strictObject({
  after: wholeNumber(0).default(0).describe('Only entries with a larger number.'),
  ...page,
});

export const pastEvent = z
  .strictObject({
    seq: count('Number of the entry, from 1.'),
    at: at('Time of the entry.'),
    type: text('Type of the event.'),
    kind,
    failed: z.boolean().describe('Whether it reports a failure.'),
    subject: text('Identifier of the object that it concerns; empty: the world.'),
    summary: text('The entry in a few words.'),
  })
  .meta({ id: 'PastEvent', description: 'Summary of an entry of an event log.' });
export type PastEvent = z.infer<typeof pastEvent>;

export const pastEvents = z
  .strictObject({
    events: z.array(pastEvent).describe('Entries, oldest first.'),
    next,
    total: count('Number of entries in the log.'),
  })
  .meta({ id: 'PastEvents', description: 'Part of an event log, with a summary of each entry.' });
export type PastEvents = z.infer<typeof pastEvents>;

export const historicalWorldQuery = z.strictObject({
  after: wholeNumber(0).describe('Number of the entry after which the world is shown; 0: before the first entry.'),
  portfolio: z
    .string()
    .optional()
    .describe('Portfolio whose holdings are shown; if left out, the one that the entry concerns, or the first.'),
});

const holdingAtEvent = z
  .strictObject({
    isin: text('ISIN of the instrument.'),
    exchange: z.string().nullable().describe('Exchange at which it is held; null: a target without a position.'),
    quantity: real('Number of shares.'),
    value: real('Value of the shares, in the base currency.'),
    weight: real('Weight: its share of the value of the positions and the cash.'),
    target: z.number().nullable().describe('Target weight of the instrument; null if it has none.'),
  })
  .meta({ id: 'HoldingThen', description: 'A holding at an instant of the past.' });

const portfolioAtEvent = z
  .strictObject({
    portfolio_id: text('Identifier of the portfolio.'),
    label: text('Name of the portfolio; its identifier if it has no name.'),
    currency: currencyText,
    cash: real('Cash, in the base currency.'),
    settled_cash: real('Settled part of the cash; all of it where trades settle immediately.'),
    nav: real('NAV, including receivables, in the base currency.'),
    receivable: real('Accrued dividends that are not paid yet, less the amounts withheld, in the base currency.'),
    max_drift_bps: z
      .number()
      .nullable()
      .describe('Largest distance of a weight from its target, in basis points; null without targets.'),
  })
  .meta({ id: 'PortfolioThen', description: 'A portfolio at an instant of the past.' });

const orderAtFill = z
  .strictObject({
    order_id: text('Identifier of the order.'),
    side: text('Side: buy or sell.'),
    isin: text('ISIN of the instrument.'),
    exchange: text('Exchange to which it was sent.'),
    quantity: real('Number of shares.'),
    sent: z.number().nullable().describe('Number of shares last sent to the exchange; null: not sent by then.'),
    filled: real('Number of shares filled.'),
    status: text('Status at that time.'),
  })
  .meta({ id: 'HistoricalOrder', description: 'An order at an instant of the past.' });

const rebalanceAtEvent = z
  .strictObject({
    rebalance_id: text('Identifier of the rebalance.'),
    portfolio_id: text('Identifier of its portfolio.'),
    status: text('Status at that time.'),
    orders: z.array(orderAtFill).describe('Its orders, at most 100.'),
    more_orders: count('Number of orders left out.'),
  })
  .meta({ id: 'HistoricalRebalance', description: 'A rebalance at an instant of the past.' });

export const historicalWorld = z
  .strictObject({
    after: count('Number of the entry.'),
    at: at('Time of the entry.'),
    event: worldEvent.nullable().describe('The entry; null before the first.'),
    entry: pastEvent.nullable().describe('Summary of the entry; null before the first.'),
    cause: z.string().nullable().describe('Step, request or timer of a run that caused it; null if unknown.'),
    step: z.int().nullable().describe('Index of the step of a run during which it happened, from 0; null: none.'),
    portfolios: z.array(portfolioAtEvent).describe('Portfolios, oldest first, at most 100.'),
    more_portfolios: count('Number of portfolios left out.'),
    holdings_of: z.string().nullable().describe('Portfolio whose holdings are shown; null if there is none.'),
    holdings: z.array(holdingAtEvent).describe('Positions of that portfolio, and its targets without a position.'),
    statuses: z
      .record(z.string(), count('Number of rebalances.'))
      .describe('Number of rebalances by status, without dry runs.'),
    rebalances: z.array(rebalanceAtEvent).describe('The most recently changed rebalances, latest first, at most 10.'),
    fills: count('Number of fills until then.'),
    webhooks: count('Number of webhook endpoints that were registered.'),
    faults: z
      .array(
        z
          .strictObject({
            fault_id: text('Identifier of the fault.'),
            kind: text('Kind of the fault.'),
            exchange: z
              .string()
              .nullable()
              .describe('Exchange that it affects; null: all of them, or none in particular.'),
            isin: z.string().nullable().describe('Instrument that it affects; null: all of them.'),
          })
          .meta({ id: 'HistoricalFault', description: 'A fault that was set and had not ended.' }),
      )
      .describe('Faults of the market that had not ended.'),
    lines_down: z.array(text('Identifier of an exchange.')).describe('Exchanges whose connection was down.'),
  })
  .meta({ id: 'HistoricalWorld', description: 'A world as it was after an entry of its log.' });
export type HistoricalWorld = z.infer<typeof historicalWorld>;
