/** The table of records, and what to do where there is none. */
import { Code, Text } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import type { MifidRecordRow } from '../../../src-server/contract/control/portfolios/mifid-list.ts';
import type { ApiError } from '../../api/api-error.ts';
import { useClock } from '../../api/clock-api.ts';
import { type InstrumentRow, useInstrumentsByIsin } from '../../api/market-api.ts';
import type { MifidRecords, RecordFilters } from '../../api/records-api.ts';
import { formatCount, plural, priceFormatter, quantityFormatter } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { Panel } from '../../components/layout/panel.tsx';
import { SideBadge } from '../../components/orders/side-badge.tsx';
import { DataTable } from '../../components/tables/data-table.tsx';
import type { Column } from '../../components/tables/table-column.ts';
import { TableTools } from '../../components/tables/table-tools.tsx';
import { paths } from '../../paths.ts';
import classes from './compliance.module.css';
import { RetentionStatus } from './retention-status.tsx';

interface RecordsPanelProps {
  readonly data: MifidRecords;
  readonly read: UseInfiniteQueryResult<MifidRecords, ApiError>;
  readonly filters: RecordFilters;
  readonly search: string;
  /** Called when somebody scrolls away from the first record; the list then does not change. */
  readonly onScrolledAway: (isScrolledAway: boolean) => void;
}

export function RecordsPanel({ data: { records, total }, read, filters, search, onScrolledAway }: RecordsPanelProps) {
  const navigate = useNavigate();
  const instruments = useInstrumentsByIsin();
  const clock = useClock().data;
  // A countdown of years and days needs no redraw between two messages of the clock.
  const nowMs = clock === undefined ? null : Date.parse(clock.now);
  const columns = recordColumns({ rows: records, instruments, nowMs, search });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Panel
      title={formatTotal(total, isFiltered)}
      side={<TableTools table="MiFID II records" rows={records} columns={columns} />}
    >
      <DataTable
        label="MiFID II records"
        columns={columns}
        rows={records}
        rowKey={(row) => row.mifid_record_id}
        onOpen={(row) => navigate(paths.record(row.mifid_record_id, search))}
        onScrolledAway={onScrolledAway}
        pagination={
          read.hasNextPage
            ? {
                label: 'Load older records',
                isLoading: read.isFetchingNextPage,
                hasFailed: read.isFetchNextPageError,
                load: () => void read.fetchNextPage(),
              }
            : null
        }
        empty={isFiltered ? <strong>No record matches the filters.</strong> : <NothingYet />}
      />
    </Panel>
  );
}

function NothingYet() {
  return (
    <>
      <strong>No execution has been recorded yet.</strong>
      <div>
        Every fill makes a record.{' '}
        <Link to={paths.portfolios} className={classes.recordLink}>
          Open a portfolio
        </Link>{' '}
        and execute a rebalance,
      </div>
      <div>
        or let a client send <Code>POST /portfolios/{'{id}'}/rebalance</Code> to Form A (
        <a href="/docs" target="_blank" rel="noreferrer" className={classes.recordLink}>
          API docs
        </a>
        ), which executes by itself.
      </div>
    </>
  );
}

function formatTotal(total: number, isFiltered: boolean): string {
  const records = total >= 10_000 ? `${formatCount(total)} or more records` : plural(total, 'record');
  if (!isFiltered) return records;
  return `${records} ${total === 1 ? 'matches' : 'match'}`;
}

interface ColumnTerms {
  readonly rows: readonly MifidRecordRow[];
  readonly instruments: ReadonlyMap<string, InstrumentRow>;
  readonly nowMs: number | null;
  /** End of the address of a record: the filters of the list, so that the way back leads to it. */
  readonly search: string;
}

function recordColumns({ rows, instruments, nowMs, search }: ColumnTerms): readonly Column<MifidRecordRow>[] {
  const symbolOf = (row: MifidRecordRow) => instruments.get(row.isin)?.symbol ?? row.isin;
  return [
    {
      id: 'created_at',
      header: 'Created',
      unit: '(virtual UTC)',
      hint: 'When its fill was executed',
      accessor: (row) => row.created_at,
      cell: (row) => (
        <Link to={paths.record(row.mifid_record_id, search)} tabIndex={-1} onClick={(event) => event.stopPropagation()}>
          {formatInstant(row.created_at)}
        </Link>
      ),
    },
    ...WHOSE_COLUMNS,
    {
      id: 'isin',
      header: 'Instrument',
      overflow: 'clip',
      className: classes.recordInstrument,
      accessor: symbolOf,
      cell: (row) => (
        <span title={`${row.instrument_name ?? row.isin}, ${row.isin}`}>
          <strong>{symbolOf(row)}</strong>{' '}
          <Text span c="dimmed">
            {row.instrument_name}
          </Text>
        </span>
      ),
    },
    ...tradeColumns(rows),
    {
      id: 'retained_until',
      header: 'Retention',
      unit: '(virtual)',
      align: 'right',
      hint: 'How long the service still answers with it',
      accessor: (row) => row.retained_until,
      cell: (row) => <RetentionStatus until={row.retained_until} nowMs={nowMs} />,
    },
  ];
}

const WHOSE_COLUMNS: readonly Column<MifidRecordRow>[] = [
  {
    id: 'portfolio',
    header: 'Portfolio',
    overflow: 'clip',
    className: classes.recordPortfolio,
    accessor: (row) => row.portfolio_label,
    cell: (row) => <span title={row.portfolio_label}>{row.portfolio_label}</span>,
  },
  {
    id: 'rebalance',
    header: 'Rebalance',
    overflow: 'clip',
    className: classes.recordRebalance,
    accessor: (row) => row.rebalance_id,
    cell: (row) => (
      <Code c="dimmed" title={row.rebalance_id}>
        {row.rebalance_id}
      </Code>
    ),
  },
];

function tradeColumns(rows: readonly MifidRecordRow[]): readonly Column<MifidRecordRow>[] {
  const quantity = quantityFormatter(rows.map((row) => row.quantity));
  const price = priceFormatter(rows.map((row) => row.price));
  return [
    { id: 'side', header: 'Side', accessor: (row) => row.side, cell: (row) => <SideBadge side={row.side} /> },
    {
      id: 'quantity',
      header: 'Quantity',
      align: 'right',
      accessor: (row) => row.quantity,
      cell: (row) => quantity(row.quantity),
    },
    {
      id: 'price',
      header: 'Price',
      align: 'right',
      hint: 'In the currency of the venue',
      accessor: (row) => row.price,
      cell: (row) => price(row.price),
    },
    { id: 'currency', header: 'Ccy', accessor: (row) => row.currency, cell: (row) => row.currency },
    { id: 'venue', header: 'Venue', accessor: (row) => row.venue, cell: (row) => row.venue },
  ];
}
