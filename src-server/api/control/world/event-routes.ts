/** `/sim/events`: the event log, for reading. */

import type { Router } from 'express';
import { recordOperations } from '../../../contract/control/world/record-operations.ts';
import type { EventList } from '../../../contract/control/world/records.ts';
import { eventsQuery } from '../../../contract/control/world/records.ts';
import type { EventStore } from '../../../engine/ports/stores.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { addOperation } from '../../http/add-operation.ts';
import { numberOfCursor, pageFrom } from '../../http/page-of.ts';
import { parseQuery } from '../../http/parse-query.ts';
import { sendJson } from '../../http/send-response.ts';
import { instantOf } from '../../journal/journal-query.ts';
import { viewEvent } from '../../views/world/view-event.ts';

export interface EventRouteDependencies {
  readonly driver: TimeDriver;
  readonly events: EventStore;
}

export function addEventRoutes(router: Router, service: EventRouteDependencies): void {
  addOperation(router, recordOperations.listEvents, (request, response) => {
    const { after, limit, cursor, type, since, portfolio_id: portfolioId } = parseQuery(request, eventsQuery);
    service.driver.nowMs();
    const filter = { type, sinceMs: instantOf(since), portfolioId };
    const found = service.events.matching(filter, Math.max(after, numberOfCursor(cursor) ?? 0), limit + 1);
    const { rows, next } = pageFrom(found, limit, ({ seq }) => String(seq));
    const answer: EventList = { events: rows.map(viewEvent), next };
    sendJson(request, response, 200, answer);
  });
}
