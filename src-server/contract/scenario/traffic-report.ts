/** The result of comparing the traffic of a real service with Ballast (decision R3). */
import { z } from 'zod';
import { count, real, text } from '../fields/described.ts';

const difference = z.strictObject({
  operation: text('Operation, by its method and path, such as `POST /rebalance`.'),
  place: text('`status`, `header X-Request-Id`, `content type`, or a pointer into the body: `body/orders/0/side`.'),
  against: z
    .enum(['contract', 'world', 'life_cycle'])
    .describe(
      'What the traffic differs from: the interface, the response of a local world to the same request, or the ' +
        'statuses that a rebalance can have.',
    ),
  issue: text('Description of the difference.'),
  count: count('Number of occurrences.'),
  first: count('Number of the first request with the difference, from 1.'),
});
export type TrafficDifference = z.infer<typeof difference>;

const timing = z.strictObject({
  operation: text('Operation.'),
  requests: count('Number of requests.'),
  median_ms: real('Median response time of the real service, ms.'),
  p95_ms: real('The 95 % quantile of the response times of the real service, ms.'),
  here_median_ms: real('Median response time of the local world, ms; null if none was used.').nullable(),
  here_p95_ms: real(
    'The 95 % quantile of the response times of the local world, ms; null if none was used.',
  ).nullable(),
});
export type TrafficTiming = z.infer<typeof timing>;

export const trafficReport = z
  .strictObject({
    requests: count('Number of requests to the service.'),
    compared: count('Number of requests that were compared.'),
    skipped: z
      .array(
        z.strictObject({
          request: count('Number of the request, from 1.'),
          reason: text('Reason it was not compared.'),
        }),
      )
      .describe('Requests that were not compared.'),
    differences: z.array(difference).describe('Differences, by operation and place.'),
    timings: z.array(timing).describe('Response times; they never count as differences.'),
  })
  .meta({ id: 'TrafficReport', description: 'Comparison of the responses of a real service with those of Ballast.' });
export type TrafficReport = z.infer<typeof trafficReport>;
