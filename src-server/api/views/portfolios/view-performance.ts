/** The performance of a portfolio in the terms of the API (decision O9). */
import type { PERFORMANCE_INTERVALS, PortfolioPerformance } from '../../../contract/control/portfolios/performance.ts';
import { fromMinor } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { Earnings } from '../../../scenario/ledger/earnings.ts';
import {
  type MeasuredPerformance,
  measurePerformance,
  measureTargetMix,
  type PerformanceFigures,
  type PerformancePoint,
  type RateOfReturn,
} from '../../../scenario/ledger/performance.ts';
import type { PerformancePast } from '../../../scenario/ledger/performance-steps.ts';

type Interval = (typeof PERFORMANCE_INTERVALS)[number];

const DAY_MS = 86_400_000;

export function viewPerformance(
  { steps, hasTargetMix, earnings }: PerformancePast,
  every: Interval,
): Omit<PortfolioPerformance, 'portfolio_id' | 'currency' | 'from' | 'to'> {
  const own = measurePerformance(steps);
  const mix = hasTargetMix ? measureTargetMix(steps) : null;
  return {
    every,
    points: viewPoints(own, mix, steps, every),
    flows: steps.flatMap(({ atMs, flow }) =>
      flow === null ? [] : [{ at: formatInstant(atMs), kind: flow.kind, amount: fromMinor(flow.amountMinor) }],
    ),
    portfolio: viewFigures(own.figures),
    target_mix: mix === null ? null : viewFigures(mix.figures),
    ...viewEarnings(earnings),
  };
}

/** Returns the requested points, with the flows since the previous one. */
function viewPoints(
  own: MeasuredPerformance,
  mix: MeasuredPerformance | null,
  steps: PerformancePast['steps'],
  every: Interval,
): PortfolioPerformance['points'] {
  const shown: PortfolioPerformance['points'] = [];
  let flowMinor = 0;
  for (const [index, point] of own.points.entries()) {
    flowMinor += steps[index]?.flow?.amountMinor ?? 0;
    const isEnd = index === 0 || index === own.points.length - 1;
    // Several steps may be at one instant: the last of them includes all of it.
    if (!isEnd && (!isOnGrid(point.atMs, every) || own.points[index + 1]?.atMs === point.atMs)) continue;
    const mixPoint = mix?.points[index];
    const flow = fromMinor(flowMinor);
    const target = mixPoint === undefined ? null : viewPoint(mixPoint);
    const receivable = fromMinor(steps[index]?.receivableMinor ?? 0);
    shown.push({ at: formatInstant(point.atMs), ...viewPoint(point), receivable, flow, target_mix: target });
    flowMinor = 0;
  }
  return shown;
}

function isOnGrid(atMs: number, every: Interval): boolean {
  if (atMs % DAY_MS !== 0) return false;
  // The fourth of January 1970 was a Sunday, so days are counted from Monday on.
  if (every === 'week') return (atMs / DAY_MS - 4) % 7 === 0;
  return every === 'day' || formatInstant(atMs).slice(8, 10) === '01';
}

function viewPoint({ valueMinor, growth, drawdown }: PerformancePoint) {
  return { value: fromMinor(valueMinor), return: rounded(growth - 1), drawdown: rounded(drawdown) };
}

function viewFigures(figures: PerformanceFigures): PortfolioPerformance['portfolio'] {
  const { volatility, drawdown } = figures;
  return {
    start_value: fromMinor(figures.startMinor),
    end_value: fromMinor(figures.endMinor),
    net_flows: fromMinor(figures.flowsMinor),
    gain: fromMinor(figures.gainMinor),
    time_weighted_return: viewRate(figures.timeWeighted),
    money_weighted_return: viewRate(figures.moneyWeighted),
    volatility: volatility === null ? null : rounded(volatility),
    days: figures.days,
    maximum_drawdown: drawdown && {
      depth: rounded(drawdown.depth),
      peak_at: formatInstant(drawdown.peakMs),
      trough_at: formatInstant(drawdown.troughMs),
      recovered_at: drawdown.recoveredMs === null ? null : formatInstant(drawdown.recoveredMs),
    },
  };
}

function viewRate({ period, annual }: RateOfReturn) {
  return { period: period === null ? null : rounded(period), annual: annual === null ? null : rounded(annual) };
}

function viewEarnings(earnings: Earnings): Pick<PortfolioPerformance, 'income' | 'costs'> {
  const { dividendsMinor, withholdingTaxMinor, interestMinor } = earnings;
  const { feesMinor, commissionMinor, spreadMinor, impactMinor, fxMinor, transactionTaxMinor } = earnings;
  const costsMinor = feesMinor + commissionMinor + spreadMinor + impactMinor + fxMinor + transactionTaxMinor;
  return {
    income: {
      dividends: fromMinor(dividendsMinor),
      withholding_tax: fromMinor(-withholdingTaxMinor),
      interest: fromMinor(interestMinor),
      total: fromMinor(dividendsMinor - withholdingTaxMinor + interestMinor),
    },
    costs: {
      fees: fromMinor(feesMinor),
      commission: fromMinor(commissionMinor),
      spread: fromMinor(spreadMinor),
      impact: fromMinor(impactMinor),
      fx: fromMinor(fxMinor),
      transaction_tax: fromMinor(transactionTaxMinor),
      total: fromMinor(costsMinor),
    },
  };
}

/** Rounds a share to eight decimals: a ten-thousandth of a basis point. */
function rounded(share: number): number {
  return Math.round(share * 1e8) / 1e8;
}
