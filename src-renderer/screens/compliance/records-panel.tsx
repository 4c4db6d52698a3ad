/** The table of records, and what to do where there is none. */
import { Box, Code } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import type { MifidRecordRow } from '../../../src-server/contract/control/portfolios/mifid-list.ts';
import type { ApiError } from '../../api/api-error.ts';
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import type { MifidRecords, RecordFilters } from '../../api/records-api.ts';
import { formatCount, plural, priceFormatter, quantityFormatter } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { Dimmed } from '../../components/layout/dimmed.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { SideBadge } from '../../components/orders/side-badge.tsx';
import { DataTable } from '../../components/tables/data-table.tsx';
import { RowLink } from '../../components/tables/row-link.tsx';
import {
  type Column,
  fieldColumn,
  numberColumn,
  paginationOf,
  VIRTUAL_UTC,
} from '../../components/tables/table-column.ts';
import { TableTools } from '../../components/tables/table-tools.tsx';
import { paths } from '../../paths.ts';
import classes from './compliance.module.css';
import { RetentionStatus } from './retention-status.tsx';

const LABEL = 'MiFID II records';

interface RecordsPanelProps {
  readonly data: MifidRecords;
  readonly read: UseInfiniteQueryResult<MifidRecords, ApiError>;
  readonly filters: RecordFilters;
  /** Called when somebody scrolls away from the first record; the list then does not change. */
  readonly onScrolledAway: (isScrolledAway: boolean) => void;
}

export function RecordsPanel({ data: { records, total }, read, filters, onScrolledAway }: RecordsPanelProps) {
  const navigate = useNavigate();
  const instruments = useInstrumentsByIsin();
  // With the filters of the list, so that the way back leads to it.
  const addressOf = ({ mifid_record_id: id }: MifidRecordRow) => paths.record(id, filters);
  const columns = recordColumns(records, (isin) => instruments.get(isin)?.symbol ?? isin, addressOf);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Panel
      title={`${formatTotal(total)}${isFiltered ? ` ${total === 1 ? 'matches' : 'match'}` : ''}`}
      side={<TableTools table={LABEL} rows={records} columns={columns} />}
    >
      <DataTable
        label={LABEL}
        columns={columns}
        rows={records}
        rowKey={(row) => row.mifid_record_id}
        onOpen={(row) => navigate(addressOf(row))}
        onScrolledAway={onScrolledAway}
        pagination={paginationOf(read, 'Load older records')}
        empty={isFiltered ? <strong>No record matches the filters.</strong> : NOTHING_YET}
      />
    </Panel>
  );
}

const NOTHING_YET = (
  <>
    <strong>No execution has been recorded yet.</strong>
    <div>
      Every fill makes a record.{' '}
      <Box component={Link} to={paths.portfolios} td="underline">
        Open a portfolio
      </Box>{' '}
      and execute a rebalance,
    </div>
    <div>
      or let a client send <Code>POST /portfolios/{'{id}'}/rebalance</Code> to Form A (
      <Box component="a" href="/docs" target="_blank" rel="noreferrer" td="underline">
        API docs
      </Box>
      ), which executes by itself.
    </div>
  </>
);

const WHOSE_COLUMNS: readonly Column<MifidRecordRow>[] = [
  {
    id: 'portfolio',
    header: 'Portfolio',
    overflow: 'clip',
    className: classes.portfolio,
    accessor: (row) => row.portfolio_label,
    cell: (row) => <span title={row.portfolio_label}>{row.portfolio_label}</span>,
  },
  {
    id: 'rebalance',
    header: 'Rebalance',
    overflow: 'clip',
    className: classes.rebalance,
    accessor: (row) => row.rebalance_id,
    cell: ({ rebalance_id: id }) => (
      <Code c="dimmed" title={id}>
        {id}
      </Code>
    ),
  },
];

function formatTotal(total: number): string {
  return total >= 10_000 ? `${formatCount(total)} or more records` : plural(total, 'record');
}

function recordColumns(
  rows: readonly MifidRecordRow[],
  symbolOf: (isin: string) => string,
  addressOf: (row: MifidRecordRow) => string,
): readonly Column<MifidRecordRow>[] {
  const quantity = quantityFormatter(rows.map((row) => row.quantity));
  const price = priceFormatter(rows.map((row) => row.price));
  return [
    fieldColumn('created_at', 'Created', (at, row) => <RowLink to={addressOf(row)}>{formatInstant(at)}</RowLink>, {
      ...VIRTUAL_UTC,
      hint: 'When its fill was executed',
    }),
    ...WHOSE_COLUMNS,
    {
      id: 'isin',
      header: 'Instrument',
      overflow: 'clip',
      className: classes.instrument,
      accessor: (row) => symbolOf(row.isin),
      cell: ({ isin, instrument_name: name }) => (
        <span title={`${name ?? isin}, ${isin}`}>
          <strong>{symbolOf(isin)}</strong> <Dimmed>{name}</Dimmed>
        </span>
      ),
    },
    { id: 'side', header: 'Side', accessor: (row) => row.side, cell: (row) => <SideBadge side={row.side} /> },
    numberColumn('quantity', 'Quantity', (row) => row.quantity, quantity),
    numberColumn('price', 'Price', (row) => row.price, price, { hint: 'In the currency of the venue' }),
    { id: 'currency', header: 'Ccy', accessor: (row) => row.currency },
    { id: 'venue', header: 'Venue', accessor: (row) => row.venue },
    fieldColumn('retained_until', 'Retention', (until) => <RetentionStatus until={until} />, {
      unit: '(virtual)',
      align: 'right',
      hint: 'How long the service still answers with it',
    }),
  ];
}
