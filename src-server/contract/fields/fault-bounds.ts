/** Common API fields of all kinds of faults: their duration, and the share of occurrences that they hit. */
import { duration, instant, numberWithin } from './fields.ts';
import { BOUNDS } from './number-bounds.ts';

/** Fields of faults that are states. */
export const faultSpan = {
  from: instant.optional().describe('Time at which the fault starts; now by default.'),
  until: instant
    .optional()
    .describe('Time at which the fault ends; without until, for and count, it lasts until it is ended.'),
  for: duration.optional().describe('Duration of the fault, in place of until.'),
};

/** Fields of faults that hit occurrences one after the other. */
export const faultHits = {
  ...faultSpan,
  share: numberWithin(BOUNDS.hitShare).default(1).describe('Share of the matching occurrences that the fault hits.'),
  count: numberWithin(BOUNDS.hits).optional().describe('Number of hits after which the fault ends.'),
};
