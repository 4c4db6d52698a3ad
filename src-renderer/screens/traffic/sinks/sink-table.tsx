/** The sinks that received something or have a script. */

import { Badge, Code } from '@mantine/core';
import type { SinkList } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { sinkPath } from '../../../api/sinks-api.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';

type SinkRow = SinkList['sinks'][number];

interface SinkTableProps {
  readonly sinks: readonly SinkRow[];
  readonly selected: string | undefined;
  readonly onSelect: (name: string) => void;
}

export function SinkTable({ sinks, selected, onSelect }: SinkTableProps) {
  return (
    <DataTable
      label="Sinks"
      columns={SINK_COLUMNS}
      rows={sinks}
      rowKey={(row) => row.name}
      selectedKey={selected}
      onOpen={(row) => onSelect(row.name)}
      empty={
        <>
          <strong>No sink has received anything.</strong>
          Send anything to <Code>/sim/sink/any-name</Code>, or register that path as a webhook endpoint.
          <NextStep to={paths.addEndpoint}>Add a webhook endpoint</NextStep>
        </>
      }
    />
  );
}

const SINK_COLUMNS: readonly Column<SinkRow>[] = [
  { id: 'name', header: 'Sink', accessor: (row) => row.name, cell: (row) => <strong>{row.name}</strong> },
  {
    id: 'path',
    header: 'Path',
    accessor: (row) => sinkPath(row.name),
    cell: (row) => <Code>{sinkPath(row.name)}</Code>,
  },
  {
    id: 'received',
    header: 'Requests',
    align: 'right',
    hint: 'That are kept of it',
    accessor: (row) => row.received,
    cell: (row) => formatCount(row.received),
  },
  {
    id: 'scripted',
    header: 'Answers',
    accessor: (row) => formatAnswers(row),
    cell: (row) => (row.scripted ? <Badge>by its script</Badge> : formatAnswers(row)),
  },
];

function formatAnswers({ scripted }: SinkRow): string {
  return scripted ? 'by its script' : '200 to everything';
}
