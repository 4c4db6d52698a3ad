/** The rows of the comparison: each number of a variant, its text, and which one is the best. Pure. */
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import type { Costs } from '../../../../src-server/contract/service/form-b.ts';
import { formatCostBps, formatCount, formatMoney, formatPercent } from '../../../components/format/format-number.ts';
import type { ComparedVariant } from './goal-plan.ts';

export interface ResultRow {
  readonly id: string;
  readonly header: string;
  readonly hint?: string;
  readonly value: (variant: ComparedVariant) => number;
  readonly text: (variant: ComparedVariant) => string;
  /** The number in another unit. */
  readonly aside?: (variant: ComparedVariant) => string;
  /** The number now, where there is one. */
  readonly now: (comparison: Comparison, cash: number) => string;
  /** The lowest value is the best one; `false`: none is better than another. */
  readonly isBestLow: boolean;
}

type CostKind = Exclude<keyof Costs, 'budget_bps' | 'total_bps'>;

export function resultRows(currency: string): readonly ResultRow[] {
  return [
    count('orders', 'Orders', (variant) => variant.orders),
    share(
      'turnover',
      'Turnover',
      'Value of all orders as a share of the portfolio',
      (row) => row.turnover,
      () => '',
    ),
    {
      ...cost('total', `Cost, ${currency}`),
      aside: (variant) => `${formatCostBps(variant.costs.total_bps)} bps`,
    },
    cost('commission', `  Commission, ${currency}`),
    cost('spread', `  Spread, ${currency}`),
    cost('impact', `  Market impact, ${currency}`),
    cost('fx', `  FX, ${currency}`),
    cost('transaction_tax', `  Transaction tax, ${currency}`),
    {
      ...money('tax', `Gains tax, ${currency}`, (variant) => variant.tax_estimate),
      hint: 'Estimated on the gains of the sells; no part of the cost',
      isBestLow: true,
    },
    share(
      'max-drift',
      'Max drift left',
      'Of a position',
      (row) => row.max_drift_after,
      (now) => now.max_drift,
    ),
    share(
      'portfolio-drift',
      'Portfolio drift left',
      'Half the sum of all drifts, cash included',
      (row) => row.portfolio_drift_after,
      (now) => now.portfolio_drift,
    ),
    {
      ...money('cash', `Cash after, ${currency}`, (variant) => variant.cash_after),
      now: (_, cash) => formatMoney(cash),
    },
  ];
}

/** A variant without orders is never the best, and a value that all share is not marked. */
export function isBest(row: ResultRow, variant: ComparedVariant, variants: readonly ComparedVariant[]): boolean {
  const trading = variants.filter(({ orders }) => orders > 0);
  if (!row.isBestLow || variant.orders === 0) return false;
  const values = trading.map(row.value);
  const best = Math.min(...values);
  return row.value(variant) === best && Math.max(...values) > best;
}

function count(id: string, header: string, value: ResultRow['value']): ResultRow {
  return { id, header, value, text: (row) => formatCount(value(row)), now: () => '', isBestLow: true };
}

function share(
  id: string,
  header: string,
  hint: string,
  value: ResultRow['value'],
  now: (comparison: Comparison) => number | '',
): ResultRow {
  const nowText = (value: number | '') => (value === '' ? '' : formatPercent(value));
  return {
    ...{ id, header, hint, value, isBestLow: true },
    text: (row) => formatPercent(value(row)),
    now: (comparison) => nowText(now(comparison)),
  };
}

function money(id: string, header: string, value: ResultRow['value']): ResultRow {
  return { id, header, value, text: (row) => formatMoney(value(row)), now: () => '', isBestLow: false };
}

function cost(kind: CostKind, header: string): ResultRow {
  return {
    ...money(kind, header, ({ costs }) => costs[kind]),
    // The service states bps for the total only; a part has its share of them.
    aside: ({ costs }) => `${formatCostBps(costs.total === 0 ? 0 : (costs[kind] / costs.total) * costs.total_bps)} bps`,
    isBestLow: true,
  };
}
