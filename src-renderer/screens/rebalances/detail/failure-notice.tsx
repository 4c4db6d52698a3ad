/** Why a rebalance failed, in words: its orders, the exchanges and the causes, each with a link. */
import { Box, Code, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import type { MarketFaultView } from '../../../../src-server/contract/control/market/faults.ts';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useFaults } from '../../../api/faults-api.ts';
import { useTrace } from '../../../api/journal-api.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { formatFaultKind } from '../../../components/faults/fault-kinds.ts';
import { formatEffect, formatExtent, formatSpan, formatTarget } from '../../../components/faults/format-fault.ts';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { plural, quantityFormatter } from '../../../components/format/format-number.ts';
import { symbolOf } from '../../../components/orders/order-columns.tsx';
import { formatStatus } from '../../../components/orders/status-badge.tsx';
import { paths } from '../../../paths.ts';
import { type FailureGroup, failedDeliveries, failureGroups, formatOutage } from './failure-groups.ts';
import { sentPart } from './sent-part.ts';

export function FailureNotice({ view }: { readonly view: RebalanceView }) {
  const faults = useFaults();
  const { rebalance } = view;
  if (rebalance.failure === null) return null;
  const groups = failureGroups(view, faults.data?.faults ?? []);
  const hasFills = rebalance.orders.some((order) => order.fills.length > 0);
  const unfilled = rebalance.orders.filter(({ status }) => status !== 'filled').length;
  return (
    <section aria-label="Why it failed">
      <Notice tone="fail">
        <strong>
          Failed: {unfilled} of {plural(rebalance.orders.length, 'order was', 'orders were')} not filled.
        </strong>{' '}
        <Code c="dimmed">{rebalance.failure.code}</Code>
        <Stack component="ul" gap={6}>
          {groups.map((group) => (
            <GroupItem key={`${group.exchange} ${group.code}`} group={group} progress={view.progress} />
          ))}
        </Stack>
        {faults.isLoadingError && <ErrorNotice error={faults.error} doing="Loading the faults" />}
        <Box mt={6}>
          {hasFills && 'Fills so far are final. '}
          <Link to={paths.plan(rebalance.portfolio_id)}>Plan another rebalance</Link> to trade the rest, or look at{' '}
          <Link to={paths.trace(rebalance.rebalance_id)}>every step</Link>.
        </Box>
        <FailedDeliveries rebalanceId={rebalance.rebalance_id} />
      </Notice>
    </section>
  );
}

interface GroupItemProps {
  readonly group: FailureGroup;
  readonly progress: RebalanceView['progress'];
}

function GroupItem({ group, progress }: GroupItemProps) {
  const { exchange, orders, code, message, outages, faults } = group;
  const instruments = useInstrumentsByIsin();
  const quantity = quantityFormatter(orders.flatMap((order) => [order.quantity, order.filled_quantity]));
  return (
    <li>
      <strong>
        {exchange}, {plural(orders.length, 'order')}:
      </strong>{' '}
      {message}
      {outages.map((outage) => (
        <div key={outage.from}>{formatOutage(outage, faults)}</div>
      ))}
      {faults.map((fault) => (
        <div key={fault.fault_id}>
          A fault caused it: <Link to={paths.marketFault(fault.fault_id)}>{formatFaultKind(fault.kind).label}</Link>,{' '}
          {formatTarget(fault, fault.isin === null ? null : symbolOf(fault.isin, instruments))}, active (UTC){' '}
          {formatSpan(fault)}. {isStatedInMessage(fault, code) ? formatExtent(fault) : formatEffect(fault)}
        </div>
      ))}
      <Group component="ul" gap="0 16px" style={{ listStyle: 'none', paddingLeft: 0 }}>
        {orders.map((order) => {
          const symbol = symbolOf(order.isin, instruments);
          const label = `Trace of order ${order.sequence}, ${order.side} ${symbol}`;
          return (
            <li key={order.order_id}>
              <Link to={{ search: `?order=${order.order_id}` }} replace>
                {order.side} {symbol}
              </Link>{' '}
              {formatStatus(order.status)}, {quantity(order.filled_quantity)} of {quantity(order.quantity)} filled
              {describeSentPart(sentPart(order, progress))} (
              <Link to={paths.trace(order.order_id)} aria-label={label}>
                trace
              </Link>
              )
            </li>
          );
        })}
      </Group>
    </li>
  );
}

/** The message of the exchange already describes the fault. */
function isStatedInMessage({ kind }: MarketFaultView, code: string | null): boolean {
  return kind === 'reject_orders' && code === 'exchange_refused';
}

/** Follows the filled amount; empty if all was sent. */
function describeSentPart(sent: number | null): string {
  return sent === null ? '' : `, only ${quantityFormatter([sent])(sent)} sent because cash ran short`;
}

const SHOWN = 4;

/**
 * Webhooks about a rebalance that no receiver accepted, with links; or that there were none; nothing if all were
 * accepted.
 */
function FailedDeliveries({ rebalanceId }: { readonly rebalanceId: string }) {
  const { data: trace, isLoadingError, error } = useTrace(rebalanceId);
  if (isLoadingError) return <ErrorNotice error={error} doing="Loading its webhooks" />;
  if (trace === undefined) return null;
  const deliveries = trace.nodes.filter(({ kind }) => kind === 'delivery');
  const failed = failedDeliveries(trace.nodes);
  // A user who looks for the webhook of a failure and finds none should learn that there was no receiver.
  if (deliveries.length === 0) {
    return (
      <Box mt={6}>
        No webhook reported this failure, because no endpoint was registered for these webhook events.{' '}
        <Link to={paths.webhooks()}>Add an endpoint</Link> to receive the next one.
      </Box>
    );
  }
  if (failed.length === 0) return null;
  const pending = deliveries.filter(({ status }) => status === 'pending');
  const waiting = pending.length - failed.filter(({ delivery }) => delivery.status === 'pending').length;
  return (
    <Box mt={6}>
      <strong>
        {failed.length === 1
          ? 'A webhook about this failure was not delivered:'
          : `${failed.length} webhooks about this failure were not delivered:`}
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
            and {failed.length - SHOWN} more; see the <Link to={paths.webhooks()}>list of deliveries</Link>
          </li>
        )}
        {waiting > 0 && <li>{waiting === 1 ? '1 more is queued' : `${waiting} more are queued`}</li>}
      </ul>
    </Box>
  );
}
