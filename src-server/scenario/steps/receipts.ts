/**
 * The webhooks that receivers got, in the order of arrival: every request to a built-in receiver, or every accepted
 * delivery.
 */

import type { SinkView } from '../../contract/control/webhooks/sinks.ts';
import { jsonIn } from '../../contract/fields/nesting.ts';
import type { DeliveryRecord } from '../../engine/ports/webhook-ports.ts';
import { askControl } from '../run/ask-control.ts';
import type { StepRun } from './step-run.ts';
import { ANY_DELIVERY } from './until-step.ts';

export interface Receipt {
  readonly eventId: string;
  readonly type: string;
  readonly payload: unknown;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether its signature is valid; `null` if it was not checked. */
  readonly isSigned: boolean | null;
}

export async function receiptsOf(
  run: StepRun,
  { type, sink }: { readonly type?: string | undefined; readonly sink?: string | undefined },
): Promise<Receipt[]> {
  if (sink === undefined) return takenDeliveries(run, type);
  const response = await askControl(run.host, 'GET /sinks/{name}', { params: { name: sink } });
  // A built-in receiver exists only once something was sent to it.
  if (response.status !== 200) return [];
  const received = (response.body as SinkView).requests.map(
    ({ event_id: eventId, body, headers, signature_valid: isSigned }) => {
      const payload = parsed(body);
      return { eventId: eventId ?? '', type: typeOf(payload), payload, headers: inSmallLetters(headers), isSigned };
    },
  );
  return type === undefined ? received : received.filter((receipt) => receipt.type === type);
}

const PAGE = 1000;

/** Ordered by the time of acceptance, then by delivery. */
function takenDeliveries({ host }: StepRun, type: string | undefined): Receipt[] {
  const store = host.webhooks();
  const filter = { ...ANY_DELIVERY, status: 'succeeded', type: type ?? null, limit: PAGE } as const;
  const taken: DeliveryRecord[] = [];
  for (let beforeDeliveryId: string | null = null; ; ) {
    const page: DeliveryRecord[] = store.deliveries({ ...filter, beforeDeliveryId });
    taken.push(...page);
    beforeDeliveryId = page.at(-1)?.deliveryId ?? null;
    if (page.length < PAGE) break;
  }
  return taken
    .reverse()
    .map((delivery) => ({ delivery, attempt: store.attempts(delivery.deliveryId).at(-1) }))
    .sort((one, other) => (one.attempt?.atMs ?? 0) - (other.attempt?.atMs ?? 0))
    .map(({ delivery, attempt }) => ({
      eventId: delivery.eventId,
      type: delivery.type,
      payload: parsed(delivery.payload),
      headers: inSmallLetters(attempt?.requestHeaders ?? {}),
      isSigned: null,
    }));
}

function parsed(text: string): unknown {
  const value = jsonIn(text);
  return value === undefined ? text : value;
}

function typeOf(payload: unknown): string {
  const isEvent = typeof payload === 'object' && payload !== null && 'type' in payload;
  return isEvent ? String(payload.type) : '';
}

function inSmallLetters(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
