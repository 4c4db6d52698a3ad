/** API schemas of the virtual clock under `/sim/clock` (decision J). */

import { z } from 'zod';
import { ADVANCE_ENDS, CLOCK_MODES, STORAGE_FAILURES } from '../../../domain/world-choices.ts';
import { at, count, text } from '../../fields/described.ts';
import { duration, instant, wholeNumber } from '../../fields/fields.ts';

/** Default real time after which `wait` responds although the advance continues (decision J15). */
export const DEFAULT_ADVANCE_WAIT_MS = 60_000;

const progress = {
  from: at('Virtual time at which it began.'),
  to: at('Virtual time to which it advances.'),
  now: at('Current virtual time.'),
  events: count('Number of timers run.'),
  snapshot: z.string().nullable().describe('Name of the snapshot taken before it; null if none was taken.'),
};

const clockStop = z
  .strictObject({
    reason: z
      .enum(STORAGE_FAILURES)
      .describe(
        'What is wrong with the disk. `data_missing`: the data folder is missing or another one is in its place.',
      ),
    message: text('The reason, as a sentence.'),
    since: at('Time at which the problem began, by the wall clock.'),
  })
  .meta({
    id: 'Held',
    description: 'The disk cannot be written to. Until it can, time is stopped and changes are refused with 500.',
  });

export const clock = z
  .strictObject({
    now: at('Current virtual time.'),
    mode: z.enum(CLOCK_MODES).describe('How virtual time moves.'),
    rate: z.number().describe('Virtual seconds per second, in the mode `realtime`.'),
    paused: z.boolean().describe('True: virtual time does not move by itself.'),
    status: z.enum(['ready', 'advancing']).describe('Whether an advance is in progress.'),
    progress: z.strictObject(progress).nullable().describe('The advance in progress; null without one.'),
    last_advance: z
      .strictObject({
        ...progress,
        ended: z.enum(ADVANCE_ENDS).describe('How it ended.'),
      })
      .nullable()
      .describe('The latest advance since the start of the server, and how it ended.'),
    held: clockStop.nullable().describe('Reason why the clock is held; null: it is not held.'),
  })
  .meta({ id: 'Clock', description: 'The virtual clock.' });
export type ClockWire = z.infer<typeof clock>;

/**
 * `POST /sim/clock/advance`: exactly one of `by`, `to` and `until`; `within` bounds the wait for a goal (decision K72),
 * `max_events` the number of timers that run.
 */
export const advanceClock = z
  .strictObject({
    by: duration.optional(),
    to: instant.optional(),
    until: z
      .union([
        z.enum(['next_event', 'next_open', 'settled']),
        z.strictObject({ rebalance: z.string().min(1).describe('Identifier of the rebalance.') }),
      ])
      .optional()
      .describe(
        'What to advance to: the next entry of the event log or webhook attempt, the next opening of an exchange, `settled` (nothing is in progress any more), or the end of a rebalance.',
      ),
    within: duration.optional().describe('With `until`: the maximum virtual time to wait; if left out, 366 days.'),
    snapshot: z
      .union([z.boolean(), z.literal('always')])
      .default(true)
      .describe(
        'Whether to save the world in a snapshot first. True: before an advance that may be longer than a day; `always`: also before a shorter one, if the world is no larger than 32 MiB.',
      ),
    max_events: z.int().positive().max(100_000_000).default(1_000_000).describe('Maximum number of timers to run.'),
    wait: z
      .boolean()
      .default(false)
      .describe('True: responds once the advance has ended, or after `wait_ms` of real time at the latest.'),
    wait_ms: wholeNumber(1, 600_000)
      .optional()
      .describe(`With \`wait\`: maximum real time to wait, in milliseconds; if left out, ${DEFAULT_ADVANCE_WAIT_MS}.`),
  })
  .refine(
    ({ by, to, until }) => [by, to, until].filter((goal) => goal !== undefined).length === 1,
    'needs exactly one of "by", "to" and "until"',
  )
  .refine(({ until, within }) => within === undefined || (until !== undefined && until !== 'next_open'), {
    path: ['within'],
    error: 'can be given only with an "until" that may never happen: next_event, settled or a rebalance',
  })
  .refine((body) => body.wait_ms === undefined || body.wait, {
    path: ['wait_ms'],
    error: 'can be given only with "wait": true',
  })
  .meta({ id: 'AdvanceClock', description: 'How far to advance: exactly one of `by`, `to` and `until`.' });

/** `POST /sim/clock/mode`: a field that is left out stays unchanged. */
export const setClockMode = z
  .strictObject({
    mode: z.enum(CLOCK_MODES).optional().describe('How virtual time moves.'),
    rate: z.number().min(0.1).max(100_000).optional().describe('Virtual seconds per second, in the mode `realtime`.'),
    paused: z.boolean().optional().describe('True: virtual time does not move by itself.'),
  })
  .refine((body) => Object.keys(body).length > 0, 'needs at least one of "mode", "rate" and "paused"')
  .meta({ id: 'SetClockMode', description: 'Settings of the clock to change; fields left out keep their values.' });
