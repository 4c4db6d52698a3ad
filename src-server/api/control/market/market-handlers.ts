/**
 * `/sim/market` and `/sim/instruments`: pins mids and exchange rates, applies events to them, loads prices, and lists and
 * adds instruments (decisions L, L1).
 */
import type {
  FxPinView,
  MarketEventView,
  NewPin,
  PinList,
  PinView,
} from '../../../contract/control/market/market-control.ts';
import type { marketOperations } from '../../../contract/control/market/market-operations.ts';
import type { RateList } from '../../../contract/control/market/market-prices.ts';
import { fromMicro } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { addMarketEvent } from '../../../engine/commands/market/add-market-event.ts';
import { endMarketEvent, takeBackJump } from '../../../engine/commands/market/end-market-event.ts';
import { describeSeries, loadSeries } from '../../../engine/commands/market/load-series.ts';
import { isRatePin, pinPrice, unpinPrice } from '../../../engine/commands/market/pin-price.ts';
import { describeMarketEvent, marketEventStatus } from '../../../engine/event-payloads.ts';
import { accepted, mapOutcome } from '../../../engine/outcome.ts';
import type { World } from '../../../engine/world.ts';
import { toMarketEvent } from '../../../scenario/run/market-event.ts';
import { wholeInstrument } from '../../../scenario/run/whole-instrument.ts';
import { pageOf } from '../../http/page-of.ts';
import type { HandlersFor } from '../../services.ts';
import { listInstruments, viewInstrument } from '../../views/market/view-instruments.ts';

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

/** Returns an event of the market in the terms of the control plane. */
function viewMarketEvent(overlay: Parameters<typeof describeMarketEvent>[0], nowMs: number): MarketEventView {
  const { endedMs } = overlay;
  return {
    ...describeMarketEvent(overlay),
    status: marketEventStatus(overlay, nowMs),
    ended_at: endedMs === null ? null : formatInstant(endedMs),
  };
}

/** Exchange rates against the euro in the terms of the control plane (decision L58). */
type Currency = keyof World['market']['fx']['perEurMicro'];

function listRates({ market, prices, pins }: Pick<World, 'market' | 'prices' | 'pins'>, nowMs: number): RateList {
  const currencies = (Object.keys(market.fx.perEurMicro) as Currency[]).filter((currency) => currency !== 'EUR');
  const rates = currencies.map((currency) => ({
    currency,
    per_eur: fromMicro(prices.perEurMicro(currency, nowMs)),
    reference_per_eur: fromMicro(market.fx.perEurMicro[currency]),
    annual_volatility: market.fx.annualVolatility[currency],
    held: pins.at(currency, nowMs) !== null,
  }));
  return { rates };
}

/** Pinned mids and exchange rates in the terms of the control plane. */
type Pin = ReturnType<World['pins']['present']>[number];

function listPins({ pins }: Pick<World, 'pins'>): PinList {
  const pinned = pins.present();
  return {
    pins: pinned.filter((pin) => !isRatePin(pin)).map(viewPricePin),
    fx_pins: pinned.filter(isRatePin).map(viewRatePin),
  };
}

function viewPin(pin: Pin): NewPin {
  return isRatePin(pin) ? viewRatePin(pin) : viewPricePin(pin);
}

function viewPricePin({ subject, midMicro, currency, fromMs }: Pin): PinView {
  return { isin: subject, mid: fromMicro(midMicro), currency, since: formatInstant(fromMs) };
}

function viewRatePin({ midMicro, currency, fromMs }: Pin): FxPinView {
  return { currency, per_eur: fromMicro(midMicro), since: formatInstant(fromMs) };
}

type InstrumentRows = Pick<typeof marketOperations, 'listInstruments' | 'addInstruments'>;

/** Lists the tradable instruments, and adds the world's own (decisions L1, P4). */
export const instrumentHandlers: HandlersFor<InstrumentRows, 'world' | 'instruments'> = {
  listInstruments: ({ world }) => accepted(listInstruments(world)),

  addInstruments: ({ instruments, body }) =>
    mapOutcome(instruments.add(body.instruments.map(wholeInstrument)), (added) => ({
      instruments: added.map(viewInstrument),
    })),
};
