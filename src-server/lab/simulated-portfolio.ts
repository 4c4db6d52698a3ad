/**
 * The state of a portfolio in the lab: cash, positions, lots and tax owed. It trades the orders of a plan at mid plus
 * their estimated costs, at once (decision P3). Does not decide when to trade.
 */

import { cashDeltaAtMidMinor } from '../domain/costs/cost-parts.ts';
import { estimateOrderCosts } from '../domain/costs/estimate-order-costs.ts';
import { invariant } from '../domain/invariant.ts';
import type { LotMovement } from '../domain/lots/trade.ts';
import type { MarketView } from '../domain/market-view.ts';
import { roundedProduct } from '../domain/numbers/rounded-product.ts';
import type { Plan } from '../domain/plan/plan.ts';
import { instrumentOf, listingOf, type Valuation, valuePortfolio } from '../domain/valuation/valuation.ts';
import type { PositionRecord, Rates } from '../engine/records.ts';
import type { LabLots } from './lab-lots.ts';
import type { LabPortfolio } from './lab-task.ts';

export class SimulatedPortfolio {
  readonly currency: string;
  cashMinor: number;
  positions: readonly PositionRecord[];
  referenceRates: Rates;
  /** Tax that is due and was not yet covered by the cash. */
  owedMinor = 0;
  /** `null`: neither taxes nor constraints need lots. */
  readonly lots: LabLots | null;

  /**
   * Every path starts with the values of the world, and so with the same weights: if the prices of the path differ from
   * those of the world, the quantities differ, bought at the same cost.
   */
  constructor({ record, positions }: LabPortfolio, lots: LabLots | null, view: MarketView) {
    this.currency = record.currency;
    this.cashMinor = record.cashMinor;
    this.referenceRates = record.referenceRates;
    this.lots = lots;
    const here = valuePortfolio({ currency: record.currency, cashMinor: 0, positions }, view);
    this.positions = positions.map(({ isin, mic, quantityMicro, valueMinor }, index) => {
      const hereMinor = here.positions[index]?.valueMinor ?? 0;
      const isSame = hereMinor === valueMinor || hereMinor === 0;
      return {
        isin,
        mic,
        quantityMicro: isSame ? quantityMicro : roundedProduct(quantityMicro, valueMinor, hereMinor),
      };
    });
    if (lots !== null) this.#splitLots(lots, positions, view.asOf);
  }

  value(view: MarketView): Valuation {
    return valuePortfolio(this, view);
  }

  /** A withdrawal that the cash does not cover is refused, as the service does (decision O1). */
  applyCashFlow(amountMinor: number): boolean {
    if (this.cashMinor + amountMinor < 0) return false;
    this.cashMinor += amountMinor;
    return true;
  }

  /** Pays the tax owed, as far as the cash suffices; returns the amount paid. */
  payTax(dueMinor: number): number {
    const owedMinor = this.owedMinor + dueMinor;
    const paidMinor = Math.min(owedMinor, Math.max(0, this.cashMinor));
    this.cashMinor -= paidMinor;
    this.owedMinor = owedMinor - paidMinor;
    return paidMinor;
  }

  /** Fills every order of the plan. */
  execute(plan: Plan, view: MarketView): void {
    const quantities = new Map(this.positions.map((position) => [`${position.isin} ${position.mic}`, position]));
    for (const { side, isin, mic, quantityMicro } of plan.orders) {
      const key = `${isin} ${mic}`;
      const heldMicro = quantities.get(key)?.quantityMicro ?? 0;
      const leftMicro = heldMicro + (side === 'buy' ? quantityMicro : -quantityMicro);
      invariant(leftMicro >= 0, `the plan sells more of ${isin} at ${mic} than is held`);
      if (leftMicro === 0) quantities.delete(key);
      else quantities.set(key, { isin, mic, quantityMicro: leftMicro });
    }
    this.positions = [...quantities.values()];
    this.cashMinor = plan.cashAfterMinor;
    this.referenceRates = view.perEurMicro;
    this.lots?.recordPlan(plan, view.asOf);
  }

  /** The cash after selling everything at mid less costs, and paying the tax on all gains. */
  liquidationMinor(view: MarketView): number {
    let cashMinor = this.cashMinor - this.owedMinor;
    for (const { isin, mic, quantityMicro } of this.positions) {
      const instrument = instrumentOf(view, isin);
      const order = { side: 'sell', quantityMicro, instrument, currency: this.currency } as const;
      const { valueMinor, costs } = estimateOrderCosts({ ...order, listing: listingOf(instrument, mic) }, view);
      cashMinor += cashDeltaAtMidMinor('sell', valueMinor, costs);
      if (this.lots === null) continue;
      const { saleMethod: method } = this.lots.terms;
      const tradeId = this.lots.nextTradeId();
      const proceeds = { proceedsMinor: valueMinor, chargesMinor: costs.totalMinor };
      this.lots.record(isin, { side: 'sell', tradeId, atMs: view.asOf, quantityMicro, ...proceeds, method });
    }
    return cashMinor - (this.lots?.taxUntilMinor(view.asOf) ?? 0);
  }

  /** The trades that created its lots, by ISIN. */
  openingTrades(): { readonly isin: string; readonly trade: LotMovement }[] {
    const isins = new Set(this.positions.map(({ isin }) => isin));
    return [...isins].flatMap((isin) => (this.lots?.holding(isin).trades ?? []).map((trade) => ({ isin, trade })));
  }

  #splitLots(lots: LabLots, before: readonly PositionRecord[], atMs: number): void {
    for (const isin of new Set(before.map((position) => position.isin))) {
      const sum = (rows: readonly PositionRecord[]) =>
        rows.reduce((total, row) => (row.isin === isin ? total + row.quantityMicro : total), 0);
      const quantityMicro = sum(this.positions);
      if (quantityMicro === sum(before) || quantityMicro === 0) continue;
      lots.record(isin, { side: 'split', tradeId: lots.nextTradeId(), atMs, quantityMicro });
    }
  }
}
