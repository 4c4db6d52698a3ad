/** A trace: everything that a request, or another given entity, caused, step by step, in virtual time. */
import { Box, Group, Text } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'react-router';
import type { Trace, TraceNode } from '../../../../src-server/contract/control/world/trace.ts';
import { useClock } from '../../../api/clock-api.ts';
import { useTrace } from '../../../api/journal-api.ts';
import { JsonView } from '../../../components/code/json-view.tsx';
import { ClockPausedNotice } from '../../../components/feedback/clock-paused-notice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import inspectorClasses from '../../../components/layout/inspector.module.css';
import { Inspector, InspectorFacts } from '../../../components/layout/inspector.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { TabView } from '../../../components/layout/tab-view.tsx';
import { paths } from '../../../paths.ts';
import { formatOffset, positionOf, ticksFor } from './time-scale.ts';
import classes from './trace.module.css';
import { KindMark, TRACE_KINDS, TracePanel } from './trace-panel.tsx';

export function TracePage() {
  const { traceId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const query = useTrace(traceId);
  const selected = query.data?.nodes.find(({ id }) => id === params.get('node'));
  const select = (nodeId: string | null) => setParams(nodeId === null ? {} : { node: nodeId }, { replace: true });
  return (
    <TabView
      title="Trace"
      head={
        <>
          <span>
            <strong>Trace</strong> <CopyText text={traceId} what="the id" />
          </span>
          {query.data !== undefined && <SubjectLinks {...query.data} />}
        </>
      }
      inspector={selected !== undefined && <NodeInspector node={selected} onClose={() => select(null)} />}
    >
      <QueryBoundary query={query} doing="Loading the trace">
        {({ request, truncated, nodes }) => (
          <>
            {request === null && REQUEST_UNKNOWN}
            {truncated && <Notice tone="warn">Only the first {formatCount(nodes.length)} steps are shown.</Notice>}
            <TraceWaiting nodes={nodes} />
            <TraceScale nodes={nodes} selected={selected} />
            <TracePanel key={traceId} nodes={nodes} selectedId={selected?.id} onSelect={select} />
          </>
        )}
      </QueryBoundary>
    </TabView>
  );
}

const REQUEST_UNKNOWN = (
  <Notice>The first request is not in the journal. It was removed, or no request started this trace.</Notice>
);

function SubjectLinks({ request, subject: { rebalance_id: rebalanceId, portfolio_id: portfolioId } }: Trace) {
  return (
    <>
      {request && <Link to={paths.request(request.request_id)}>Request</Link>}
      {rebalanceId && <Link to={paths.rebalance(rebalanceId)}>Rebalance</Link>}
      {portfolioId && <Link to={paths.portfolio(portfolioId)}>Portfolio</Link>}
    </>
  );
}

/** The trace continues once virtual time does. */
function TraceWaiting({ nodes }: { readonly nodes: readonly TraceNode[] }) {
  const clock = useClock().data;
  const waiting = nodes.filter(({ kind, status }) => kind === 'delivery' && status === 'pending').length;
  if (waiting === 0 || clock === undefined) return null;
  return (
    <ClockPausedNotice clock={clock} step={{ by: '5m', label: 'Advance 5 min' }}>
      {plural(waiting, 'delivery of this trace waits', 'deliveries of this trace wait')} for the clock to move.
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
        <Text mt="xs" style={{ overflowWrap: 'anywhere' }}>
          {node.title}
        </Text>
      </div>
      <InspectorFacts
        facts={{
          When: `${formatInstant(node.at)}.${node.at.slice(20, 23)} virtual UTC, ${formatOffset(node.offset_ms)}`,
          Name: <CopyText text={node.id} what="the name of the step" />,
          Related:
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
        <JsonView text={json} label="fields" />
      </section>
    </Inspector>
  );
}

interface TraceScaleProps {
  readonly nodes: readonly TraceNode[];
  readonly selected: TraceNode | undefined;
}

/** Hidden from assistive technology: the rows below have the same content. */
function TraceScale({ nodes, selected }: TraceScaleProps) {
  const spanMs = Math.max(0, ...nodes.map(({ offset_ms: offsetMs }) => offsetMs));
  const lanes = TRACE_KINDS.map((kind) => ({ kind, positions: positionsOf(nodes, kind, spanMs) }));
  return (
    <Panel title="When" side={`${formatOffset(spanMs)} of virtual time in all, on a logarithmic scale`}>
      <Box p="4px 16px 8px 12px" aria-hidden>
        <div className={classes.lane}>
          <span />
          <div className={`${classes.track} ${classes.axis}`}>
            {ticksFor(spanMs).map(({ label, at }) => (
              <span key={label} style={{ left: `${at * 100}%` }}>
                {label}
              </span>
            ))}
          </div>
        </div>
        {lanes
          .filter(({ positions }) => positions.length > 0)
          .map(({ kind, positions }) => (
            <div key={kind} className={classes.lane}>
              <KindMark kind={kind} />
              <div className={classes.track}>
                {positions.map((position) => (
                  <i key={position} data-kind={kind} style={{ left: `${position}%` }} />
                ))}
                {selected !== undefined && (
                  <b
                    style={{ left: `${positionOf(selected.offset_ms, spanMs) * 100}%` }}
                    data-own={selected.kind === kind || undefined}
                  />
                )}
              </div>
            </div>
          ))}
      </Box>
    </Panel>
  );
}

/** Percentages with one decimal: closer nodes would be one mark on screen anyway. */
function positionsOf(nodes: readonly TraceNode[], kind: TraceNode['kind'], spanMs: number): number[] {
  const own = nodes.filter((node) => node.kind === kind);
  return [...new Set(own.map((node) => Math.round(positionOf(node.offset_ms, spanMs) * 1_000) / 10))];
}

type TraceLink = Readonly<Record<'to' | 'label', string>>;
type LinkTo = (id: string) => TraceLink;

const request: LinkTo = (id) => ({ to: paths.request(id), label: 'The request' });
const delivery: LinkTo = (id) => ({ to: paths.delivery(id), label: 'The delivery' });
const sink: LinkTo = (name) => ({ to: paths.sink(name), label: 'The sink' });

/** The entity of the node itself, by the prefix of its id. A sink has a name instead. */
const OWN: Partial<Record<TraceNode['kind'], LinkTo>> = { request, command: request, delivery, attempt: delivery };

const NAMED: readonly (readonly [string, LinkTo])[] = [
  ['rebalance_id', (id) => ({ to: paths.rebalance(id), label: 'The rebalance' })],
  ['portfolio_id', (id) => ({ to: paths.portfolio(id), label: 'The portfolio' })],
  ['fault_id', (id) => ({ to: paths.fault(id), label: 'The fault' })],
];

/** Fields that contain fields: those of an event of the log, the fault that hit a request or an attempt. */
const INSIDE = ['data', 'fault', 'injected'];

/** Links to the entities in a node: its own comes first; links are unique. */
export function traceLinks({ id, kind, data }: TraceNode): TraceLink[] {
  const sources = [data, ...INSIDE.map((field) => data[field])];
  const links = [
    ...(OWN[kind] === undefined ? [] : [OWN[kind](id.split('/')[0] ?? '')]),
    ...(kind === 'sink' ? named([data], 'name', sink) : []),
    ...NAMED.flatMap(([field, link]) => named(sources, field, link)),
  ];
  return links.filter(({ to }, position) => links.findIndex((other) => other.to === to) === position);
}

function named(sources: readonly unknown[], field: string, link: LinkTo): TraceLink[] {
  const values = sources.map((source) => (source as Readonly<Record<string, unknown>> | null | undefined)?.[field]);
  return values.flatMap((value) => (typeof value === 'string' && value !== '' ? [link(value)] : []));
}
