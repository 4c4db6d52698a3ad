/**
 * Events as OpenAPI's webhooks: the messages to receivers, their signature, and the meaning of a receiver's response
 * (decision I).
 */
import { WEBHOOK_PAYLOADS } from '../service/webhook-events.ts';
import { examples } from './examples.ts';
import type { Translation } from './json-schemas.ts';

/** The three headers of Standard Webhooks, as components. */
export const WEBHOOK_HEADERS = {
  'webhook-id': {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'Identifier of the event: the same on every attempt, so a receiver can recognise duplicates.',
    schema: { type: 'string', pattern: '^ev_[0-9A-HJKMNP-TV-Z]{26}$' },
    example: 'ev_VADB9NF4GNQ0KHQGDSNYNQK3K3',
  },
  'webhook-timestamp': {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'Unix seconds of the wall clock, new on every attempt.',
    schema: { type: 'integer', minimum: 0 },
    example: 1_772_443_800,
  },
  'webhook-signature': {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and the base64 of an HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>` with the secret of the ' +
      'endpoint; several signatures are separated by spaces.',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
} as const;

const ABOUT: Readonly<Record<keyof typeof WEBHOOK_PAYLOADS, string>> = {
  'rebalance.created': 'A plan was created',
  'rebalance.executing': 'A rebalance began to execute',
  'rebalance.partially_filled': 'A rebalance received its first fill',
  'rebalance.complete': 'A rebalance is complete',
  'rebalance.failed': 'A rebalance failed',
  'rebalance.cancelled': 'A plan was cancelled',
  'order.filled': 'An order was filled, in part or in full',
  'order.rejected': 'An exchange refused an order',
  'portfolio.drift_exceeded': 'A portfolio left its tolerance band',
};

export function describeWebhook(type: keyof typeof WEBHOOK_PAYLOADS, { of }: Translation) {
  const example = examples.webhooks[type];
  return {
    post: {
      operationId: `on${type.replace(/(?:^|[._])([a-z])/g, (_all, letter: string) => letter.toUpperCase())}`,
      tags: ['Webhooks'],
      summary: ABOUT[type],
      description:
        `Sent as \`${type}\` to every endpoint that receives it, and retried until it responds with 2xx: after 5 s, ` +
        '5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h of virtual time, plus or minus a tenth.\n\n' +
        'Source: specification 6; decision I.',
      security: [],
      parameters: Object.keys(WEBHOOK_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: of(WEBHOOK_PAYLOADS[type]), ...(example === undefined ? {} : { example }) },
        },
      },
      responses: {
        '2XX': { description: 'Received. After any other response, it is sent again.' },
        '410': { description: 'Disables the endpoint.' },
        '429': { description: 'Sent again, not before `Retry-After`.' },
        '503': { description: 'Sent again, not before `Retry-After`.' },
      },
    },
  };
}
