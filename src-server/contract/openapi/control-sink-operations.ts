/** The control plane: the built-in receivers of webhooks (decision L3). */
import { received, sinkList, sinkView } from '../records.ts';
import { latestQuery } from './control-queries.ts';
import type { Operation } from './operation.ts';

const sinkViews: readonly Operation[] = [
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

export const controlSinkOperations: readonly Operation[] = [...sinkViews, ...sinkOperations];
