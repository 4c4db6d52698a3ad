/** The library of scenarios: every file of the folders, valid or not, with the outcome of its latest run. */

import { Button, Code, Group, Paper, Text } from '@mantine/core';
import { IconFolderOpen, IconPlayerPlay } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ListedScenario } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { useScenarios } from '../../../api/runs/scenarios-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { useAddressFilters } from '../../../components/filters/filter-bar.tsx';
import { ClearFilters, FilterBox, matchesFilter, useFilter } from '../../../components/filters/filter-box.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatSeconds } from '../../../components/format/format-time.ts';
import { Badge } from '../../../components/layout/badge.tsx';
import { DASH, Dimmed } from '../../../components/layout/dimmed.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { NextToTitle } from '../../../components/layout/tabbed-screen.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { formatStatus, StatusBadge } from '../../../components/orders/status-badge.tsx';
import { CodedText } from '../../../components/scenarios/coded-text.tsx';
import { OpenScenarioDialog } from '../../../components/scenarios/open-scenario-dialog.tsx';
import { runAll, useRunAll } from '../../../components/scenarios/run-all.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { RowLink } from '../../../components/tables/row-link.tsx';
import { type Column, fieldColumn, numberColumn, valueColumn } from '../../../components/tables/table-column.ts';
import { TableTools } from '../../../components/tables/table-tools.tsx';
import { paths } from '../../../paths.ts';
import classes from '../scenarios.module.css';
import { matchesScenarioFilters, scenarioFiltersIn } from './match-scenario-filters.ts';
import { RunAllPanel } from './run-all-panel.tsx';
import { ScenarioFilters } from './scenario-filters.tsx';

/** The page of a scenario shows it. */
const SPARE = ['file'];

/** Maximum number of files that are listed by name because they cannot be run. */
const MAX_NAMED = 5;

export function ScenariosPage() {
  const query = useScenarios();
  const navigate = useNavigate();
  const filter = useFilter('Scenarios');
  const filtering = useAddressFilters(scenarioFiltersIn);
  const opening = useAddressDialog('open');
  const all = query.data?.scenarios ?? [];
  const rows = all.filter(
    (row) =>
      matchesScenarioFilters(row, filtering.filters) &&
      matchesFilter(filter, [row.file, row.name, row.description ?? '', ...row.tags, outcomeOf(row)]),
  );
  const content = { label: 'Scenarios', columns: SCENARIO_COLUMNS, rows };
  const bad = all.filter(({ faults }) => faults.length > 0);
  return (
    <Page>
      <title>Scenarios · Ballast</title>
      <NextToTitle>
        {query.data !== undefined && <Dimmed>{`${rows.length} of ${all.length}`}</Dimmed>}
        <HeaderActions rows={rows} isFiltered={rows.length < all.length} onOpenFile={opening.open} />
      </NextToTitle>
      {opening.isOpen && <OpenScenarioDialog onClose={opening.close} />}
      <ScenarioFilters
        all={all}
        rows={rows}
        tools={<TableTools {...content} address={{ path: paths.scenarios, filters: filtering.filters }} />}
        {...filtering}
      />
      <RunAllPanel />
      {bad.length > 0 && (
        <Notice tone="warn">
          {bad.length === 1 ? 'One file cannot be run' : `${bad.length} files cannot be run`}:{' '}
          {bad.slice(0, MAX_NAMED).map(({ file }, index) => (
            <Fragment key={file}>
              {index > 0 && ', '}
              <Link to={paths.scenario(file)}>{file}</Link>
            </Fragment>
          ))}
          {bad.length > MAX_NAMED && ` and ${bad.length - MAX_NAMED} more`}. Open {bad.length === 1 ? 'it' : 'one'} to
          see why.
        </Notice>
      )}
      <QueryBoundary query={query} doing="Loading the scenarios">
        {({ folders }) => (
          <Paper>
            <DataTable
              {...content}
              spare={SPARE}
              rowKey={({ file }) => file}
              onOpen={({ file }) => navigate(paths.scenario(file))}
              bulk={(selected) => <RunSelected selected={selected} />}
              empty={<Empty folder={folders[0] ?? ''} hasAny={all.length > 0} clear={filtering.clear} />}
            />
          </Paper>
        )}
      </QueryBoundary>
    </Page>
  );
}

function RunSelected({ selected }: { readonly selected: readonly ListedScenario[] }) {
  const isRunningAll = useRunAll(({ isUnderWay }) => isUnderWay);
  const playable = selected.filter(({ faults }) => faults.length === 0);
  return (
    playable.length > 0 && (
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        disabled={isRunningAll}
        onClick={() => void runAll(playable)}
      >
        Run {playable.length}
      </Button>
    )
  );
}

interface HeaderActionsProps {
  readonly rows: readonly ListedScenario[];
  readonly isFiltered: boolean;
  readonly onOpenFile: () => void;
}

function HeaderActions({ rows, isFiltered, onOpenFile }: HeaderActionsProps) {
  const isRunningAll = useRunAll(({ isUnderWay }) => isUnderWay);
  const playable = rows.filter(({ faults }) => faults.length === 0);
  return (
    <Group ml="auto" gap="sm">
      <Button
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        title="Run every scenario of this list, each in a separate world"
        disabled={playable.length === 0 || isRunningAll}
        onClick={() => void runAll(playable)}
      >
        {!isFiltered ? 'Run all' : playable.length === 1 ? 'Run this one' : `Run these ${playable.length}`}
      </Button>
      <Button variant="default" leftSection={<IconFolderOpen size={14} aria-hidden />} onClick={onOpenFile}>
        Open a file…
      </Button>
      <FilterBox table="Scenarios" label="Filter scenarios" />
    </Group>
  );
}

interface EmptyProps {
  readonly folder: string;
  readonly hasAny: boolean;
  readonly clear: () => void;
}

function Empty({ folder, hasAny, clear }: EmptyProps) {
  return hasAny ? (
    <>
      <strong>Nothing to show.</strong>
      No scenario matches the filters.
      <ClearFilters table="Scenarios" clear={clear} />
    </>
  ) : (
    <>
      <strong>
        There are no scenarios in <Code>{folder}</Code>.
      </strong>
      Put a <Code>.yaml</Code> file there or open one. To use another folder, start the service with{' '}
      <Code>--scenarios</Code>.
    </>
  );
}

const SCENARIO_COLUMNS: readonly Column<ListedScenario>[] = [
  fieldColumn(
    'name',
    'Scenario',
    (name, { file, description, faults }) => (
      <>
        <Text component="div" className={classes.cutName} title={name}>
          <RowLink to={paths.scenario(file)}>{name}</RowLink>
        </Text>
        {/* Takes the width that the other columns leave, and never widens the table. */}
        <Text component="div" c="dimmed" fz="sm" w={0} miw="100%" truncate title={description ?? undefined}>
          {description === null ? faults[0] : <CodedText text={description} />}
        </Text>
      </>
    ),
    { className: classes.name, copy: ({ name }) => name },
  ),
  {
    id: 'folder',
    header: 'Folder',
    accessor: folderOf,
    cell: (row) => <Origin scenario={row} />,
  },
  valueColumn('last_run', 'Last run', outcomeOf, (status) => (status === '' ? DASH : <StatusBadge status={status} />), {
    copy: (row) => formatStatus(outcomeOf(row)),
  }),
  numberColumn('took', 'Took', ({ last_run: run }) => run?.duration_ms ?? null, formatSeconds, {
    unit: 's',
    shift: -3,
    hint: 'Duration of the latest run on this machine',
  }),
  fieldColumn('steps', 'Steps', (steps, { faults }) => (faults.length > 0 ? DASH : formatCount(steps)), {
    align: 'right',
    hint: 'Steps in the file. A repeated step counts once per repetition.',
  }),
  valueColumn('tags', 'Tags', tagsOf, (tags) => <span title={tags}>{tags}</span>, {
    overflow: 'clip',
    className: classes.narrow,
  }),
  fieldColumn(
    'file',
    'File',
    (file) => (
      <Code c="dimmed" title={file}>
        {file.slice(file.lastIndexOf('/') + 1)}
      </Code>
    ),
    { overflow: 'clip', className: classes.narrow },
  ),
];

/** Marks the user's own files, and those that are lost when the service ends. */
function Origin({ scenario }: { readonly scenario: ListedScenario }) {
  const folder = folderOf(scenario);
  if (scenario.origin === 'shipped' || !/^(?:own|opened)(?:\/|$)/.test(folder)) return folder === '' ? DASH : folder;
  const [, below] = scenario.origin === 'own' ? (/^own\/?(.*)$/.exec(folder) ?? []) : [];
  return (
    <Group component="span" gap={6} wrap="nowrap">
      <Badge color={scenario.origin === 'own' ? 'live' : 'plain'}>{scenario.origin}</Badge>
      {below}
    </Group>
  );
}

/** Below the folder of scenarios; empty for a file directly in it. */
function folderOf({ file }: ListedScenario): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

function tagsOf({ tags }: ListedScenario): string {
  return tags.join(', ');
}

/** The status of the latest run; `invalid` for a file that cannot be played. */
function outcomeOf({ faults, last_run: run }: ListedScenario): string {
  return faults.length > 0 ? 'invalid' : (run?.status ?? '');
}
