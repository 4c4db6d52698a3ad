/** Costs as a waterfall: each part starts where the last one ended and the total spans them. Money and bps, base currency. */
import type { Costs } from '../../../src-server/contract/service/form-b.ts';
import { formatCostBps, formatMoney } from '../format/format-number.ts';
import classes from './cost-waterfall.module.css';

interface CostWaterfallProps {
  readonly costs: Costs;
  readonly currency: string;
  /** Costs of the fills so far, in a column of their own. */
  readonly actual?: Costs | undefined;
}

const PARTS = [
  { key: 'commission', label: 'Commission' },
  { key: 'spread', label: 'Spread' },
  { key: 'impact', label: 'Market impact' },
  { key: 'fx', label: 'FX' },
  { key: 'transaction_tax', label: 'Transaction tax' },
] as const;

export function CostWaterfall({ costs, currency, actual }: CostWaterfallProps) {
  const end = Math.max(costs.total, actual?.total ?? 0, 0.01);
  return (
    <table className={classes.waterfall} data-compares={actual === undefined ? undefined : ''}>
      <thead>
        <tr>
          <th scope="col">Cost</th>
          <th scope="col" aria-hidden />
          <th scope="col">{actual === undefined ? currency : `Estimate ${currency}`}</th>
          <th scope="col">bps</th>
          {actual !== undefined && <th scope="col">Actual {currency}</th>}
          {actual !== undefined && <th scope="col">bps</th>}
        </tr>
      </thead>
      <tbody>
        {PARTS.map(({ key, label }, position) => (
          <Line
            key={key}
            label={label}
            start={sumBefore(costs, position) / end}
            share={costs[key] / end}
            cells={[costs, ...(actual === undefined ? [] : [actual])].flatMap((from) => [
              from[key],
              bps(from[key], from),
            ])}
          />
        ))}
      </tbody>
      <tfoot>
        <Line
          label="Total"
          start={0}
          share={costs.total / end}
          cells={[costs, ...(actual === undefined ? [] : [actual])].flatMap((from) => [from.total, from.total_bps])}
        />
      </tfoot>
    </table>
  );
}

interface LineProps {
  readonly label: string;
  readonly start: number;
  readonly share: number;
  /** Pairs of money and bps. */
  readonly cells: readonly number[];
}

function Line({ label, start, share, cells }: LineProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td aria-hidden>
        <span className={classes.waterfallTrack}>
          <span style={{ left: `${start * 100}%`, width: `${Math.max(0, share) * 100}%` }} />
        </span>
      </td>
      {cells.map((value, position) => (
        <td key={`${label}-${CELL_NAMES[position]}`}>
          {position % 2 === 0 ? formatMoney(value) : formatCostBps(value)}
        </td>
      ))}
    </tr>
  );
}

const CELL_NAMES = ['estimate', 'estimate-bps', 'actual', 'actual-bps'];

function sumBefore(costs: Costs, position: number): number {
  return PARTS.slice(0, position).reduce((sum, { key }) => sum + costs[key], 0);
}

/** The service states bps for the total only; a part has its share of them. */
function bps(part: number, costs: Costs): number {
  return costs.total === 0 ? 0 : (part / costs.total) * costs.total_bps;
}
