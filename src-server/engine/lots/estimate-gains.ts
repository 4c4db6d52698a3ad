/**
 * Estimates the lots that the sells of a plan use, their gain, and the tax on it. Not part of the costs or the budget.
 */
import { invariant } from '../../domain/invariant.ts';
import type { SaleShare } from '../../domain/lots/disposal.ts';
import { estimateSales, type Holding } from '../../domain/lots/holding.ts';
import { commonUnitCost, type LotMethod, quantityOf, type SaleMethod } from '../../domain/lots/lot.ts';
import type { DayOf, Sale } from '../../domain/lots/trade.ts';
import type { PlannedSale, SaleGains } from '../../domain/plan/constraints.ts';
import type { GainsEstimate, PlannedLot, PortfolioRecord } from '../records.ts';
import type { World } from '../world.ts';
import { gainsTaxRate, lotMethodOf } from './tax-terms-of.ts';

/** `override` is a rebalance's own method; `null` if it has none. */
export function estimateGains(
  world: World,
  portfolio: PortfolioRecord,
  orders: readonly PlannedSale[],
  override: LotMethod | null,
  nowMs: number,
): GainsEstimate {
  return estimateGainsOf(gainsTermsOf(world, portfolio, override, nowMs), orders, nowMs);
}

export function gainsTermsOf(
  world: World,
  portfolio: PortfolioRecord,
  override: LotMethod | null,
  nowMs: number,
): GainsTerms {
  return {
    holdingOf: (isin) => world.lots.holding(portfolio, isin),
    dayOf: world.lots.dayOf(portfolio),
    method: lotMethodOf(world.market, portfolio, override).saleMethod,
    rate: gainsTaxRate(world.market, portfolio, world.lots.dayOf(portfolio)(nowMs)),
  };
}

/** The lots, method and rate by which gains are estimated. */
interface GainsTerms {
  readonly holdingOf: (isin: string) => Holding;
  readonly dayOf: DayOf;
  readonly method: SaleMethod;
  /** Share of a positive net gain, 0 to 1. */
  readonly rate: number;
}

function estimateGainsOf(
  { holdingOf, dayOf, method, rate }: GainsTerms,
  orders: readonly PlannedSale[],
  nowMs: number,
): GainsEstimate {
  const lots: { sequence: number; lots: PlannedLot[] }[] = [];
  let netGainMinor = 0;
  for (const [isin, sells] of sellsByIsin(orders)) {
    const sales = sells.map(
      ({ sequence, quantityMicro, estimatedValueMinor, costs }): Sale => ({
        side: 'sell',
        tradeId: String(sequence),
        atMs: nowMs,
        quantityMicro,
        method,
        proceedsMinor: estimatedValueMinor,
        chargesMinor: costs.totalMinor,
      }),
    );
    const holding = holdingOf(isin);
    // A world from before lots existed holds shares without any: their gain is not known yet, and counts from their
    // sale on.
    if (quantityOf(holding.lots) < quantityOf(sales)) continue;
    const estimate = estimateSales(holding, sales, dayOf);
    invariant(estimate.kind === 'estimated', `the plan sells more of ${isin} than its lots hold`);
    netGainMinor += estimate.restatedGainMinor;
    for (const share of estimate.shares) {
      netGainMinor += share.gainMinor;
      lots.push({ sequence: Number(share.saleId), lots: plannedLots(share) });
    }
  }
  const taxMinor = Math.round(Math.max(0, netGainMinor) * rate);
  return { netGainMinor, taxMinor, lots };
}

/** Returns the gains by order, for a plan in progress. */
export function saleGainsOf(terms: GainsTerms, orders: readonly PlannedSale[], nowMs: number): SaleGains {
  const { netGainMinor, taxMinor, lots } = estimateGainsOf(terms, orders, nowMs);
  const gainMinorOf = new Map(
    lots.map((order) => [order.sequence, order.lots.reduce((sum, { gainMinor }) => sum + gainMinor, 0)]),
  );
  return { netGainMinor, taxRate: terms.rate, taxMinor, gainMinorOf };
}

export function plannedLots({ matches }: SaleShare): PlannedLot[] {
  return matches.map((match) => {
    const { lotId, acquiredMs, quantityMicro, costMinor, gainMinor } = match;
    return { lotId, acquiredMs, quantityMicro, costMinor, gainMinor, ...commonUnitCost([match]) };
  });
}

function sellsByIsin(orders: readonly PlannedSale[]): Map<string, PlannedSale[]> {
  const sells = new Map<string, PlannedSale[]>();
  for (const order of orders) {
    if (order.side === 'sell') sells.set(order.isin, [...(sells.get(order.isin) ?? []), order]);
  }
  return sells;
}
