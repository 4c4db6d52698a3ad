/**
 * Simulates one life in the lab: a portfolio under a policy on one price path, from start to end (decisions P1 to P3).
 * The policy decides at the checks and on its dates as the service would at those instants, by the same functions.
 */

import type { LinearSolver } from '../domain/budget/linear-solver.ts';
import type { MarketView } from '../domain/market-view.ts';
import { parseDuration } from '../domain/numbers/instant.ts';
import type { Plan, PlanInput, PlanSettings } from '../domain/plan/plan.ts';
import { planRebalance } from '../domain/plan/plan-rebalance.ts';
import { settingsOfFormA } from '../engine/planning/plan-portfolio-a.ts';
import { toPlanSettings } from '../engine/planning/requested-settings.ts';
import { type DriftCondition, type PolicyTerms, requestedSettings } from '../engine/policies/policy.ts';
import { bandOfFormA } from '../engine/service-calls/service-caller.ts';
import type { FlatFigures } from '../sweep/flat-figures.ts';
import { isFlowDue } from './cash-flow-dates.ts';
import { reasonsOf } from './decide.ts';
import type { LabLife } from './lab-life.ts';
import type { LabInstant } from './lab-schedule.ts';
import { LifeLedger } from './life-ledger.ts';
import { Observer } from './observer.ts';
import type { PricePath } from './price-path.ts';
import { SimulatedPortfolio } from './simulated-portfolio.ts';

/** A rebalance of a life. */
export interface LifeTrade {
  readonly atMs: number;
  readonly condition: number;
  readonly plan: Plan;
}

/** Cash that was paid in, or out if negative; minor units. */
export interface LifeCash {
  readonly atMs: number;
  readonly amountMinor: number;
  readonly reason: 'flow' | 'tax';
}

/** Calls `onTrade` for each rebalance as it happens, and `onCash` for each cash flow and each payment of tax. */
export function liveThrough(
  life: LabLife,
  path: PricePath,
  solver: LinearSolver | null,
  onTrade: (trade: LifeTrade) => void = () => undefined,
  onCash: (cash: LifeCash) => void = () => undefined,
): FlatFigures {
  return new Life(life, path, solver, { onTrade, onCash }).run();
}

interface LifeListener {
  onTrade(trade: LifeTrade): void;
  onCash(cash: LifeCash): void;
}

class Life {
  readonly #life: LabLife;
  readonly #path: PricePath;
  readonly #solver: LinearSolver | null;
  readonly #listener: LifeListener;
  readonly #portfolio: SimulatedPortfolio;
  readonly #ledger: LifeLedger;
  readonly #observer: Observer;
  #cooldownEndMs = Number.NEGATIVE_INFINITY;
  #flowFromMs: number;

  constructor(life: LabLife, path: PricePath, solver: LinearSolver | null, listener: LifeListener) {
    this.#life = life;
    this.#path = path;
    this.#solver = solver;
    this.#listener = listener;
    const { fromMs, toMs } = life.task;
    const view = this.#viewAt(fromMs);
    this.#portfolio = new SimulatedPortfolio(life.portfolio, life.openLots(), view);
    this.#ledger = new LifeLedger(fromMs, toMs, this.#portfolio.value(view).totalMinor);
    this.#observer = new Observer(life, this.#ledger, view);
    this.#flowFromMs = life.flowsFromMs;
  }

  run(): FlatFigures {
    for (const instant of this.#life.schedule) this.#reach(instant);
    const view = this.#viewAt(this.#life.task.toMs);
    this.#observer.observe(view, this.#portfolio.value(view), this.#portfolio.owedMinor);
    return this.#ledger.figures(this.#portfolio.liquidationMinor(view));
  }

  #reach(instant: LabInstant): void {
    const { atMs, isCheck } = instant;
    const view = this.#viewAt(atMs);
    if (isCheck) this.#observer.observe(view, this.#portfolio.value(view), this.#portfolio.owedMinor);
    this.#payTax(atMs);
    const hasFlowed = isCheck && this.#flow(atMs);
    const { referenceRates } = this.#portfolio;
    const state = { valuation: this.#portfolio.value(view), view, referenceRates, hasFlowed };
    const reasons = atMs < this.#cooldownEndMs ? [] : reasonsOf(this.#life, instant, state);
    reasons.some((condition) => this.#rebalance(condition, view));
  }

  #payTax(atMs: number): void {
    const dueMinor = this.#life.task.taxes ? (this.#portfolio.lots?.taxDueMinor(atMs) ?? 0) : 0;
    const paidMinor = this.#portfolio.payTax(dueMinor);
    if (paidMinor > 0) this.#listener.onCash({ atMs, amountMinor: -paidMinor, reason: 'tax' });
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
    this.#listener.onCash({ atMs, amountMinor: cashFlow.amountMinor, reason: 'flow' });
    return true;
  }

  /** Whether there is a plan. */
  #rebalance(condition: number, view: MarketView): boolean {
    const { policy } = this.#life;
    const result = planRebalance(this.#inputOf(condition, view));
    if (result.kind !== 'plan') return false;
    const { plan } = result;
    this.#cooldownEndMs = view.asOf + (parseDuration(policy.terms.cooldown ?? '0s') ?? 0);
    if (plan.orders.length === 0) return true;
    this.#portfolio.execute(plan, view);
    this.#ledger.planned(plan);
    this.#listener.onTrade({ atMs: view.asOf, condition, plan });
    return true;
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
      explainsConstraints: false,
      estimateGains: this.#life.gainsEstimate(this.#portfolio, view),
    };
  }

  #viewAt(atMs: number): MarketView {
    return this.#life.viewAt(this.#path, atMs);
  }
}

/** `drift`: the band that was breached, if that is the reason. */
function planSettingsOf(terms: PolicyTerms, form: 'A' | 'B', drift: DriftCondition | undefined): PlanSettings {
  return form === 'B' ? toPlanSettings(requestedSettings(terms, drift)) : settingsOfFormA(bandOfFormA(terms, drift));
}
