/** Steps of scenarios that act on the world as its owner would: time, faults, exchanges, the market, snapshots. */
import { z } from 'zod';
import { EVENT_TYPES } from '../../domain/events/event-catalogue.ts';
import { WEBHOOK_TYPES } from '../../domain/webhook-choices.ts';
import { createCorporateActionBody } from '../control/market/corporate-actions.ts';
import { changeExchangeBody } from '../control/market/exchange-control.ts';
import { createFault } from '../control/market/faults.ts';
import { createMarketEvent, createPin } from '../control/market/market-control.ts';
import { createCashFlowBody } from '../control/portfolios/cash-flows.ts';
import { setConstraintsBody } from '../control/portfolios/constraints.ts';
import { createOrderAction } from '../control/portfolios/order-actions.ts';
import { setPolicyBody } from '../control/portfolios/policies.ts';
import { snapshotName } from '../control/world/snapshots.ts';
import { duration, durationOrInstant, mic } from '../fields/fields.ts';
import { matcher, pointer } from '../fields/matcher.ts';
import { unknownEventType } from './event-patterns.ts';
import { savedName, stepTitle } from './scenario-names.ts';
import { expectedResponse, requestFields } from './scenario-request-steps.ts';

const title = stepTitle.optional();
const within = duration.optional().describe('Maximum virtual time that it may take; 5 days by default.');

export const advanceStep = z
  .strictObject({
    title,
    advance: z
      .union(
        [
          durationOrInstant,
          z.strictObject({
            to: z.enum(['open', 'close']).describe('Next opening, or next end of trading.'),
            of: mic,
          }),
        ],
        { error: 'is a duration with its unit, such as 90m, an instant, or { to: open, of: XETR }' },
      )
      .describe('Duration to advance by, instant to advance to, or the next opening or close of an exchange.'),
  })
  .meta({ id: 'AdvanceStep', description: 'Moves virtual time forward.' });
export type AdvanceStep = z.input<typeof advanceStep>;

const { form, path, query, headers, key } = requestFields.shape;
const polledRequest = z
  .strictObject({
    form,
    path,
    query,
    headers,
    key,
    every: duration.optional().describe('Virtual time between two requests; 30s by default.'),
  })
  .describe('GET request of a client that is sent repeatedly until the response meets `expect`.');

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
    const message = `belongs to ${of} and has no effect with ${own}`;
    context.addIssue({ code: 'custom', path: [field], message });
  }
};

export const untilStep = z
  .strictObject({
    title,
    until: z
      .strictObject({
        rebalance: z.string().min(1).optional().describe('A rebalance, such as `${rebalance}`.'),
        status: z
          .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
          .optional()
          .describe('With `rebalance`: status to wait for, or several; any final status by default.'),
        event: z
          .enum(EVENT_TYPES, { error: unknownEventType })
          .optional()
          .describe('Type of event, such as `order.filled`: waits for the next one from now on.'),
        data: z.record(pointer, matcher).optional().describe('With `event`: values of its data, by JSON pointer.'),
        webhook: z
          .enum(WEBHOOK_TYPES)
          .optional()
          .describe('Type of webhook: waits for the next one that a receiver accepts from now on.'),
        deliveries: z.literal('settled').optional().describe('Waits until no webhook is pending.'),
        state: z
          .strictObject({
            path: z.string().startsWith('/').describe('Path below `/sim`.'),
            body: z.record(pointer, matcher).describe('Values of the response, by JSON pointer.'),
          })
          .optional()
          .describe('Waits until a view of the control plane has these values.'),
        get: polledRequest.optional(),
        expect: expectedResponse
          .optional()
          .describe('With `get`: conditions on the response; by default, a status below 400.'),
        within,
      })
      .refine(isGoal, 'needs exactly one of rebalance, event, webhook, deliveries, state and get')
      .superRefine(withoutOthers)
      .describe('Condition to wait for.'),
  })
  .meta({
    id: 'UntilStep',
    description: 'Moves virtual time forward until a condition holds; fails if it takes too long.',
  });
export type UntilStep = z.input<typeof untilStep>;

export const faultStep = z
  .strictObject({ title, fault: createFault, as: savedName.optional().describe('Name of the fault, for `end_fault`.') })
  .meta({ id: 'FaultStep', description: 'Injects a fault (`POST /sim/faults`).' });
export type FaultStep = z.input<typeof faultStep>;

export const endFaultStep = z
  .strictObject({ title, end_fault: z.string().min(1).describe('A fault, such as `${name}`, or `all`.') })
  .meta({ id: 'EndFaultStep', description: 'Ends a fault.' });
export type EndFaultStep = z.input<typeof endFaultStep>;

export const exchangeStep = z
  .strictObject({ title, exchange: mic, set: changeExchangeBody })
  .meta({ id: 'ExchangeStep', description: 'Changes an exchange, or disconnects it (`PATCH /sim/exchanges/{mic}`).' });
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
          .describe('ISIN whose mid is unpinned, or currency whose rate is unpinned.'),
        end: z.string().min(1).optional().describe('A market event to end now, such as `${name}`.'),
      })
      .refine((change) => Object.keys(change).length === 1, 'needs exactly one of event, pin, unpin and end')
      .describe('Change to the market.'),
    as: savedName.optional().describe('Name of the market event, for `end`.'),
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
    cash_flow: createCashFlowBody.safeExtend({
      portfolio: z.string().min(1).describe('A portfolio, such as `${portfolio}`.'),
    }),
    as: savedName.optional().describe('Name under which to save its identifier.'),
  })
  .meta({
    id: 'CashFlowStep',
    description: 'Deposits or withdraws cash, now or later (`POST /sim/portfolios/{id}/cash-flows`).',
  });
export type CashFlowStep = z.input<typeof cashFlowStep>;

export const constraintsStep = z
  .strictObject({
    title,
    portfolio: z.string().min(1).describe('A portfolio, such as `${portfolio}`.'),
    constraints: setConstraintsBody,
  })
  .meta({
    id: 'ConstraintsStep',
    description:
      'Sets the constraints that every plan of a portfolio observes (`PUT /sim/portfolios/{id}/constraints`).',
  });
export type ConstraintsStep = z.input<typeof constraintsStep>;

export const corporateActionStep = z
  .strictObject({
    title,
    corporate_action: createCorporateActionBody,
    as: savedName.optional().describe('Name under which to save its identifier.'),
  })
  .meta({
    id: 'CorporateActionStep',
    description: 'Applies a corporate action to an instrument, now or later (`POST /sim/market/corporate-actions`).',
  });
export type CorporateActionStep = z.input<typeof corporateActionStep>;

export const orderActionStep = z
  .strictObject({
    title,
    order: z.string().min(1).describe('An order, such as `${order}`.'),
    order_action: createOrderAction,
  })
  .meta({
    id: 'OrderActionStep',
    description: 'Sets what the exchange does next with one of its orders (`POST /sim/orders/{id}/actions`).',
  });
export type OrderActionStep = z.input<typeof orderActionStep>;

export const policyStep = z
  .strictObject({
    title,
    policy: setPolicyBody.safeExtend({ portfolio: z.string().min(1).describe('A portfolio, such as `${portfolio}`.') }),
  })
  .meta({
    id: 'PolicyStep',
    description: 'Has a portfolio rebalanced automatically (`PUT /sim/portfolios/{id}/policy`).',
  });
export type PolicyStep = z.input<typeof policyStep>;

export const cancelStep = z
  .strictObject({ title, cancel_orders: z.string().min(1).describe('A rebalance, such as `${rebalance}`.') })
  .meta({ id: 'CancelStep', description: "Cancels the open orders of a rebalance, as the service's support would." });
export type CancelStep = z.input<typeof cancelStep>;

export const snapshotStep = z
  .strictObject({
    title,
    snapshot: z
      .union([
        z.strictObject({ save: snapshotName.describe('Name to save the world under, in place of an older one.') }),
        z.strictObject({ restore: snapshotName.describe('Name of the snapshot to restore.') }),
      ])
      .describe('Saves the world as it is, or restores a saved one.'),
  })
  .meta({ id: 'SnapshotStep', description: 'Saves or restores the whole world; saved names stay valid.' });
export type SnapshotStep = z.input<typeof snapshotStep>;

export const restartStep = z
  .strictObject({
    title,
    restart: z
      .strictObject({})
      .describe('No options: `{}`. Requests that wait for an advance get their response first.'),
  })
  .meta({
    id: 'RestartStep',
    description: 'Crashes the server; another one continues from the disk alone. Saved names stay valid.',
  });
export type RestartStep = z.input<typeof restartStep>;
