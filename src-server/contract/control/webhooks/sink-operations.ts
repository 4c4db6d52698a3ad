/** Operations of the control plane: the built-in receivers of webhooks (decisions L3, L46). */

import { pageQuery } from '../../fields/paging.ts';
import { METHODS, type Operation, operations } from '../../openapi/operation.ts';
import { emptiedSink, received, scriptSink, sinkList, sinkScript, sinkView } from './sinks.ts';

export const sinkOperations = operations({
  listSinks: {
    method: 'get',
    path: '/sinks',
    tag: 'Records',
    summary: 'List sinks',
    description:
      'Lists built-in receivers that are webhook endpoints, have received something, or have scripted responses.',
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
      'Returns the latest requests to a sink, oldest first, why their signatures are valid or not, and its responses.',
    source: 'decisions L3, L46',
    parameters: { name: 'Name of the sink.' },
    query: pageQuery,
    success: { status: 200, description: 'The requests.', content: [sinkView] },
  },
  scriptSink: {
    method: 'put',
    path: '/sinks/{name}',
    tag: 'Records',
    summary: 'Script the responses of a sink',
    description: 'Sets its responses, in order, and what follows the last one. Replaces an earlier script.',
    source: 'decision L46',
    parameters: { name: 'Name of the sink: 1 to 64 of `A-Za-z0-9._~-`.' },
    body: scriptSink,
    runsOn: false,
    success: { status: 200, description: 'The responses of the sink from now on.', content: [sinkScript] },
  },
  unscriptSink: {
    method: 'delete',
    path: '/sinks/{name}/answers',
    tag: 'Records',
    summary: 'Delete the script of a sink',
    description: 'Deletes its scripted responses: it responds with 200 again.',
    source: 'decision L46',
    parameters: { name: 'Name of the sink.' },
    runsOn: false,
    success: { status: 200, description: 'The responses of the sink from now on.', content: [sinkScript] },
  },
  emptySink: {
    method: 'delete',
    path: '/sinks/{name}',
    tag: 'Records',
    summary: 'Empty a sink',
    description: 'Deletes the requests that it received; its responses stay the same.',
    source: 'decision L46',
    parameters: { name: 'Name of the sink.' },
    runsOn: false,
    success: { status: 200, description: 'The number of requests deleted.', content: [emptiedSink] },
  },
});

/** One operation per method of the documents, instead of `ANY`. */
export const sinkReceiverOperations: readonly Operation[] = METHODS.flatMap((method) => [
  sinkOperation(method, '/sink', `${method}ToDefaultSink`, 'the default sink'),
  sinkOperation(method, '/sink/{name}', `${method}ToSink`, 'a sink'),
]);

function sinkOperation(method: Operation['method'], path: string, id: string, what: string): Operation {
  return {
    id,
    method,
    path,
    tag: 'Records',
    summary: `Send a ${method.toUpperCase()} to ${what}`,
    description:
      'Records every request, with any method, and responds with 200 or as scripted: the built-in webhook receiver.',
    source: 'decision L3',
    parameters: { name: 'Name of the sink: 1 to 64 of `A-Za-z0-9._~-`.' },
    success: { status: 200, description: 'The request was recorded.', content: [received] },
    otherResponses: 'The scripted response of the sink.',
    errors: ['not_found'],
    isOpen: true,
  };
}
