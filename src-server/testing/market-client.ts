/** Moves prices, exchange rates and exchanges, for a test. */
import type { CorporateActionList } from '../contract/control/market/corporate-actions.ts';
import type { MarketClient } from './ballast-handle.ts';
import type { ControlPlane } from './control-plane.ts';

const ACTIONS = '/market/corporate-actions';

export function createMarketClient(plane: ControlPlane): MarketClient {
  const addEvent: MarketClient['addEvent'] = (event) => plane.ask('POST', '/market/events', event);
  return {
    jump: (isin, size, at) => addEvent({ kind: 'jump', isin, size, ...(at === undefined ? {} : { at }) }),
    addEvent,
    endEvent: (id) => plane.ask('DELETE', `/market/events/${encodeURIComponent(id)}`),
    pin: (isin, mid, currency) => plane.ask('POST', '/market/pins', { isin, mid, currency }),
    pinRate: (currency, perEur) => plane.ask('POST', '/market/pins', { currency, per_eur: perEur }),
    async unpin(subject) {
      await plane.ask('DELETE', `/market/pins/${encodeURIComponent(subject)}`);
    },
    corporateAction: (action) => plane.ask('POST', ACTIONS, action),
    async corporateActions() {
      return (await plane.ask<CorporateActionList>('GET', `${ACTIONS}?limit=1000`)).corporate_actions;
    },
    cancelCorporateAction: ({ corporate_action_id: id }) => plane.ask('DELETE', `${ACTIONS}/${encodeURIComponent(id)}`),
    exchange: (mic) => plane.ask('GET', `/exchanges/${encodeURIComponent(mic)}`),
    setExchange: (mic, change) => plane.ask('PATCH', `/exchanges/${encodeURIComponent(mic)}`, change),
  };
}
