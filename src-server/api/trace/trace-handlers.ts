/** `/sim/trace/{id}`: connects a request with its effects up to the responses of receivers (decisions L52, L53). */
import { MAX_TRACE_NODES, type Trace } from '../../contract/control/world/trace.ts';
import type { traceOperations } from '../../contract/control/world/trace-operations.ts';
import { accepted, refused, refusedFor } from '../../engine/outcome.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import { viewNotice } from '../journal/journal-view.ts';
import type { HandlersFor } from '../services.ts';
import { traceNodes } from './trace-nodes.ts';
import { requestsOf } from './trace-requests.ts';
import { type TraceSources, type TraceSubject, traceSubjectOf } from './trace-subject.ts';

type TraceRows = Pick<typeof traceOperations, 'getTrace'>;

const TRACEABLE = /^(?:rq|rb|or|fl|ev|dl)_[0-9A-HJKMNP-TV-Z]{26}$/;

export const traceHandlers: HandlersFor<TraceRows, keyof TraceSources> = {
  async getTrace({ params: { id }, ...sources }) {
    if (!TRACEABLE.test(id)) {
      const issue =
        'is not the id of a request (rq_), rebalance (rb_), order (or_), fill (fl_), event (ev_) or delivery (dl_)';
      return refusedFor('The path is invalid', [{ path: '/id', issue }]);
    }
    const subject = await traceSubjectOf(sources, id);
    return subject === null ? refused('not_found', whyNot(id)) : accepted(await viewTrace(sources, id, subject));
  },
};

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
    request: first === undefined ? null : viewNotice(first, sources.isUndone(first)),
    subject: { rebalance_id: rebalanceId, portfolio_id: portfolioId },
    ...traceNodes(sources, logged, requests),
  };
}

/** Returns the entries of the subject, and all later ones of its rebalance; in the order of the log, each once. */
function eventsOf({ events }: TraceSources, { logged, rebalanceId, fromSeq }: TraceSubject): LoggedEvent[] {
  const later = rebalanceId === null ? [] : events.ofRebalance(rebalanceId, MAX_TRACE_NODES + 1);
  const bySeq = new Map([...logged, ...later.filter(({ seq }) => seq >= fromSeq)].map((event) => [event.seq, event]));
  return [...bySeq.values()].sort((left, right) => left.seq - right.seq);
}
