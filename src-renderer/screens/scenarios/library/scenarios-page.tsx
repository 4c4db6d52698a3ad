/** The library of scenarios: every file of the folder, sound or not, with the outcome of its latest run. */
import { Button, Code, Group, Paper, Text } from '@mantine/core';
import { IconFolderOpen, IconGitCompare } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import type { ListedScenario } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { useScenarios } from '../../../api/scenarios-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { RecordLink } from '../../../components/scenarios/record-link.tsx';
import classes from '../../../components/scenarios/scenarios.module.css';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { FilterBox, matchesFilter, useFilter } from '../../../components/tables/filter-box.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';
import { OpenScenarioDialog } from './open-scenario-dialog.tsx';

export function ScenariosPage() {
  const read = useScenarios();
  const navigate = useNavigate();
  const filter = useFilter('scenarios');
  const opening = useAddressDialog('open');
  const all = read.data?.scenarios ?? [];
  const rows = all.filter((row) =>
    matchesFilter(filter, [row.file, row.name, row.description ?? '', ...row.tags, outcomeOf(row)]),
  );
  const bad = all.filter(({ faults }) => faults.length > 0).length;
  return (
    <Page>
      <title>Scenarios · Ballast</title>
      <PageHeader>
        <h1>Scenarios</h1>
        {read.data !== undefined && (
          <Text span c="dimmed">
            {rows.length} of {all.length}
          </Text>
        )}
        <Group ml="auto" gap="sm">
          <Button
            component={Link}
            to={paths.compareRuns}
            variant="default"
            leftSection={<IconGitCompare size={14} aria-hidden />}
          >
            Compare runs
          </Button>
          <Button variant="default" leftSection={<IconFolderOpen size={14} aria-hidden />} onClick={opening.open}>
            Open a file…
          </Button>
          <RecordLink />
          <FilterBox screen="scenarios" label="Filter scenarios" />
          <CopyTableButton rows={rows} columns={SCENARIO_COLUMNS} />
        </Group>
      </PageHeader>
      {opening.isOpen && <OpenScenarioDialog onClose={opening.close} />}
      {bad > 0 && (
        <Notice tone="warn">
          {bad === 1 ? 'One file cannot' : `${bad} files cannot`} be played. Open it to see what is wrong with it.
        </Notice>
      )}
      <QueryBoundary read={read} doing="Reading the scenarios">
        {({ folder }) => (
          <Paper>
            <DataTable
              label="Scenarios"
              columns={SCENARIO_COLUMNS}
              rows={rows}
              rowKey={({ file }) => file}
              onOpen={({ file }) => navigate(paths.scenario(file))}
              empty={<Empty folder={folder} hasAny={all.length > 0} />}
            />
          </Paper>
        )}
      </QueryBoundary>
    </Page>
  );
}

function Empty({ folder, hasAny }: { readonly folder: string; readonly hasAny: boolean }) {
  return hasAny ? (
    <>
      <strong>Nothing to show.</strong>
      The filter leaves no scenario.
    </>
  ) : (
    <>
      <strong>
        There is no scenario in <Code>{folder}</Code>.
      </strong>
      Put a <Code>.yaml</Code> file there, open one, or start the service with <Code>--scenarios</Code> and another
      folder.
    </>
  );
}

const NOTHING = (
  <Text span c="dimmed">
    –
  </Text>
);

const SCENARIO_COLUMNS: readonly Column<ListedScenario>[] = [
  {
    id: 'name',
    header: 'Scenario',
    className: classes.scenarioName,
    accessor: (row) => row.name,
    cell: (row) => (
      <>
        <Link to={paths.scenario(row.file)} tabIndex={-1} onClick={(event) => event.stopPropagation()}>
          {row.name}
        </Link>
        <Text component="div" c="dimmed" className={classes.scenarioAbout} title={row.description ?? undefined}>
          {row.description ?? row.faults[0]}
        </Text>
      </>
    ),
  },
  {
    id: 'folder',
    header: 'Folder',
    accessor: folderOf,
    cell: (row) => folderOf(row) || NOTHING,
  },
  {
    id: 'last_run',
    header: 'Last run',
    accessor: outcomeOf,
    cell: (row) => (outcomeOf(row) === '' ? NOTHING : <StatusBadge status={outcomeOf(row)} />),
  },
  {
    id: 'steps',
    header: 'Steps',
    align: 'right',
    hint: 'As far as the file says; what repeats may take more',
    accessor: (row) => row.steps,
    cell: (row) => (row.faults.length > 0 ? NOTHING : formatCount(row.steps)),
  },
  {
    id: 'golden',
    header: 'Golden log',
    hint: 'A run is compared with it, event by event',
    accessor: (row) => (row.has_golden ? 'yes' : 'no'),
    cell: (row) => (
      <Text span c={row.has_golden ? 'inherit' : 'dimmed'}>
        {row.has_golden ? 'yes' : 'none'}
      </Text>
    ),
  },
  {
    id: 'tags',
    header: 'Tags',
    overflow: 'clip',
    accessor: (row) => row.tags.join(', '),
    cell: (row) => <span title={row.tags.join(', ')}>{row.tags.join(', ')}</span>,
  },
  {
    id: 'file',
    header: 'File',
    overflow: 'clip',
    className: classes.scenarioFile,
    accessor: (row) => row.file,
    cell: (row) => (
      <Code c="dimmed" title={row.file}>
        {row.file.slice(row.file.lastIndexOf('/') + 1)}
      </Code>
    ),
  },
];

/** The path below the folder of scenarios; empty for a file directly in it. */
function folderOf({ file }: ListedScenario): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

/** The status of the latest run; `bad` for a file that cannot be played. */
function outcomeOf({ faults, last_run: run }: ListedScenario): string {
  return faults.length > 0 ? 'bad' : (run?.status ?? '');
}
