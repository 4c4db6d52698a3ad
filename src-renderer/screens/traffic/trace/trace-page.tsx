/** A trace: what a request, or whatever is asked for, set in motion, step by step, in virtual time. */

import { Link, useParams, useSearchParams } from 'react-router';
import type { Trace } from '../../../../src-server/contract/control/world/trace.ts';
import { useTrace } from '../../../api/journal-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { paths } from '../../../paths.ts';
import classes from '../traffic.module.css';
import { NodeInspector } from './node-inspector.tsx';
import { TracePanel } from './trace-panel.tsx';
import { TraceScale } from './trace-scale.tsx';
import { TraceWaiting } from './trace-waiting.tsx';

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
