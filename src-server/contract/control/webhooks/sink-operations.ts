/** The control plane: the built-in receivers of webhooks (decisions L3, L46). */

import { pageQuery } from '../../fields/paging.ts';
import { type Operation, operations } from '../../openapi/operation.ts';
import { emptiedSink, received, scriptSink, sinkList, sinkScript, sinkView } from './sinks.ts';

export const sinkOperations = operations({
  listSinks: {
    method: 'get',
    path: '/sinks',
    tag: 'Records',
    summary: 'List sinks',
    description: 'Built-in receivers that are webhook endpoints, received something, or have scripted answers.',
    source: 'decision L3',
    query: pageQuery,
    success: { status: 200, description: 'The sinks.', content: [sinkList] },
  },
  getSink: {
    method: 'get',
    path: '/sinks/{name}',
    tag: 'Records',
    summary: 'Read a sink',
    description:
      'The latest requests to a built-in receiver, oldest first, why their signatures are valid or not, and its answers.',
    source: 'decisions L3, L46',
    parameters: { name: 'Name of the sink.' },
    query: pageQuery,
    success: { status: 200, description: 'The requests.', content: [sinkView] },
  },
  scriptSink: {
    method: 'put',
    path: '/sinks/{name}',
    tag: 'Records',
    summary: 'Tell a sink what to answer',
    description: 'Its answers one after the other, then what follows the last. Takes the place of an earlier script.',
    source: 'decision L46',
    parameters: { name: 'Name of the sink: 1 to 64 of `A-Za-z0-9._~-`.' },
    body: scriptSink,
    success: { status: 200, description: 'What it answers from now on.', content: [sinkScript] },
  },
  unscriptSink: {
    method: 'delete',
    path: '/sinks/{name}/answers',
    tag: 'Records',
    summary: 'Let a sink accept everything',
    description: 'Deletes its scripted answers: it answers 200 again.',
    source: 'decision L46',
    parameters: { name: 'Name of the sink.' },
    success: { status: 200, description: 'What it answers from now on.', content: [sinkScript] },
  },
  emptySink: {
    method: 'delete',
    path: '/sinks/{name}',
    tag: 'Records',
    summary: 'Empty a sink',
    description: 'Forgets what it received; what it answers stays.',
    source: 'decision L46',
    parameters: { name: 'Name of the sink.' },
    success: { status: 200, description: 'How much was forgotten.', content: [emptiedSink] },
  },
});

/** `ANY`, of which OpenAPI knows these. */
const SINK_METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export const sinkReceiverOperations: readonly Operation[] = SINK_METHODS.flatMap((method) => [
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
    description:
      'The built-in receiver of webhooks: records every request, by any method, and answers 200, or by its script.',
    source: 'decision L3',
    parameters: { name: 'Name of the sink: 1 to 64 of `A-Za-z0-9._~-`.' },
    success: { status: 200, description: 'It was recorded.', content: [received] },
    otherAnswers: 'The scripted answer of the sink.',
    errors: ['not_found'],
    isOpen: true,
  };
}
