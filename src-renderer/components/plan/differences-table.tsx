/**
 * Two plans line by line, before and after. Orders beyond the tolerance are shown with the limit that each exceeds,
 * then those that are new, gone or at another exchange; other changed orders are shown on demand.
 */

import { Button, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { PlanChangesWire } from '../../../src-server/contract/service/plan-changes.ts';
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import { formatCostBps, formatMoney, plural, priceFormatter, quantityFormatter } from '../format/format-number.ts';
import { Toned } from '../layout/toned.tsx';
import { symbolOf } from '../orders/order-columns.tsx';
import { SideBadge } from '../orders/side-badge.tsx';
import tableClasses from '../tables/table.module.css';
import { TableFrame } from '../tables/table-frame.tsx';
import { formatMids, formatOrderChange, pair } from './format-plan-changes.ts';
import classes from './plan.module.css';

interface DifferencesTableProps {
  readonly changes: PlanChangesWire;
  readonly currency: string;
  /** The labels left and right of the arrow: "dry run" and "this plan". */
  readonly before: string;
  readonly after: string;
}

const HEADERS = ['Order', 'What differs', 'Exchange', 'Quantity', 'Mid'];

export function DifferencesTable({ changes, currency, before, after }: DifferencesTableProps) {
  const instruments = useInstrumentsByIsin();
  const { notable, moved } = differingRows(changes);
  const [showsAll, setShowsAll] = useState(false);
  const isCut = !showsAll && moved.length > 0;
  const sides = changes.orders.flatMap(({ before, after }) => [before, after]).filter((side) => side !== null);
  const quantity = quantityFormatter(sides.map((side) => side.quantity));
  const price = priceFormatter(sides.map((side) => side.estimated_price));
  const headers = [...HEADERS, `Est. value ${currency}`, `Est. cost ${currency}`];
  return (
    <TableFrame>
      <table
        className={`${tableClasses.table} ${classes.planDifferences}`}
        aria-label={`What differs: ${before} → ${after}`}
      >
        <thead>
          <tr>
            {headers.map((head, index) => (
              <th key={head} scope="col" data-align={index > 2 ? 'right' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...notable, ...(isCut ? [] : moved)].map((row) => (
            <tr key={`${row.side} ${row.isin} ${row.before?.exchange ?? row.after?.exchange}`}>
              <th scope="row">
                <SideBadge side={row.side} /> {symbolOf(row.isin, instruments)}
              </th>
              <td data-overflow="wrap">
                <ToleranceText isBeyond={row.beyond_tolerance}>{formatOrderChange(row, changes)}</ToleranceText>
              </td>
              <td>{pair(row, (side) => side.exchange)}</td>
              <td data-align="right">{pair(row, (side) => quantity(side.quantity))}</td>
              <td data-align="right">{formatMids(row, price)}</td>
              <td data-align="right">{pair(row, (side) => formatMoney(side.estimated_value))}</td>
              <td data-align="right">{pair(row, (side) => formatMoney(side.estimated_cost))}</td>
            </tr>
          ))}
          <CostRow {...changes} />
        </tbody>
      </table>
      {isCut && (
        <Button variant="subtle" size="compact-xs" m="xs" onClick={() => setShowsAll(true)}>
          Show {plural(moved.length, 'order')} that {moved.length === 1 ? 'differs' : 'differ'} within the tolerance
        </Button>
      )}
    </TableFrame>
  );
}

/** Orders beyond the tolerance come first. */
function differingRows({ orders }: PlanChangesWire) {
  const beyond = orders.filter((row) => row.beyond_tolerance);
  const within = orders.filter(({ change, beyond_tolerance: isBeyond }) => !isBeyond && change !== 'same');
  const { moved = [], others = [] } = Object.groupBy(within, ({ change }) => (change === 'moved' ? 'moved' : 'others'));
  return { notable: [...beyond, ...others], moved };
}

/** The estimated cost of all orders. */
function CostRow({ cost, tolerance }: Pick<PlanChangesWire, 'cost' | 'tolerance'>) {
  const limit = cost.beyond_tolerance ? ` (limit ${formatCostBps(tolerance.cost_bps)} bps of the portfolio)` : '';
  return (
    <tr>
      <th scope="row">All orders</th>
      <td data-overflow="wrap">
        <ToleranceText isBeyond={cost.beyond_tolerance}>{`estimated cost${limit}`}</ToleranceText>
      </td>
      <td colSpan={4} />
      <td data-align="right">
        {formatMoney(cost.before)} → {formatMoney(cost.after)}
      </td>
    </tr>
  );
}

function ToleranceText({ isBeyond, children }: { readonly isBeyond: boolean; readonly children: string }) {
  if (!isBeyond) return children;
  return (
    <Toned tone="warn">
      <span aria-hidden>! </span>
      {children} <VisuallyHidden>(beyond the tolerance)</VisuallyHidden>
    </Toned>
  );
}
