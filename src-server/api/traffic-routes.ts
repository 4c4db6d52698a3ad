/** `/sim/events`, `/sim/journal` and the sinks' contents: what happened and what was said, for reading. */
import type { Router } from 'express';
import type { WorldEvent } from '../contract/records.ts';
import { formatInstant } from '../domain/instant.ts';
import type { LoggedEvent } from '../kernel/event-chain.ts';
import { sendJson } from './exchange.ts';
import { limitOf, queryInteger } from './query-numbers.ts';
import type { Service } from './service.ts';
import { addSinkViews } from './sink-routes.ts';

export function addTrafficRoutes(router: Router, service: Service): void {
  router.get('/events', (request, response) => {
    service.driver.nowMs();
    const after = queryInteger(request, 'after', 0, 0, Number.MAX_SAFE_INTEGER);
    const events = service.events.after(after, limitOf(request, 500, 10_000)).map(viewEvent);
    sendJson(request, response, 200, { events });
  });
  router.get('/journal', (request, response) => {
    service.journal.flush();
    const entries = service.journalStore.latest(limitOf(request, 200, 1000)).map((record) => ({
      seq: record.seq,
      request_id: record.requestId,
      at: formatInstant(record.atMs),
      method: record.method,
      path: record.path,
      form: record.form,
      status: record.status,
      duration_ms: record.durationMs,
      request_body: record.requestBody,
      response_body: record.responseBody,
    }));
    sendJson(request, response, 200, { entries });
  });
  addSinkViews(router, service);
}

export function viewEvent({ seq, atMs, type, data, hash }: LoggedEvent): WorldEvent {
  return { seq, at: formatInstant(atMs), type, data: { ...data }, hash };
}
