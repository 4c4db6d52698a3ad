/** The columns of the journal. A narrow window, and an inspector that says the same, leave some of them out. */
import { Badge, Code, VisuallyHidden } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import type { JournalEntry } from '../../../../src-server/contract/control/world/journal.ts';
import type { KeyNames } from '../../../api/accounts-api.ts';
import { formatDay, formatTimeOfDay } from '../../../components/format/format-time.ts';
import { DASH, Dimmed } from '../../../components/layout/dimmed.tsx';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import classes from '../traffic.module.css';
import { formatForm, formatMilliseconds, formatWireFault, pathBelowBase } from './format-request.ts';

/** What the list leaves out first. */
export const LEFT_OUT = {
  narrow: ['seq', 'key'],
  inspector: ['seq', 'key', 'operation', 'duration_ms'],
  nothing: [''],
};

export function requestColumns(keyNames: KeyNames): readonly Column<JournalEntry>[] {
  const nameOfKey = (row: JournalEntry) => (row.key_id === null ? null : (keyNames.get(row.key_id) ?? row.key_id));
  return [
    ...FIXED_COLUMNS,
    {
      id: 'key',
      header: 'Key',
      overflow: 'clip',
      className: classes.requestKey,
      accessor: nameOfKey,
      cell: (row) => <span title={row.key_id ?? undefined}>{nameOfKey(row) ?? DASH}</span>,
    },
    {
      id: 'fault',
      header: 'Injected',
      className: classes.requestFault,
      hint: 'The injected fault that hit it',
      accessor: (row) => row.fault?.kind ?? null,
      cell: (row) => (row.fault === null ? DASH : <FaultBadge kind={row.fault.kind} />),
    },
  ];
}

const FIXED_COLUMNS: readonly Column<JournalEntry>[] = [
  {
    id: 'seq',
    header: 'No.',
    align: 'right',
    hint: 'In the order of the answers',
    accessor: (row) => row.seq,
    cell: (row) => <Dimmed>{row.seq}</Dimmed>,
  },
  {
    id: 'at',
    header: 'Time',
    unit: '(virtual UTC)',
    accessor: (row) => row.at,
    cell: (row) => (
      <time dateTime={row.at}>
        <span className={classes.requestDay}>{`${formatDay(row.at)}\u00a0`}</span>
        {formatTimeOfDay(row.at)}
      </time>
    ),
  },
  { id: 'method', header: 'Method', accessor: (row) => row.method, cell: (row) => <strong>{row.method}</strong> },
  {
    id: 'path',
    header: 'Path',
    className: classes.requestPath,
    accessor: (row) => row.path,
    cell: (row) => (
      <span className={classes.requestAddress}>
        <FormBadge form={row.form} />
        <Code title={row.path}>{pathBelowBase(row.path)}</Code>
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    accessor: (row) => row.status ?? 'no answer',
    cell: (row) => <HttpStatus status={row.status} />,
  },
  {
    id: 'operation',
    header: 'Operation',
    accessor: (row) => row.operation,
    cell: (row) => row.operation ?? <Dimmed>nothing there</Dimmed>,
  },
  {
    id: 'duration_ms',
    header: 'Took',
    unit: '(real ms)',
    align: 'right',
    hint: 'Real time until the answer, with what was injected',
    accessor: (row) => row.duration_ms,
    cell: (row) => formatMilliseconds(row.duration_ms),
  },
];

export function FaultBadge({ kind }: { readonly kind: string }) {
  return (
    <Badge color="warn" title="Broken on purpose">
      <IconBolt size={12} aria-hidden />
      <span>{formatWireFault(kind)}</span>
    </Badge>
  );
}

export function FormBadge({ form }: { readonly form: 'A' | 'B' | null }) {
  const { short, whole } = formatForm(form);
  return (
    <Badge title={whole}>
      <VisuallyHidden>Form </VisuallyHidden>
      {short}
    </Badge>
  );
}
