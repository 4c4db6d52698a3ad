/**
 * Operations of the control plane: the live stream of the world, and traces from any of its parts
 * (decisions L50 to L53).
 */

import { operations } from '../../openapi/operation.ts';
import { deliverySummary } from '../webhooks/webhooks.ts';
import { clock } from './clock.ts';
import { journalNotice } from './journal.ts';
import { worldEvent } from './records.ts';
import { controlNotice, documentedStreamQuery, runProgress, STREAM_TOPICS, streamGap, streamReset } from './stream.ts';
import { MAX_TRACE_NODES, trace } from './trace.ts';

export const traceOperations = operations({
  streamEvents: {
    method: 'get',
    path: '/stream',
    tag: 'World',
    summary: 'Follow the world',
    description:
      'Sends server-sent events until the client disconnects: `clock` (a `Clock`), `market`, `rebalance`, `fill` and `world` (a ' +
      '`WorldEvent` each), `request` (a `JournalNotice`), `delivery` (a `DeliverySummary`), `control` (a `ControlNotice`), `progress` (a `RunProgress`), and, whatever the topics are, ' +
      '`reset` (a `StreamReset`) and `gap` (a `StreamGap`). Each has an `id`: a client that sends the last one as ' +
      `\`Last-Event-ID\` receives what it missed. Topics: ${STREAM_TOPICS.join(', ')}.`,
    source: 'decisions L7, L50, L51, L129',
    query: documentedStreamQuery,
    success: {
      status: 200,
      description: 'A stream that does not end.',
      content: ['text/event-stream'],
      headers: ['Cache-Control', 'X-Accel-Buffering'],
    },
    messages: [clock, worldEvent, journalNotice, deliverySummary, controlNotice, runProgress, streamReset, streamGap],
  },
  getTrace: {
    method: 'get',
    path: '/trace/{id}',
    tag: 'Records',
    summary: 'Trace a request and what followed',
    description:
      'Traces a request (`rq_…`), rebalance (`rb_…`), order (`or_…`), fill (`fl_…`), webhook event (`ev_…`) or ' +
      'delivery (`dl_…`): the request with which it began, what its command wrote to the event log, what followed, and ' +
      `what receivers received and responded. Returns at most ${MAX_TRACE_NODES} nodes, the earliest ones.`,
    source: 'decisions L52, L53',
    parameters: { id: 'Identifier of a request, rebalance, order, fill, webhook event or delivery.' },
    success: { status: 200, description: 'The trace.', content: [trace] },
    errors: ['not_found'],
  },
});
