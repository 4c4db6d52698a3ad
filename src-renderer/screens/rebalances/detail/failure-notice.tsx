/** Why a rebalance failed, in words: which orders, at which exchange, by what; with the ways to all of it. */

import { Code, Stack } from '@mantine/core';
import { Link } from 'react-router';
import type { RebalanceView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { OrderWire } from '../../../../src-server/contract/service/form-b.ts';
import { type MarketFaultView, useFaults } from '../../../api/faults-api.ts';
import { useTrace } from '../../../api/journal-api.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { formatFaultKind } from '../../../components/faults/fault-kinds.ts';
import { formatEffect, formatPlace, formatSpan } from '../../../components/faults/format-fault.ts';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { plural, quantityFormatter } from '../../../components/format/format-number.ts';
import { symbolOf } from '../../../components/orders/order-columns.tsx';
import { formatStatus } from '../../../components/orders/status-badge.tsx';
import { paths } from '../../../paths.ts';
import { type FailureGroup, failedDeliveries, failureGroups, formatOutage } from './failure-groups.ts';
import classes from './rebalance.module.css';

export function FailureNotice({ view }: { readonly view: RebalanceView }) {
  const faults = useFaults();
  const { rebalance } = view;
  if (rebalance.failure === null) return null;
  const groups = failureGroups(view, faults.data?.faults ?? []);
  const hasFills = rebalance.orders.some((order) => order.fills.length > 0);
  const unfilled = rebalance.orders.filter(({ status }) => status !== 'filled').length;
  return (
    <section className={classes.failure} aria-label="Why it failed">
      <Notice tone="fail">
        <strong>
          Failed: {unfilled} of {plural(rebalance.orders.length, 'order was', 'orders were')} not filled.
        </strong>{' '}
        <Code c="dimmed">{rebalance.failure.code}</Code>
        <Stack component="ul" gap={6}>
          {groups.map((group) => (
            <Group key={`${group.exchange} ${group.code}`} group={group} />
          ))}
        </Stack>
        {faults.isLoadingError && <ErrorNotice error={faults.error} doing="Reading the faults" />}
        <div className={classes.failureWays}>
          {hasFills && 'What was filled stays. '}
          <Link to={paths.plan(rebalance.portfolio_id)}>Plan another rebalance</Link> to go on from here, or see{' '}
          <Link to={paths.trace(rebalance.rebalance_id)}>all of it step by step</Link>.
        </div>
        <FailedDeliveries rebalanceId={rebalance.rebalance_id} />
      </Notice>
    </section>
  );
}

function Group({ group }: { readonly group: FailureGroup }) {
  return (
    <li>
      <strong>
        {group.exchange}, {plural(group.orders.length, 'order')}:
      </strong>{' '}
      {group.message}
      {group.outages.map((outage) => (
        <div key={outage.from}>{formatOutage(outage)}</div>
      ))}
      {group.faults.map((fault) => (
        <FaultBehind key={fault.fault_id} fault={fault} />
      ))}
      <OrderLinks orders={group.orders} />
    </li>
  );
}

function FaultBehind({ fault }: { readonly fault: MarketFaultView }) {
  const instruments = useInstrumentsByIsin();
  const place = formatPlace(fault, fault.isin === null ? null : symbolOf(fault.isin, instruments));
  return (
    <div>
      It was broken on purpose: <Link to={paths.market}>{formatFaultKind(fault.kind).label}</Link>, {place}, in force
      (UTC) {formatSpan(fault)}. {formatEffect(fault)}
    </div>
  );
}

function OrderLinks({ orders }: { readonly orders: readonly OrderWire[] }) {
  const instruments = useInstrumentsByIsin();
  const quantity = quantityFormatter(orders.flatMap((order) => [order.quantity, order.filled_quantity]));
  return (
    <ul className={classes.failureOrders}>
      {orders.map((order) => (
        <li key={order.order_id}>
          <Link to={{ search: `?order=${order.order_id}` }} replace>
            {order.side} {symbolOf(order.isin, instruments)}
          </Link>{' '}
          {formatStatus(order.status)}, {quantity(order.filled_quantity)} of {quantity(order.quantity)} filled (
          <Link
            to={paths.trace(order.order_id)}
            aria-label={`Trace of order ${order.sequence}, ${order.side} ${symbolOf(order.isin, instruments)}`}
          >
            trace
          </Link>
          )
        </li>
      ))}
    </ul>
  );
}

/** Webhooks about a rebalance that nobody took, with the ways to them; that nobody was told; nothing where all were taken. */
function FailedDeliveries({ rebalanceId }: { readonly rebalanceId: string }) {
  const { data: trace, isLoadingError, error } = useTrace(rebalanceId);
  if (isLoadingError) return <ErrorNotice error={error} doing="Reading its webhooks" />;
  if (trace === undefined) return null;
  const { nodes } = trace;
  const failed = failedDeliveries(nodes);
  if (!nodes.some(({ kind }) => kind === 'delivery')) return <NobodyTold />;
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
