/** The columns of the records: what was traded for whom and where, and how long the record of it is retained. */

import { Code, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { MifidRecordRow } from '../../../src-server/contract/control/portfolios/mifid-list.ts';
import type { InstrumentRow } from '../../api/market-api.ts';
import { priceFormatter, quantityFormatter } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { SideBadge } from '../../components/orders/side-badge.tsx';
import type { Column } from '../../components/tables/table-column.ts';
import { paths } from '../../paths.ts';
import classes from './compliance.module.css';
import { RetentionStatus } from './retention-status.tsx';

interface ColumnTerms {
  readonly rows: readonly MifidRecordRow[];
  readonly instruments: ReadonlyMap<string, InstrumentRow>;
  readonly nowMs: number | null;
  /** End of the address of a record: the filters of the list, so that the way back leads to it. */
  readonly search: string;
}

export function recordColumns({ rows, instruments, nowMs, search }: ColumnTerms): readonly Column<MifidRecordRow>[] {
  const symbolOf = (row: MifidRecordRow) => instruments.get(row.isin)?.symbol ?? row.isin;
  return [
    {
      id: 'created_at',
      header: 'Created',
      unit: '(virtual UTC)',
      hint: 'When the fill was executed that it is of',
      accessor: (row) => row.created_at,
      cell: (row) => (
        <Link to={paths.record(row.mifid_record_id, search)} tabIndex={-1} onClick={(event) => event.stopPropagation()}>
          {formatInstant(row.created_at)}
        </Link>
      ),
    },
    ...WHOSE,
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

const WHOSE: readonly Column<MifidRecordRow>[] = [
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
