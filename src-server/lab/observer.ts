/** Observes a portfolio of the lab at the checks: its value, its drift, and the growth of the target mix. */
import type { MarketView } from '../domain/market-view.ts';
import { mixGrowth } from '../domain/performance/target-mix.ts';
import { breachesBand, measureDrift } from '../domain/valuation/drift.ts';
import { instrumentOf, listingOf, type Valuation } from '../domain/valuation/valuation.ts';
import type { LabLife } from './lab-life.ts';
import type { LifeLedger } from './life-ledger.ts';

export class Observer {
  readonly #life: LabLife;
  readonly #ledger: LifeLedger;
  #mixPrices: readonly number[];

  /** `view`: the market at the start. */
  constructor(life: LabLife, ledger: LifeLedger, view: MarketView) {
    this.#life = life;
    this.#ledger = ledger;
    this.#mixPrices = this.#pricesOfMix(view);
  }

  /** `owedMinor`: tax that is due and not paid yet. */
  observe(view: MarketView, valuation: Valuation, owedMinor: number): void {
    const { targets } = this.#life.portfolio;
    const drift = measureDrift(valuation, targets);
    const before = this.#mixPrices;
    this.#mixPrices = this.#pricesOfMix(view);
    const parts = targets.map(({ weight }, index) => ({
      weight,
      from: before[index] ?? 0,
      to: this.#mixPrices[index] ?? 0,
    }));
    this.#ledger.observe({
      atMs: view.asOf,
      navMinor: valuation.totalMinor - owedMinor,
      portfolioDrift: drift.portfolioDrift,
      maxDrift: drift.maxDrift,
      isOutside: breachesBand(drift, this.#life.task.band).breached,
      mixGrowth: mixGrowth(parts),
    });
  }

  /** Prices of the targets at their home exchanges, in the base currency. */
  #pricesOfMix(view: MarketView): number[] {
    const { targets, record } = this.#life.portfolio;
    const base = view.perEurMicro[record.currency] ?? 1;
    return targets.map(({ isin }) => {
      const instrument = instrumentOf(view, isin);
      const { midMicro, currency } = listingOf(instrument, instrument.primaryMic);
      return (midMicro * base) / (view.perEurMicro[currency] ?? 1);
    });
  }
}
