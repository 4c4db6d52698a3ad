/** The library of scenarios: every file of the folder, sound or not, with the outcome of its latest run. */
import { Button, Code, Group, Input, Paper, Text } from '@mantine/core';
import { IconFolderOpen, IconGitCompare, IconPlayerRecord } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { ListedScenario } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { openScenario, useScenarios } from '../../../api/scenarios-api.ts';
import { CodeView } from '../../../components/code/code-view.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FileField } from '../../../components/forms/file-field.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { DASH, Dimmed } from '../../../components/layout/dimmed.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { tryRun } from '../../../components/scenarios/try-run.ts';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { FilterBox, matchesFilter, useFilter } from '../../../components/tables/filter-box.tsx';
import { RowLink } from '../../../components/tables/row-link.tsx';
import { type Column, fieldColumn, valueColumn } from '../../../components/tables/table-column.ts';
import { paths } from '../../../paths.ts';
import classes from '../scenarios.module.css';

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
        {read.data !== undefined && <Dimmed>{`${rows.length} of ${all.length}`}</Dimmed>}
        <Group ml="auto" gap="sm">
          <LinkButton to={paths.compareRuns} icon={IconGitCompare}>
            Compare runs
          </LinkButton>
          <Button variant="default" leftSection={<IconFolderOpen size={14} aria-hidden />} onClick={opening.open}>
            Open a file…
          </Button>
          <LinkButton to={paths.recordings} icon={IconPlayerRecord}>
            Recordings
          </LinkButton>
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
        {({ folders }) => (
          <Paper>
            <DataTable
              label="Scenarios"
              columns={SCENARIO_COLUMNS}
              rows={rows}
              rowKey={({ file }) => file}
              onOpen={({ file }) => navigate(paths.scenario(file))}
              empty={<Empty folder={folders[0] ?? ''} hasAny={all.length > 0} />}
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

const SCENARIO_COLUMNS: readonly Column<ListedScenario>[] = [
  fieldColumn(
    'name',
    'Scenario',
    (name, { file, description, faults }) => (
      <>
        <RowLink to={paths.scenario(file)}>{name}</RowLink>
        {/* As wide as the other columns leave it, and no reason to be wider. */}
        <Text component="div" c="dimmed" fz="sm" w={0} miw="100%" truncate title={description ?? undefined}>
          {description ?? faults[0]}
        </Text>
      </>
    ),
    { className: classes.name },
  ),
  { id: 'folder', header: 'Folder', accessor: folderOf, cell: (row) => folderOf(row) || DASH },
  valueColumn('last_run', 'Last run', outcomeOf, (status) => (status === '' ? DASH : <StatusBadge status={status} />)),
  fieldColumn('steps', 'Steps', (steps, { faults }) => (faults.length > 0 ? DASH : formatCount(steps)), {
    align: 'right',
    hint: 'As far as the file says; what repeats may take more',
  }),
  {
    id: 'golden',
    header: 'Golden log',
    hint: 'A run is compared with it, event by event',
    accessor: (row) => (row.has_golden ? 'yes' : 'no'),
    cell: (row) => (row.has_golden ? 'yes' : <Dimmed>none</Dimmed>),
  },
  valueColumn('tags', 'Tags', tagsOf, (tags) => <span title={tags}>{tags}</span>, { overflow: 'clip' }),
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

/** Below the folder of scenarios; empty for a file directly in it. */
function folderOf({ file }: ListedScenario): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

function tagsOf({ tags }: ListedScenario): string {
  return tags.join(', ');
}

/** The status of the latest run; `bad` for a file that cannot be played. */
function outcomeOf({ faults, last_run: run }: ListedScenario): string {
  return faults.length > 0 ? 'bad' : (run?.status ?? '');
}

type ScenarioDraft = Readonly<{ name: string; text: string; runs: boolean }>;

const { Field, TextField, SwitchField } = fieldsOf<ScenarioDraft>();

/** Plays a scenario from a disk or from pasted text, without writing it to the library. */
function OpenScenarioDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const form = useServerForm({
    initial: { name: '', text: '', runs: true },
    send: async ({ name, text, runs }: ScenarioDraft) => {
      const { file } = await openScenario({ name: name.trim(), text });
      return { file, runId: runs ? await tryRun(file) : undefined };
    },
    done: (_, { name }) => `${name.trim()} is among the scenarios until the service ends.`,
    after: ({ file, runId }) => void navigate(paths.scenario(file, runId)),
  });
  const choose = async (file: File) => form.set({ name: file.name, text: await file.text() });
  const { name, text, runs } = form.values;
  return (
    <FormDialog
      form={form}
      title="Open a scenario"
      size={720}
      submitLabel={runs ? 'Open and run it' : 'Open it'}
      outcome="Nothing is written: it is among the scenarios until the service ends."
      canSend={text.trim() !== '' && name.trim() !== ''}
      onClose={onClose}
    >
      <FileField label="Scenario file (.yaml)" accept=".yaml,.yml" onChoose={(file) => void choose(file)} />
      <TextField name="name" label="Name" description="Ends in .yaml." placeholder="monday.ballast.yaml" />
      <Field name="text">
        {({ value, error, onChange }) => (
          <Input.Wrapper
            label="Text"
            description="As the file has it, or pasted. It includes no other file."
            error={error}
            labelElement="div"
          >
            <CodeView value={value} language="yaml" label="Text" onChange={onChange} lineNumbers maxHeight={260} />
          </Input.Wrapper>
        )}
      </Field>
      <SwitchField name="runs" pointer={[]} label="Run it at once, in a world of its own" />
    </FormDialog>
  );
}
