/** Wire schemas of the virtual clock under `/sim/clock` (decision J). */
import { z } from 'zod';
import { duration, instant } from './fields.ts';

export const CLOCK_MODES = ['realtime', 'manual', 'instant'] as const;

export const clock = z.strictObject({
  now: z.string(),
  mode: z.enum(CLOCK_MODES),
  rate: z.number(),
  paused: z.boolean(),
  status: z.enum(['ready', 'advancing']),
  progress: z.strictObject({ from: z.string(), to: z.string(), now: z.string(), events: z.int() }).nullable(),
  last_advance: z
    .strictObject({
      from: z.string(),
      to: z.string(),
      now: z.string(),
      events: z.int(),
      ended: z.enum(['reached', 'stopped', 'event_limit', 'time_limit']),
    })
    .nullable()
    .describe('how the latest advance since the start of the server ended'),
});
export type ClockWire = z.infer<typeof clock>;

/** `POST /sim/clock/advance`: exactly one of `by`, `to` and `until`; `max_events` bounds how many timers it runs. */
export const advanceClock = z
  .strictObject({
    by: duration.optional(),
    to: instant.optional(),
    until: z.union([z.enum(['next_event', 'next_open']), z.strictObject({ rebalance: z.string().min(1) })]).optional(),
    max_events: z.int().positive().max(100_000_000).default(1_000_000),
  })
  .refine(
    ({ by, to, until }) => [by, to, until].filter((goal) => goal !== undefined).length === 1,
    'needs exactly one of "by", "to" and "until"',
  );

/** `POST /sim/clock/mode`: what is left out stays as it is. */
export const setClockMode = z
  .strictObject({
    mode: z.enum(CLOCK_MODES).optional(),
    rate: z.number().min(0.1).max(100_000).optional(),
    paused: z.boolean().optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'needs at least one of "mode", "rate" and "paused"');
