/** Costs as a waterfall: each part starts where the last one ended and the total spans them. Money and bps, base currency. */
import type { Costs } from '../../../src-server/contract/service/form-b.ts';
import { costBpsFormatter, formatMoney } from '../format/format-number.ts';
import classes from './bars.module.css';

const PARTS = [
  ['commission', 'Commission'],
  ['spread', 'Spread'],
  ['impact', 'Market impact'],
  ['fx', 'FX'],
  ['transaction_tax', 'Transaction tax'],
] as const;

export function CostWaterfall({ costs, currency }: { readonly costs: Costs; readonly currency: string }) {
  const { total, total_bps: totalBps, budget_bps: budgetBps } = costs;
  const formatBps = costBpsFormatter([totalBps], [budgetBps]);
  const sumBefore = (position: number) => PARTS.slice(0, position).reduce((sum, [key]) => sum + costs[key], 0);
  const line = (label: string, start: number, amount: number, bps: number) => (
    <tr key={label}>
      <th scope="row">{label}</th>
      <td aria-hidden>
        <span className={classes.waterfallTrack}>
          <span style={{ left: percentOf(start, total), width: percentOf(Math.max(0, amount), total) }} />
        </span>
      </td>
      <td>{formatMoney(amount)}</td>
      <td>{formatBps(bps)}</td>
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
        {PARTS.map(([key, label], position) => {
          // The service states bps for the total only; a part has its share of them.
          const bps = total === 0 ? 0 : (costs[key] / total) * totalBps;
          return line(label, sumBefore(position), costs[key], bps);
        })}
      </tbody>
      <tfoot>{line('Total', 0, total, totalBps)}</tfoot>
    </table>
  );
}

function percentOf(amount: number, total: number): string {
  return `${(amount / Math.max(total, 0.01)) * 100}%`;
}
