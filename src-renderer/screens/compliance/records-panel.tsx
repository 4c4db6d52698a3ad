/** The table of records, and a hint if there are none. */
import { Box, Code, Group } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import type { MifidRecordRow } from '../../../src-server/contract/control/portfolios/mifid-list.ts';
import type { ApiError } from '../../api/api-error.ts';
import { useClock } from '../../api/clock-api.ts';
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import { type MifidRecords, type RecordFilters, readMifidRecord } from '../../api/records-api.ts';
import { ActionButton } from '../../components/feedback/action-button.tsx';
import { ClearFilters } from '../../components/filters/filter-box.tsx';
import { formatCount, plural, priceFormatter, quantityFormatter } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { Dimmed } from '../../components/layout/dimmed.tsx';
import { LinkButton } from '../../components/layout/link-button.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { saveFile } from '../../components/layout/save-file.ts';
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
import { formatStandstill, useWholeList } from '../../components/tables/use-whole-list.ts';
import { paths } from '../../paths.ts';
import { retentionLeft } from './retention-left.ts';
import { RetentionStatus } from './retention-status.tsx';

const LABEL = 'MiFID II records';
const LATEST_FIRST = { column: 'created_at', descending: true };
/** Each is a page, and an address has no room for more. */
const MAX_PRINTED = 200;

interface RecordsPanelProps {
  readonly data: MifidRecords;
  readonly query: UseInfiniteQueryResult<MifidRecords, ApiError>;
  readonly filters: RecordFilters;
  readonly clear: () => void;
  /** Called when the user scrolls away from the first record; the list then does not change. */
  readonly onScrolledAway: (isScrolledAway: boolean) => void;
}

export function RecordsPanel({ data: { records, total }, query, filters, clear, onScrolledAway }: RecordsPanelProps) {
  const navigate = useNavigate();
  const instruments = useInstrumentsByIsin();
  // With the filters of the list, so that the back link restores them.
  const addressOf = ({ mifid_record_id: id }: MifidRecordRow) => paths.record(id, filters);
  const now = useClock().data?.now;
  const retentionOf = ({ retained_until: until }: MifidRecordRow) =>
    now === undefined ? null : retentionLeft(until, Date.parse(now)).label;
  const symbolOf = (isin: string) => instruments.get(isin)?.symbol ?? isin;
  const columns = recordColumns(records, { symbolOf, addressOf, retentionOf });
  const content = {
    label: LABEL,
    columns,
    rows: records,
    initialSort: LATEST_FIRST,
    pagination: paginationOf(query, 'Load older records'),
  };
  const whole = useWholeList({ ...content, isFiltered: false, onScrolledAway });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Panel
      title={`${formatTotal(total, isFiltered)}${isFiltered ? ` ${total === 1 ? 'matches' : 'match'}` : ''}`}
      side={
        <Group component="span" gap="sm">
          <span role="status">{formatStandstill(whole)}</span>
          <TableTools {...content} address={{ path: paths.compliance(), filters }} />
        </Group>
      }
    >
      <DataTable
        {...content}
        rowKey={(row) => row.mifid_record_id}
        onOpen={(row) => navigate(addressOf(row))}
        onScrolledAway={whole.onScrolledAway}
        bulk={(selected) => (
          <>
            {selected.length <= MAX_PRINTED && (
              <LinkButton to={paths.printedRecords(selected.map(({ mifid_record_id: id }) => id))} icon={IconPrinter}>
                Print…
              </LinkButton>
            )}
            <ActionButton
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              action={{ doing: 'Loading the records', run: () => saveRecords(selected) }}
            >
              Download JSON
            </ActionButton>
          </>
        )}
        empty={isFiltered ? <NoneMatches clear={clear} /> : NO_RECORDS}
      />
    </Panel>
  );
}

/** As returned by the service, in the order shown. */
async function saveRecords(rows: readonly MifidRecordRow[]): Promise<void> {
  const views = await Promise.all(rows.map((row) => readMifidRecord(row.mifid_record_id)));
  const text = JSON.stringify(
    views.map(({ record }) => record),
    null,
    2,
  );
  saveFile('mifid-records.json', text, 'application/json');
}

function NoneMatches({ clear }: Pick<RecordsPanelProps, 'clear'>) {
  return (
    <>
      <strong>No record matches the filters.</strong>
      <ClearFilters clear={clear} />
    </>
  );
}

const NO_RECORDS = (
  <>
    <strong>No execution has been recorded yet.</strong>
    <div>
      Every fill creates a record.{' '}
      <Box component={Link} to={paths.portfolios} td="underline">
        Open a portfolio
      </Box>{' '}
      and execute a rebalance,
    </div>
    <div>
      or have an API client send <Code>POST /portfolios/{'{id}'}/rebalance</Code> to Form A (
      <Box component="a" href="/docs/api" target="_blank" rel="noreferrer" td="underline">
        API documentation
      </Box>
      ), which executes automatically.
    </div>
  </>
);

const WHOSE_COLUMNS: readonly Column<MifidRecordRow>[] = [
  {
    id: 'portfolio',
    header: 'Portfolio',
    overflow: 'clip',
    accessor: (row) => row.portfolio_label,
    cell: (row) => <span title={row.portfolio_label}>{row.portfolio_label}</span>,
  },
  {
    id: 'rebalance',
    header: 'Rebalance',
    overflow: 'clip',
    accessor: (row) => row.rebalance_id,
    cell: ({ rebalance_id: id }) => (
      <Code c="dimmed" title={id}>
        {id}
      </Code>
    ),
  },
];

/** The service stops counting here if it has to check each record. */
const COUNTED_TO = 10_000;

function formatTotal(total: number, isFiltered: boolean): string {
  return isFiltered && total >= COUNTED_TO ? `${formatCount(total)} or more records` : plural(total, 'record');
}

interface RecordTexts {
  readonly symbolOf: (isin: string) => string;
  readonly addressOf: (row: MifidRecordRow) => string;
  readonly retentionOf: (row: MifidRecordRow) => string | null;
}

function recordColumns(
  rows: readonly MifidRecordRow[],
  { symbolOf, addressOf, retentionOf }: RecordTexts,
): readonly Column<MifidRecordRow>[] {
  const quantity = quantityFormatter(rows.map((row) => row.quantity));
  const price = priceFormatter(rows.map((row) => row.price));
  return [
    fieldColumn('created_at', 'Executed', (at, row) => <RowLink to={addressOf(row)}>{formatInstant(at)}</RowLink>, {
      ...VIRTUAL_UTC,
      hint: 'Time of execution at the exchange. Its report arrives shortly after, which the timeline shows.',
    }),
    ...WHOSE_COLUMNS,
    {
      id: 'isin',
      header: 'Instrument',
      overflow: 'clip',
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
      copy: retentionOf,
      align: 'right',
      hint: 'Time left until the service stops returning it',
    }),
  ];
}
