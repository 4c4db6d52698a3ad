/** The figures of a portfolio's performance and of its target mix, from the steps of its past (decision O9). Pure. */
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
  /** Of a year of 365 days; `null` where money was there for less. */
  readonly annual: number | null;
}

/** Amounts in minor units of the base currency. */
export interface PerformanceFigures {
  readonly startMinor: number;
  readonly endMinor: number;
  readonly flowsMinor: number;
  /** What is there at the end beyond what was there at first and what came from outside. */
  readonly gainMinor: number;
  readonly timeWeighted: RateOfReturn;
  readonly moneyWeighted: RateOfReturn;
  readonly volatility: number | null;
  /** Daily returns that the volatility is of. */
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

/** The portfolio as it was. */
export function measurePerformance(steps: readonly PerformanceStep[]): MeasuredPerformance {
  return measured(steps, steps);
}

/**
 * What the same money would have become in the target mix, which is put back to its weights at every step and costs
 * nothing to trade. Before there were targets it did what the portfolio did.
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
  // Flows on the way have no point of their own in a course by days, so what was there between is no peak.
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

/** Whoever owns it pays in what is there at first and what comes, and has what is there at the end. */
function ownFlows(steps: readonly PerformanceStep[], startMinor: number, endMinor: number): DatedFlow[] {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return [];
  const paid = steps.flatMap(({ atMs, flow }) => (flow === null ? [] : [{ atMs, amountMinor: -flow.amountMinor }]));
  return [{ atMs: first.atMs, amountMinor: -startMinor }, ...paid, { atMs: last.atMs, amountMinor: endMinor }];
}
