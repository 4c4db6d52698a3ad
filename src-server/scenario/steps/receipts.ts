/** What came to receivers, in the order in which it came: every request of a sink, or every delivery that was taken. */
import type { SinkView } from '../../contract/control/webhooks/sinks.ts';
import type { DeliveryRecord } from '../../engine/ports/webhook-ports.ts';
import type { StepRun } from './step-run.ts';
import { ANY_DELIVERY } from './until-step.ts';

export interface Receipt {
  readonly eventId: string;
  readonly type: string;
  readonly payload: unknown;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it was soundly signed; `null` where nobody looked. */
  readonly isSigned: boolean | null;
}

export async function receiptsOf(
  run: StepRun,
  { type, sink }: { readonly type?: string | undefined; readonly sink?: string | undefined },
): Promise<Receipt[]> {
  if (sink === undefined) return takenDeliveries(run, type);
  const answer = await run.host.send({ base: 'control', method: 'GET', path: `/sinks/${encodeURIComponent(sink)}` });
  // A sink that nothing came to is not there yet.
  if (answer.status !== 200) return [];
  const received = (answer.body as SinkView).requests.map(
    ({ event_id: eventId, body, headers, signature_valid: isSigned }) => {
      const payload = parsed(body);
      return { eventId: eventId ?? '', type: typeOf(payload), payload, headers: inSmallLetters(headers), isSigned };
    },
  );
  return type === undefined ? received : received.filter((receipt) => receipt.type === type);
}

const PAGE = 1000;

/** By the instant at which they were taken; of one instant, by their own order. */
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
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function typeOf(payload: unknown): string {
  const isEvent = typeof payload === 'object' && payload !== null && 'type' in payload;
  return isEvent ? String(payload.type) : '';
}

function inSmallLetters(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
