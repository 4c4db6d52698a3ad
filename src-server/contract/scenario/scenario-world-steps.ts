/** Steps of scenarios that act on the world as its owner would: time, faults, exchanges, the market, snapshots. */
import { z } from 'zod';
import { EVENT_TYPES } from '../../domain/events/event-catalogue.ts';
import { createCorporateAction } from '../control/market/corporate-actions.ts';
import { changeExchange } from '../control/market/exchange-control.ts';
import { createFault } from '../control/market/faults.ts';
import { createMarketEvent, createPin } from '../control/market/market-control.ts';
import { createCashFlow } from '../control/portfolios/cash-flows.ts';
import { setConstraints } from '../control/portfolios/constraints.ts';
import { createOrderAction } from '../control/portfolios/order-actions.ts';
import { setPolicy } from '../control/portfolios/policies.ts';
import { WEBHOOK_TYPES } from '../control/webhooks/webhooks.ts';
import { snapshotName } from '../control/world/snapshots.ts';
import { duration, durationOrInstant, mic } from '../fields/fields.ts';
import { matcher, pointer } from '../fields/matcher.ts';
import { unknownEventType } from './event-patterns.ts';
import { savedName, stepTitle } from './scenario-names.ts';
import { expectedAnswer, requestFields } from './scenario-request-steps.ts';

const title = stepTitle.optional();
const within = duration.optional().describe('Virtual time that it may take; 5 days where it is left out.');

export const advanceStep = z
  .strictObject({
    title,
    advance: z
      .union(
        [
          durationOrInstant,
          z.strictObject({
            to: z.enum(['open', 'close']).describe('The next opening, or the next end of trading.'),
            of: mic,
          }),
        ],
        { error: 'is a duration with its unit, as 90m, an instant, or { to: open, of: XETR }' },
      )
      .describe('For how long, until which instant, or to which bell of an exchange.'),
  })
  .meta({ id: 'AdvanceStep', description: 'Moves virtual time forward.' });
export type AdvanceStep = z.input<typeof advanceStep>;

const { form, path, query, headers, key } = requestFields.shape;
const polledRequest = z
  .strictObject({
    ...{ form, path, query, headers, key },
    every: duration.optional().describe('Virtual time between two of them; 30s where it is left out.'),
  })
  .describe('Until a GET of a client, which is sent again and again, is answered as `expect` says.');

const GOALS = ['rebalance', 'event', 'webhook', 'deliveries', 'state', 'get'];
const isGoal = (goal: object) => GOALS.filter((name) => name in goal).length === 1;
/** Fields that only one goal has. */
const OF_GOALS = { status: 'rebalance', data: 'event', expect: 'get' } as const;
const withoutOthers = (
  goal: object,
  context: { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void },
) => {
  const own = GOALS.find((name) => name in goal);
  for (const [field, of] of Object.entries(OF_GOALS)) {
    if (own === undefined || own === of || !(field in goal)) continue;
    const message = `is said beside ${of}, and has no effect beside ${own}`;
    context.addIssue({ code: 'custom', path: [field], message });
  }
};

export const untilStep = z
  .strictObject({
    title,
    until: z
      .strictObject({
        rebalance: z.string().min(1).optional().describe('A rebalance, as `${rebalance}`.'),
        status: z
          .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
          .optional()
          .describe('With `rebalance`: the status to wait for, or several; any final one where it is left out.'),
        event: z
          .enum(EVENT_TYPES, { error: unknownEventType })
          .optional()
          .describe('A type of the event log, as `order.filled`: the next one from now on.'),
        data: z.record(pointer, matcher).optional().describe('With `event`: values of its data, by JSON pointer.'),
        webhook: z
          .enum(WEBHOOK_TYPES)
          .optional()
          .describe('A type of webhooks: the next one that a receiver takes from now on.'),
        deliveries: z.literal('settled').optional().describe('Until no webhook is pending any more.'),
        state: z
          .strictObject({
            path: z.string().startsWith('/').describe('Path below `/sim`.'),
            body: z.record(pointer, matcher).describe('Values of the answer, by JSON pointer.'),
          })
          .optional()
          .describe('Until a view of the control plane looks like this.'),
        get: polledRequest.optional(),
        expect: expectedAnswer
          .optional()
          .describe('With `get`: what the answer has to be like; below 400 where it is left out.'),
        within,
      })
      .refine(isGoal, 'needs exactly one of rebalance, event, webhook, deliveries, state and get')
      .superRefine(withoutOthers)
      .describe('What has to be so.'),
  })
  .meta({
    id: 'UntilStep',
    description: 'Moves virtual time forward until something is so; fails where it takes too long.',
  });
export type UntilStep = z.input<typeof untilStep>;

export const faultStep = z
  .strictObject({ title, fault: createFault, as: savedName.optional().describe('Name for `end_fault`.') })
  .meta({ id: 'FaultStep', description: 'Breaks something (`POST /sim/faults`).' });
export type FaultStep = z.input<typeof faultStep>;

export const endFaultStep = z
  .strictObject({ title, end_fault: z.string().min(1).describe('A fault as `${name}`, or `all`.') })
  .meta({ id: 'EndFaultStep', description: 'Ends a fault.' });
export type EndFaultStep = z.input<typeof endFaultStep>;

export const exchangeStep = z
  .strictObject({ title, exchange: mic, set: changeExchange })
  .meta({ id: 'ExchangeStep', description: 'Changes an exchange, or cuts it off (`PATCH /sim/exchanges/{mic}`).' });
export type ExchangeStep = z.input<typeof exchangeStep>;

export const marketStep = z
  .strictObject({
    title,
    market: z
      .strictObject({
        event: createMarketEvent.optional(),
        pin: createPin.optional(),
        unpin: z
          .string()
          .regex(/^(?:[A-Z]{3}|[A-Z]{2}[A-Z0-9]{9}[0-9])$/, 'is neither an ISIN nor a currency')
          .optional()
          .describe('ISIN whose mid, or currency whose rate, is unpinned.'),
        end: z.string().min(1).optional().describe('An event of the market that ends now, as `${name}`.'),
      })
      .refine((change) => Object.keys(change).length === 1, 'needs exactly one of event, pin, unpin and end')
      .describe('What happens to the market.'),
    as: savedName.optional().describe('Name of an event, for `end`.'),
  })
  .meta({ id: 'MarketStep', description: 'Moves or pins prices (`/sim/market`).' });
export type MarketStep = z.input<typeof marketStep>;

export const marketEventStep = z
  .strictObject({ title, market_event: createMarketEvent })
  .meta({ id: 'MarketEventStep', description: 'Short for `market: {event}`.' });
export type MarketEventStep = z.input<typeof marketEventStep>;

export const cashFlowStep = z
  .strictObject({
    title,
    cash_flow: createCashFlow.safeExtend({ portfolio: z.string().min(1).describe('A portfolio, as `${portfolio}`.') }),
    as: savedName.optional().describe('Name of its identifier.'),
  })
  .meta({
    id: 'CashFlowStep',
    description: 'Adds or takes cash, now or later (`POST /sim/portfolios/{id}/cash-flows`).',
  });
export type CashFlowStep = z.input<typeof cashFlowStep>;

export const constraintsStep = z
  .strictObject({
    title,
    portfolio: z.string().min(1).describe('A portfolio, as `${portfolio}`.'),
    constraints: setConstraints,
  })
  .meta({
    id: 'ConstraintsStep',
    description: 'Sets what every plan of a portfolio keeps (`PUT /sim/portfolios/{id}/constraints`).',
  });
export type ConstraintsStep = z.input<typeof constraintsStep>;

export const corporateActionStep = z
  .strictObject({
    title,
    corporate_action: createCorporateAction,
    as: savedName.optional().describe('Name of its identifier.'),
  })
  .meta({
    id: 'CorporateActionStep',
    description: 'Something happens to an instrument, now or later (`POST /sim/market/corporate-actions`).',
  });
export type CorporateActionStep = z.input<typeof corporateActionStep>;

export const orderActionStep = z
  .strictObject({
    title,
    order: z.string().min(1).describe('An order, as `${order}`.'),
    order_action: createOrderAction,
  })
  .meta({
    id: 'OrderActionStep',
    description: 'The exchange does this with one of its orders, next (`POST /sim/orders/{id}/actions`).',
  });
export type OrderActionStep = z.input<typeof orderActionStep>;

export const policyStep = z
  .strictObject({
    title,
    policy: setPolicy.safeExtend({ portfolio: z.string().min(1).describe('A portfolio, as `${portfolio}`.') }),
  })
  .meta({ id: 'PolicyStep', description: 'Has a portfolio rebalanced by itself (`PUT /sim/portfolios/{id}/policy`).' });
export type PolicyStep = z.input<typeof policyStep>;

export const cancelStep = z
  .strictObject({ title, cancel_orders: z.string().min(1).describe('A rebalance, as `${rebalance}`.') })
  .meta({ id: 'CancelStep', description: "Cancels what is open of a rebalance, as the service's support would." });
export type CancelStep = z.input<typeof cancelStep>;

export const snapshotStep = z
  .strictObject({
    title,
    snapshot: z
      .union([
        z.strictObject({ save: snapshotName.describe('Name to save the world under, in place of an older one.') }),
        z.strictObject({ restore: snapshotName.describe('Name of the state to go back to.') }),
      ])
      .describe('Saves the world as it is, or goes back to it.'),
  })
  .meta({ id: 'SnapshotStep', description: 'Saves or restores the whole world; saved names stay valid.' });
export type SnapshotStep = z.input<typeof snapshotStep>;

export const restartStep = z
  .strictObject({
    title,
    restart: z
      .strictObject({})
      .describe('Nothing can be chosen: `{}`. Requests that wait for an advance are answered before.'),
  })
  .meta({
    id: 'RestartStep',
    description: 'The server dies, and another one continues from the disk alone; saved names stay valid.',
  });
export type RestartStep = z.input<typeof restartStep>;
