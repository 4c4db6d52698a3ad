/** Scenario files: a world, then steps that speak to it as a client would, with what is expected of each. */
import { z } from 'zod';
import { changeExchange } from './exchange-control.ts';
import { createFault } from './faults.ts';
import { driftCheck, duration, instant, mic } from './fields.ts';
import { createMarketEvent } from './market-control.ts';
import { matcher, pointer } from './matcher.ts';
import { WEBHOOK_TYPES } from './webhooks.ts';
import { alias, worldContents } from './world-file.ts';

// `${name}` in texts of matchers is replaced by what was saved.
const requestStep = z.strictObject({
  request: z.strictObject({
    form: z.enum(['A', 'B', 'both']).default('both'),
    method: z.enum(['GET', 'POST', 'DELETE']),
    path: z.string().startsWith('/'),
    body: z.json().optional(),
    save: z.record(z.string(), pointer).optional(),
  }),
  expect: z.strictObject({ status: z.int().optional(), body: z.record(pointer, matcher).optional() }).optional(),
});

const advanceStep = z.strictObject({ advance: z.union([duration, instant]) });

/** Advances until the rebalance is complete, failed or cancelled; fails when that takes longer than `within`. */
const untilStep = z.strictObject({
  until: z.strictObject({ rebalance: z.string(), within: duration.default('5d') }),
});

const webhookStep = z.strictObject({
  expect_webhook: z.strictObject({
    type: z.enum(WEBHOOK_TYPES),
    count: z.int().nonnegative().optional(),
    at_least: z.int().positive().optional(),
  }),
});

/** Breaks something (`POST /sim/faults`); `as` names it for `end_fault`. */
const faultStep = z.strictObject({ fault: createFault, as: alias.optional() });
const endFaultStep = z.strictObject({ end_fault: z.string().describe('${name} of a fault, or all') });
const exchangeStep = z.strictObject({ exchange: mic, set: changeExchange });
const marketEventStep = z.strictObject({ market_event: createMarketEvent });
/** Cancels what is open of a rebalance, as the service's support would. */
const cancelStep = z.strictObject({ cancel_orders: z.string() });

export const scenarioStep = z.union([
  requestStep,
  advanceStep,
  untilStep,
  webhookStep,
  faultStep,
  endFaultStep,
  exchangeStep,
  marketEventStep,
  cancelStep,
]);
export type ScenarioStep = z.infer<typeof scenarioStep>;

export const scenarioFile = z.strictObject({
  name: z.string().min(1),
  description: z.string().optional(),
  seed: z.int().nonnegative().default(1),
  clock: instant.default('2026-03-02T09:30:00Z'),
  drift_check: driftCheck.optional().describe('how often drift is looked at; every 15 minutes where it is left out'),
  world: worldContents,
  steps: z.array(scenarioStep).min(1),
});
export type ScenarioFile = z.infer<typeof scenarioFile>;
