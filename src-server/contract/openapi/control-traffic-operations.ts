/** The control plane, third part: who is told of events, what was said, and what came of it (decisions I, L). */
import {
  createWebhook,
  deletedWebhook,
  deliveryList,
  deliverySummary,
  deliveryView,
  webhookEndpoint,
  webhookList,
} from '../control.ts';
import { eventList, journalList, received, sinkList, sinkView } from '../records.ts';
import { eventsQuery, latestQuery } from './control-queries.ts';
import type { Operation } from './operation.ts';

const webhookOperations: readonly Operation[] = [
  {
    id: 'listWebhooks',
    method: 'get',
    path: '/webhooks',
    tag: 'Webhooks',
    summary: 'List endpoints',
    description: 'Every endpoint that is told of events, with its secret.',
    source: 'decision I6',
    success: { status: 200, description: 'The endpoints.', content: [webhookList] },
  },
  {
    id: 'addWebhook',
    method: 'post',
    path: '/webhooks',
    tag: 'Webhooks',
    summary: 'Add an endpoint',
    description: 'Tells an address on loopback, or the built-in sink, of events from now on.',
    source: 'decisions I6, I7',
    body: createWebhook,
    success: { status: 201, description: 'The endpoint.', content: [webhookEndpoint] },
  },
  {
    id: 'removeWebhook',
    method: 'delete',
    path: '/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Remove an endpoint',
    description: 'Tells it of nothing any more; what waits for it fails.',
    source: 'decision I5',
    parameters: { id: 'Endpoint to remove.' },
    success: { status: 200, description: 'The endpoint is gone.', content: [deletedWebhook] },
    errors: ['not_found'],
  },
  {
    id: 'listDeliveries',
    method: 'get',
    path: '/deliveries',
    tag: 'Webhooks',
    summary: 'List deliveries',
    description: 'Events on their way to endpoints, latest first.',
    source: 'decision I',
    query: latestQuery,
    success: { status: 200, description: 'The deliveries.', content: [deliveryList] },
  },
  {
    id: 'getDelivery',
    method: 'get',
    path: '/deliveries/{id}',
    tag: 'Webhooks',
    summary: 'Read a delivery',
    description: 'Payload, attempts and signature of a delivery.',
    source: 'decision I',
    parameters: { id: 'Delivery to read.' },
    success: { status: 200, description: 'The delivery.', content: [deliveryView] },
    errors: ['not_found'],
  },
  {
    id: 'redeliver',
    method: 'post',
    path: '/deliveries/{id}/redeliver',
    tag: 'Webhooks',
    summary: 'Deliver again',
    description: 'One more attempt at once, with the same event id.',
    source: 'decisions I3, I5',
    parameters: { id: 'Delivery to send again.' },
    success: { status: 202, description: 'The delivery, which is pending.', content: [deliverySummary] },
    errors: ['not_found'],
  },
];

const recordOperations: readonly Operation[] = [
  {
    id: 'listEvents',
    method: 'get',
    path: '/events',
    tag: 'Records',
    summary: 'Read the event log',
    description: 'What happened, each event chained to the one before by its hash.',
    source: 'decision L1',
    query: eventsQuery,
    success: { status: 200, description: 'The events.', content: [eventList] },
  },
  {
    id: 'listJournal',
    method: 'get',
    path: '/journal',
    tag: 'Records',
    summary: 'Read the journal',
    description: 'What clients and the simulated service said to each other.',
    source: 'decision L6',
    query: latestQuery,
    success: { status: 200, description: 'The entries.', content: [journalList] },
  },
  {
    id: 'listSinks',
    method: 'get',
    path: '/sinks',
    tag: 'Records',
    summary: 'List sinks',
    description: 'Built-in receivers that received something.',
    source: 'decision L3',
    success: { status: 200, description: 'The sinks.', content: [sinkList] },
  },
  {
    id: 'getSink',
    method: 'get',
    path: '/sinks/{name}',
    tag: 'Records',
    summary: 'Read a sink',
    description: 'What a built-in receiver received of late, oldest first.',
    source: 'decision L3',
    parameters: { name: 'Name of the sink.' },
    query: latestQuery,
    success: { status: 200, description: 'The requests.', content: [sinkView] },
  },
];

/** `ANY`, of which OpenAPI knows these. */
const SINK_METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const sinkOperations: readonly Operation[] = SINK_METHODS.flatMap((method) => [
  sinkOperation(method, '/sink', `${method}ToDefaultSink`, 'the default sink'),
  sinkOperation(method, '/sink/{name}', `${method}ToSink`, 'a sink'),
]);

function sinkOperation(method: (typeof SINK_METHODS)[number], path: string, id: string, what: string): Operation {
  return {
    id,
    method,
    path,
    tag: 'Records',
    summary: `Send a ${method.toUpperCase()} to ${what}`,
    description: 'The built-in receiver of webhooks: records whatever comes, by any method, and answers 200.',
    source: 'decision L3',
    parameters: { name: 'Name of the sink: 1 to 64 of `A-Za-z0-9._~-`.' },
    success: { status: 200, description: 'It was recorded.', content: [received] },
    errors: ['not_found'],
    isOpen: true,
  };
}

export const controlTrafficOperations: readonly Operation[] = [
  ...webhookOperations,
  ...recordOperations,
  ...sinkOperations,
];
