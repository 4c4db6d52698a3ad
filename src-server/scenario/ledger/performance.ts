/** Computes the performance of a portfolio and of its target mix, from the steps of its history (decision O9). Pure. */
import { type DatedFlow, moneyWeightedGrowth } from '../../domain/performance/money-weighted.ts';
import {
  annualVolatility,
  type Drawdown,
  dailyReturns,
  drawdowns,
  type GrowthPoint,
  type HeldPoint,
  maximumDrawdown,
} from '../../domain/performance/risk.ts';
import { annualReturn, heldTimeMs, linkedGrowth } from '../../domain/performance/time-weighted.ts';
import type { PerformanceStep } from './performance-steps.ts';

export interface RateOfReturn {
  /** Over the whole time; `null`: there is none. */
  readonly period: number | null;
  /** Per year of 365 days; `null` if money was invested for less. */
  readonly annual: number | null;
}

/** Amounts in minor units of the base currency. */
export interface PerformanceFigures {
  readonly startMinor: number;
  readonly endMinor: number;
  readonly flowsMinor: number;
  /** Final value less the initial value and the flows from outside. */
  readonly gainMinor: number;
  readonly timeWeighted: RateOfReturn;
  readonly moneyWeighted: RateOfReturn;
  readonly volatility: number | null;
  /** Number of daily returns in the volatility. */
  readonly days: number;
  readonly drawdown: Drawdown | null;
}

export interface PerformancePoint extends GrowthPoint {
  readonly valueMinor: number;
  readonly drawdown: number;
}

export interface MeasuredPerformance {
  /** One for each step. */
  readonly points: readonly PerformancePoint[];
  readonly figures: PerformanceFigures;
}

/** Measures the actual portfolio. */
export function measurePerformance(steps: readonly PerformanceStep[]): MeasuredPerformance {
  return measured(steps, steps);
}

/**
 * Measures the same money in the target mix, which is rebalanced at every step without costs. Before there were targets
 * it equals the portfolio.
 */
export function measureTargetMix(steps: readonly PerformanceStep[]): MeasuredPerformance {
  let afterMinor = steps[0]?.afterMinor ?? 0;
  const valued = steps.map(({ atMs, mixGrowth, flow }, index) => {
    const beforeMinor = index === 0 ? afterMinor : Math.round(afterMinor * mixGrowth);
    afterMinor = beforeMinor + (flow?.amountMinor ?? 0);
    return { atMs, beforeMinor, afterMinor };
  });
  return measured(steps, valued);
}

type Valued = Pick<PerformanceStep, 'atMs' | 'beforeMinor' | 'afterMinor'>;

function measured(steps: readonly PerformanceStep[], valued: readonly Valued[]): MeasuredPerformance {
  const growths = linkedGrowth(valued);
  const grown = valued.map(({ atMs, afterMinor }, index) => ({
    atMs,
    growth: growths[index] ?? 1,
    isHeld: afterMinor > 0,
  }));
  // A daily curve has no points for flows in between, so values in between are not peaks.
  const marks = grown.filter(({ atMs }, index) => index === 0 || index === grown.length - 1 || atMs % DAY_MS === 0);
  const falls = new Map(drawdowns(marks).map((fall, index) => [marks[index], fall]));
  const points = grown.map((point, index) => ({
    atMs: point.atMs,
    growth: point.growth,
    valueMinor: valued[index]?.afterMinor ?? 0,
    drawdown: falls.get(point) ?? 0,
  }));
  return { points, figures: { ...figuresOf(steps, valued, grown), drawdown: maximumDrawdown(marks) } };
}

const DAY_MS = 86_400_000;

function figuresOf(
  steps: readonly PerformanceStep[],
  valued: readonly Valued[],
  grown: readonly HeldPoint[],
): Omit<PerformanceFigures, 'drawdown'> {
  const [first, last] = [valued[0], valued.at(-1)];
  const [startMinor, endMinor] = [first?.afterMinor ?? 0, last?.afterMinor ?? 0];
  const flowsMinor = steps.reduce((sum, { flow }) => sum + (flow?.amountMinor ?? 0), 0);
  const lengthMs = (last?.atMs ?? 0) - (first?.atMs ?? 0);
  const heldMs = heldTimeMs(valued);
  const daily = dailyReturns(grown);
  const growth = lengthMs > 0 ? (grown.at(-1)?.growth ?? 1) : null;
  return {
    startMinor,
    endMinor,
    flowsMinor,
    gainMinor: endMinor - startMinor - flowsMinor,
    timeWeighted: rateOf(growth, heldMs),
    moneyWeighted: rateOf(moneyWeightedGrowth(ownFlows(steps, startMinor, endMinor), heldMs), heldMs),
    volatility: annualVolatility(daily),
    days: daily.length,
  };
}

function rateOf(growth: number | null, heldMs: number): RateOfReturn {
  return growth === null
    ? { period: null, annual: null }
    : { period: growth - 1, annual: annualReturn(growth, heldMs) };
}

/** The flows from the owner's view: the initial value and all deposits are paid in, and the final value is paid out. */
function ownFlows(steps: readonly PerformanceStep[], startMinor: number, endMinor: number): DatedFlow[] {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return [];
  const paid = steps.flatMap(({ atMs, flow }) => (flow === null ? [] : [{ atMs, amountMinor: -flow.amountMinor }]));
  return [{ atMs: first.atMs, amountMinor: -startMinor }, ...paid, { atMs: last.atMs, amountMinor: endMinor }];
}
