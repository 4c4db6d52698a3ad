/** Finds the faults of webhooks that broke a delivery, or a message in a sink: both are found through the attempts. */
import type { ListedDelivery } from '../../../contract/control/webhooks/webhooks.ts';
import { type Injection, scopeOfKind } from '../../../engine/http-faults/http-fault.ts';
import type { SinkRecord } from '../../../engine/ports/sink-ports.ts';
import type {
  AttemptRecord,
  DeliveryQuery,
  DeliveryRecord,
  WebhookStore,
} from '../../../engine/ports/webhook-ports.ts';
import type { World } from '../../../engine/world.ts';

export interface InjectionSources {
  readonly world: Pick<World, 'httpFaults'>;
  readonly webhooks: Pick<WebhookStore, 'attempts' | 'deliveries'>;
}

type Injected = ListedDelivery['injected'];

/** Maximum number of endpoints that receive one event. */
const MAX_DELIVERIES = 100;

/** The fault of its latest attempt with one, and every fault of its attempts. */
export function injectedIntoDelivery(
  sources: InjectionSources,
  delivery: DeliveryRecord,
): Pick<ListedDelivery, 'injected' | 'injections'> {
  const isSent = delivery.attempts > 0 || delivery.status === 'dropped';
  const attempts = isSent && isAnyBroken(sources) ? sources.webhooks.attempts(delivery.deliveryId) : [];
  const all = attempts
    .toSorted((left, right) => left.attempt - right.attempt)
    .flatMap(({ injected }) => viewInjection(injected) ?? []);
  const injections = all.filter((each, index) => all.findIndex((one) => one.fault_id === each.fault_id) === index);
  return { injected: all.at(-1) ?? null, injections };
}

/** A retry within a second has the same headers: then it is not known which of the two arrived. */
export function injectedIntoRecord(sources: InjectionSources, record: SinkRecord): Injected {
  const { eventId, headers } = record;
  if (eventId === null || !isAnyBroken(sources)) return null;
  const attempts = sources.webhooks
    .deliveries(ofEvent(eventId))
    .flatMap(({ deliveryId }) => sources.webhooks.attempts(deliveryId))
    .filter(({ requestHeaders }) => SIGNED.every((name) => requestHeaders[name] === headers[name]));
  const [first] = attempts;
  return first !== undefined && attempts.every(isBroken) ? viewInjection(first.injected) : null;
}

const SIGNED = ['webhook-signature', 'webhook-timestamp'];

function isBroken({ injected }: AttemptRecord): boolean {
  return injected !== null;
}

/** Attempts have long texts: they are read only if a fault ever hit a webhook. */
function isAnyBroken({ world }: InjectionSources): boolean {
  return world.httpFaults.all().some(({ terms, hits }) => hits > 0 && scopeOfKind(terms.kind) === 'webhook');
}

function ofEvent(eventId: string): DeliveryQuery {
  const everything = { webhookId: null, status: null, type: null, text: null, beforeDeliveryId: null };
  return { ...everything, eventId, limit: MAX_DELIVERIES };
}

function viewInjection(injection: Injection | null): Injected {
  return injection === null ? null : { fault_id: injection.faultId, kind: injection.kind };
}
