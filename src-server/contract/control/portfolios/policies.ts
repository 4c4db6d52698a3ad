/** API schemas of policies, by which Ballast rebalances a portfolio automatically, as a client would (decision O6). */

import { z } from 'zod';
import { CALENDAR_INTERVALS, POLICY_CAUSES } from '../../../domain/events/event-choices.ts';
import { parseDuration } from '../../../domain/numbers/instant.ts';
import { at, count, portfolioId, rebalanceId, text } from '../../fields/described.ts';
import { duration, wholeNumber } from '../../fields/fields.ts';
import { BOUNDS } from '../../fields/number-bounds.ts';
import { createPlanBody } from '../../service/form-b.ts';

const MAX_CONDITIONS = 10;

const plan = createPlanBody.shape;
const threshold = plan.drift_threshold.unwrap();
const bandType = plan.band_type.unwrap();
const trigger = plan.rebalance_trigger.unwrap();

const drift = z
  .strictObject({
    threshold: threshold.optional().describe('Half-width of the band; 0.05 is 5 % and the default.'),
    band_type: bandType
      .optional()
      .describe('Whether the band applies to the weight itself (default) or is a share of the target.'),
    trigger: trigger.optional().describe('What has to leave the band: any position (default) or the portfolio.'),
  })
  .describe('Triggers when the drift leaves this band, checked as often as the drift monitor checks.');

const DAY =
  'First (default) or last open day of the period, or a day of its first month; a holiday moves it to ' +
  'the next open day.';
const AT = 'Time after the opening; open+30m by default.';
const every = z.enum(CALENDAR_INTERVALS).describe('How often it recurs.');
const day = z.union([z.enum(['first', 'last']), wholeNumber(1, 28)], 'is neither first, last nor a day from 1 to 28');
const afterOpen = z.string().refine(isAfterOpen, 'is neither open nor open+ with a duration up to 8h, like open+30m');
const ON_DATES = 'Triggers on dates on which all exchanges of the portfolio are open.';

const calendar = z
  .strictObject({
    every,
    day: day.default('first').describe(DAY),
    at: afterOpen.default('open+30m').meta({ description: AT, examples: ['open', 'open+30m'] }),
  })
  .describe(ON_DATES);
const calendarResponse = z
  .strictObject({ every, day: day.describe(DAY), at: afterOpen.describe(AT) })
  .describe(ON_DATES);

const cashFlow = z.strictObject({}).describe('Triggers when a cash flow has been booked, or at the next opening.');
const ONE_REASON = 'A condition on which to rebalance.';
const condition = z
  .strictObject({ drift: drift.optional(), calendar: calendar.optional(), cash_flow: cashFlow.optional() })
  .refine((value) => Object.values(value).filter((each) => each !== undefined).length === 1, {
    message: 'is not exactly one of drift, calendar and cash_flow',
  })
  .describe(ONE_REASON);
const conditionResponse = z
  .strictObject({ drift: drift.optional(), calendar: calendarResponse.optional(), cash_flow: cashFlow.optional() })
  .describe(ONE_REASON);

/** Settings of plans; one that is left out has the service's default. */
export const planSettings = z
  .strictObject({
    drift_threshold: threshold
      .optional()
      .describe('Half-width of the band of its plans; by default that of the drift condition.'),
    band_type: bandType.optional().describe('Kind of that band.'),
    rebalance_trigger: trigger.optional().describe('What has to leave that band.'),
    cost_budget: plan.cost_budget,
    fractional_precision: plan.fractional_precision
      .unwrap()
      .optional()
      .describe('Number of decimals of quantities; default 4.'),
    fx_overlay: z
      .boolean()
      .optional()
      .describe('Whether drift caused by exchange rates is ignored; default true, but false with `band_edge`.'),
  })
  .meta({ id: 'PolicySettings', description: 'Parameters of its plans, as in Form B.' });

const WHEN = 'Conditions on which to rebalance; any one of them is enough.';
const to = z.enum(['target', 'band_edge']);
const TO = 'Whether its plans go to the targets (default) or only to the edge of the band.';
const BAND_5_25 = 'True: the band is 5 % of the portfolio, or 25 % of the target if that is less; default false.';
/** The extent and the band of plans, in requests and responses. */
export const goal = {
  request: { to: to.default('target').describe(TO), band_5_25: z.boolean().default(false).describe(BAND_5_25) },
  response: { to: to.describe(TO), band_5_25: z.boolean().describe(BAND_5_25) },
};
const terms = {
  cooldown: duration.optional().describe('Minimum time between rebalances.'),
  settings: planSettings.optional(),
  execute: z.boolean().describe('True: its plans are executed. False: they are only made.'),
};

/** `PUT /sim/portfolios/{id}/policy`. */
export const setPolicyBody = z
  .strictObject({
    when: z.array(condition).min(1, 'names no condition').max(MAX_CONDITIONS).describe(WHEN),
    ...terms,
    ...goal.request,
  })
  .meta({ id: 'SetPolicy', description: 'When and how a portfolio is rebalanced.' });
export type SetPolicy = z.input<typeof setPolicyBody>;

const cause = z.enum(POLICY_CAUSES).describe('Condition that triggered.');

export const policy = z
  .strictObject({
    portfolio_id: portfolioId,
    when: z.array(conditionResponse).describe(WHEN),
    ...terms,
    ...goal.response,
    set_at: at('Time at which it was set.'),
    next_at: at('Next date, or opening after a cash flow; null if none is known.').nullable(),
    cooldown_until: at('Time until which nothing is done; null if there is no such limit.').nullable(),
    triggered: count('Number of times it rebalanced or planned.'),
    skipped: count('Number of times a condition triggered but nothing was done.'),
    last_triggered: z
      .strictObject({ at: at('Time at which it was triggered.'), when: cause, rebalance_id: rebalanceId })
      .nullable()
      .describe('What it did last; null if it has done nothing yet.'),
    last_skipped: z
      .strictObject({
        at: at('Time at which it was triggered.'),
        when: cause,
        reason: text(
          'Reason nothing was done: `cooldown`, `in_progress`, `below_threshold`, `quota`, or the code of the refusal.',
        ),
        message: text('The reason as a sentence.'),
      })
      .nullable()
      .describe('The last time it was triggered but did nothing, and the reason; null if that has never happened.'),
    next: text('What would happen next and when, as a sentence.'),
  })
  .meta({ id: 'Policy', description: 'When a portfolio is rebalanced, and what the policy has done.' });
export type PolicyWire = z.infer<typeof policy>;

export const removedPolicy = z
  .strictObject({ portfolio_id: portfolioId, removed: z.literal(true).describe('Always true.') })
  .meta({ id: 'RemovedPolicy', description: 'A policy that was removed.' });
export type RemovedPolicy = z.infer<typeof removedPolicy>;

function isAfterOpen(value: string): boolean {
  if (value === 'open') return true;
  const afterMs = value.startsWith('open+') ? parseDuration(value.slice('open+'.length)) : null;
  return afterMs !== null && afterMs <= BOUNDS.afterOpenMs.max;
}
