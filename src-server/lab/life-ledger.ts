/**
 * Measures one life of a portfolio (decision P2): observations at the checks, and the totals of its trades and taxes.
 * Shares are fractions of one, costs are basis points of the average value per year; money is in the base currency.
 */
import { type CostParts, explicitCostsMinor } from '../domain/costs/cost-parts.ts';
import type { Plan } from '../domain/plan/plan.ts';
import type { FlatFigures } from '../sweep/flat-figures.ts';

const YEAR_MS = 365 * 86_400_000;

interface Observation {
  readonly atMs: number;
  /** Before the actions at this instant. */
  readonly navMinor: number;
  readonly portfolioDrift: number;
  readonly maxDrift: number;
  readonly isOutside: boolean;
  /** Growth of the target mix since the last observation: 1.01 for a gain of 1 %. */
  readonly mixGrowth: number;
}

/** Number of points of a fan over time. */
export const FAN_POINTS = 40;

export class LifeLedger {
  readonly #fromMs: number;
  readonly #toMs: number;
  #checks = 0;
  #navSum = 0;
  #growth = 1;
  #highest = 1;
  #maxDrawdown = 0;
  #lastNavMinor: number;
  #driftSum = 0;
  #maxDrift = 0;
  #outside = 0;
  readonly #excess: number[] = [];
  #rebalances = 0;
  #orders = 0;
  #tradedMinor = 0;
  #explicitMinor = 0;
  #implicitMinor = 0;
  #taxMinor = 0;
  #refusedFlows = 0;
  readonly #fan: { readonly value: number; readonly drift: number }[] = [];

  constructor(fromMs: number, toMs: number, navMinor: number) {
    this.#fromMs = fromMs;
    this.#toMs = toMs;
    this.#lastNavMinor = navMinor;
  }

  observe({ atMs, navMinor, portfolioDrift, maxDrift, isOutside, mixGrowth }: Observation): void {
    this.#fanUntil(atMs);
    const growth = this.#lastNavMinor > 0 ? navMinor / this.#lastNavMinor : 1;
    this.#growth *= growth;
    this.#excess.push(growth - mixGrowth);
    this.#highest = Math.max(this.#highest, this.#growth);
    this.#maxDrawdown = Math.min(this.#maxDrawdown, this.#growth / this.#highest - 1);
    this.#checks += 1;
    this.#navSum += navMinor;
    this.#driftSum += portfolioDrift;
    this.#maxDrift = Math.max(this.#maxDrift, maxDrift);
    this.#outside += Number(isOutside);
    this.#lastNavMinor = navMinor;
    this.#latest = { value: navMinor / 100, drift: portfolioDrift };
  }

  #latest = { value: 0, drift: 0 };

  /** Records a deposit or withdrawal, which is not a gain. */
  flowed(amountMinor: number): void {
    this.#lastNavMinor += amountMinor;
  }

  refusedFlow(): void {
    this.#refusedFlows += 1;
  }

  taxed(taxMinor: number): void {
    this.#taxMinor += taxMinor;
  }

  /** Records a plan that was filled exactly as planned. */
  planned({ orders, costs }: Pick<Plan, 'orders' | 'costs'>): void {
    this.rebalanced(orders.length);
    for (const { estimatedValueMinor } of orders) this.#tradedMinor += estimatedValueMinor;
    this.#costed(costs);
  }

  rebalanced(orders: number): void {
    this.#rebalances += 1;
    this.#orders += orders;
  }

  filled({ valueMinor, costs }: { readonly valueMinor: number; readonly costs: CostParts }): void {
    this.#tradedMinor += valueMinor;
    this.#costed(costs);
  }

  #costed(costs: CostParts): void {
    this.#explicitMinor += explicitCostsMinor(costs);
    this.#implicitMinor += costs.spreadMinor + costs.impactMinor;
  }

  figures(liquidationMinor: number): FlatFigures {
    this.#fanUntil(Number.POSITIVE_INFINITY);
    const years = (this.#toMs - this.#fromMs) / YEAR_MS;
    const checks = Math.max(1, this.#checks);
    const averageMinor = this.#navSum / checks;
    const aYear = (amountMinor: number) => amountMinor / averageMinor / years;
    const endMinor = this.#lastNavMinor;
    const afterTax = endMinor > 0 ? this.#growth * (liquidationMinor / endMinor) : 0;
    return {
      tracking_error: deviation(this.#excess) * Math.sqrt(this.#checks / years),
      mean_drift: this.#driftSum / checks,
      max_drift: this.#maxDrift,
      days_outside: this.#outside / checks,
      rebalances_a_year: this.#rebalances / years,
      orders_a_year: this.#orders / years,
      turnover_a_year: aYear(this.#tradedMinor / 2),
      explicit_costs_bps: aYear(this.#explicitMinor) * 10_000,
      implicit_costs_bps: aYear(this.#implicitMinor) * 10_000,
      taxes_bps: aYear(this.#taxMinor) * 10_000,
      total_costs_bps: aYear(this.#explicitMinor + this.#implicitMinor + this.#taxMinor) * 10_000,
      return_a_year: this.#growth ** (1 / years) - 1,
      return_after_liquidation: Math.max(0, afterTax) ** (1 / years) - 1,
      max_drawdown: this.#maxDrawdown,
      value_at_end: endMinor / 100,
      value_after_liquidation: liquidationMinor / 100,
      refused_flows: this.#refusedFlows,
      ...this.#fanFigures(),
    };
  }

  #fanUntil(atMs: number): void {
    if (this.#checks === 0) return;
    while (this.#fan.length < FAN_POINTS && fanInstantMs(this.#fromMs, this.#toMs, this.#fan.length) < atMs) {
      this.#fan.push(this.#latest);
    }
  }

  #fanFigures(): FlatFigures {
    return Object.fromEntries(
      this.#fan.flatMap(({ value, drift }, index) => [
        [fanName('value', index), value],
        [fanName('drift', index), drift],
      ]),
    );
  }
}

/** The instant of a point of a fan. */
export function fanInstantMs(fromMs: number, toMs: number, index: number): number {
  return fromMs + ((toMs - fromMs) * (index + 1)) / FAN_POINTS;
}

export function fanName(what: 'value' | 'drift', index: number): string {
  return `${what}_over_time.${String(index).padStart(2, '0')}`;
}

/** Standard deviation of a sample (n − 1). */
function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}
