/** API schemas of records (decision L1): the event log under `/sim`. */
import { z } from 'zod';
import { EVENT_TYPES } from '../../../domain/events/event-catalogue.ts';
import { at, count, text } from '../../fields/described.ts';
import { instant, wholeNumber } from '../../fields/fields.ts';
import { filterText, next, page } from '../../fields/paging.ts';

export const worldEvent = z
  .strictObject({
    seq: count('Number of the event, from 1.'),
    at: at('Time of the event.'),
    type: text('Type of the event.'),
    data: z.record(z.string(), z.unknown()).describe('Fields of the event, depending on its type.'),
    hash: text('SHA-256 of the event and the hash before it, hexadecimal.'),
  })
  .meta({ id: 'WorldEvent', description: 'An entry of the event log.' });
export type WorldEvent = z.infer<typeof worldEvent>;
export const eventList = z
  .strictObject({ events: z.array(worldEvent).describe('Events, oldest first.'), next })
  .meta({ id: 'EventList', description: 'Part of the event log.' });
export type EventList = z.infer<typeof eventList>;

/** All filters must match. */
export const eventsQuery = z.strictObject({
  after: wholeNumber(0).default(0).describe('Only events with a larger number.'),
  ...page,
  type: z.enum(EVENT_TYPES).optional().describe('Only events of this type, such as `order.filled`.'),
  since: instant.optional().describe('Only events at this instant of virtual time or later.'),
  portfolio_id: filterText.describe('Only events about this portfolio, its rebalances and their orders.'),
});
