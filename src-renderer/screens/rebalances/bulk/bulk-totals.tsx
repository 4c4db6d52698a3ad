/** The totals of a bulk rebalance's plans by base currency, and of the rebalances that are final. */
import type { BulkRebalance } from '../../../api/rebalances-api.ts';
import { formatCount, formatMoney } from '../../../components/format/format-number.ts';
import { LIMITS_OF_MANY } from '../../../components/orders/gains-tax-limits.ts';
import { type Column, fieldColumn, numberColumn } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';

type Sums = BulkRebalance['traded'][number];

interface CurrencyRow {
  readonly currency: string;
  readonly planned: BulkRebalance['planned'][number];
  /** Null until a rebalance of this currency is final. */
  readonly traded: Sums | null;
}

const CURRENCY: Column<CurrencyRow> = fieldColumn('currency', 'Base');

function money(id: string, header: string, amount: (row: CurrencyRow) => number | null, hint: string) {
  return numberColumn<CurrencyRow>(id, header, amount, formatMoney, { unitColumn: CURRENCY, hint });
}

const PLANNED: readonly Column<CurrencyRow>[] = [
  CURRENCY,
  numberColumn('portfolios', 'Portfolios', ({ planned }) => planned.portfolios, formatCount, {
    hint: 'Portfolios with a plan, without those that were left out. The planned figures cover only these.',
  }),
  numberColumn('orders', 'Orders', ({ planned }) => planned.orders, formatCount),
  money(
    'turnover',
    'Planned trades',
    ({ planned }) => planned.turnover,
    'Sells plus buys of the plans, without those that were left out',
  ),
  money(
    'explicit',
    'Estimated explicit costs',
    ({ planned }) => planned.explicit_costs,
    'Commission, FX and transaction tax, as planned',
  ),
  money(
    'implicit',
    'Estimated implicit costs',
    ({ planned }) => planned.implicit_costs,
    'Spread and market impact, as planned',
  ),
  money('tax', 'Estimated gains tax', ({ planned }) => planned.tax_estimate, `As planned. ${LIMITS_OF_MANY}`),
];

const TRADED: readonly Column<CurrencyRow>[] = [
  numberColumn('final', 'Finished', ({ traded }) => traded?.portfolios ?? null, formatCount, {
    hint: 'Portfolios whose rebalance has ended. The following figures cover only these.',
  }),
  money('traded', 'Traded', ({ traded }) => traded?.turnover ?? null, 'Sells plus buys that were filled'),
  money(
    'paid',
    'Actual explicit costs',
    ({ traded }) => traded?.explicit_costs ?? null,
    'Commission, FX and transaction tax',
  ),
  money('lost', 'Actual implicit costs', ({ traded }) => traded?.implicit_costs ?? null, 'Spread and market impact'),
  money(
    'realised-tax',
    'Gains tax',
    ({ traded }) => traded?.tax_estimate ?? null,
    `Estimated tax on the gains that the sells realised. ${LIMITS_OF_MANY}`,
  ),
];

export function BulkTotals({ bulk }: { readonly bulk: BulkRebalance }) {
  const rows = bulk.planned.map((planned) => ({
    currency: planned.currency,
    planned,
    traded: bulk.traded.find(({ currency }) => currency === planned.currency) ?? null,
  }));
  return (
    <TablePanel
      title="By currency"
      columns={bulk.traded.length === 0 ? PLANNED : [...PLANNED, ...TRADED]}
      rows={rows}
      rowKey={({ currency }) => currency}
      empty={
        bulk.status === 'planning' ? (
          <strong>Nothing is planned yet.</strong>
        ) : (
          <>
            <strong>There is no plan.</strong>
            {whyNothing(bulk)}
          </>
        )
      }
    />
  );
}

function whyNothing({ portfolios: { total, cancelled, refused } }: BulkRebalance): string {
  if (total === 0) return 'No portfolio is outside the band.';
  if (cancelled === 0) return 'Every portfolio was refused.';
  return refused === 0 ? 'Every portfolio was left out.' : 'Every portfolio was refused or left out.';
}
