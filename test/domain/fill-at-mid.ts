/** Carries a plan out as if every order had one fill, at the mid of the plan. */
import { cashDeltaMinor } from '../../src-server/domain/costs/cost-parts.ts';
import { NOTHING_TRADED } from '../../src-server/domain/costs/explicit-charges.ts';
import { fillCosts } from '../../src-server/domain/costs/fill-costs.ts';
import type { Plan, PlanInput, PlannedOrder } from '../../src-server/domain/plan/plan.ts';
import { instrumentOf, listingOf, type Position } from '../../src-server/domain/valuation/valuation.ts';

export function filledAtMid(order: PlannedOrder, { currency, view }: PlanInput) {
  const instrument = instrumentOf(view, order.isin);
  const listing = listingOf(instrument, order.mic);
  const { side, quantityMicro, fxConversionBps } = order;
  const { midMicro } = listing;
  const prices = { priceMicro: midMicro, touchMicro: midMicro, midMicro };
  const fill = { side, quantityMicro, listing, instrument, currency, ...prices, cumulativeBefore: NOTHING_TRADED };
  return fillCosts(fill, { ...view, fxConversionBps });
}

/** Cash and positions after the one fill of every order. */
export function carriedOut(plan: Plan, input: PlanInput): { cashMinor: number; positions: Position[] } {
  let { cashMinor } = input;
  const changes = plan.orders.map((order) => {
    const { valueMinor, costs } = filledAtMid(order, input);
    cashMinor += cashDeltaMinor(order.side, valueMinor, costs);
    const { isin, mic, side, quantityMicro } = order;
    return { isin, mic, quantityMicro: side === 'buy' ? quantityMicro : -quantityMicro };
  });
  const held = new Map<string, Position>();
  for (const { isin, mic, quantityMicro } of [...input.positions, ...changes]) {
    const key = `${isin} ${mic}`;
    held.set(key, { isin, mic, quantityMicro: (held.get(key)?.quantityMicro ?? 0) + quantityMicro });
  }
  return { cashMinor, positions: [...held.values()] };
}
