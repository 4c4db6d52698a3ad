/** Commands that direct the market: faults, lines and settings of exchanges, events, pins. Each throws ApiError. */
import type { ExchangeView } from '../../src-server/contract/control/market/exchange-control.ts';
import type { FaultView, MarketFaultView } from '../../src-server/contract/control/market/faults.ts';
import type { MarketEventView, PinView } from '../../src-server/contract/control/market/market-control.ts';
import { sendJson } from './api-client.ts';

/** A body as a form holds it: the service checks it and names each field that is wrong. */
export type FormBody = Readonly<Record<string, unknown>>;

/** Breaks something (`CreateFault` of the contract). */
export function setFault(body: FormBody): Promise<FaultView> {
  return sendJson('POST', '/sim/faults', { body });
}

/** Ends one fault now. What is over stays as it is. */
export function endFault(faultId: string): Promise<FaultView> {
  return sendJson('DELETE', `/sim/faults/${encodeURIComponent(faultId)}`);
}

/** Ends every fault of the market that is in force or to come, and answers them. */
export function endAllFaults(): Promise<{ faults: MarketFaultView[] }> {
  return sendJson('DELETE', '/sim/faults?scope=market');
}

/** Changes what is named of an exchange (`ChangeExchange`). 400 for letting a line up that a fault keeps down. */
export function changeExchange(mic: string, body: FormBody): Promise<ExchangeView> {
  return sendJson('PATCH', `/sim/exchanges/${encodeURIComponent(mic)}`, { body });
}

/** Lays something over an instrument or a currency (`CreateMarketEvent`). */
export function addMarketEvent(body: FormBody): Promise<MarketEventView> {
  return sendJson('POST', '/sim/market/events', { body });
}

/** Ends an event now: what it did by then stays. */
export function endMarketEvent(marketEventId: string): Promise<MarketEventView> {
  return sendJson('DELETE', `/sim/market/events/${encodeURIComponent(marketEventId)}`);
}

/** Holds the mid of every listing of an instrument. A rate is held by scripts alone. */
export function pinPrice(body: FormBody): Promise<PinView> {
  return sendJson('POST', '/sim/market/pins', { body });
}

export function unpinPrice(isin: string): Promise<unknown> {
  return sendJson('DELETE', `/sim/market/pins/${encodeURIComponent(isin)}`);
}

/** Cancels what is open of a rebalance under way; 400 where nothing is. Fills stay. */
export function cancelOpenOrders(rebalanceId: string): Promise<unknown> {
  return sendJson('POST', `/sim/rebalances/${encodeURIComponent(rebalanceId)}/cancel-orders`);
}
