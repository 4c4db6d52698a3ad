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
import { Panel } from '../../../components/layout/panel.tsx';
import { CodeBlock } from '../../../components/webhooks/code-block.tsx';
import webhooksClasses from '../../../components/webhooks/webhooks.module.css';
import { paths } from '../../../paths.ts';
import { formatOffset, placeOf, ticksFor } from './time-scale.ts';
import traceClasses from './trace.module.css';
import { KindMark, TRACE_KINDS } from './trace-kinds.tsx';
import { traceLinks } from './trace-links.ts';
import { TracePanel } from './trace-panel.tsx';

export function TracePage() {
  const { traceId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const read = useTrace(traceId);
  const selected = read.data?.nodes.find(({ id }) => id === params.get('node'));
  const select = (nodeId: string | null) => setParams(nodeId === null ? {} : { node: nodeId }, { replace: true });
  return (
    <div className={webhooksClasses.besideInspector} data-inspecting={selected === undefined ? undefined : ''}>
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

interface TraceScaleProps {
  readonly nodes: readonly TraceNode[];
  readonly selectedId: string | undefined;
}

function TraceScale({ nodes, selectedId }: TraceScaleProps) {
  const spanMs = Math.max(0, ...nodes.map(({ offset_ms: offsetMs }) => offsetMs));
  const selected = nodes.find(({ id }) => id === selectedId);
  const lanes = TRACE_KINDS.map((kind) => ({ kind, places: placesOf(nodes, kind, spanMs) }));
  return (
    <Panel title="When" side={`${formatOffset(spanMs)} of virtual time in all, drawn as a logarithm`}>
      {/* The rows below say the same to whoever does not see it. */}
      <div className={traceClasses.traceScale} aria-hidden>
        <div className={`${traceClasses.traceLane} ${traceClasses.traceAxis}`}>
          <span />
          <div className={traceClasses.traceTrack}>
            {ticksFor(spanMs).map(({ label, at }) => (
              <span key={label} style={{ left: `${at * 100}%` }}>
                {label}
              </span>
            ))}
          </div>
        </div>
        {lanes
          .filter(({ places }) => places.length > 0)
          .map(({ kind, places }) => (
            <div key={kind} className={traceClasses.traceLane}>
              <KindMark kind={kind} />
              <div className={traceClasses.traceTrack}>
                {places.map((place) => (
                  <i key={place} data-kind={kind} style={{ left: `${place}%` }} />
                ))}
                {selected !== undefined && (
                  <b
                    style={{ left: `${placeOf(selected.offset_ms, spanMs) * 100}%` }}
                    data-own={selected.kind === kind || undefined}
                  />
                )}
              </div>
            </div>
          ))}
      </div>
    </Panel>
  );
}

/** Percentages with one decimal: what is closer together would be one mark on the screen anyway. */
function placesOf(nodes: readonly TraceNode[], kind: TraceNode['kind'], spanMs: number): number[] {
  const places = nodes
    .filter((node) => node.kind === kind)
    .map((node) => Math.round(placeOf(node.offset_ms, spanMs) * 1_000) / 10);
  return [...new Set(places)];
}
