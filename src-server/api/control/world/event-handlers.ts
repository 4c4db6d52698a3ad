/** `/sim/events`: reads the event log. */
import type { recordOperations } from '../../../contract/control/world/record-operations.ts';
import { accepted } from '../../../engine/outcome.ts';
import { numberOfCursor, pageFrom } from '../../http/page-of.ts';
import { queryInstantMs } from '../../journal/journal-query.ts';
import type { HandlersFor } from '../../services.ts';
import { viewEvent } from '../../views/world/view-event.ts';

export const eventHandlers: HandlersFor<Pick<typeof recordOperations, 'listEvents'>, 'events'> = {
  listEvents({ events, query: { after, limit, cursor, type, since, portfolio_id: portfolioId } }) {
    const filter = { type, sinceMs: queryInstantMs(since), portfolioId };
    const behind = numberOfCursor(cursor);
    if (!behind.ok) return behind;
    const found = events.matching(filter, Math.max(after, behind.value ?? 0), limit + 1);
    const { rows, next } = pageFrom(found, limit, ({ seq }) => String(seq));
    return accepted({ events: rows.map(viewEvent), next });
  },
};
