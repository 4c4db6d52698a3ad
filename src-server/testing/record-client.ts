/** Reads records of events, requests and deliveries for a test, and reports what is missing. */

import type { DeliverySummary } from '../contract/control/webhooks/webhooks.ts';
import type { Verification } from '../contract/control/world/journal.ts';
import { BallastVerificationError } from './ballast-errors.ts';
import type { DeliveryFilter, Expectation, RecordClient } from './ballast-handle.ts';
import { askAll, type ControlPlane } from './control-plane.ts';
import { reproduceText, traceText, verificationText } from './failure-text.ts';

export function createRecordClient(plane: ControlPlane): RecordClient {
  return {
    addWebhook: (body) => plane.ask('POST /webhooks', { body }),
    deliveries: (filter = {}) => allDeliveries(plane, filter),
    delivery: (id) => plane.ask('GET /deliveries/{id}', { params: { id } }),
    verify: (expectation) => verify(plane, expectation),
    async journal(filter = {}) {
      const entries = await askAll(async (page) => {
        const { entries: rows, next } = await plane.ask('GET /journal', { query: { ...filter, ...page, full: true } });
        return { rows, next };
      });
      return entries.reverse();
    },
    events: (type) =>
      askAll(async (page) => {
        const { events: rows, next } = await plane.ask('GET /events', { query: { ...page, type } });
        return { rows, next };
      }),
    async trace(id) {
      const trace = await plane.ask('GET /trace/{id}', { params: { id } });
      return { ...trace, text: traceText(trace.nodes, trace.nodes.length) };
    },
  };
}

async function allDeliveries(plane: ControlPlane, filter: DeliveryFilter): Promise<DeliverySummary[]> {
  const { webhookId, eventId, ...same } = filter;
  const query = { ...same, webhook_id: webhookId, event_id: eventId };
  const deliveries = await askAll(async (page) => {
    const { deliveries: rows, next } = await plane.ask('GET /deliveries', { query: { ...query, ...page } });
    return { rows, next };
  });
  return deliveries.reverse();
}

async function verify(plane: ControlPlane, expectation: Expectation): Promise<Verification> {
  const { count, at_least, at_most, since, within, within_virtual, ...match } = expectation;
  const verification = await plane.ask('POST /journal/verify', {
    body: { match, count, at_least, at_most, since, within, within_virtual },
  });
  if (verification.satisfied) return verification;
  const world = await plane.ask('GET /fingerprint');
  const message = [
    verificationText(verification),
    `Requests with ${JSON.stringify(match)} were expected.`,
    reproduceText(world),
  ].join('\n');
  throw new BallastVerificationError(message, { verification });
}
