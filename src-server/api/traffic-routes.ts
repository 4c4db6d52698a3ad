/** `/sim/events` and the sinks' contents: what happened, for reading. */
import type { Router } from 'express';
import type { WorldEvent } from '../contract/records.ts';
import { formatInstant } from '../domain/instant.ts';
import type { LoggedEvent } from '../kernel/event-chain.ts';
import { sendJson } from './exchange.ts';
import { limitOf, queryInteger } from './query-numbers.ts';
import type { Service } from './service.ts';
import { addSinkViews } from './sink-views.ts';

export function addTrafficRoutes(router: Router, service: Service): void {
  router.get('/events', (request, response) => {
    service.driver.nowMs();
    const after = queryInteger(request, 'after', 0, 0, Number.MAX_SAFE_INTEGER);
    const events = service.events.after(after, limitOf(request, 500, 10_000)).map(viewEvent);
    sendJson(request, response, 200, { events });
  });
  addSinkViews(router, service);
}

export function viewEvent({ seq, atMs, type, data, hash }: LoggedEvent): WorldEvent {
  return { seq, at: formatInstant(atMs), type, data: { ...data }, hash };
}
