/**
 * Lists the events that name one portfolio, and whether they change its holdings or measurement. Fills and requests for
 * a rebalance are found by their rebalance and have no row here.
 */
import type { EventOf, EventType } from '../domain/events/event-catalogue.ts';

type OfPortfolio = {
  [T in EventType]: EventOf<T> extends { readonly portfolio_id: string } ? T : never;
}[EventType];

export const PORTFOLIO_EVENTS: { readonly [T in OfPortfolio]?: { readonly isBooked: boolean } } = {
  'portfolio.created': { isBooked: true },
  'portfolio.cash_set': { isBooked: true },
  'portfolio.positions_set': { isBooked: true },
  'portfolio.targets_set': { isBooked: true },
  'constraints.set': { isBooked: false },
  'cash_flow.booked': { isBooked: true },
  'cash_flow.refused': { isBooked: false },
  'corporate_action.applied': { isBooked: true },
  'dividend.accrued': { isBooked: true },
  'dividend.paid': { isBooked: true },
  'policy.set': { isBooked: false },
  'policy.triggered': { isBooked: false },
  'policy.skipped': { isBooked: false },
  'policy.removed': { isBooked: false },
};

const BY_TYPE: ReadonlyMap<string, { readonly isBooked: boolean }> = new Map(Object.entries(PORTFOLIO_EVENTS));

/** Whether an event of a portfolio changes its holdings or measurement; true for types without a row here. */
export function isBooked(type: string): boolean {
  return BY_TYPE.get(type)?.isBooked ?? true;
}
