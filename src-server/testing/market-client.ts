/** Moves prices, exchange rates and exchanges, for a test. */
import type { ControlTerms } from '../contract/control/control-routes.ts';
import type { FxPinView, PinView } from '../contract/control/market/market-control.ts';
import type { MarketClient } from './ballast-handle.ts';
import { type ControlPlane, PAGE_LIMIT } from './control-plane.ts';

type CurrencyPin = Extract<ControlTerms<'POST /market/pins'>['body'], { per_eur: number }>;

export function createMarketClient(plane: ControlPlane): MarketClient {
  const addEvent: MarketClient['addEvent'] = (body) => plane.ask('POST /market/events', { body });
  return {
    jump: (isin, size, at) => addEvent({ kind: 'jump', isin, size, ...(at === undefined ? {} : { at }) }),
    addEvent,
    endEvent: (id) => plane.ask('DELETE /market/events/{id}', { params: { id } }),
    pin: (isin, mid, currency) => plane.ask('POST /market/pins', { body: { isin, mid, currency } }) as Promise<PinView>,
    async pinRate(currency, perEur) {
      // Which currencies there are, the server says.
      const body = { currency: currency as CurrencyPin['currency'], per_eur: perEur };
      return plane.ask('POST /market/pins', { body }) as Promise<FxPinView>;
    },
    async unpin(subject) {
      await plane.ask('DELETE /market/pins/{isin}', { params: { isin: subject } });
    },
    corporateAction: (body) => plane.ask('POST /market/corporate-actions', { body }),
    async corporateActions() {
      return (await plane.ask('GET /market/corporate-actions', { query: { limit: PAGE_LIMIT } })).corporate_actions;
    },
    cancelCorporateAction: ({ corporate_action_id: id }) =>
      plane.ask('DELETE /market/corporate-actions/{id}', { params: { id } }),
    exchange: (mic) => plane.ask('GET /exchanges/{mic}', { params: { mic } }),
    setExchange: (mic, body) => plane.ask('PATCH /exchanges/{mic}', { params: { mic }, body }),
  };
}
