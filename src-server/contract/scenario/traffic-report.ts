/** What comes of holding the traffic of a real service against Ballast (decision R3). */
import { z } from 'zod';
import { count, real, text } from '../fields/described.ts';

const difference = z.strictObject({
  operation: text('The operation, by its method and path: `POST /rebalance`.'),
  place: text('`status`, `header X-Request-Id`, `content type`, or a pointer into the body: `body/orders/0/side`.'),
  against: z
    .enum(['contract', 'world', 'life_cycle'])
    .describe(
      'The interface, the answer of a world here to the same request, or the statuses that a rebalance can have.',
    ),
  issue: text('What is different.'),
  count: count('How often.'),
  first: count('Number of the first request that has it, from 1.'),
});
export type TrafficDifference = z.infer<typeof difference>;

const timing = z.strictObject({
  operation: text('The operation.'),
  requests: count('How many.'),
  median_ms: real('Of the real service.'),
  p95_ms: real('Of the real service.'),
  here_median_ms: real('Of the world here; null where none was asked.').nullable(),
  here_p95_ms: real('Of the world here; null where none was asked.').nullable(),
});
export type TrafficTiming = z.infer<typeof timing>;

export const trafficReport = z
  .strictObject({
    requests: count('Requests to the service.'),
    compared: count('How many of them were compared.'),
    skipped: z
      .array(z.strictObject({ request: count('Its number, from 1.'), reason: text('Why it was not compared.') }))
      .describe('Requests that were not compared.'),
    differences: z.array(difference).describe('By operation and place.'),
    timings: z.array(timing).describe('How long answers took; never a difference.'),
  })
  .meta({ id: 'TrafficReport', description: 'Where a real service answers otherwise than Ballast.' });
export type TrafficReport = z.infer<typeof trafficReport>;
