/** What led to a failure, as far as the world tells: the trace of the rebalance or request concerned, and the last events. */
import type { Trace } from '../../contract/control/world/trace.ts';
import type { FailureTrace } from './play-outcome.ts';
import type { RunEnd } from './run-scenario.ts';
import type { ScenarioHost } from './scenario-host.ts';

const MOST_LINKS = 200;
const LAST_EVENTS = 10;

export async function traceFailure(host: ScenarioHost, { subject }: RunEnd): Promise<FailureTrace> {
  const { eventCount } = host.context().world.kernel;
  const lastEvents = host.eventsAfter(Math.max(0, eventCount - LAST_EVENTS));
  for (const id of [subject.rebalanceId, subject.requestId]) {
    if (id === undefined) continue;
    const answer = await host.send({ base: 'control', method: 'GET', path: `/trace/${encodeURIComponent(id)}` });
    // Requests are kept only where the scenario asks for them, and a rebalance may not be one.
    if (answer.status !== 200) continue;
    const { nodes, truncated } = answer.body as Trace;
    const links = nodes.slice(-MOST_LINKS).map(({ id: link, parent, kind, at, title, status }) => {
      return { id: link, parent, kind, at, title, status };
    });
    return { id, links, isCut: truncated || nodes.length > MOST_LINKS, lastEvents };
  }
  return { id: null, links: [], isCut: false, lastEvents };
}
