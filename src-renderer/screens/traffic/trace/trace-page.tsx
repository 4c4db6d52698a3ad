/** A trace: what a request, or whatever is asked for, set in motion, step by step, in virtual time. */
import { Group } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'react-router';
import type { Trace, TraceNode } from '../../../../src-server/contract/control/world/trace.ts';
import { useClock } from '../../../api/clock-api.ts';
import { useTrace } from '../../../api/journal-api.ts';
import { ClockPausedNotice } from '../../../components/feedback/clock-paused-notice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import inspectorClasses from '../../../components/layout/inspector.module.css';
import { Inspector, InspectorFacts } from '../../../components/layout/inspector.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { CodeBlock } from '../../../components/webhooks/code-block.tsx';
import { paths } from '../../../paths.ts';
import classes from '../traffic.module.css';
import { formatOffset } from './time-scale.ts';
import traceClasses from './trace.module.css';
import { KindMark } from './trace-kinds.tsx';
import { traceLinks } from './trace-links.ts';
import { TracePanel } from './trace-panel.tsx';
import { TraceScale } from './trace-scale.tsx';

export function TracePage() {
  const { traceId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const read = useTrace(traceId);
  const selected = read.data?.nodes.find(({ id }) => id === params.get('node'));
  const select = (nodeId: string | null) => setParams(nodeId === null ? {} : { node: nodeId }, { replace: true });
  return (
    <div className={classes.trace} data-inspecting={selected === undefined ? undefined : ''}>
      <title>Trace · Ballast</title>
      <Page>
        <TraceHeader traceId={traceId} trace={read.data} />
        <QueryBoundary read={read} doing="Reading the trace">
          {(trace) => (
            <>
              {trace.request === null && REQUEST_UNKNOWN}
              {trace.truncated && (
                <Notice tone="warn">There is more: only the first {formatCount(trace.nodes.length)} steps show.</Notice>
              )}
              <TraceWaiting nodes={trace.nodes} />
              <TraceScale nodes={trace.nodes} selectedId={selected?.id} />
              <TracePanel key={traceId} nodes={trace.nodes} selectedId={selected?.id} onSelect={select} />
            </>
          )}
        </QueryBoundary>
      </Page>
      {selected !== undefined && <NodeInspector node={selected} onClose={() => select(null)} />}
    </div>
  );
}

const REQUEST_UNKNOWN = (
  <Notice>The request that began it is not in the journal: it was let go of, or the world did this by itself.</Notice>
);

function TraceHeader({ traceId, trace }: { readonly traceId: string; readonly trace: Trace | undefined }) {
  const { rebalance_id: rebalanceId, portfolio_id: portfolioId } = trace?.subject ?? {};
  return (
    <PageHeader>
      <h1>Trace</h1>
      <CopyText text={traceId} what="the id" />
      {trace?.request && <Link to={paths.request(trace.request.request_id)}>Request</Link>}
      {rebalanceId && <Link to={paths.rebalance(rebalanceId)}>Rebalance</Link>}
      {portfolioId && <Link to={paths.portfolio(portfolioId)}>Portfolio</Link>}
    </PageHeader>
  );
}

/** The trace goes on once virtual time does. */
function TraceWaiting({ nodes }: { readonly nodes: readonly TraceNode[] }) {
  const clock = useClock().data;
  const waiting = nodes.filter(({ kind, status }) => kind === 'delivery' && status === 'pending').length;
  if (waiting === 0 || clock === undefined) return null;
  return (
    <ClockPausedNotice clock={clock} step={{ by: '5m', label: 'Advance 5 m' }}>
      {plural(waiting, 'delivery of this trace waits', 'deliveries of this trace wait')} for it to move.
    </ClockPausedNotice>
  );
}

function NodeInspector({ node, onClose }: { readonly node: TraceNode; readonly onClose: () => void }) {
  const links = traceLinks(node);
  const json = JSON.stringify(node.data, null, 2);
  return (
    <Inspector title="Step" onClose={onClose}>
      <div>
        <KindMark kind={node.kind} />
        <p className={traceClasses.traceSentence}>{node.title}</p>
      </div>
      <InspectorFacts
        facts={{
          When: `${formatInstant(node.at)}.${node.at.slice(20, 23)} virtual UTC, ${formatOffset(node.offset_ms)}`,
          Name: <CopyText text={node.id} what="the name of the step" />,
          'Look at':
            links.length === 0 ? null : (
              <Group gap="xs">
                {links.map(({ to, label }) => (
                  <Link key={to} to={to}>
                    {label}
                  </Link>
                ))}
              </Group>
            ),
        }}
      />
      <section aria-label="Fields">
        <div className={inspectorClasses.inspectorSection}>
          <h3>Fields</h3>
          <CopyText text={json} what="the fields as JSON" shown="" />
        </div>
        <CodeBlock text={json} none="" />
      </section>
    </Inspector>
  );
}
