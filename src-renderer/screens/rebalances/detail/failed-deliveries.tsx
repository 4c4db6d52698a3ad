/** Webhooks about a rebalance that nobody took, with the ways to them; that nobody was told; nothing where all were taken. */

import { Link } from 'react-router';
import type { TraceNode } from '../../../../src-server/contract/control/world/trace.ts';
import { useTrace } from '../../../api/journal-api.ts';
import { paths } from '../../../paths.ts';
import classes from './rebalance.module.css';

export function FailedDeliveries({ rebalanceId }: { readonly rebalanceId: string }) {
  const trace = useTrace(rebalanceId).data;
  const nodes = trace?.nodes ?? [];
  const failed = failedDeliveries(nodes);
  if (trace !== undefined && !nodes.some(({ kind }) => kind === 'delivery')) return <NobodyTold />;
  if (failed.length === 0) return null;
  const waiting =
    nodes.filter(({ kind, status }) => kind === 'delivery' && status === 'pending').length -
    failed.filter(({ delivery }) => delivery.status === 'pending').length;
  return (
    <div className={classes.failureWebhooks}>
      <strong>
        {failed.length === 1 ? 'A webhook about it failed:' : `${failed.length} webhooks about it failed:`}
      </strong>
      <ul>
        {failed.slice(0, SHOWN).map(({ delivery, attempt }) => (
          <li key={delivery.id}>
            <Link to={paths.delivery(delivery.id)}>{String(delivery.data.type)}</Link>{' '}
            {attempt?.title ?? delivery.title}
          </li>
        ))}
        {failed.length > SHOWN && (
          <li>
            and {failed.length - SHOWN} more, all of them in the <Link to={paths.webhooks()}>list of deliveries</Link>
          </li>
        )}
        {waiting > 0 && (
          <li>
            {waiting} more {waiting === 1 ? 'waits' : 'wait'} for {waiting === 1 ? 'its' : 'their'} turn
          </li>
        )}
      </ul>
    </div>
  );
}

/** Who looks for the webhook of a failure and finds none should learn that there was nobody to tell. */
function NobodyTold() {
  return (
    <div className={classes.failureWebhooks}>
      No webhook told of it: no endpoint was there for its events. <Link to={paths.webhooks()}>Add an endpoint</Link>{' '}
      before the next one.
    </div>
  );
}

const SHOWN = 4;

interface FailedDelivery {
  readonly delivery: TraceNode;
  /** Its latest attempt. */
  readonly attempt: TraceNode | undefined;
}

/** Given up, kept back on purpose, or tried in vain so far; the latest first, which is mostly the one that counts. */
export function failedDeliveries(nodes: readonly TraceNode[]): FailedDelivery[] {
  return nodes
    .filter(({ kind, status }) => kind === 'delivery' && status !== 'succeeded')
    .map((delivery) => ({
      delivery,
      attempt: nodes.filter(({ kind, parent }) => kind === 'attempt' && parent === delivery.id).at(-1),
    }))
    .filter(({ delivery, attempt }) => attempt !== undefined || delivery.status !== 'pending')
    .reverse();
}
