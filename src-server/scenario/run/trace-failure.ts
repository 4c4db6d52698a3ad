/**
 * Explains a failure as far as the world knows its causes: the trace of its rebalance or request, and the last events.
 */

import type { Trace } from '../../contract/control/world/trace.ts';
import { askControl } from './ask-control.ts';
import type { FailureTrace } from './play-outcome.ts';
import type { RunEnd } from './run-scenario.ts';
import type { ScenarioHost } from './scenario-host.ts';

const MAX_LINKS = 200;
const LAST_EVENTS = 10;

export async function traceFailure(host: ScenarioHost, { subject }: RunEnd): Promise<FailureTrace> {
  const { eventCount } = host.context().world.kernel;
  const lastEvents = host.eventsAfter(Math.max(0, eventCount - LAST_EVENTS));
  for (const id of [subject.rebalanceId, subject.requestId]) {
    if (id === undefined) continue;
    const response = await askControl(host, 'GET /trace/{id}', { params: { id } });
    // Requests are only stored if the scenario needs them, and a step may concern no rebalance.
    if (response.status !== 200) continue;
    const { nodes, truncated } = response.body as Trace;
    const links = nodes.slice(-MAX_LINKS).map(({ id: link, parent, kind, at, title, status }) => {
      return { id: link, parent, kind, at, title, status };
    });
    return { id, links, isCut: truncated || nodes.length > MAX_LINKS, lastEvents };
  }
  return { id: null, links: [], isCut: false, lastEvents };
}
