/** The world after an event: the event, portfolios, holdings and rebalances. What the event changed stands out. */

import { Code, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { HistoricalWorld } from '../../../../src-server/contract/control/world/history.ts';
import { type HistorySource, useHistoricalWorld } from '../../../api/timeline-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount, formatMoney, formatWeight, quantityFormatter } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { Changed } from './changed.tsx';
import { RebalancesAtEvent } from './rebalances-at-event.tsx';
import classes from './timeline.module.css';
import type { TimelinePlace } from './use-timeline-place.ts';
import { type Changes, changesBetween, FACTS } from './world-changes.ts';

interface WorldAtEventProps {
  readonly past: HistorySource;
  readonly event: number;
  readonly place: TimelinePlace;
}

export function WorldAtEvent({ past, event, place }: WorldAtEventProps) {
  const read = useHistoricalWorld(past, event, place.portfolio);
  const shownOf = read.data?.holdings_of ?? null;
  const before = useHistoricalWorld(past, event - 1, shownOf, read.data?.after === event).data;
  return (
    <Stack gap="md" miw={0} aria-busy={read.data?.after !== event}>
      <QueryBoundary read={read} doing="Reading the world as it was">
        {(then) => {
          // Until the world before the event is read, nothing counts as changed.
          const isPair = before?.after === then.after - 1 && before.holdings_of === then.holdings_of;
          const changes = changesBetween(isPair ? before : then, then);
          return (
            <>
              <EventPanel then={then} />
              <Portfolios then={then} changes={changes} onShow={place.showPortfolio} />
              {then.holdings_of !== null && <Holdings then={then} changes={changes} />}
              <RebalancesAtEvent world={then} changes={changes} />
            </>
          );
        }}
      </QueryBoundary>
    </Stack>
  );
}

function EventPanel({ then: { entry, event, cause } }: { readonly then: HistoricalWorld }) {
  if (entry === null || event === null) return null;
  return (
    <Panel
      title={`Event ${formatCount(entry.seq)}`}
      side={
        <>
          <time dateTime={entry.at}>{formatInstant(entry.at)}</time> virtual UTC
        </>
      }
    >
      <div className={classes.pastEvent}>
        <div>
          <Text component="strong" fw="bold" c={entry.failed ? 'fail' : 'inherit'}>
            {entry.failed && <span aria-hidden>✕ </span>}
            {entry.type}
          </Text>{' '}
          <span>{entry.words}</span>
        </div>
        {entry.subject !== '' && <CopyText text={entry.subject} what="what it is about" />}
        {cause !== null && (
          <Text component="div" c="dimmed">
            Brought about by {cause}
          </Text>
        )}
        <details>
          <summary>All that the log says</summary>
          <Code block tabIndex={0}>
            {JSON.stringify(event.data, null, 2)}
          </Code>
        </details>
      </div>
    </Panel>
  );
}

interface PortfoliosProps {
  readonly then: HistoricalWorld;
  readonly changes: Changes;
  readonly onShow: (portfolioId: string) => void;
}

function Portfolios({ then, changes, onShow }: PortfoliosProps) {
  const { portfolios, more_portfolios: more, holdings_of: shown } = then;
  const columns = useMemo(() => portfolioColumns(changes), [changes]);
  const count = formatCount(portfolios.length);
  return (
    <Panel title="Portfolios then" side={more > 0 ? `the first ${count}, ${formatCount(more)} more` : count}>
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

function portfolioColumns(changes: Changes): readonly Column<HistoricalWorld['portfolios'][number]>[] {
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
          {formatSince(row.nav, changes.before(FACTS.nav(row.portfolio_id)))}
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

function formatSince(nav: number, before: number | string | null | undefined): string {
  if (typeof before !== 'number') return '–';
  return `${nav > before ? '+' : ''}${formatMoney(nav - before)}`;
}

type Holding = HistoricalWorld['holdings'][number];

/** What one portfolio held after the event, valued at that instant, beside its targets. */
function Holdings({ then, changes }: { readonly then: HistoricalWorld; readonly changes: Changes }) {
  const { holdings, portfolios, holdings_of: portfolioId } = then;
  const portfolio = portfolios.find((each) => each.portfolio_id === portfolioId);
  const currency = portfolio?.currency ?? '';
  const columns = useMemo(() => holdingColumns(holdings, changes, currency), [holdings, changes, currency]);
  return (
    <Panel title="Holdings then" side={portfolio?.label ?? portfolioId}>
      <DataTable
        label="Holdings then"
        columns={columns}
        rows={holdings}
        rowKey={({ isin, exchange }) => `${isin} ${exchange}`}
        empty="It held nothing and had no targets."
      />
    </Panel>
  );
}

function holdingColumns(rows: readonly Holding[], changes: Changes, currency: string): readonly Column<Holding>[] {
  const quantity = quantityFormatter(rows.map((row) => row.quantity));
  const changed = (fact: 'quantity' | 'target', row: Holding, format: (value: number) => string) => (
    <Changed before={changes.before(FACTS[fact](row.isin, row.exchange))} write={(before) => format(Number(before))}>
      {row[fact] === null ? '–' : format(row[fact])}
    </Changed>
  );
  return [
    { id: 'isin', header: 'ISIN', accessor: ({ isin }) => isin, cell: ({ isin }) => <Code>{isin}</Code> },
    {
      id: 'exchange',
      header: 'MIC',
      accessor: ({ exchange }) => exchange,
      cell: ({ exchange }) => (
        <Text span c={exchange === null ? 'dimmed' : 'inherit'}>
          {exchange ?? '–'}
        </Text>
      ),
    },
    {
      id: 'quantity',
      header: 'Quantity',
      align: 'right',
      accessor: (row) => row.quantity,
      cell: (row) => changed('quantity', row, quantity),
    },
    {
      id: 'value',
      header: 'Value',
      unit: currency,
      align: 'right',
      accessor: (row) => row.value,
      cell: (row) => formatMoney(row.value),
    },
    {
      id: 'weight',
      header: 'Weight',
      unit: '%',
      align: 'right',
      accessor: (row) => row.weight,
      cell: (row) => formatWeight(row.weight),
    },
    {
      id: 'target',
      header: 'Target',
      unit: '%',
      align: 'right',
      accessor: (row) => row.target,
      cell: (row) => changed('target', row, formatWeight),
    },
  ];
}
