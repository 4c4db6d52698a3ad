/** Sinks: built-in receivers that store their requests and respond by their script; and one whole sink by its name. */

import { Box, Button, Code, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { SinkList, SinkView } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { emptySink, sinkNameFault, sinkPath, useSink, useSinks } from '../../../api/sinks-api.ts';
import { addWebhook, useWebhooks } from '../../../api/webhooks-api.ts';
import { useOrigin } from '../../../api/world-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Badge } from '../../../components/layout/badge.tsx';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { DASH, Dimmed } from '../../../components/layout/dimmed.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { PageHeader } from '../../../components/layout/page.tsx';
import { TabView } from '../../../components/layout/tab-view.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { bulkAction } from '../../../components/tables/run-each.ts';
import { type Column, fieldColumn, numberColumn, paginationOf } from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { paths } from '../../../paths.ts';
import { SinkRequestInspector, SinkRequestsPanel } from './sink-requests-panel.tsx';
import { SinkScriptPanel } from './sink-script-panel.tsx';

export function SinksPage() {
  const { name } = useParams();
  const [query] = useSearchParams();
  const request = query.get('request');
  return (
    <TabView
      title="Sinks"
      head={<OpenSink />}
      inspector={
        name !== undefined &&
        request !== null && <SinkRequestInspector key={request} name={name} requestKey={request} />
      }
    >
      <AllSinks />
      {name !== undefined && <OneSink key={name} name={name} selected={request ?? undefined} />}
    </TabView>
  );
}

function AllSinks() {
  const { name } = useParams();
  const navigate = useNavigate();
  return (
    <QueryBoundary query={useSinks()} doing="Loading the sinks">
      {({ sinks }) => (
        <TablePanel
          title="All sinks"
          label="Sinks"
          side="built-in webhook receivers: open one to see its requests or to make it respond with errors"
          address={ADDRESS}
          columns={SINK_COLUMNS}
          rows={withOpened(sinks, name)}
          rowKey={(row) => row.name}
          selectedKey={name}
          onOpen={(row) => navigate(paths.sink(row.name))}
          bulk={(selected) => <ClearSelected selected={selected} />}
          empty={NO_SINK}
        />
      )}
    </QueryBoundary>
  );
}

const ADDRESS = { path: paths.sinks, filters: {} };

function ClearSelected({ selected }: { readonly selected: readonly SinkRow[] }) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Clear…
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Clear ${plural(selected.length, 'sink')}?`}
          confirm="Yes, delete the requests"
          keep="Keep them"
          action={bulkAction({
            doing: 'Clearing the sinks',
            rows: selected,
            run: (row) => emptySink(row.name),
            done: (count) => `${plural(count, 'sink', 'sinks')} cleared`,
            after: close,
          })}
          onClose={close}
        >
          This deletes every request that they received. You cannot undo it. Their scripts do not change.
        </ConfirmDialog>
      )}
    </>
  );
}

/** The open one is listed even if it has received nothing: every name is a sink. */
function withOpened(sinks: readonly SinkRow[], name: string | undefined): readonly SinkRow[] {
  if (name === undefined || sinks.some((sink) => sink.name === name)) return sinks;
  return [...sinks, { name, received: 0, scripted: false, registered: false }];
}

const NO_SINK = (
  <>
    <strong>No sink is registered, and no sink has received a request.</strong>
    Send a request to <Code>/sim/sink/any-name</Code>, or register that path as a webhook endpoint.
    <NextStep to={paths.addEndpoint}>Add a webhook endpoint</NextStep>
  </>
);

type SinkRow = SinkList['sinks'][number];

const formatResponses = ({ scripted }: SinkRow) => (scripted ? 'by its script' : '200 to everything');

const SINK_COLUMNS: readonly Column<SinkRow>[] = [
  fieldColumn('name', 'Sink', (name) => <strong>{name}</strong>),
  {
    id: 'path',
    header: 'Path',
    accessor: ({ name }) => sinkPath(name),
    cell: ({ name }) => <Code>{sinkPath(name)}</Code>,
  },
  numberColumn('received', 'Requests', (row) => row.received, formatCount, { hint: 'Number of stored requests' }),
  {
    id: 'scripted',
    header: 'Response',
    accessor: formatResponses,
    cell: (row) => (row.scripted ? <Badge>{formatResponses(row)}</Badge> : formatResponses(row)),
  },
  {
    id: 'registered',
    header: 'Webhook endpoint',
    accessor: ({ registered }) => (registered ? 'registered' : 'no'),
    cell: ({ registered }) => (registered ? <StatusBadge status="registered" /> : DASH),
  },
];

function OneSink({ name, selected }: { readonly name: string; readonly selected: string | undefined }) {
  const [isScrolledAway, setIsScrolledAway] = useState(false);
  const query = useSink(name, isScrolledAway);
  return (
    <QueryBoundary query={query} doing="Loading the sink">
      {(sink) => (
        <>
          <SinkHeader sink={sink} />
          <SinkScriptPanel sink={sink} />
          <SinkRequestsPanel
            sink={sink}
            selectedKey={selected}
            pagination={paginationOf(query, 'Load older requests')}
            onScrolledAway={setIsScrolledAway}
          />
        </>
      )}
    </QueryBoundary>
  );
}

/** The URL of a sink, and its actions: register it for webhooks, delete its requests. */
function SinkHeader({ sink }: { readonly sink: SinkView }) {
  const clearing = useAddressDialog('clear');
  const url = `${useOrigin()}${sinkPath(sink.name)}`;
  return (
    <PageHeader>
      <Box component="h2" fz="lg">
        {sink.name}
      </Box>
      <CopyText text={url} what="the address of the sink" />
      <Group ml="auto" gap="sm">
        <UseAsEndpoint name={sink.name} />
        <Button variant="default" disabled={sink.requests.length === 0} onClick={clearing.open}>
          Clear…
        </Button>
      </Group>
      {clearing.isOpen && <ClearDialog name={sink.name} onClose={clearing.close} />}
    </PageHeader>
  );
}

function UseAsEndpoint({ name }: { readonly name: string }) {
  const { data, isError } = useWebhooks();
  const seeWebhooks = (linkText: string) => <Link to={paths.webhooks()}>{linkText}</Link>;
  if (data === undefined) return isError && <Dimmed>The webhooks could not be read.</Dimmed>;
  if (data.webhooks.some(({ url }) => url.endsWith(sinkPath(name)))) {
    return (
      <>
        <Badge>✓ is a webhook endpoint</Badge>
        {seeWebhooks('Deliveries')}
      </>
    );
  }
  return (
    <ActionButton
      variant="default"
      title="Registers it as a webhook endpoint for webhook events of every type"
      action={{
        doing: 'Adding the endpoint',
        run: () => addWebhook({ url: sinkPath(name) }),
        done: () => (
          <>
            The sink {name} receives every webhook event from now on. {seeWebhooks('See the webhooks')}
          </>
        ),
      }}
    >
      Use as endpoint
    </ActionButton>
  );
}

function ClearDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const form = useServerForm({
    initial: {},
    send: () => emptySink(name),
    done: ({ forgotten }) => `${plural(forgotten, 'request is', 'requests are')} forgotten.`,
    after: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Clear the sink ${name}`}
      size={460}
      submitLabel="Delete the requests"
      keep="Keep them"
      outcome="Its script does not change."
      onClose={onClose}
    >
      This deletes every request that the sink received. You cannot undo it.
    </FormDialog>
  );
}

/** Opens a sink by its name. Every name is a sink, so none has to be created first. */
function OpenSink() {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const fault = sinkNameFault(name);
  const isName = name !== '' && fault === null;
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (!isName) return;
    navigate(paths.sink(name));
    setName('');
  };
  return (
    <Group component="form" ml="auto" gap="sm" align="start" aria-label="Open a sink" onSubmit={open}>
      <TextInput
        aria-label="Name of a sink"
        placeholder="a name, for example orders"
        value={name}
        error={fault}
        onChange={(event) => setName(event.currentTarget.value.trim())}
      />
      <Button type="submit" variant="default" disabled={!isName}>
        Open
      </Button>
    </Group>
  );
}
