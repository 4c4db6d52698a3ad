/** The records as a table: how many match, the way to older ones, and what to do where there is none. */

import { Code } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import type { ApiError } from '../../api/api-error.ts';
import { useClock } from '../../api/clock-api.ts';
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import type { MifidRecords, RecordFilters } from '../../api/records-api.ts';
import { formatCount } from '../../components/format/format-number.ts';
import { Panel } from '../../components/layout/panel.tsx';
import { DataTable } from '../../components/tables/data-table.tsx';
import { TableTools } from '../../components/tables/table-tools.tsx';
import { paths } from '../../paths.ts';
import classes from './compliance.module.css';
import { recordColumns } from './record-columns.tsx';

interface RecordsPanelProps {
  readonly data: MifidRecords;
  readonly read: UseInfiniteQueryResult<MifidRecords, ApiError>;
  readonly filters: RecordFilters;
  readonly search: string;
  /** Told whether records further down are looked at, which stand still meanwhile. */
  readonly onScrolledAway: (isScrolledAway: boolean) => void;
}

export function RecordsPanel(props: RecordsPanelProps) {
  const { data, read, filters, search } = props;
  const { records, total } = data;
  const navigate = useNavigate();
  const instruments = useInstrumentsByIsin();
  const clock = useClock().data;
  // The clock as it was last told: a countdown of years and days needs no redraw between two messages.
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
        onScrolledAway={props.onScrolledAway}
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
  const count = total >= 10_000 ? `${formatCount(total)} or more` : formatCount(total);
  const records = `${count} ${total === 1 ? 'record' : 'records'}`;
  if (!isFiltered) return records;
  return `${records} ${total === 1 ? 'matches' : 'match'}`;
}
