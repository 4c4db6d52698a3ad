/** The world after an event: the event, portfolios, holdings and rebalances. Changes by the event are highlighted. */

import { Code, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { HistoricalWorld } from '../../../../src-server/contract/control/world/history.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { type HistorySource, useHistoricalWorld } from '../../../api/timeline-api.ts';
import { JsonView } from '../../../components/code/json-view.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount, formatMoney, formatWeight, quantityFormatter } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { DASH, Dimmed } from '../../../components/layout/dimmed.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type InstrumentsByIsin, symbolOf } from '../../../components/orders/order-columns.tsx';
import { withReceivable } from '../../../components/portfolios/with-receivable.tsx';
import {
  type Column,
  fieldColumn,
  numberColumn,
  PERCENT,
  PERCENT_OF_BPS,
} from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { Changed } from './changed.tsx';
import { RebalancesAtEvent } from './rebalances-at-event.tsx';
import type { ScrubberProps } from './scrubber.tsx';
import classes from './timeline.module.css';
import { type Changes, changesBetween, FACTS } from './world-changes.ts';

type WorldAtEventProps = Omit<ScrubberProps, 'timeline'> & { readonly past: HistorySource };

export function WorldAtEvent({ past, event, selection }: WorldAtEventProps) {
  const query = useHistoricalWorld(past, event, selection.portfolio);
  const shownOf = query.data?.holdings_of ?? null;
  const before = useHistoricalWorld(past, event - 1, shownOf, query.data?.after === event).data;
  return (
    <Stack gap="md" miw={0} aria-busy={query.data?.after !== event}>
      <QueryBoundary query={query} doing="Loading the world as it was">
        {(historical) => {
          // Until the world before the event is read, nothing counts as changed.
          const isPair = before?.after === historical.after - 1 && before.holdings_of === historical.holdings_of;
          const changes = changesBetween(isPair ? before : historical, historical);
          return (
            <>
              <EventPanel then={historical} />
              <Portfolios then={historical} changes={changes} onShow={selection.showPortfolio} />
              {historical.holdings_of !== null && <Holdings then={historical} changes={changes} />}
              <RebalancesAtEvent world={historical} changes={changes} />
            </>
          );
        }}
      </QueryBoundary>
    </Stack>
  );
}

function EventPanel({ then: { entry, event, cause } }: { readonly then: HistoricalWorld }) {
  if (entry === null || event === null) return null;
  const side = (
    <>
      <time dateTime={entry.at}>{formatInstant(entry.at)}</time> virtual UTC
    </>
  );
  return (
    <Panel title={`Log entry ${formatCount(entry.seq)}`} side={side}>
      <Stack className={classes.event} gap="xs" px="md" py="sm">
        <div>
          <Text component="strong" fw="bold" c={entry.failed ? 'fail' : 'inherit'}>
            {entry.failed && <span aria-hidden>✕ </span>}
            {entry.type}
          </Text>{' '}
          <span>{entry.summary}</span>
        </div>
        {entry.subject !== '' && (
          <div>
            <CopyText text={entry.subject} what="the id of the object" />
          </div>
        )}
        {cause !== null && <Dimmed>Caused by {cause}</Dimmed>}
        <details>
          <summary>The whole log entry</summary>
          <JsonView text={JSON.stringify(event.data)} label="log entry" />
        </details>
      </Stack>
    </Panel>
  );
}

type TableProps = { readonly then: HistoricalWorld; readonly changes: Changes };

function Portfolios({
  then: historical,
  changes,
  onShow,
}: TableProps & { readonly onShow: (portfolioId: string) => void }) {
  const { portfolios, more_portfolios: more, holdings_of: shown } = historical;
  const columns = useMemo(() => portfolioColumns(changes), [changes]);
  const count = formatCount(portfolios.length);
  return (
    <TablePanel
      title="Portfolios at this entry"
      side={more > 0 ? `the first ${count}, ${formatCount(more)} more` : count}
      columns={columns}
      rows={portfolios}
      rowKey={(row) => row.portfolio_id}
      selectedKey={shown ?? undefined}
      onOpen={(row) => onShow(row.portfolio_id)}
      empty="There were no portfolios at this entry."
    />
  );
}

function portfolioColumns(changes: Changes): readonly Column<HistoricalWorld['portfolios'][number]>[] {
  const changedCash = (cash: number, { portfolio_id: id }: { readonly portfolio_id: string }) => (
    <Changed before={changes.before(FACTS.cash(id))} format={formatMoney}>
      {formatMoney(cash)}
    </Changed>
  );
  return [
    fieldColumn('label', 'Portfolio', (label, row) => <span title={row.portfolio_id}>{label}</span>, {
      overflow: 'clip',
    }),
    fieldColumn('cash', 'Cash', (cash, row) => changedCash(cash, row), { align: 'right' }),
    fieldColumn('currency', 'Base', String, { hint: 'Base currency' }),
    fieldColumn('nav', 'NAV', (nav, row) => withReceivable(nav, row.receivable), {
      align: 'right',
      hint: 'In its base currency, at the prices of that time',
    }),
    {
      id: 'since',
      header: 'Change',
      align: 'right',
      hint: 'Change of NAV since the entry before',
      cell: ({ nav, portfolio_id: id }) => {
        const before = changes.before(FACTS.nav(id));
        if (typeof before !== 'number') return DASH;
        return <Dimmed>{`${nav > before ? '+' : ''}${formatMoney(nav - before)}`}</Dimmed>;
      },
    },
    fieldColumn('max_drift_bps', 'Max drift', (bps) => formatWeight(bps / 10_000), {
      id: 'drift',
      align: 'right',
      ...PERCENT_OF_BPS,
      hint: 'Largest distance of a weight from its target. Empty without targets or value.',
    }),
  ];
}

type Holding = HistoricalWorld['holdings'][number];

/** The holdings of one portfolio after the event, valued at that instant, beside its targets. */
function Holdings({ then: historical, changes }: TableProps) {
  const { holdings, portfolios, holdings_of: portfolioId } = historical;
  const portfolio = portfolios.find((each) => each.portfolio_id === portfolioId);
  const currency = portfolio?.currency ?? '';
  const instruments = useInstrumentsByIsin();
  const columns = useMemo(
    () => [instrumentColumn(instruments), ...holdingColumns(holdings, changes, currency)],
    [instruments, holdings, changes, currency],
  );
  return (
    <TablePanel
      title="Holdings at this entry"
      side={portfolio?.label ?? portfolioId}
      columns={columns}
      rows={holdings}
      rowKey={({ isin, exchange }) => `${isin} ${exchange}`}
      empty="The portfolio held nothing and had no targets."
    />
  );
}

function instrumentColumn(instruments: InstrumentsByIsin): Column<Holding> {
  return {
    id: 'instrument',
    header: 'Instrument',
    accessor: ({ isin }) => symbolOf(isin, instruments),
    cell: ({ isin }) => <strong title={instruments.get(isin)?.name}>{symbolOf(isin, instruments)}</strong>,
  };
}

function holdingColumns(rows: readonly Holding[], changes: Changes, unit: string): readonly Column<Holding>[] {
  const quantity = quantityFormatter(rows.map((row) => row.quantity));
  const firstOf = ({ isin }: Holding) => rows.find((row) => row.isin === isin);
  const changed = (fact: 'quantity' | 'target', row: Holding, format: (value: number) => string) => (
    <Changed before={changes.before(FACTS[fact](row.isin, row.exchange))} format={format}>
      {row[fact] === null ? '–' : format(row[fact])}
    </Changed>
  );
  return [
    fieldColumn('isin', 'ISIN', (isin) => <Code>{isin}</Code>),
    { id: 'exchange', header: 'MIC', accessor: (row) => row.exchange, cell: (row) => row.exchange ?? DASH },
    fieldColumn('quantity', 'Quantity', (_, row) => changed('quantity', row, quantity), { align: 'right' }),
    numberColumn('value', 'Value', (row) => row.value, formatMoney, { unit }),
    numberColumn('weight', 'Weight', (row) => row.weight, formatWeight, PERCENT),
    {
      id: 'target',
      header: 'Target',
      ...PERCENT,
      align: 'right',
      hint: 'Of the instrument, across all its exchanges',
      accessor: (row) => (firstOf(row) === row ? row.target : null),
      cell: (row) =>
        firstOf(row) === row ? changed('target', row, formatWeight) : <Dimmed>with {firstOf(row)?.exchange}</Dimmed>,
    },
  ];
}
