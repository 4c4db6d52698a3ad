/** What faults of every kind have in common on the wire: how long they hold, and how much of what happens they hit. */
import { z } from 'zod';
import { duration, instant } from './fields.ts';

/** For faults that are states. */
export const faultSpan = {
  from: instant.optional().describe('Now, where it is left out.'),
  until: instant.optional().describe('Without until, for and count: until it is ended.'),
  for: duration.optional().describe('In place of until.'),
};

/** For faults that hit one thing after the other. */
export const faultHits = {
  ...faultSpan,
  share: z.number().gt(0).max(1).default(1).describe('Of what happens in its place, this share is hit.'),
  count: z.int().min(1).max(1_000_000).optional().describe('Ends after so many hits.'),
};

export const FAULT_STATUSES = ['scheduled', 'active', 'over', 'cancelled'] as const;
