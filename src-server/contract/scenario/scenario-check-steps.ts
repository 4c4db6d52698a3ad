/** Steps of scenarios that check: webhooks, views of the control plane, the journal, the event log. */
import { z } from 'zod';
import { EVENT_TYPES } from '../../domain/events/event-catalogue.ts';
import { WEBHOOK_TYPES } from '../../domain/webhook-choices.ts';
import { canFail, HOLDS_ALWAYS, isRange, minOf, NO_RANGE, verifyRequests } from '../control/world/journal.ts';
import { duration, instant } from '../fields/fields.ts';
import { matcher, pointer, textMatcher } from '../fields/matcher.ts';
import { SINK_NAME } from '../fields/sink-name.ts';
import { unknownEventType } from './event-patterns.ts';
import { stepTitle } from './scenario-names.ts';

const title = stepTitle.optional();
const howMany = {
  count: z.int().nonnegative().optional().describe('Exact number.'),
  at_least: z.int().nonnegative().optional().describe('Minimum number; 1 if no number is given.'),
  at_most: z.int().nonnegative().optional().describe('Maximum number.'),
};
type Numbers = { count?: number | undefined; at_least?: number | undefined; at_most?: number | undefined };
const isOneNumber = ({ count, at_least: least, at_most: most }: Numbers) =>
  count === undefined || (least === undefined && most === undefined);
const oneNumber = { path: ['count'], error: 'cannot be combined with at_least or at_most' };
const body = z.record(pointer, matcher).describe('Values by JSON pointer.');

export const expectWebhookStep = z
  .strictObject({
    title,
    expect_webhook: z
      .strictObject({
        type: z.enum(WEBHOOK_TYPES).optional().describe('Type of webhook; every type by default.'),
        sink: z
          .string()
          .regex(SINK_NAME, 'is not the name of a sink')
          .optional()
          .describe(
            'Name of a built-in receiver: every request to it counts, including duplicates, whatever its response. ' +
              'Without it, every delivery that a receiver accepted counts once.',
          ),
        ...howMany,
        within: duration
          .optional()
          .describe('Maximum virtual time to advance, if necessary, until enough have arrived.'),
        body: body.optional().describe('Values of the payload, by JSON pointer; only webhooks that have them count.'),
        headers: z
          .record(z.string(), textMatcher)
          .optional()
          .describe('Headers of the request; only webhooks that have them count.'),
        signature: z
          .enum(['valid', 'invalid'])
          .optional()
          .describe('With `sink`: only webhooks with such a signature count.'),
        order: z
          .array(z.enum(WEBHOOK_TYPES))
          .min(1)
          .optional()
          .describe(
            'Types in the order in which they have to arrive for the first time; others may arrive in between.',
          ),
        unique: z.boolean().optional().describe('True: no counted webhook may have arrived twice (by `webhook-id`).'),
      })
      .refine(isOneNumber, oneNumber)
      .refine(canFail, HOLDS_ALWAYS)
      .refine(isRange, NO_RANGE)
      .refine((expected) => expected.within === undefined || minOf(expected) > 0 || expected.order !== undefined, {
        path: ['within'],
        error: 'cannot be used when none is expected: advance first, then expect count: 0',
      })
      .refine(({ unique, sink }) => unique !== true || sink !== undefined, {
        path: ['unique'],
        error: 'needs a sink: without one, each webhook counts once however often it arrived; add sink: NAME',
      })
      .refine(({ signature, sink }) => signature === undefined || sink !== undefined, {
        path: ['signature'],
        error: 'is known only for webhooks that arrived at a sink: add sink: NAME',
      })
      .describe('Webhooks that arrived; every condition has to be met.'),
  })
  .meta({ id: 'ExpectWebhookStep', description: 'Checks the webhooks that receivers have received so far.' });
export type ExpectWebhookStep = z.input<typeof expectWebhookStep>;

/** The views of `expect_state`, with the path of each below `/sim`. */
export const STATE_VIEWS = {
  portfolio: '/portfolios/{}',
  rebalance: '/rebalances/{}',
  exchange: '/exchanges/{}',
  account: '/accounts/{}',
  webhook: '/webhooks/{}',
  delivery: '/deliveries/{}',
  sink: '/sinks/{}',
  lots: '/portfolios/{}/lots',
  portfolios: '/portfolios',
  rebalances: '/rebalances',
  clock: '/clock',
  faults: '/faults',
  fingerprint: '/fingerprint',
} as const;
export type StateView = keyof typeof STATE_VIEWS;

const named = z.string().min(1).optional();
const whole = z.literal(true).optional();
const isOneView = (state: object) => Object.keys(state).filter((key) => key in STATE_VIEWS).length === 1;

export const expectStateStep = z
  .strictObject({
    title,
    expect_state: z
      .strictObject({
        portfolio: named.describe('A portfolio of either form, such as `${depot}`.'),
        rebalance: named.describe('A rebalance of either form, such as `${rebalance}`.'),
        exchange: named.describe('An exchange, by its market identifier code.'),
        account: named.describe('An account, by its name.'),
        webhook: named.describe('A webhook endpoint, by its identifier.'),
        delivery: named.describe('A delivery, by its identifier.'),
        sink: named.describe('A built-in receiver, by its name.'),
        lots: named.describe('Tax lots of a portfolio, such as `${depot}`.'),
        portfolios: whole.describe('True: every portfolio.'),
        rebalances: whole.describe('True: the latest rebalances.'),
        clock: whole.describe('True: the virtual clock.'),
        faults: whole.describe('True: the faults.'),
        fingerprint: whole.describe('True: seed, clock, and head of the event log.'),
        body: body.describe('Values of the view in the control plane, by JSON pointer.'),
      })
      .refine(isOneView, `needs exactly one of ${Object.keys(STATE_VIEWS).join(', ')}`)
      .describe('One view, and the values that it has.'),
  })
  .meta({ id: 'ExpectStateStep', description: 'Checks the current values of a view of the control plane.' });
export type ExpectStateStep = z.input<typeof expectStateStep>;

export const expectJournalStep = z
  .strictObject({ title, expect_journal: verifyRequests })
  .meta({ id: 'ExpectJournalStep', description: 'Checks what clients have sent so far (`POST /sim/journal/verify`).' });
export type ExpectJournalStep = z.input<typeof expectJournalStep>;

export const assertStep = z
  .strictObject({
    title,
    assert: z
      .string("must be a condition, such as plan/status == 'complete'")
      .min(1)
      .describe(
        'A condition, such as `sum(plan/orders/*/quantity) == 40 && now < start + 2d`: an expression of names and ' +
          'values.',
      ),
  })
  .meta({ id: 'AssertStep', description: 'Checks that a condition on named values holds now.' });
export type AssertStep = z.input<typeof assertStep>;

export const expectAllMetStep = z
  .strictObject({ title, expect_all_met: z.literal(true).describe('True.') })
  .meta({ id: 'ExpectAllMetStep', description: 'Checks that every fault and stub set so far had hits.' });
export type ExpectAllMetStep = z.input<typeof expectAllMetStep>;

export const expectEventStep = z
  .strictObject({
    title,
    expect_event: z
      .strictObject({
        type: z.enum(EVENT_TYPES, { error: unknownEventType }).describe('Type of event, such as `order.filled`.'),
        ...howMany,
        data: body.optional().describe('Values of its data, by JSON pointer; only entries that have them count.'),
        since: z
          .union([z.int().nonnegative(), instant, duration], {
            error: 'is the number of an event, an instant like 2026-03-02T09:30:00Z, or a duration like 1h',
          })
          .optional()
          .describe(
            'Only entries with a larger number, from an instant on, or within the latest span of virtual time.',
          ),
      })
      .refine(isOneNumber, oneNumber)
      .refine(canFail, HOLDS_ALWAYS)
      .refine(isRange, NO_RANGE)
      .describe('Entries of the event log.'),
  })
  .meta({ id: 'ExpectEventStep', description: 'Checks the entries of the event log so far.' });
export type ExpectEventStep = z.input<typeof expectEventStep>;
