/** `/sim/events` and the sinks' contents: what happened, for reading. */
import type { Router } from 'express';
import type { EventList, WorldEvent } from '../../contract/control/world/records.ts';
import { eventsQuery } from '../../contract/control/world/records.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import { addSinkViews } from '../control/webhooks/sink-views.ts';
import { numberOfCursor, pageFrom } from '../http/page-of.ts';
import { parseQuery } from '../http/parse-query.ts';
import { sendJson } from '../http/send-response.ts';
import type { Service } from '../http/service.ts';
import { instantOf } from './journal-query.ts';

export function addTrafficRoutes(router: Router, service: Service): void {
  router.get('/events', (request, response) => {
    const { after, limit, cursor, type, since, portfolio_id: portfolioId } = parseQuery(request, eventsQuery);
    service.driver.nowMs();
    const filter = { type, sinceMs: instantOf(since), portfolioId };
    const found = service.events.matching(filter, Math.max(after, numberOfCursor(cursor) ?? 0), limit + 1);
    const { rows, next } = pageFrom(found, limit, ({ seq }) => String(seq));
    const answer: EventList = { events: rows.map(viewEvent), next };
    sendJson(request, response, 200, answer);
  });
  addSinkViews(router, service);
}

export function viewEvent({ seq, atMs, type, data, hash }: LoggedEvent): WorldEvent {
  return { seq, at: formatInstant(atMs), type, data: { ...data }, hash };
}
