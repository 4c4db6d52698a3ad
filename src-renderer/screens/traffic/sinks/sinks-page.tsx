/** Sinks: built-in receivers that keep what they were sent and answer as their script says; one of them whole by its name. */

import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useSink, useSinks } from '../../../api/sinks-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { keyedRequests } from '../../../components/webhooks/sink-request-key.ts';
import webhooksClasses from '../../../components/webhooks/webhooks.module.css';
import { paths } from '../../../paths.ts';
import { OpenSink } from './open-sink.tsx';
import { SinkActions } from './sink-actions.tsx';
import { SinkRequestInspector } from './sink-request-inspector.tsx';
import { SinkRequestsPanel } from './sink-requests-panel.tsx';
import { SinkScriptPanel } from './sink-script-panel.tsx';
import { SinkTable } from './sink-table.tsx';
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
      {name !== undefined && selected !== null && <Inspected key={selected} name={name} requestKey={selected} />}
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
        {({ sinks }) => <SinkTable sinks={sinks} selected={selected} onSelect={(name) => navigate(paths.sink(name))} />}
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

function Inspected({ name, requestKey }: { readonly name: string; readonly requestKey: string }) {
  const read = useSink(name);
  const navigate = useNavigate();
  const found = keyedRequests(read.data?.requests ?? []).find(({ key }) => key === requestKey);
  return (
    <SinkRequestInspector
      sink={name}
      requestKey={requestKey}
      request={found?.request}
      isRead={read.data !== undefined}
      onClose={() => navigate(paths.sink(name))}
    />
  );
}
