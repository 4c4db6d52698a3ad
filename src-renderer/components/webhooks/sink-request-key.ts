/** Names the requests of a sink, which have no id of their own, so that one of them can be selected by an address. */
import type { SinkRequestView } from '../../../src-server/contract/control/webhooks/sinks.ts';

type Named = Pick<SinkRequestView, 'received_at' | 'event_id'>;

/** Time and event id, and which of the same it is: stays the same while others come, whatever is not kept any more. */
export function keyedRequests<Request extends Named>(
  requests: readonly Request[],
): readonly { readonly key: string; readonly request: Request }[] {
  const seen = new Map<string, number>();
  return requests.map((request) => {
    const name = [request.received_at, request.event_id ?? 'plain'].join(' ');
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return { key: number === 1 ? name : `${name} ${number}`, request };
  });
}
