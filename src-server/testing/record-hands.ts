/** Looks up what happened, for a test, and says what is missing in words that a report can show. */
import type { JournalEntry, Verification } from '../contract/journal.ts';
import type { WorldEvent } from '../contract/records.ts';
import type { Fingerprint } from '../contract/session.ts';
import type { Trace } from '../contract/trace.ts';
import type { DeliverySummary } from '../contract/webhooks.ts';
import { BallastVerificationError } from './ballast-errors.ts';
import type { DeliveryFilter, Expectation, RecordHands } from './ballast-handle.ts';
import { type ControlPlane, queryOf } from './control-plane.ts';
import { reproduceText, traceText, verificationText } from './failure-text.ts';

const DELIVERIES_A_PAGE = 1000;
const EVENTS_A_PAGE = 10_000;
const MOST_ENTRIES = 1000;

export function createRecordHands(plane: ControlPlane): RecordHands {
  return {
    addWebhook: (endpoint) => plane.ask('POST', '/webhooks', endpoint),
    deliveries: (filter = {}) => allDeliveries(plane, filter),
    delivery: (id) => plane.ask('GET', `/deliveries/${encodeURIComponent(id)}`),
    verify: (expectation) => verify(plane, expectation),
    async journal(filter = {}) {
      const query = queryOf({ ...filter, full: true, limit: MOST_ENTRIES });
      const { entries } = await plane.ask<{ entries: JournalEntry[] }>('GET', `/journal${query}`);
      return entries.reverse();
    },
    async events(type) {
      return allEvents(plane, type);
    },
    async trace(id) {
      const trace = await plane.ask<Trace>('GET', `/trace/${encodeURIComponent(id)}`);
      return { ...trace, text: traceText(trace.nodes, trace.nodes.length) };
    },
  };
}

async function allDeliveries(plane: ControlPlane, filter: DeliveryFilter): Promise<DeliverySummary[]> {
  const { webhookId, eventId, ...same } = filter;
  const latestFirst: DeliverySummary[] = [];
  for (;;) {
    const before = latestFirst.at(-1)?.delivery_id;
    const query = queryOf({ ...same, webhook_id: webhookId, event_id: eventId, before, limit: DELIVERIES_A_PAGE });
    const { deliveries } = await plane.ask<{ deliveries: DeliverySummary[] }>('GET', `/deliveries${query}`);
    latestFirst.push(...deliveries);
    if (deliveries.length < DELIVERIES_A_PAGE) return latestFirst.reverse();
  }
}

async function allEvents(plane: ControlPlane, type: string | undefined): Promise<WorldEvent[]> {
  const all: WorldEvent[] = [];
  for (;;) {
    const query = queryOf({ after: all.at(-1)?.seq ?? 0, type, limit: EVENTS_A_PAGE });
    const { events } = await plane.ask<{ events: WorldEvent[] }>('GET', `/events${query}`);
    all.push(...events);
    if (events.length < EVENTS_A_PAGE) return all;
  }
}

async function verify(plane: ControlPlane, expectation: Expectation): Promise<Verification> {
  const { count, at_least, at_most, since, ...match } = expectation;
  const verification = await plane.ask<Verification>('POST', '/journal/verify', {
    match,
    ...{ count, at_least, at_most, since },
  });
  if (verification.satisfied) return verification;
  const world = await plane.ask<Fingerprint>('GET', '/fingerprint');
  const message = [
    verificationText(verification),
    `Expected were requests with ${JSON.stringify(match)}.`,
    reproduceText(world),
  ].join('\n');
  throw new BallastVerificationError(message, { verification });
}
