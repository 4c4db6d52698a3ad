/**
 * The lots of a portfolio in the lab, the gains that its sales realise, and the tax on them: due a month after the end
 * of a tax year, when later purchases can no longer change a gain of that year. Losses are carried forward.
 */
import { invariant } from '../domain/invariant.ts';
import { EMPTY_HOLDING, type Holding, holdingOf, recordTrade } from '../domain/lots/holding.ts';
import type { SaleMethod } from '../domain/lots/lot.ts';
import { realisedGains } from '../domain/lots/realised-gains.ts';
import { taxYearOf, taxYearSpan } from '../domain/lots/tax-year.ts';
import type { DayOf, LotMovement } from '../domain/lots/trade.ts';
import type { Plan } from '../domain/plan/plan.ts';

export interface LabTaxTerms {
  readonly jurisdiction: string | null;
  readonly saleMethod: SaleMethod;
  /** Share of a net gain, 0 to 1, on a day. */
  readonly rateOn: (day: number) => number;
  readonly dayOf: DayOf;
}

/** Under the British rules a purchase within 30 days still changes a sale. */
const DUE_AFTER_DAYS = 31;

export class LabLots {
  readonly terms: LabTaxTerms;
  readonly #holdings = new Map<string, Holding>();
  #carriedLossMinor = 0;
  /** The next tax year to be assessed, and the day of its assessment. */
  #year: string;
  #dueDay: number;
  /** The net gain that was realised in the first year before the lab begins, which no policy caused. */
  #earlierMinor: number;
  #trades = 0;

  constructor(
    terms: LabTaxTerms,
    opening: readonly { isin: string; trades: readonly LotMovement[] }[],
    fromMs: number,
  ) {
    this.terms = terms;
    this.#year = taxYearOf(terms.jurisdiction, terms.dayOf(fromMs));
    this.#dueDay = this.#lastDay() + DUE_AFTER_DAYS;
    for (const { isin, trades } of opening) {
      const loaded = holdingOf(trades, terms.dayOf);
      invariant(loaded.kind === 'recorded', `the trades of ${isin} sell more than they bought`);
      this.#holdings.set(isin, loaded.holding);
    }
    this.#earlierMinor = this.#netMinor();
  }

  holding(isin: string): Holding {
    return this.#holdings.get(isin) ?? EMPTY_HOLDING;
  }

  record(isin: string, trade: LotMovement): void {
    const recorded = recordTrade(this.holding(isin), trade, this.terms.dayOf);
    invariant(recorded.kind === 'recorded', `a sale of more of ${isin} than its lots hold`);
    this.#holdings.set(isin, recorded.holding);
  }

  /** Records the orders of a plan as filled at mid, with all of their costs. */
  recordPlan({ orders }: Pick<Plan, 'orders'>, atMs: number): void {
    for (const { side, isin, quantityMicro, estimatedValueMinor: valueMinor, costs } of orders) {
      const tradeId = this.nextTradeId();
      const common = { tradeId, atMs, quantityMicro };
      if (side === 'buy') this.record(isin, { side, ...common, costMinor: valueMinor + costs.totalMinor });
      else {
        const { saleMethod: method } = this.terms;
        this.record(isin, { side, ...common, proceedsMinor: valueMinor, chargesMinor: costs.totalMinor, method });
      }
    }
  }

  nextTradeId(): string {
    this.#trades += 1;
    return `lab_${this.#trades}`;
  }

  /** The tax of the years that are due by an instant; each year is returned once. */
  taxDueMinor(atMs: number): number {
    const day = this.terms.dayOf(atMs);
    let dueMinor = 0;
    while (day >= this.#dueDay) dueMinor += this.#assess();
    return dueMinor;
  }

  /** The tax of all years that have begun by an instant, including those that have not ended. */
  taxUntilMinor(atMs: number): number {
    const day = this.terms.dayOf(atMs);
    let dueMinor = 0;
    while (day > this.#dueDay - DUE_AFTER_DAYS) dueMinor += this.#assess();
    return dueMinor + this.#assess();
  }

  #assess(): number {
    const rate = this.terms.rateOn(this.#lastDay());
    const netMinor = this.#netMinor() - this.#earlierMinor - this.#carriedLossMinor;
    this.#earlierMinor = 0;
    this.#carriedLossMinor = Math.max(0, -netMinor);
    this.#year = taxYearOf(this.terms.jurisdiction, this.#lastDay() + 1);
    this.#dueDay = this.#lastDay() + DUE_AFTER_DAYS;
    return Math.round(Math.max(0, netMinor) * rate);
  }

  #netMinor(): number {
    const history = [...this.#holdings].map(([isin, { disposals }]) => ({ isin, disposals }));
    const report = realisedGains(history, this.terms.jurisdiction, this.#year);
    invariant(report.kind === 'report', `${this.#year} is a tax year`);
    return report.totals.netMinor;
  }

  #lastDay(): number {
    const span = taxYearSpan(this.terms.jurisdiction, this.#year);
    invariant(span !== null, `${this.#year} is a tax year`);
    return span.lastDay;
  }
}
