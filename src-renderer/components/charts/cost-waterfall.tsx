/**
 * Costs as a waterfall: each part starts where the previous one ended, and the total spans them. Money and bps, base
 * currency.
 */
import type { Costs } from '../../../src-server/contract/service/form-b.ts';
import { COST_PARTS, type CostPart, formatCostParts } from '../format/cost-parts.ts';
import { formatMoney } from '../format/format-number.ts';
import classes from './bars.module.css';

const LABELS: Readonly<Record<CostPart, string>> = {
  commission: 'Commission',
  spread: 'Spread',
  impact: 'Market impact',
  fx: 'FX',
  transaction_tax: 'Transaction tax',
};

export function CostWaterfall({ costs, currency }: { readonly costs: Costs; readonly currency: string }) {
  const { total } = costs;
  const bps = formatCostParts(costs);
  const sumBefore = (position: number) => COST_PARTS.slice(0, position).reduce((sum, part) => sum + costs[part], 0);
  const line = (label: string, start: number, amount: number, inBps: string) => (
    <tr key={label}>
      <th scope="row">{label}</th>
      <td aria-hidden>
        <span className={classes.waterfallTrack}>
          <span style={{ left: percentOf(start, total), width: percentOf(Math.max(0, amount), total) }} />
        </span>
      </td>
      <td>{formatMoney(amount)}</td>
      <td>{inBps}</td>
    </tr>
  );
  return (
    <table className={`${classes.bars} ${classes.waterfall}`}>
      <thead>
        <tr>
          <th scope="col">Cost</th>
          <th scope="col" aria-hidden />
          <th scope="col">{currency}</th>
          <th scope="col">bps</th>
        </tr>
      </thead>
      <tbody>
        {COST_PARTS.map((part, position) => line(LABELS[part], sumBefore(position), costs[part], bps[part]))}
      </tbody>
      <tfoot>{line('Total', 0, total, bps.total)}</tfoot>
    </table>
  );
}

function percentOf(amount: number, total: number): string {
  return `${(amount / Math.max(total, 0.01)) * 100}%`;
}
