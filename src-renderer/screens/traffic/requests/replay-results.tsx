/** What came when a recorded session was sent again, request by request, beside what was recorded. */

import { Code, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Replay } from '../../../../src-server/contract/control/world/archive.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';
import classes from '../traffic.module.css';

type Result = Replay['results'][number];

interface ReplayResultsProps {
  readonly replay: Replay;
  /** Called when a link leads away from it. */
  readonly onLeave: () => void;
}

export function ReplayResults({ replay, onLeave }: ReplayResultsProps) {
  const { replayed, skipped, results } = replay;
  const different = results.filter((result) => !result.same_status || result.same_body === false).length;
  return (
    <>
      <Notice tone={different === 0 ? 'ok' : 'warn'}>
        <strong>
          {plural(replayed, 'request')} sent again, {skipped} left out.
        </strong>{' '}
        {different === 0
          ? 'Every answer is as it was recorded.'
          : `${plural(different, 'answer is', 'answers are')} not as recorded.`}
      </Notice>
      <div className={classes.replayResults}>
        <DataTable
          label="Requests sent again"
          columns={[...COLUMNS, requestColumn(onLeave)]}
          rows={results}
          rowKey={(row) => String(row.index)}
          empty={<strong>Nothing was sent.</strong>}
        />
      </div>
    </>
  );
}

/** How an archive says that nothing was answered. */
const UNANSWERED = 0;

const COLUMNS: readonly Column<Result>[] = [
  {
    id: 'index',
    header: 'No.',
    align: 'right',
    hint: 'Place in the archive',
    accessor: (row) => row.index + 1,
    cell: (row) => (
      <Text span c="dimmed">
        {row.index + 1}
      </Text>
    ),
  },
  { id: 'method', header: 'Method', accessor: (row) => row.method, cell: (row) => <strong>{row.method}</strong> },
  {
    id: 'path',
    header: 'Path',
    overflow: 'clip',
    accessor: (row) => row.path,
    cell: (row) => <Code title={row.path}>{row.path}</Code>,
  },
  {
    id: 'recorded_status',
    header: 'Recorded',
    accessor: (row) => row.recorded_status,
    cell: ({ recorded_status: status }) =>
      status === null ? (
        <Text span c="dimmed">
          –
        </Text>
      ) : (
        <HttpStatus status={status === UNANSWERED ? null : status} />
      ),
  },
  {
    id: 'status',
    header: 'Now',
    accessor: (row) => row.status,
    cell: (row) => (
      <span title={row.error ?? undefined}>
        <HttpStatus status={row.status} />
      </span>
    ),
  },
  {
    id: 'same_body',
    header: 'Body',
    hint: 'Compared but for request ids',
    accessor: formatBody,
    cell: (row) => (
      <Text span c={row.same_body === false ? 'warn' : 'dimmed'}>
        {formatBody(row)}
      </Text>
    ),
  },
];

function requestColumn(onLeave: () => void): Column<Result> {
  return {
    id: 'request_id',
    header: 'Request',
    accessor: (row) => row.request_id,
    cell: ({ request_id: id }) =>
      id === null ? (
        <Text span c="dimmed">
          –
        </Text>
      ) : (
        <Link to={paths.request(id)} onClick={onLeave}>
          Look at it
        </Link>
      ),
  };
}

function formatBody({ same_body: same }: Result): string {
  if (same === null) return 'not recorded';
  return same ? 'the same' : 'differs';
}
