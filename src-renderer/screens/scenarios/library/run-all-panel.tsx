/** The runs of "Run all": their progress, failures first, and buttons to stop them or run them again. */
import { Button, CloseButton, Group, Text } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { StatusBadge, ToneBadge } from '../../../components/orders/status-badge.tsx';
import {
  closeRunAll,
  countRuns,
  type PlannedRun,
  runAll,
  stopRunAll,
  useRunAll,
} from '../../../components/scenarios/run-all.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { RowLink } from '../../../components/tables/row-link.tsx';
import { type Column, fieldColumn } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';
import classes from '../scenarios.module.css';

/** Runs that need attention come first. */
const ORDER = ['failed', 'bad', 'running', 'queued', 'stopped', 'skipped'];

export function RunAllPanel() {
  const { planned, isUnderWay, isStopping } = useRunAll();
  if (planned.length === 0) return null;
  const { passed, failed, skipped, done } = countRuns(planned);
  const rows = planned
    .filter(({ status }) => ORDER.includes(status))
    .sort((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status));
  const bad = planned.filter(({ status }) => status === 'failed' || status === 'bad');
  const leftOut = planned.filter(({ status }) => status === 'skipped' || status === 'stopped');
  return (
    <Panel
      title={isUnderWay ? `Running ${plural(planned.length, 'scenario')}` : `Ran ${plural(planned.length, 'scenario')}`}
      side={
        <Group component="span" gap="sm">
          <ToneBadge color="ok">{formatCount(passed)} passed</ToneBadge>
          <ToneBadge color={failed > 0 ? 'fail' : 'plain'}>{formatCount(failed)} failed</ToneBadge>
          {skipped > 0 && <ToneBadge color="warn">{formatCount(skipped)} skipped</ToneBadge>}
          {isUnderWay && <StopButton isStopping={isStopping} />}
          {!isUnderWay && <RerunButton of={bad}>Rerun failed scenarios</RerunButton>}
          {!isUnderWay && <RerunButton of={leftOut}>Rerun skipped scenarios</RerunButton>}
          {!isUnderWay && <CloseButton size="sm" aria-label="Close the results" onClick={closeRunAll} />}
        </Group>
      }
    >
      {isUnderWay && (
        <Group wrap="nowrap" gap="md" px="md" py={6} role="status">
          <Text span style={{ whiteSpace: 'nowrap' }}>
            <strong>{formatCount(done)}</strong> of {formatCount(planned.length)}
          </Text>
          <progress className={classes.progress} value={done} max={planned.length} aria-label="Progress of all runs" />
        </Group>
      )}
      {rows.length > 0 && (
        <div className={classes.runs}>
          <DataTable label="Runs" columns={RUN_COLUMNS} rows={rows} rowKey={({ file }) => file} empty="" />
        </div>
      )}
      {rows.length === 0 && !isUnderWay && (
        <Text px="md" py="sm" c="dimmed">
          Every scenario passed. The list below shows how long each took.
        </Text>
      )}
    </Panel>
  );
}

interface RerunButtonProps {
  readonly of: readonly PlannedRun[];
  readonly children: string;
}

/** Absent if there is nothing to rerun. */
function RerunButton({ of, children }: RerunButtonProps) {
  return (
    of.length > 0 && (
      <Button variant="default" leftSection={<IconPlayerPlay size={14} aria-hidden />} onClick={() => void runAll(of)}>
        {children}
      </Button>
    )
  );
}

function StopButton({ isStopping }: { readonly isStopping: boolean }) {
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerStop size={14} aria-hidden />}
      loading={isStopping}
      onClick={stopRunAll}
    >
      Stop all
    </Button>
  );
}

const RUN_COLUMNS: readonly Column<PlannedRun>[] = [
  fieldColumn('status', 'Result', (status) => <StatusBadge status={status} />),
  fieldColumn('name', 'Scenario', (name, { file, runId }) => (
    <div className={classes.cutName} title={name}>
      <RowLink to={paths.scenario(file, runId ?? undefined)}>{name}</RowLink>
    </div>
  )),
  fieldColumn('why', 'Why', (why) => <span title={why}>{why}</span>, {
    overflow: 'clip',
    className: classes.clippedRest,
  }),
];
