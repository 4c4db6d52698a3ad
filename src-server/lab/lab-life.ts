/**
 * The data of one life in the lab that are equal on all paths, computed once: the portfolio and the policy, the dates
 * of the checks, and the tax terms.
 */

import type { MarketView } from '../domain/market-view.ts';
import type { EstimateSaleGains } from '../domain/plan/constraints.ts';
import { saleGainsOf } from '../engine/lots/estimate-gains.ts';
import { createTaxDays, gainsTaxRate, jurisdictionOf, lotMethodOf } from '../engine/lots/tax-terms-of.ts';
import { type TaxTerms, taxTermsOf } from '../engine/planning/take-market-snapshot.ts';
import { LabLots, type LabTaxTerms } from './lab-lots.ts';
import type { LabInstant } from './lab-schedule.ts';
import type { LabPolicy, LabPortfolio, LabTask } from './lab-task.ts';
import type { LabMarket, PricePath } from './price-path.ts';
import type { SimulatedPortfolio } from './simulated-portfolio.ts';

export class LabLife {
  readonly task: LabTask;
  readonly portfolio: LabPortfolio;
  readonly policy: LabPolicy;
  readonly form: 'A' | 'B';
  readonly schedule: readonly LabInstant[];
  /** A cash flow is due in every period after that of this instant. */
  readonly flowsFromMs: number;
  readonly isins: readonly string[];
  readonly taxTerms: TaxTerms;
  readonly viewKey: string;
  readonly hasDriftCondition: boolean;
  readonly #gainsTerms: LabTaxTerms;

  constructor(
    task: LabTask,
    portfolio: LabPortfolio,
    policy: LabPolicy,
    { schedule, flowsFromMs }: Pick<LabLife, 'schedule' | 'flowsFromMs'>,
    { market }: Pick<LabMarket, 'market'>,
  ) {
    const { record, positions, targets } = portfolio;
    this.task = task;
    this.portfolio = portfolio;
    this.policy = policy;
    this.form = record.form;
    this.schedule = schedule;
    this.flowsFromMs = flowsFromMs;
    this.isins = [...new Set([...positions, ...targets].map(({ isin }) => isin))];
    this.taxTerms = taxTermsOf(record);
    this.viewKey = portfolio.name;
    this.hasDriftCondition = policy.terms.when.some(({ drift }) => drift !== undefined);
    this.#gainsTerms = {
      jurisdiction: jurisdictionOf(record),
      saleMethod: lotMethodOf(market, record, null).saleMethod,
      rateOn: (day) => gainsTaxRate(market, record, day),
      dayOf: createTaxDays(market)(record),
    };
  }

  /** The market of all instruments that it may hold, on a path at an instant. */
  viewAt(path: PricePath, atMs: number): MarketView {
    return path.viewAt(this.viewKey, this.isins, this.taxTerms, atMs);
  }

  /** `null` if nothing needs lots, which are slower than everything else. */
  openLots(): LabLots | null {
    const hasBudget = this.portfolio.record.constraints?.gainsTaxBudgetMinor != null;
    if (!this.task.taxes && !hasBudget) return null;
    return new LabLots(this.#gainsTerms, this.portfolio.trades, this.task.fromMs);
  }

  gainsEstimate({ lots }: SimulatedPortfolio, { asOf }: MarketView): EstimateSaleGains {
    const { saleMethod: method, rateOn, dayOf } = this.#gainsTerms;
    const rate = rateOn(dayOf(asOf));
    return (sales) => {
      if (lots === null) return { netGainMinor: 0, taxRate: 0, taxMinor: 0, gainMinorOf: new Map() };
      const holdingOf = (isin: string) => lots.holding(isin);
      return saleGainsOf({ holdingOf, dayOf, method, rate }, sales, asOf);
    };
  }
}
