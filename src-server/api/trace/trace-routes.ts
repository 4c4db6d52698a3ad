/** `/sim/trace/{id}`: what belongs together, from the request to what receivers answered (decisions L52, L53). */

import type { Router } from 'express';
import { MOST_TRACE_NODES, type Trace } from '../../contract/control/world/trace.ts';
import { traceOperations } from '../../contract/control/world/trace-operations.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import type { TimeDriver } from '../../kernel/time-driver.ts';
import { addOperation } from '../http/add-operation.ts';
import { Problem, problemOfDetails } from '../http/problem.ts';
import { sendJson } from '../http/send-response.ts';
import { viewNotice } from '../journal/journal-view.ts';
import { traceNodes } from './trace-nodes.ts';
import { requestsOf } from './trace-requests.ts';
import { subjectOf, type TraceSources, type TraceSubject } from './trace-subject.ts';

export interface TraceRouteDependencies extends TraceSources {
  readonly driver: TimeDriver;
}

const TRACEABLE = /^(?:rq|rb|or|fl|ev|dl)_[0-9A-HJKMNP-TV-Z]{26}$/;

export function addTraceRoutes(router: Router, service: TraceRouteDependencies): void {
  addOperation(router, traceOperations.getTrace, async (request, response) => {
    const { id } = request.params;
    if (!TRACEABLE.test(id)) {
      const issue =
        'is not the id of a request (rq_), rebalance (rb_), order (or_), fill (fl_), event (ev_) or delivery (dl_)';
      throw problemOfDetails([{ path: '/id', issue }], 'path');
    }
    service.driver.nowMs();
    const subject = await subjectOf(service, id);
    if (subject === null) throw new Problem('not_found', whyNot(id));
    sendJson(request, response, 200, await viewTrace(service, id, subject));
  });
}

function whyNot(id: string): string {
  if (id.startsWith('rq_')) return `The journal has no request ${id}.`;
  return `Nothing in this world has the id ${id}.`;
}

async function viewTrace(sources: TraceSources, id: string, subject: TraceSubject): Promise<Trace> {
  const { rebalanceId, portfolioId } = subject;
  const logged = eventsOf(sources, subject);
  const found = await requestsOf(sources, logged, rebalanceId);
  const { request } = subject;
  const isListed = request === null || found.some(({ seq }) => seq === request.seq);
  const requests = isListed ? found : [request, ...found];
  const first = request ?? requests[0];
  return {
    id,
    request: first === undefined ? null : viewNotice(first),
    subject: { rebalance_id: rebalanceId, portfolio_id: portfolioId },
    ...traceNodes(sources, logged, requests),
  };
}

/** What is the subject's own, and all that happened to its rebalance since; in the order of the log, each once. */
function eventsOf({ events }: TraceSources, { logged, rebalanceId, fromSeq }: TraceSubject): LoggedEvent[] {
  const later = rebalanceId === null ? [] : events.ofRebalance(rebalanceId, MOST_TRACE_NODES + 1);
  const bySeq = new Map([...logged, ...later.filter(({ seq }) => seq >= fromSeq)].map((event) => [event.seq, event]));
  return [...bySeq.values()].sort((left, right) => left.seq - right.seq);
}
