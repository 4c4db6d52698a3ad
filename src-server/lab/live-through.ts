/**
 * One life of the lab: a portfolio under a policy on one path of prices, from the beginning to the end (decisions P1 to
 * P3). The policy decides at the checks and on its dates as the service would at those instants, by the same functions.
 */
import type { LinearSolver } from '../domain/budget/linear-solver.ts';
import type { MarketView } from '../domain/market-view.ts';
import { parseDuration } from '../domain/numbers/instant.ts';
import { mixGrowth } from '../domain/performance/target-mix.ts';
import type { Plan, PlanInput } from '../domain/plan/plan.ts';
import { planRebalance } from '../domain/plan/plan-rebalance.ts';
import { breachesBand, type DriftSnapshot, measureDrift } from '../domain/valuation/drift.ts';
import { splitFxDrift } from '../domain/valuation/fx-drift.ts';
import { instrumentOf, listingOf, type Valuation } from '../domain/valuation/valuation.ts';
import { requestedSettings, triggerBand } from '../engine/policies/policy.ts';
import type { FlatFigures } from '../sweep/flat-figures.ts';
import { isFlowDue } from './flow-dates.ts';
import type { LabLife } from './lab-life.ts';
import type { LabInstant } from './lab-schedule.ts';
import { LifeLedger } from './life-ledger.ts';
import { planSettingsOf } from './plan-settings.ts';
import type { PricePath } from './price-path.ts';
import { SimulatedPortfolio } from './simulated-portfolio.ts';

/** A rebalance of a life. */
export interface LifeTrade {
  readonly atMs: number;
  readonly condition: number;
  readonly plan: Plan;
}

/** `onTrade` is told of each rebalance as it happens. */
export function liveThrough(
  life: LabLife,
  path: PricePath,
  solver: LinearSolver | null,
  onTrade: (trade: LifeTrade) => void = () => undefined,
): FlatFigures {
  return new Life(life, path, solver, onTrade).run();
}

class Life {
  readonly #life: LabLife;
  readonly #path: PricePath;
  readonly #solver: LinearSolver | null;
  readonly #onTrade: (trade: LifeTrade) => void;
  readonly #portfolio: SimulatedPortfolio;
  readonly #ledger: LifeLedger;
  #mixPrices: readonly number[];
  #cooldownEndMs = Number.NEGATIVE_INFINITY;
  #flowFromMs: number;

  constructor(life: LabLife, path: PricePath, solver: LinearSolver | null, onTrade: (trade: LifeTrade) => void) {
    this.#life = life;
    this.#path = path;
    this.#solver = solver;
    this.#onTrade = onTrade;
    const { fromMs, toMs } = life.task;
    const view = this.#viewAt(fromMs);
    this.#portfolio = new SimulatedPortfolio(life.portfolio, life.openLots(), view);
    this.#ledger = new LifeLedger(fromMs, toMs, this.#portfolio.navMinor(this.#portfolio.value(view)));
    this.#mixPrices = this.#pricesOfMix(view);
    this.#flowFromMs = fromMs;
  }

  run(): FlatFigures {
    for (const instant of this.#life.schedule) this.#reach(instant);
    return this.#ledger.figures(this.#portfolio.liquidationMinor(this.#viewAt(this.#life.task.toMs)));
  }

  #reach({ atMs, isCheck, calendar }: LabInstant): void {
    const view = this.#viewAt(atMs);
    const before = this.#portfolio.value(view);
    const drift = measureDrift(before, this.#life.portfolio.targets);
    if (isCheck) this.#observe(view, before, drift);
    this.#payTax(atMs);
    const hasFlowed = isCheck && this.#flow(atMs);
    const condition = this.#conditionOf({ calendar, isCheck, hasFlowed }, view);
    if (condition !== null && atMs >= this.#cooldownEndMs) this.#rebalance(condition, view);
  }

  #observe(view: MarketView, valuation: Valuation, drift: DriftSnapshot): void {
    const prices = this.#pricesOfMix(view);
    const { targets } = this.#life.portfolio;
    const parts = targets.map(({ weight }, index) => ({
      weight,
      from: this.#mixPrices[index] ?? 0,
      to: prices[index] ?? 0,
    }));
    this.#mixPrices = prices;
    this.#ledger.observe({
      atMs: view.asOf,
      navMinor: this.#portfolio.navMinor(valuation),
      portfolioDrift: drift.portfolioDrift,
      maxDrift: drift.maxDrift,
      isOutside: breachesBand(drift, this.#life.task.band).breached,
      mixGrowth: mixGrowth(parts),
    });
  }

  #payTax(atMs: number): void {
    const dueMinor = this.#life.task.taxes ? (this.#portfolio.lots?.taxDueMinor(atMs) ?? 0) : 0;
    this.#portfolio.payTax(dueMinor);
    this.#ledger.taxed(dueMinor);
  }

  #flow(atMs: number): boolean {
    const { cashFlow } = this.#life.task;
    if (cashFlow === null || !isFlowDue(cashFlow.every, this.#flowFromMs, atMs)) return false;
    this.#flowFromMs = atMs;
    if (!this.#portfolio.applyCashFlow(cashFlow.amountMinor)) {
      this.#ledger.refusedFlow();
      return false;
    }
    this.#ledger.flowed(cashFlow.amountMinor);
    return true;
  }

  /** The place of the condition that is a reason to rebalance now: a date, a cash flow, or the first band that is left. */
  #conditionOf(
    { calendar, isCheck, hasFlowed }: Pick<LabInstant, 'calendar' | 'isCheck'> & { readonly hasFlowed: boolean },
    view: MarketView,
  ): number | null {
    const { terms } = this.#life.policy;
    if (calendar !== null) return calendar;
    const ofFlow = hasFlowed ? terms.when.findIndex(({ cash_flow }) => cash_flow !== undefined) : -1;
    if (ofFlow >= 0) return ofFlow;
    if (!isCheck || !this.#life.hasDriftCondition) return null;
    const valuation = this.#portfolio.value(view);
    const { targets } = this.#life.portfolio;
    const { fx_overlay: hasOverlay } = requestedSettings(terms, undefined);
    const drift = hasOverlay
      ? splitFxDrift(valuation, targets, view, this.#portfolio.referenceRates).local
      : measureDrift(valuation, targets);
    const left = terms.when.findIndex(
      ({ drift: band }) => band !== undefined && breachesBand(drift, triggerBand(terms, band)).breached,
    );
    return left < 0 ? null : left;
  }

  #rebalance(condition: number, view: MarketView): void {
    const { policy } = this.#life;
    const result = planRebalance(this.#inputOf(condition, view));
    if (result.kind !== 'plan') return;
    const { plan } = result;
    this.#cooldownEndMs = view.asOf + (parseDuration(policy.terms.cooldown ?? '0s') ?? 0);
    if (plan.orders.length === 0) return;
    this.#portfolio.execute(plan, view);
    this.#ledger.traded(plan);
    this.#onTrade({ atMs: view.asOf, condition, plan });
  }

  #inputOf(condition: number, view: MarketView): PlanInput {
    const { policy, portfolio, form } = this.#life;
    const settings = planSettingsOf(policy.terms, form, policy.terms.when[condition]?.drift);
    const { currency, cashMinor, positions, referenceRates: referencePerEurMicro } = this.#portfolio;
    const { targets, record } = portfolio;
    const input = { currency, cashMinor, positions, targets, view, settings, referencePerEurMicro };
    const solved = this.#solver === null ? input : { ...input, solver: this.#solver };
    if (record.constraints === null) return solved;
    return {
      ...solved,
      constraints: record.constraints,
      estimateGains: this.#life.gainsEstimate(this.#portfolio, view),
    };
  }

  #viewAt(atMs: number): MarketView {
    const { viewKey, isins, taxTerms } = this.#life;
    return this.#path.viewAt(viewKey, isins, taxTerms, atMs);
  }

  /** Prices of the targets where they are at home, in the base currency. */
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
