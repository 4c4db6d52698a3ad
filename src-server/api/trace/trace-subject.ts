/**
 * Finds the subject of an identifier: the request, rebalance or entry of the log from which a trace is made
 * (decision L52).
 */
import { portfolioIdOf, rebalanceIdOf } from '../../domain/events/event-subject.ts';
import { knownEvent } from '../../domain/events/read-event.ts';
import type { JournalRow } from '../../engine/ports/journal-port.ts';
import type { SinkStore } from '../../engine/ports/sink-ports.ts';
import type { DeliveryQuery, WebhookStore } from '../../engine/ports/webhook-ports.ts';
import type { World } from '../../engine/world.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import type { WebhookService } from '../control/webhooks/webhook-service.ts';
import { subjectOfPayload } from '../views/webhooks/payload-subject.ts';
import { ownEvents, type RequestSources } from './trace-requests.ts';

export interface TraceSources extends RequestSources {
  readonly world: World;
  readonly webhooks: WebhookStore;
  readonly webhookService: Pick<WebhookService, 'sinkAt'>;
  readonly sink: SinkStore;
}

export interface TraceSubject {
  /** The requested request. */
  readonly request: JournalRow | null;
  readonly rebalanceId: string | null;
  readonly portfolioId: string | null;
  /** Entries of the log that belong to it even without the rebalance: all that the request wrote, or the one event. */
  readonly logged: readonly LoggedEvent[];
  /** First entry of the rebalance that belongs to it. */
  readonly fromSeq: number;
}

/** Resolves with `null` if nothing has this id. */
export async function traceSubjectOf(sources: TraceSources, id: string): Promise<TraceSubject | null> {
  const { rebalances } = sources.world;
  switch (id.slice(0, 3)) {
    case 'rq_':
      return ofRequest(sources, id);
    case 'rb_':
      return ofRebalance(sources, id);
    case 'or_':
      return ofRebalance(sources, rebalances.findOrder(id)?.rebalanceId);
    case 'fl_':
      return ofRebalance(sources, rebalances.findFill(id)?.rebalanceId);
    case 'ev_':
      return ofEvent(sources, id);
    case 'dl_':
      return ofEvent(sources, sources.webhooks.findDelivery(id)?.eventId);
    default:
      return null;
  }
}

/** Returns the filter for deliveries of one event. */
export function deliveriesOfEvent(eventId: string, limit: number): DeliveryQuery {
  return { webhookId: null, status: null, type: null, eventId, text: null, beforeDeliveryId: null, limit };
}

function ofRebalance({ world }: TraceSources, rebalanceId: string | undefined): TraceSubject | null {
  const rebalance = rebalanceId === undefined ? null : world.rebalances.find(rebalanceId);
  if (rebalance === null) return null;
  const { portfolioId } = rebalance;
  return { request: null, rebalanceId: rebalance.rebalanceId, portfolioId, logged: [], fromSeq: 0 };
}

/** An event of a rebalance leads to all of that rebalance; any other one only to itself. */
function ofEvent(sources: TraceSources, eventId: string | undefined): TraceSubject | null {
  if (eventId === undefined) return null;
  const [delivery] = sources.webhooks.deliveries(deliveriesOfEvent(eventId, 1));
  const notifiedRebalanceId = delivery === undefined ? null : subjectOfPayload(delivery.payload).rebalance_id;
  const rebalance = ofRebalance(sources, notifiedRebalanceId ?? undefined);
  if (rebalance !== null) return rebalance;
  const event = sources.events.announcedAs(eventId);
  if (event === null) return null;
  const known = knownEvent(event);
  const around = ofRebalance(sources, rebalanceIdOf(known) ?? undefined);
  if (around !== null) return around;
  const portfolioId = portfolioIdOf(known);
  return { request: null, rebalanceId: null, portfolioId, logged: [event], fromSeq: 0 };
}

async function ofRequest(sources: TraceSources, requestId: string): Promise<TraceSubject | null> {
  const ask = { filter: { requestId }, limit: 1, order: 'latest', withContents: false, countTo: 0 } as const;
  const [request] = (await sources.journal.ask(ask)).rows;
  if (request === undefined) return null;
  const logged = ownEvents(sources, request);
  const known = logged.map(knownEvent);
  const named = (idOf: typeof rebalanceIdOf) => known.map(idOf).find((id) => id !== null) ?? null;
  const rebalanceId = named(rebalanceIdOf) ?? idIn(request.path, 'rb');
  const rebalance = rebalanceId === null ? null : sources.world.rebalances.find(rebalanceId);
  const portfolioId = named(portfolioIdOf) ?? rebalance?.portfolioId ?? idIn(request.path, 'pf');
  // A request that wrote nothing has no effects, whatever it names.
  const fromSeq = logged[0]?.seq ?? Number.POSITIVE_INFINITY;
  return { request, rebalanceId: rebalance?.rebalanceId ?? null, portfolioId, logged, fromSeq };
}

function idIn(path: string, prefix: string): string | null {
  return new RegExp(`\\b${prefix}_[0-9A-HJKMNP-TV-Z]{26}\\b`).exec(path)?.[0] ?? null;
}
