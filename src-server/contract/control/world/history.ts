/**
 * Wire schemas of the past of a world, the one that is served or that of a run: its entries, and how it was after any
 * of them.
 */
import { z } from 'zod';
import { at, count, currencyText, real, text } from '../../fields/described.ts';
import { wholeNumber } from '../../fields/fields.ts';
import { next, page } from '../../fields/paging.ts';
import { worldEvent } from './records.ts';

export const TIMELINE_KINDS = ['fill', 'status', 'fault', 'market', 'cash', 'other'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
export const MOST_COLUMNS = 1200;
export const MOST_REPORTED_FAILURES = 10_000;

const kind = z
  .enum(TIMELINE_KINDS)
  .describe(
    'What kind of entry it is: a fill, a status of an order or rebalance, a fault or a connection, the market, cash, other.',
  );

export const timelineQuery = z.strictObject({
  columns: wholeNumber(1, MOST_COLUMNS).default(600).describe('Into how many equal parts it is divided.'),
  over: z.enum(['time', 'events']).default('time').describe('What the parts are of: virtual time, or the log.'),
});

const marks = z
  .strictObject({
    kind,
    columns: z.array(count('A column, from 0.')).describe('Columns that have some, rising.'),
    counts: z.array(count('How many.')).describe('How many each of them has.'),
  })
  .meta({ id: 'TimelineMarks', description: 'Where on the timeline entries of a kind are.' });

const timelineStep = z
  .strictObject({
    index: count('From 0, in the order of the run.'),
    title: text('The step in words.'),
    at: at('When it began.'),
    events_before: count('How many entries the log had when it began.'),
    failed: z.boolean().describe('Whether it failed.'),
  })
  .meta({ id: 'TimelineStep', description: 'A step of a run, on its timeline.' });

export const timeline = z
  .strictObject({
    events: count('Entries of the log.'),
    from: at('When the first one happened.'),
    to: at('When the last one happened.'),
    columns: count('Into how many columns it is divided.'),
    over: z.enum(['time', 'events']).describe('What the columns are of.'),
    marks: z.array(marks).describe('By kind.'),
    until: z
      .array(count('Number of an entry.'))
      .describe('For each column the last entry at its end; that of the column before where it has none.'),
    failures: z
      .array(count('Number of an entry.'))
      .describe(`Orders rejected or expired and rebalances failed, the first ${MOST_REPORTED_FAILURES}.`),
    steps: z.array(timelineStep).describe('The latest steps of a run; none in the world that is served.'),
  })
  .meta({ id: 'Timeline', description: 'The past of a world at a glance.' });
export type Timeline = z.infer<typeof timeline>;

export const pastEventsQuery = z.strictObject({
  after: wholeNumber(0).default(0).describe('Only entries with a larger number.'),
  ...page,
});

export const pastEvent = z
  .strictObject({
    seq: count('Number, from 1.'),
    at: at('When.'),
    type: text('Type of the event.'),
    kind,
    failed: z.boolean().describe('Whether it reports a failure.'),
    subject: text('Identifier of what it is about; empty: the world.'),
    words: text('What it says, in short.'),
  })
  .meta({ id: 'PastEvent', description: 'An entry of an event log, in short.' });
export type PastEvent = z.infer<typeof pastEvent>;

export const pastEvents = z
  .strictObject({ events: z.array(pastEvent).describe('Oldest first.'), next, total: count('Entries of the log.') })
  .meta({ id: 'PastEvents', description: 'Part of an event log, in short.' });
export type PastEvents = z.infer<typeof pastEvents>;

export const historicalWorldQuery = z.strictObject({
  after: wholeNumber(0).describe('Number of an entry; 0: before the first.'),
  portfolio: z
    .string()
    .optional()
    .describe('The portfolio whose holdings are shown; else the one that the entry is about, or the first.'),
});

const holdingThen = z
  .strictObject({
    isin: text('Instrument.'),
    exchange: z.string().nullable().describe('Where it is held; null: a target without a position.'),
    quantity: real('Shares.'),
    value: real('What they were worth, base currency.'),
    weight: real('Share of the positions and the cash.'),
    target: z.number().nullable().describe('Target weight of the instrument; null without one.'),
  })
  .meta({ id: 'HoldingThen', description: 'What was held of an instrument.' });

const portfolioThen = z
  .strictObject({
    portfolio_id: text('Its id.'),
    label: text('Its name; its id without one.'),
    currency: currencyText,
    cash: real('Cash, base currency.'),
    settled_cash: real('What of it had settled; all of it where trades settle at once.'),
    nav: real('What it was worth with what was receivable, base currency.'),
    receivable: real('Dividends that have accrued and are not paid yet, minus what is withheld; base currency.'),
    max_drift_bps: z.number().nullable().describe('Largest distance of a weight from its target; null without.'),
  })
  .meta({ id: 'PortfolioThen', description: 'A portfolio at an instant of the past.' });

const orderAtFill = z
  .strictObject({
    order_id: text('Its id.'),
    side: text('Side: buy or sell.'),
    isin: text('Instrument.'),
    exchange: text('Where it was sent.'),
    quantity: real('Shares.'),
    filled: real('Shares filled.'),
    status: text('How it stood.'),
  })
  .meta({ id: 'HistoricalOrder', description: 'An order at an instant of the past.' });

const rebalanceThen = z
  .strictObject({
    rebalance_id: text('Its id.'),
    portfolio_id: text('Its portfolio.'),
    status: text('How it stood.'),
    orders: z.array(orderAtFill).describe('Its orders, at most 100.'),
    more_orders: count('Orders that are left out.'),
  })
  .meta({ id: 'HistoricalRebalance', description: 'A rebalance at an instant of the past.' });

export const historicalWorld = z
  .strictObject({
    after: count('Number of the entry.'),
    at: at('When it happened.'),
    event: worldEvent.nullable().describe('The entry; null before the first.'),
    entry: pastEvent.nullable().describe('The entry in short; null before the first.'),
    cause: z.string().nullable().describe('The step, request or timer of a run behind it; null where nobody can say.'),
    step: z.int().nullable().describe('The step of a run during which it happened, from 0; null: none.'),
    portfolios: z.array(portfolioThen).describe('Oldest first, at most 100.'),
    more_portfolios: count('Portfolios that are left out.'),
    holdings_of: z.string().nullable().describe('The portfolio whose holdings are shown; null without any.'),
    holdings: z.array(holdingThen).describe('Its positions, and targets without a position.'),
    statuses: z.record(z.string(), count('How many.')).describe('Rebalances by status, dry runs left out.'),
    rebalances: z.array(rebalanceThen).describe('Those that something happened to last, latest first, at most 10.'),
    fills: count('Fills until then.'),
    webhooks: count('Webhook endpoints that were registered.'),
    faults: z
      .array(
        z
          .strictObject({
            fault_id: text('Its id.'),
            kind: text('What was broken.'),
            exchange: z.string().nullable().describe('Where; null: everywhere, or elsewhere.'),
            isin: z.string().nullable().describe('Of what; null: of everything.'),
          })
          .meta({ id: 'HistoricalFault', description: 'A fault that was set and had not ended.' }),
      )
      .describe('Faults of the market that had not ended.'),
    lines_down: z.array(text('An exchange.')).describe('Exchanges that were cut off.'),
  })
  .meta({ id: 'HistoricalWorld', description: 'A world as it was after an entry of its log.' });
export type HistoricalWorld = z.infer<typeof historicalWorld>;
