/** The library of scenarios: every file of the folder, sound or not, with what came of its latest run. */

import { Button, Code, Group, Paper, Text } from '@mantine/core';
import { IconFolderOpen, IconGitCompare } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import type { ListedScenario } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { useScenarios } from '../../../api/scenarios-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { RecordLink } from '../../../components/scenarios/record-link.tsx';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { FilterBox, matchesFilter, useFilter } from '../../../components/tables/filter-box.tsx';
import { paths } from '../../../paths.ts';
import { OpenScenarioDialog } from './open-scenario-dialog.tsx';
import { outcomeOf, SCENARIO_COLUMNS } from './scenario-columns.tsx';

export function ScenariosPage() {
  const read = useScenarios();
  const navigate = useNavigate();
  const filter = useFilter('scenarios');
  const opening = useAddressDialog('open');
  const all = read.data?.scenarios ?? [];
  const rows = all.filter((row) => matchesFilter(filter, searchTexts(row)));
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

function searchTexts(row: ListedScenario): string[] {
  return [row.file, row.name, row.description ?? '', ...row.tags, outcomeOf(row)];
}
