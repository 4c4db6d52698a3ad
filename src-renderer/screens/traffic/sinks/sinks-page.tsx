/** Sinks: built-in receivers that keep what they were sent and answer as their script says; one of them whole by its name. */

import { Badge, Box, Button, Code, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { SinkList } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { sinkNameFault, sinkPath, useSink, useSinks } from '../../../api/sinks-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import webhooksClasses from '../../../components/webhooks/webhooks.module.css';
import { paths } from '../../../paths.ts';
import { SinkActions } from './sink-actions.tsx';
import { SinkRequestInspector, SinkRequestsPanel } from './sink-requests-panel.tsx';
import { SinkScriptPanel } from './sink-script-panel.tsx';
import classes from './sinks.module.css';

export function SinksPage() {
  const { name } = useParams();
  const [query] = useSearchParams();
  const selected = name === undefined ? null : query.get('request');
  return (
    <div className={webhooksClasses.besideInspector} data-inspecting={selected === null ? undefined : ''}>
      <title>Sinks · Ballast</title>
      <Page>
        <PageHeader>
          <h1>Sinks</h1>
          <OpenSink />
        </PageHeader>
        <AllSinks selected={name} />
        {name !== undefined && <OneSink key={name} name={name} selected={selected} />}
      </Page>
      {name !== undefined && selected !== null && (
        <SinkRequestInspector key={selected} name={name} requestKey={selected} />
      )}
    </div>
  );
}

function AllSinks({ selected }: { readonly selected: string | undefined }) {
  const read = useSinks();
  const navigate = useNavigate();
  return (
    <Panel
      title="All sinks"
      side="built-in receivers of webhooks: open one to read what came, or to let it answer errors"
    >
      <QueryBoundary read={read} doing="Reading the sinks">
        {({ sinks }) => (
          <DataTable
            label="Sinks"
            columns={SINK_COLUMNS}
            rows={sinks}
            rowKey={(row) => row.name}
            selectedKey={selected}
            onOpen={(row) => navigate(paths.sink(row.name))}
            empty={
              <>
                <strong>No sink has received anything.</strong>
                Send anything to <Code>/sim/sink/any-name</Code>, or register that path as a webhook endpoint.
                <NextStep to={paths.addEndpoint}>Add a webhook endpoint</NextStep>
              </>
            }
          />
        )}
      </QueryBoundary>
    </Panel>
  );
}

function OneSink({ name, selected }: { readonly name: string; readonly selected: string | null }) {
  const read = useSink(name);
  const navigate = useNavigate();
  return (
    <QueryBoundary read={read} doing="Reading the sink">
      {(sink) => (
        <>
          <PageHeader>
            <h2 className={classes.sinkName}>{name}</h2>
            <SinkActions sink={sink} />
          </PageHeader>
          <SinkScriptPanel sink={sink} />
          <SinkRequestsPanel
            requests={sink.requests}
            selectedKey={selected ?? undefined}
            onSelect={(key) => navigate(paths.sink(name, { request: key }))}
          />
        </>
      )}
    </QueryBoundary>
  );
}

type SinkRow = SinkList['sinks'][number];

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

/** Opens a sink by its name. Every name is a sink, so nothing has to be made first. */
function OpenSink() {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const fault = sinkNameFault(name);
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (name === '' || fault !== null) return;
    navigate(paths.sink(name));
    setName('');
  };
  return (
    <Box component="form" ml="auto" className={classes.openSink} aria-label="Open a sink" onSubmit={open} noValidate>
      <TextInput
        aria-label="Name of a sink"
        placeholder="a name, like orders"
        value={name}
        error={fault}
        onChange={(event) => setName(event.currentTarget.value.trim())}
      />
      <Button type="submit" variant="default" disabled={name === '' || fault !== null}>
        Open
      </Button>
    </Box>
  );
}
