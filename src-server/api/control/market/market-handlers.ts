/** `/sim/market`: hold mids and exchange rates, lay events over them, load prices (decision L). */
import type { marketOperations } from '../../../contract/control/market/market-operations.ts';
import { addMarketEvent } from '../../../engine/commands/market/add-market-event.ts';
import { endMarketEvent, takeBackJump } from '../../../engine/commands/market/end-market-event.ts';
import { describeSeries, loadSeries } from '../../../engine/commands/market/load-series.ts';
import { isRatePin, pinPrice } from '../../../engine/commands/market/pin-price.ts';
import { unpinPrice } from '../../../engine/commands/market/unpin-price.ts';
import { accepted, mapOutcome } from '../../../engine/outcome.ts';
import { toMarketEvent } from '../../../scenario/run/market-event.ts';
import { pageOf } from '../../http/page-of.ts';
import type { HandlersFor } from '../../services.ts';
import { viewMarketEvent } from '../../views/market/view-market-events.ts';
import { listPins, viewPin } from '../../views/market/view-pins.ts';
import { listRates } from '../../views/market/view-rates.ts';

type MarketRows = Pick<
  typeof marketOperations,
  | 'listPins'
  | 'pinPrice'
  | 'listRates'
  | 'unpinPrice'
  | 'listMarketEvents'
  | 'addMarketEvent'
  | 'endMarketEvent'
  | 'loadSeries'
>;

export const marketHandlers: HandlersFor<MarketRows, 'world'> = {
  listPins: ({ world }) => accepted(listPins(world)),

  pinPrice: ({ world, body }) => mapOutcome(pinPrice(world, body), viewPin),

  listRates: ({ world, nowMs }) => accepted(listRates(world, nowMs)),

  unpinPrice: ({ world, params: { isin } }) =>
    mapOutcome(unpinPrice(world, isin), (released) => ({
      ...(isRatePin(released) ? { currency: isin } : { isin }),
      deleted: true as const,
    })),

  listMarketEvents: ({ world, query, nowMs }) =>
    mapOutcome(
      pageOf(world.marketEvents.all(), query, ({ marketEventId }) => marketEventId),
      ({ rows, next }) => ({ market_events: rows.map((overlay) => viewMarketEvent(overlay, nowMs)), next }),
    ),

  addMarketEvent: ({ world, body, nowMs }) =>
    mapOutcome(addMarketEvent(world, toMarketEvent(body)), (overlay) => viewMarketEvent(overlay, nowMs)),

  endMarketEvent({ world, params, query: { take_back: isTakenBack }, nowMs }) {
    const end = isTakenBack ? takeBackJump : endMarketEvent;
    return mapOutcome(end(world, params.id), (overlay) => viewMarketEvent(overlay, nowMs));
  },

  loadSeries: ({ world, body }) =>
    mapOutcome(loadSeries(world, body, false), (loaded) => ({ series: loaded.map(describeSeries) })),
};
