/** Keys of a sink's requests, which have no id of their own, so that an address can select one. */
import type { SinkRequestView } from '../../../src-server/contract/control/webhooks/sinks.ts';

type Named = Pick<SinkRequestView, 'received_at' | 'event_id' | 'method' | 'path' | 'body'>;

/**
 * Time and event id (without one, a digest of the content), and a number among equal ones: stays the same while further
 * requests arrive, however many are read or dropped. Requests that differ only in that number are interchangeable.
 */
export function keyedRequests<Request extends Named>(
  requests: readonly Request[],
): readonly { readonly key: string; readonly request: Request }[] {
  const seen = new Map<string, number>();
  return requests.map((request) => {
    const { received_at: at, event_id: eventId, method, path, body } = request;
    const name = [at, eventId ?? digestOf([method, path, body].join(' '))].join(' ');
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return { key: number === 1 ? name : `${name} ${number}`, request };
  });
}

/** FNV-1a: distinguishes texts, and protects nothing. */
function digestOf(text: string): string {
  let digest = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    digest = Math.imul(digest ^ text.charCodeAt(index), 0x01000193);
  }
  return (digest >>> 0).toString(16).padStart(8, '0');
}
