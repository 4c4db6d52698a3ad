/** Wire schemas of the virtual clock under `/sim/clock` (decision J). */
import { z } from 'zod';
import { at, count, text } from '../../fields/described.ts';
import { duration, instant, wholeNumber } from '../../fields/fields.ts';

export const CLOCK_MODES = ['realtime', 'manual', 'instant'] as const;

/** Real time after which `wait` is answered though the advance goes on, where nothing else is said (decision J15). */
export const USUAL_ADVANCE_WAIT_MS = 60_000;

const progress = {
  from: at('Where it began.'),
  to: at('Where it goes.'),
  now: at('Now.'),
  events: count('Timers that it ran.'),
  snapshot: z.string().nullable().describe('The snapshot of the world before it; null where none was taken.'),
};

export const held = z
  .strictObject({
    reason: z
      .enum(['disk_full', 'disk_error', 'data_missing', 'data_damaged'])
      .describe('What the disk refuses. data_missing: the data folder is gone or another one is in its place.'),
    message: text('The same as a sentence.'),
    since: at('Since when, by the wall clock.'),
  })
  .meta({
    id: 'Held',
    description: 'The disk takes nothing: time stands still and changes are refused with 500 until it does again.',
  });

export const clock = z
  .strictObject({
    now: at('Now.'),
    mode: z.enum(CLOCK_MODES).describe('How time moves.'),
    rate: z.number().describe('Virtual seconds per second in the mode realtime.'),
    paused: z.boolean().describe('True: time that flows by itself stands still.'),
    status: z.enum(['ready', 'advancing']).describe('Whether an advance is under way.'),
    progress: z.strictObject(progress).nullable().describe('The advance under way; null without one.'),
    last_advance: z
      .strictObject({
        ...progress,
        ended: z.enum(['reached', 'stopped', 'event_limit', 'time_limit']).describe('How it ended.'),
      })
      .nullable()
      .describe('How the latest advance since the start of the server ended.'),
    held: held.nullable().describe('Why the clock is held; null: it is not held.'),
  })
  .meta({ id: 'Clock', description: 'The virtual clock.' });
export type ClockWire = z.infer<typeof clock>;

/**
 * `POST /sim/clock/advance`: exactly one of `by`, `to` and `until`; `within` bounds how long is waited for a goal
 * (decision K72), `max_events` how many timers it runs.
 */
export const advanceClock = z
  .strictObject({
    by: duration.optional(),
    to: instant.optional(),
    until: z
      .union([
        z.enum(['next_event', 'next_open', 'settled']),
        z.strictObject({ rebalance: z.string().min(1).describe('Its identifier.') }),
      ])
      .optional()
      .describe(
        'What to wait for: the next entry of the event log or attempt of a webhook, the next opening of an exchange, `settled` (nothing is under way any more), or the end of a rebalance.',
      ),
    within: duration
      .optional()
      .describe('Beside `until`: the most virtual time to wait; 366 days where it is left out.'),
    snapshot: z
      .union([z.boolean(), z.literal('always')])
      .default(true)
      .describe(
        'Whether to save the world in a snapshot first: true before an advance that may go further than a day, `always` before a shorter one, too, where the world is no larger than 32 MiB.',
      ),
    max_events: z.int().positive().max(100_000_000).default(1_000_000).describe('The most timers to run.'),
    wait: z
      .boolean()
      .default(false)
      .describe('True: answered when it has ended, and after `wait_ms` of real time at the latest.'),
    wait_ms: wholeNumber(1, 600_000)
      .optional()
      .describe(`Beside \`wait\`: milliseconds of real time; ${USUAL_ADVANCE_WAIT_MS} where it is left out.`),
  })
  .refine(
    ({ by, to, until }) => [by, to, until].filter((goal) => goal !== undefined).length === 1,
    'needs exactly one of "by", "to" and "until"',
  )
  .refine(({ until, within }) => within === undefined || (until !== undefined && until !== 'next_open'), {
    path: ['within'],
    error: 'stands only beside an "until" that may not come: next_event, settled or a rebalance',
  })
  .refine((body) => body.wait_ms === undefined || body.wait, {
    path: ['wait_ms'],
    error: 'stands only beside "wait": true',
  })
  .meta({ id: 'AdvanceClock', description: 'How far to advance: exactly one of `by`, `to` and `until`.' });

/** `POST /sim/clock/mode`: what is left out stays as it is. */
export const setClockMode = z
  .strictObject({
    mode: z.enum(CLOCK_MODES).optional().describe('How time moves.'),
    rate: z.number().min(0.1).max(100_000).optional().describe('Virtual seconds per second in the mode realtime.'),
    paused: z.boolean().optional().describe('True: time that flows by itself stands still.'),
  })
  .refine((body) => Object.keys(body).length > 0, 'needs at least one of "mode", "rate" and "paused"')
  .meta({ id: 'SetClockMode', description: 'What to change of the clock; what is left out stays.' });
