/** The rows of the comparison: each number of a variant, its text, and which one is the best. Pure. */
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import { MAX_DRIFT_HINT } from '../../../components/charts/drift-band.ts';
import { formatCostParts } from '../../../components/format/cost-parts.ts';
import { formatCount, formatMoney, formatPercent } from '../../../components/format/format-number.ts';
import { lotsSentence, taxOfInstrument } from '../../../components/orders/sale-taxes.ts';
import type { ComparedVariant } from './goal-plan.ts';

export interface ResultRow {
  readonly id: string;
  readonly header: string;
  readonly hint?: string;
  readonly value: (variant: ComparedVariant) => number;
  readonly format: (value: number) => string;
  /** The number in another unit. */
  readonly aside?: (variant: ComparedVariant) => string;
  /** The basis of the number, for its tooltip. */
  readonly explain?: (variant: ComparedVariant) => string;
  /** The current number, if there is one. */
  readonly now?: (comparison: Comparison, cash: number) => number;
  /** The lowest value is the best one; `false`: none is better than another. */
  readonly isBestLow: boolean;
}

type CostKind = Exclude<keyof ComparedVariant['costs'], 'budget_bps' | 'total_bps'>;
type Share = 'turnover' | 'max_drift_after' | 'portfolio_drift_after';

/** An instrument that a variant sells. */
interface SoldInstrument {
  readonly isin: string;
  readonly symbol: string;
}

/** Sold instruments, if gains are taxed, in the order of the first plan that sells them. */
export function soldInstruments(
  variants: readonly ComparedVariant[],
  symbolOf: (isin: string) => string,
): SoldInstrument[] {
  const isins = variants.flatMap(({ sale_taxes: { tax_rate: rate, sells } }) =>
    rate === 0 ? [] : sells.map(({ isin }) => isin),
  );
  return [...new Set(isins)].map((isin) => ({ isin, symbol: symbolOf(isin) }));
}

/** `planned`: the compared plans; each instrument sold in them, and changes of earlier sells, have a row. */
export function resultRows(
  currency: string,
  sold: readonly SoldInstrument[],
  planned: readonly ComparedVariant[] = [],
): readonly ResultRow[] {
  const cost = (kind: CostKind, header: string, hint?: string): ResultRow => ({
    id: kind,
    header: `${header}, ${currency}`,
    ...(hint === undefined ? {} : { hint }),
    format: formatMoney,
    isBestLow: true,
    value: ({ costs }) => costs[kind],
    aside: ({ costs }) => `${formatCostParts(costs)[kind]} bps`,
  });
  const share = (id: Share, header: string, hint: string, now?: 'max_drift' | 'portfolio_drift'): ResultRow => ({
    id,
    header,
    hint,
    format: formatPercent,
    isBestLow: true,
    value: (variant) => variant[id],
    ...(now === undefined ? {} : { now: (comparison) => comparison[now] }),
  });
  return [
    { id: 'orders', header: 'Orders', value: ({ orders }) => orders, format: formatCount, isBestLow: true },
    share('turnover', 'Turnover (sells plus buys)', 'As a share of the portfolio'),
    cost('total', 'Cost', 'In bps of the portfolio value, too, with each figure rounded'),
    cost('commission', '  Commission'),
    cost('spread', '  Spread'),
    cost('impact', '  Market impact'),
    cost('fx', '  FX'),
    cost('transaction_tax', '  Transaction tax'),
    {
      id: 'tax',
      header: `Gains tax, ${currency}`,
      hint: 'Estimated tax on the gains of the sells, before allowances and losses brought forward. Not part of the cost.',
      value: (variant) => variant.tax_estimate,
      format: formatMoney,
      isBestLow: true,
    },
    ...sold.map(taxRow),
    ...(planned.some(({ sale_taxes: { earlier } }) => earlier !== null) ? [EARLIER] : []),
    share('max_drift_after', 'Max drift remaining', MAX_DRIFT_HINT, 'max_drift'),
    share(
      'portfolio_drift_after',
      'Portfolio drift remaining',
      'Half the sum of all absolute drifts, cash included',
      'portfolio_drift',
    ),
    {
      id: 'cash',
      header: `Cash after, ${currency}`,
      hint: 'After the orders and their costs. Gains tax is not deducted from it.',
      value: (variant) => variant.cash_after,
      format: formatMoney,
      now: (_, cash) => cash,
      isBestLow: false,
    },
  ];
}

/** Without it the parts would not add up to the tax, if a rule matches earlier sells again. */
const EARLIER: ResultRow = {
  id: 'tax of earlier sells',
  header: '  of earlier sells',
  format: formatMoney,
  isBestLow: false,
  hint: 'By law, these sells change which purchases earlier sells are matched with, and so the tax on those. Negative: tax is saved.',
  value: ({ sale_taxes: { earlier } }) => earlier?.tax ?? 0,
};

/** The gains tax caused by the sells of one instrument, and the lots that they take. */
function taxRow({ isin, symbol }: SoldInstrument): ResultRow {
  return {
    id: `tax ${isin}`,
    header: `  of selling ${symbol}`,
    format: formatMoney,
    isBestLow: false,
    hint: 'Its share of the tax. Negative: its loss saves tax on other gains.',
    value: ({ sale_taxes: taxes }) => taxOfInstrument(taxes, isin),
    explain: ({ sale_taxes: { sells } }) => lotsSentence(sells.filter((sell) => sell.isin === isin)),
  };
}

/** A variant without orders is never the best, and a value shared by all is not marked. */
export function isBest(row: ResultRow, variant: ComparedVariant, variants: readonly ComparedVariant[]): boolean {
  if (!row.isBestLow || variant.orders === 0) return false;
  const values = variants.filter(({ orders }) => orders > 0).map(row.value);
  const best = Math.min(...values);
  return row.value(variant) === best && Math.max(...values) > best;
}
