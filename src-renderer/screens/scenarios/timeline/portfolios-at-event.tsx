/** The portfolios as they stood after an event, and how the event left them; one of them shows its holdings. */

import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { HistoricalWorld } from '../../../../src-server/contract/control/world/history.ts';
import { formatCount, formatMoney } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { Changed } from './changed.tsx';
import { type Changes, FACTS } from './world-changes.ts';

interface PortfoliosThenProps {
  readonly then: HistoricalWorld;
  readonly changes: Changes;
  readonly onShow: (portfolioId: string) => void;
}

type Portfolio = HistoricalWorld['portfolios'][number];

export function PortfoliosAtEvent({ then, changes, onShow }: PortfoliosThenProps) {
  const { portfolios, more_portfolios: more, holdings_of: shown } = then;
  const columns = useMemo(() => portfolioColumns(changes), [changes]);
  return (
    <Panel
      title="Portfolios then"
      side={
        more > 0
          ? `the first ${formatCount(portfolios.length)}, ${formatCount(more)} more`
          : formatCount(portfolios.length)
      }
    >
      <DataTable
        label="Portfolios then"
        columns={columns}
        rows={portfolios}
        rowKey={(row) => row.portfolio_id}
        selectedKey={shown ?? undefined}
        onOpen={(row) => onShow(row.portfolio_id)}
        empty="There was none yet."
      />
    </Panel>
  );
}

function portfolioColumns(changes: Changes): readonly Column<Portfolio>[] {
  return [
    {
      id: 'label',
      header: 'Portfolio',
      overflow: 'clip',
      accessor: (row) => row.label,
      cell: (row) => <span title={row.portfolio_id}>{row.label}</span>,
    },
    {
      id: 'cash',
      header: 'Cash',
      align: 'right',
      accessor: (row) => row.cash,
      cell: (row) => (
        <Changed before={changes.before(FACTS.cash(row.portfolio_id))} write={(before) => formatMoney(Number(before))}>
          {formatMoney(row.cash)}
        </Changed>
      ),
    },
    {
      id: 'nav',
      header: 'NAV',
      align: 'right',
      hint: 'In its base currency, at the prices of then',
      accessor: (row) => row.nav,
      cell: (row) => `${formatMoney(row.nav)} ${row.currency}`,
    },
    {
      id: 'since',
      header: 'Since before',
      align: 'right',
      hint: 'How much NAV changed since the event before, by what was done and by prices',
      cell: (row) => (
        <Text span c="dimmed">
          {since(row.nav, changes.before(FACTS.nav(row.portfolio_id)))}
        </Text>
      ),
    },
    {
      id: 'drift',
      header: 'Max. drift',
      unit: 'bps',
      align: 'right',
      hint: 'Largest distance of a weight from its target',
      accessor: (row) => row.max_drift_bps,
      cell: (row) => (row.max_drift_bps === null ? '–' : formatCount(Math.round(row.max_drift_bps))),
    },
  ];
}

function since(nav: number, before: number | string | null | undefined): string {
  if (typeof before !== 'number') return '–';
  const change = nav - before;
  return `${change > 0 ? '+' : ''}${formatMoney(change)}`;
}
