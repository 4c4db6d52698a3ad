/** Costs of what was filled by their kind: estimated, actual and the difference, in money and in bps of the portfolio. */
import type { Costs, OrderWire } from '../../../../src-server/contract/service/form-b.ts';
import { formatCostBps, formatMoney } from '../../../components/format/format-number.ts';
import tableClasses from '../../../components/tables/table.module.css';
import { orderResult, signedMoney, totalResult } from './execution-result.ts';
import classes from './rebalance.module.css';

interface CostDifferenceProps {
  readonly orders: readonly OrderWire[];
  readonly currency: string;
}

const KINDS = [
  ['commission', 'Commission'],
  ['spread', 'Spread'],
  ['impact', 'Market impact'],
  ['fx', 'FX'],
  ['transaction_tax', 'Transaction tax'],
  ['total', 'Total'],
] as const;

/** Nothing before the first fill. */
export function CostDifference({ orders, currency }: CostDifferenceProps) {
  const total = totalResult(orders.flatMap((order) => orderResult(order) ?? []));
  if (total === null) return null;
  const { estimated, actual } = total;
  return (
    <div className={tableClasses.tableFrame}>
      <table
        className={`${tableClasses.table} ${classes.costDifference}`}
        aria-label="Costs by kind, estimated and actual"
      >
        <thead>
          <tr>
            <th scope="col">Cost</th>
            <Head text={`Estimated ${currency}`} />
            <Head text="bps" />
            <Head text={`Actual ${currency}`} />
            <Head text="bps" />
            <Head text={`Difference ${currency}`} />
          </tr>
        </thead>
        <tbody>
          {KINDS.map(([kind, label]) => (
            <tr key={kind} data-total={kind === 'total' ? '' : undefined}>
              <th scope="row">{label}</th>
              <td data-align="right">{formatMoney(estimated[kind])}</td>
              <td data-align="right">{formatCostBps(bpsOf(estimated, kind))}</td>
              <td data-align="right">{formatMoney(actual[kind])}</td>
              <td data-align="right">{formatCostBps(bpsOf(actual, kind))}</td>
              <td data-align="right">{signedMoney(actual[kind] - estimated[kind])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head({ text }: { readonly text: string }) {
  return (
    <th scope="col" data-align="right">
      {text}
    </th>
  );
}

/** The service states bps for the total only; a kind has its share of them. */
function bpsOf(costs: Costs, kind: (typeof KINDS)[number][0]): number {
  return costs.total === 0 ? 0 : (costs[kind] / costs.total) * costs.total_bps;
}
