/** `/sim/events` and the sinks' contents: what happened, for reading. */
import type { Router } from 'express';
import { eventsQuery } from '../contract/openapi/control-queries.ts';
import type { WorldEvent } from '../contract/records.ts';
import { formatInstant } from '../domain/instant.ts';
import type { LoggedEvent } from '../kernel/event-chain.ts';
import { sendJson } from './exchange.ts';
import { instantOf } from './journal-query.ts';
import { parseQuery } from './parse-query.ts';
import type { Service } from './service.ts';
import { addSinkViews } from './sink-views.ts';

export function addTrafficRoutes(router: Router, service: Service): void {
  router.get('/events', (request, response) => {
    const { after, limit, type, since, portfolio_id: portfolioId } = parseQuery(request, eventsQuery);
    service.driver.nowMs();
    const filter = { type, sinceMs: instantOf(since), portfolioId };
    const events = service.events.matching(filter, after, limit).map(viewEvent);
    sendJson(request, response, 200, { events });
  });
  addSinkViews(router, service);
}

export function viewEvent({ seq, atMs, type, data, hash }: LoggedEvent): WorldEvent {
  return { seq, at: formatInstant(atMs), type, data: { ...data }, hash };
}
