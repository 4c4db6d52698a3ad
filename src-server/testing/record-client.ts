/** Reads records of what happened, for a test, and reports what is missing. */

import type { DeliverySummary } from '../contract/control/webhooks/webhooks.ts';
import type { JournalEntry, Verification } from '../contract/control/world/journal.ts';
import type { WorldEvent } from '../contract/control/world/records.ts';
import type { Fingerprint } from '../contract/control/world/session.ts';
import type { Trace } from '../contract/control/world/trace.ts';
import { BallastVerificationError } from './ballast-errors.ts';
import type { DeliveryFilter, Expectation, RecordClient } from './ballast-handle.ts';
import { askAll, type ControlPlane } from './control-plane.ts';
import { reproduceText, traceText, verificationText } from './failure-text.ts';

export function createRecordClient(plane: ControlPlane): RecordClient {
  return {
    addWebhook: (endpoint) => plane.ask('POST', '/webhooks', endpoint),
    deliveries: (filter = {}) => allDeliveries(plane, filter),
    delivery: (id) => plane.ask('GET', `/deliveries/${encodeURIComponent(id)}`),
    verify: (expectation) => verify(plane, expectation),
    async journal(filter = {}) {
      return (await askAll<JournalEntry>(plane, '/journal', 'entries', { ...filter, full: true })).reverse();
    },
    events: (type) => askAll<WorldEvent>(plane, '/events', 'events', { type }),
    async trace(id) {
      const trace = await plane.ask<Trace>('GET', `/trace/${encodeURIComponent(id)}`);
      return { ...trace, text: traceText(trace.nodes, trace.nodes.length) };
    },
  };
}

async function allDeliveries(plane: ControlPlane, filter: DeliveryFilter): Promise<DeliverySummary[]> {
  const { webhookId, eventId, ...same } = filter;
  const query = { ...same, webhook_id: webhookId, event_id: eventId };
  return (await askAll<DeliverySummary>(plane, '/deliveries', 'deliveries', query)).reverse();
}

async function verify(plane: ControlPlane, expectation: Expectation): Promise<Verification> {
  const { count, at_least, at_most, since, within, within_virtual, ...match } = expectation;
  const verification = await plane.ask<Verification>('POST', '/journal/verify', {
    match,
    ...{ count, at_least, at_most, since, within, within_virtual },
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
