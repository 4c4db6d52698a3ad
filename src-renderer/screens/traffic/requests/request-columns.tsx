/** The columns of the journal. */

import { Code, VisuallyHidden } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import type { JournalEntry } from '../../../../src-server/contract/control/world/journal.ts';
import type { KeyNames } from '../../../api/accounts-api.ts';
import { formatDay, formatInstant, formatTimeOfDay } from '../../../components/format/format-time.ts';
import { Badge } from '../../../components/layout/badge.tsx';
import { DASH, Dimmed } from '../../../components/layout/dimmed.tsx';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { type Column, fieldColumn, VIRTUAL_UTC, valueColumn } from '../../../components/tables/table-column.ts';
import classes from '../traffic.module.css';
import { formatMilliseconds, formatWireFault, pathBelowBase } from './format-request.ts';

/** Columns that are hidden if space is short; the inspector has them, too. */
export const SPARE = ['seq', 'received_at', 'key', 'operation', 'duration_ms'];

export function requestColumns(keyNames: KeyNames): readonly Column<JournalEntry>[] {
  const nameOfKey = (row: JournalEntry) => (row.key_id === null ? null : (keyNames.get(row.key_id) ?? row.key_id));
  const faultsOf = (row: JournalEntry) =>
    hitsOf(row)
      .map(({ kind }) => formatWireFault(kind))
      .join(', ') || null;
  return [
    ...FIXED_COLUMNS,
    {
      id: 'key',
      header: 'Key',
      overflow: 'clip',
      accessor: nameOfKey,
      cell: (row) => <span title={row.key_id ?? undefined}>{nameOfKey(row) ?? DASH}</span>,
    },
    valueColumn('fault', 'Injected', faultsOf, (_, row) => <FaultBadges entry={row} />, {
      className: classes.requestFault,
      hint: 'The injected faults that hit it',
    }),
  ];
}

const FIXED_COLUMNS: readonly Column<JournalEntry>[] = [
  fieldColumn('seq', 'No.', (seq) => <Dimmed>{seq}</Dimmed>, { align: 'right', hint: 'In the order of the responses' }),
  fieldColumn('at', 'Time', (at) => <Instant at={at} />, { ...VIRTUAL_UTC, copy: ({ at }) => formatInstant(at) }),
  fieldColumn('received_at', 'Received', (at) => <Dimmed>{formatReceived(at)}</Dimmed>, {
    unit: '(real time, UTC)',
    hint: 'Wall-clock time of the request, which passes even while virtual time stands still',
    copy: ({ received_at: at }) => formatReceived(at),
    exact: ({ received_at: at }) => at,
  }),
  fieldColumn('method', 'Method', (method) => <strong>{method}</strong>),
  {
    id: 'path',
    header: 'Path',
    overflow: 'clip',
    className: classes.requestPath,
    accessor: (row) => row.path,
    copy: ({ form, path }) => `${formLabel(form)} ${pathBelowBase(path)}`,
    cell: ({ form, path }) => (
      <>
        <FormBadge form={form} /> <Code title={path}>{pathBelowBase(path)}</Code>
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    accessor: ({ status }) => status ?? 'no response',
    cell: ({ status, undone, idempotency }) => (
      <>
        <HttpStatus status={status} /> {idempotency?.request === 'differs' && <UsedKeyBadge />}{' '}
        {undone && <UndoneBadge />}
      </>
    ),
  },
  { ...fieldColumn('operation', 'Operation'), cell: (row) => row.operation ?? <Dimmed>unknown path</Dimmed> },
  fieldColumn('duration_ms', 'Took', formatMilliseconds, {
    align: 'right',
    unit: '(ms)',
    hint: 'Real time until the response, including injected latency',
  }),
];

const formatReceived = (at: string) => `${formatTimeOfDay(at)}.${at.slice(20, 23)}`;

function Instant({ at }: Pick<JournalEntry, 'at'>) {
  return (
    <time dateTime={at}>
      <span className={classes.requestDay}>{`${formatDay(at)}\u00a0`}</span>
      {formatTimeOfDay(at)}
    </time>
  );
}

/** The faults that hit a request: a latency may hit it in addition to another one. */
export function hitsOf({ fault, latency_fault_id: latency }: Pick<JournalEntry, 'fault' | 'latency_fault_id'>) {
  const delays = latency === null ? [] : [{ fault_id: latency, kind: 'api_latency' }];
  return fault === null ? delays : [fault, ...delays];
}

function FaultBadges({ entry }: { readonly entry: JournalEntry }) {
  return hitsOf(entry).map(({ fault_id: id, kind }) => <FaultBadge key={id} kind={kind} />);
}

export function FaultBadge({ kind }: { readonly kind: string }) {
  return (
    <Badge color="warn" title="Injected fault">
      <IconBolt size={12} aria-hidden />
      <span>{formatWireFault(kind)}</span>
    </Badge>
  );
}

/** For a request with the idempotency key of a request that had asked for something else. */
export function UsedKeyBadge() {
  return (
    <Badge
      color="warn"
      title="Another request used this idempotency key first. Its response was returned, and this request had no effect."
    >
      key already used
    </Badge>
  );
}

/** For a request whose response was sent at a time from which the world was rewound. */
export function UndoneBadge() {
  return (
    <Badge color="warn" title="The world was rewound to before this request, so its changes are gone.">
      undone
    </Badge>
  );
}

const formLabel = (form: JournalEntry['form']) => form ?? 'A+B';

/** The form of a request, or `A+B` if its path has the base of both. */
export function FormBadge({ form }: Pick<JournalEntry, 'form'>) {
  const whole =
    form === null ? '/v1, the base of both forms' : `/form-${form.toLowerCase()}/v1, the base of Form ${form}`;
  return (
    <Badge title={`By ${whole}`}>
      <VisuallyHidden>Form </VisuallyHidden>
      {formLabel(form)}
    </Badge>
  );
}
