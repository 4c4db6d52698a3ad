/** How rebalances and their orders stood after an event, what was broken then, and how many endpoints would be told. */

import { Code, EmptyState, Text } from '@mantine/core';
import type { HistoricalWorld } from '../../../../src-server/contract/control/world/history.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { formatStatus, StatusBadge } from '../../../components/orders/status-badge.tsx';
import { Changed } from './changed.tsx';
import { OrdersAtEvent } from './orders-at-event.tsx';
import classes from './timeline.module.css';
import { type Changes, FACTS } from './world-changes.ts';

export function RebalancesAtEvent({ then, changes }: { readonly then: HistoricalWorld; readonly changes: Changes }) {
  const { rebalances, faults, lines_down: linesDown, fills, webhooks } = then;
  const counts = `${plural(fills, 'fill')} until then`;
  const told = plural(webhooks, 'webhook endpoint');
  return (
    <Panel title="Rebalances then" side={[statusesIn(then), counts, told].filter(Boolean).join(' · ')}>
      {(faults.length > 0 || linesDown.length > 0) && (
        <Text c="warn" className={classes.pastBroken}>
          Broken then:{' '}
          {[
            ...faults.map(({ kind, exchange, isin }) => [formatStatus(kind), exchange, isin].filter(Boolean).join(' ')),
            ...linesDown.map((mic) => `${mic} cut off`),
          ].join(', ')}
        </Text>
      )}
      {rebalances.length === 0 && <EmptyState>There was none yet.</EmptyState>}
      {rebalances.map((rebalance, index) => (
        <details key={rebalance.rebalance_id} className={classes.pastRebalance} open={index === 0}>
          <summary>
            <Code>{rebalance.rebalance_id}</Code>{' '}
            <Changed before={changes.before(FACTS.rebalance(rebalance.rebalance_id))} write={writeStatus}>
              <StatusBadge status={rebalance.status} />
            </Changed>
          </summary>
          <OrdersAtEvent rebalance={rebalance} changes={changes} />
        </details>
      ))}
    </Panel>
  );
}

function statusesIn({ statuses }: HistoricalWorld): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${formatCount(count)} ${formatStatus(status)}`)
    .join(', ');
}

function writeStatus(before: number | string): string {
  return formatStatus(String(before));
}
