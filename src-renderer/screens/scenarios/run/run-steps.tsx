/** The steps of a run in the order of virtual time, and whether each held. */
import { Badge, Code, Text } from '@mantine/core';
import type { Schemas } from '../../../api/api-client.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import classes from '../../../components/scenarios/scenarios.module.css';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';

type Step = Schemas['ScenarioRun']['steps'][number];

export function RunSteps({ run }: { readonly run: Schemas['ScenarioRun'] }) {
  const failed = run.steps.filter(({ failures }) => failures.length > 0).length;
  const untold = run.done - run.steps.length;
  return (
    <Panel
      title="Steps"
      side={
        <>
          {formatCount(run.done - failed)} held · {formatCount(failed)} failed ·{' '}
          {formatCount(Math.max(0, run.total - run.done))} not taken
        </>
      }
    >
      {untold > 0 && (
        <Text c="dimmed" px="md" pt={6}>
          The first {formatCount(untold)} steps held; the latest show.
        </Text>
      )}
      <DataTable
        label="Steps"
        columns={STEP_COLUMNS}
        rows={run.steps}
        rowKey={({ index }) => String(index)}
        empty={<Empty status={run.status} />}
      />
    </Panel>
  );
}

function Empty({ status }: Pick<Schemas['ScenarioRun'], 'status'>) {
  const isOver = status !== 'queued' && status !== 'running';
  return isOver ? (
    <strong>No step was taken.</strong>
  ) : (
    <>
      <strong>No step has been taken yet.</strong>
      Its world is being made.
    </>
  );
}

const STEP_COLUMNS: readonly Column<Step>[] = [
  {
    id: 'index',
    header: '#',
    align: 'right',
    accessor: ({ index }) => index,
    cell: ({ index }) => (
      <Text span c="dimmed">
        {index + 1}
      </Text>
    ),
  },
  {
    id: 'at',
    header: 'Began',
    unit: '(virtual UTC)',
    cell: ({ at }) => (
      <Text component="time" style={{ whiteSpace: 'nowrap' }} dateTime={at}>
        {formatInstant(at)}
      </Text>
    ),
  },
  {
    id: 'held',
    header: 'Held',
    cell: ({ failures }) =>
      failures.length === 0 ? <Badge color="ok">✓ held</Badge> : <Badge color="fail">✕ failed</Badge>,
  },
  {
    id: 'title',
    header: 'Step',
    overflow: 'wrap',
    className: classes.runStep,
    cell: ({ title }) => title,
  },
  {
    id: 'line',
    header: 'Line',
    align: 'right',
    hint: 'Where it is written',
    cell: ({ file, line }) => (
      <Code c="dimmed" title={`${file}:${line}`}>
        {line}
      </Code>
    ),
  },
];
