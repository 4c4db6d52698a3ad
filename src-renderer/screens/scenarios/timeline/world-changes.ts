/** The changes made by an event: every fact of a world has a name, by which before and after are compared. */
import type { HistoricalWorld } from '../../../../src-server/contract/control/world/history.ts';

type Fact = number | string | null;
export type Changes = ReturnType<typeof changesBetween>;

export function changesBetween(before: HistoricalWorld, after: HistoricalWorld) {
  const [old, now] = [factsOf(before), factsOf(after)];
  return {
    /** The previous value of the fact; `undefined` if the event did not change it. */
    before(name: string): Fact | undefined {
      const [was, is] = [old.get(name) ?? null, now.get(name) ?? null];
      return was === is ? undefined : was;
    },
  };
}

export const FACTS = {
  cash: (portfolioId: string) => `${portfolioId} cash`,
  nav: (portfolioId: string) => `${portfolioId} nav`,
  quantity: (isin: string, exchange: string | null) => `${isin} ${exchange} quantity`,
  target: (isin: string, exchange: string | null) => `${isin} ${exchange} target`,
  rebalance: (rebalanceId: string) => `${rebalanceId} status`,
  order: (orderId: string) => `${orderId} status`,
  filled: (orderId: string) => `${orderId} filled`,
};

function factsOf({ portfolios, holdings, rebalances }: HistoricalWorld): ReadonlyMap<string, Fact> {
  const facts = new Map<string, Fact>();
  for (const { portfolio_id: id, cash, nav } of portfolios) facts.set(FACTS.cash(id), cash).set(FACTS.nav(id), nav);
  for (const { isin, exchange, quantity, target } of holdings) {
    facts.set(FACTS.quantity(isin, exchange), quantity).set(FACTS.target(isin, exchange), target);
  }
  for (const { rebalance_id: id, status, orders } of rebalances) {
    facts.set(FACTS.rebalance(id), status);
    for (const order of orders) {
      facts.set(FACTS.order(order.order_id), order.status).set(FACTS.filled(order.order_id), order.filled);
    }
  }
  return facts;
}
