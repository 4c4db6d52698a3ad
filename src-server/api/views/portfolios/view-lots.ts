/** Lots in the terms of the API: those of an order, of a portfolio, and of the realised gains of a tax year. */

import type { GainsReport, LotList } from '../../../contract/control/portfolios/gains.ts';
import type { OrderWire } from '../../../contract/service/form-b.ts';
import type { LossRelief } from '../../../domain/lots/disposal.ts';
import { sharesOfSales } from '../../../domain/lots/holding.ts';
import { commonUnitCost, unitCostMicro } from '../../../domain/lots/lot.ts';
import { realisedGains, removalsIn, taxYearsOf } from '../../../domain/lots/realised-gains.ts';
import { taxYearOf, taxYearSpan } from '../../../domain/lots/tax-year.ts';
import { fromMicro, fromMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { plannedLots } from '../../../engine/lots/estimate-gains.ts';
import { gainsTaxRate, jurisdictionOf, lotMethodOf } from '../../../engine/lots/tax-terms-of.ts';
import { accepted, type Outcome, refused, refusedFor } from '../../../engine/outcome.ts';
import type { FillRecord, OrderRecord, PlannedLot, RebalanceRecord } from '../../../engine/records.ts';
import type { World } from '../../../engine/world.ts';

type LotWorld = Pick<World, 'portfolios' | 'lots' | 'instrumentChanges'>;

/** Returns the lots that a sell uses: those of its fills, or the estimated ones before the first. Empty for a buy. */
export function lotsOfOrder(
  world: LotWorld,
  { plan, portfolioId }: RebalanceRecord,
  order: OrderRecord,
  fills: readonly FillRecord[],
): readonly PlannedLot[] {
  if (order.side === 'buy') return [];
  const own = fills.filter(({ orderId }) => orderId === order.orderId);
  const portfolio = world.portfolios.find(portfolioId);
  if (own.length === 0 || portfolio === null) {
    return plan.gains?.lots.find(({ sequence }) => sequence === order.sequence)?.lots ?? [];
  }
  const holding = world.lots.holding(portfolio, world.instrumentChanges.current(order.isin));
  return byLot(
    sharesOfSales(
      holding,
      own.map(({ fillId }) => fillId),
    ).flatMap(plannedLots),
  );
}

export function viewLot(lot: PlannedLot): OrderWire['lots'][number] {
  const { lotId, acquiredMs, quantityMicro, gainMinor } = lot;
  return {
    lot_id: lotId,
    quantity: fromMicro(quantityMicro),
    unit_cost: fromMicro(unitCostMicro(lot)),
    acquired_at: acquiredMs === null ? null : formatInstant(acquiredMs),
    gain: fromMinor(gainMinor),
  };
}

/** Returns the lots of a portfolio, oldest first within an ISIN; 404. */
export function viewLots(world: World, portfolioId: string): Outcome<LotList> {
  const portfolio = world.portfolios.find(portfolioId);
  if (portfolio === null) return refused('not_found', `There is no portfolio ${portfolioId}.`);
  const { method } = lotMethodOf(world.market, portfolio, null);
  const lots = world.lots.holdings(portfolio).flatMap(({ isin, holding }) =>
    holding.lots.map((lot) => ({
      isin,
      lot_id: lot.lotId,
      order_id: world.rebalances.findFill(lot.lotId)?.orderId ?? null,
      quantity: fromMicro(lot.quantityMicro),
      cost: fromMinor(lot.costMinor),
      unit_cost: fromMicro(unitCostMicro(lot)),
      acquired_at: formatInstant(lot.acquiredMs),
    })),
  );
  return accepted({ portfolio_id: portfolioId, currency: portfolio.currency, tax_method: method, lots });
}

/**
 * Returns the realised gains of a tax year, by default the present one; 404, 400 for a year that the jurisdiction does
 * not have.
 */
export function viewGains(world: World, portfolioId: string, taxYear: string | undefined): Outcome<GainsReport> {
  const portfolio = world.portfolios.find(portfolioId);
  if (portfolio === null) return refused('not_found', `There is no portfolio ${portfolioId}.`);
  const jurisdiction = jurisdictionOf(portfolio);
  const history = world.lots.holdings(portfolio).map(({ isin, holding }) => ({ isin, ...holding }));
  const today = world.lots.dayOf(portfolio)(world.kernel.nowMs);
  const report = realisedGains(history, jurisdiction, taxYear ?? taxYearOf(jurisdiction, today));
  if (report.kind === 'unknown_tax_year') {
    const example = taxYearOf(jurisdiction, today);
    return refusedFor('The gains cannot be reported', [
      { path: '/tax_year', issue: `is not a tax year like ${example}` },
    ]);
  }
  // If the rate changed during the year, the one at its end.
  const rate = gainsTaxRate(world.market, portfolio, taxYearSpan(jurisdiction, report.taxYear)?.lastDay ?? today);
  return accepted({
    portfolio_id: portfolioId,
    currency: portfolio.currency,
    tax_jurisdiction: jurisdiction,
    tax_year: report.taxYear,
    tax_years: taxYearsOf(history, jurisdiction),
    rows: report.rows.map(({ date, isin, method, quantityMicro, proceedsMinor, costMinor, gainMinor, ...row }) => ({
      date,
      isin,
      method,
      quantity: fromMicro(quantityMicro),
      proceeds: fromMinor(proceedsMinor),
      cost: fromMinor(costMinor),
      gain: fromMinor(gainMinor),
      ...(row.relief === undefined ? {} : viewRelief(row.relief)),
      lots: row.matches.map((match) => ({ rule: match.rule, ...viewLot(match) })),
    })),
    set_by_hand: removalsIn(history, jurisdiction, report.taxYear).map(({ date, isin, quantityMicro, costMinor }) => ({
      date,
      isin,
      quantity: fromMicro(quantityMicro),
      cost: fromMinor(costMinor),
    })),
    totals: {
      proceeds: fromMinor(report.totals.proceedsMinor),
      cost: fromMinor(report.totals.costMinor),
      gains: fromMinor(report.totals.gainsMinor),
      losses: fromMinor(report.totals.lossesMinor),
      net: fromMinor(report.totals.netMinor),
    },
    tax_rate: rate,
    tax_estimate: fromMinor(Math.round(Math.max(0, report.totals.netMinor) * rate)),
  });
}

function viewRelief({ heldBackMinor, setOffMinor }: LossRelief) {
  return { loss_held_back: fromMinor(heldBackMinor), loss_set_off: fromMinor(setOffMinor) };
}

/** Combines the parts of each lot that several fills use. */
function byLot(used: readonly PlannedLot[]): PlannedLot[] {
  const lots = new Map<string | null, PlannedLot>();
  for (const part of used) {
    const before = lots.get(part.lotId);
    lots.set(part.lotId, before === undefined ? part : together(before, part));
  }
  return [...lots.values()];
}

function together(one: PlannedLot, other: PlannedLot): PlannedLot {
  return {
    lotId: one.lotId,
    acquiredMs: one.acquiredMs,
    quantityMicro: one.quantityMicro + other.quantityMicro,
    costMinor: one.costMinor + other.costMinor,
    gainMinor: one.gainMinor + other.gainMinor,
    ...commonUnitCost([one, other]),
  };
}
