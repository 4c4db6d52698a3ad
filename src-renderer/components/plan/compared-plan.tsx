/** A plan as it was compared. It is passed to the plan dialog, which plans again and reports the differences. */
import { type Location, useLocation } from 'react-router';
import type { Comparison } from '../../../src-server/contract/control/portfolios/compare.ts';
import type { RebalancePlan } from '../../../src-server/contract/service/form-b.ts';
import { Notice } from '../feedback/notice.tsx';
import { formatCount, formatMoney, formatWeight } from '../format/format-number.ts';
import { formatTimeOfDay } from '../format/format-time.ts';

interface ComparedPlan {
  /** "variant B" */
  readonly what: string;
  /** When it was planned (ISO 8601). */
  readonly asOf: string;
  readonly figures: Figures;
}

interface Figures {
  readonly orders: number;
  /** Base currency, like the tax. */
  readonly cost: number;
  readonly tax: number;
  /** Shares of 1. */
  readonly maxDrift: number;
  readonly portfolioDrift: number;
}

type ComparedVariant = Comparison['variants'][number];

/** The location state of the plan dialog, if it is opened from a comparison. */
export function comparedPlan(what: string, asOf: string, result: ComparedVariant): ComparedPlan {
  const { orders, costs, tax_estimate: tax, max_drift_after: maxDrift, portfolio_drift_after: portfolioDrift } = result;
  return { what, asOf, figures: { orders, cost: costs.total, tax, maxDrift, portfolioDrift } };
}

/** Nothing once the parameters have been changed, which writes another address, and if all figures are the same. */
export function ComparedNotice({ plan, currency }: { readonly plan: RebalancePlan; readonly currency: string }) {
  const { state }: Location<{ compared?: ComparedPlan } | null> = useLocation();
  if (state?.compared === undefined) return null;
  const { what, asOf, figures } = state.compared;
  const differences = formatDifferences(figures, figuresOf(plan), currency);
  if (differences === '') return null;
  return (
    <Notice tone="live">
      <strong>
        This differs from {what} as compared at {formatTimeOfDay(asOf)}:
      </strong>{' '}
      {differences}. It was planned again at {formatTimeOfDay(plan.created_at)}.
    </Notice>
  );
}

/** The figures of a plan that are compared with another one. */
export function figuresOf(plan: RebalancePlan): Figures {
  const { max_drift: maxDrift, portfolio_drift: portfolioDrift } = plan.drift_after;
  const { orders, cost_estimate: costs, tax_estimate: tax } = plan;
  return { orders: orders.length, cost: costs.total, tax: tax ?? 0, maxDrift, portfolioDrift };
}

/** `orders 7 → 6, cost 9.60 → 9.72 EUR`: the figures whose display differs; empty if none does. */
export function formatDifferences(before: Figures, after: Figures, currency: string): string {
  const kinds: readonly (readonly [keyof Figures, string, (value: number) => string, string])[] = [
    ['orders', 'orders', formatCount, ''],
    ['cost', 'cost', formatMoney, ` ${currency}`],
    ['tax', 'gains tax', formatMoney, ` ${currency}`],
    ['maxDrift', 'max drift remaining', formatWeight, '\u202f%'],
    ['portfolioDrift', 'portfolio drift remaining', formatWeight, '\u202f%'],
  ];
  return kinds
    .map(([kind, label, format, unit]) => [label, format(before[kind]), format(after[kind]), unit] as const)
    .filter(([, left, right]) => left !== right)
    .map(([label, left, right, unit]) => `${label} ${left} → ${right}${unit}`)
    .join(', ');
}
