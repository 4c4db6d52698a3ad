/** Rules between plans, orders and the exchanges' records of them. */
import { COST_KINDS } from '../../domain/costs/cost-parts.ts';
import { past, type RowRule, totalOf } from './row-rule.ts';

const costParts = (json: string, path = '$') =>
  COST_KINDS.map((kind) => `json_extract(${json}, '${path}.${kind}Minor')`).join(' + ');
const PLANS: readonly RowRule[] = [
  {
    table: 'rebalances',
    column: 'account_id',
    sql: `select rebalance_id as entry, p.account_id as expected, r.account_id as found
      from rebalances r join portfolios p using (portfolio_id) where r.account_id <> p.account_id`,
  },
  {
    table: 'idempotency_keys',
    column: 'account_id',
    sql: `select key as entry, r.account_id as expected, k.account_id as found
      from idempotency_keys k join rebalances r using (rebalance_id) where k.account_id <> r.account_id`,
  },
  {
    table: 'plans',
    column: 'plan',
    sql: `select rebalance_id as entry, ${costParts('plan', '$.costs')} as expected, ${totalOf('plan', '$.costs')} as found
      from plans where json_valid(plan) and expected is not found`,
  },
  {
    table: 'plans',
    column: 'plan',
    sql: `select rebalance_id as entry, sum(${totalOf('estimated_costs')}) as expected,
      ${totalOf('plan', '$.costs')} as found
      from plans join orders using (rebalance_id) where json_valid(plan) and json_valid(estimated_costs)
      group by rebalance_id having expected is not found`,
  },
  {
    table: 'plans',
    column: 'plan',
    sql: `select rebalance_id as entry, 'a plan' as expected, substr(plan, 1, 100) as found from plans
      where not json_valid(plan)`,
  },
  {
    table: 'plans',
    column: 'orders',
    sql: `select p.rebalance_id as entry, 'orders' as expected, 'null' as found
      from plans p join rebalances r using (rebalance_id)
      where p.orders is null and r.executed_ms is null and json_valid(p.plan) and ${totalOf('p.plan', '$.costs')} > 0
      and not exists (select 1 from orders o where o.rebalance_id = p.rebalance_id)`,
  },
  {
    table: 'orders',
    column: 'rebalance_id',
    sql: `select order_id as entry, 'an order of its plan only' as expected, o.rebalance_id as found
      from orders o join plans p using (rebalance_id) where p.orders is not null`,
  },
  {
    table: 'orders',
    column: 'estimated_costs',
    sql: `select order_id as entry, ${costParts('estimated_costs')} as expected, ${totalOf('estimated_costs')} as found
      from orders where json_valid(estimated_costs) and expected is not found`,
  },
  {
    table: 'orders',
    column: 'reserved_minor',
    sql: `select order_id as entry, 'above 0' as expected, reserved_minor as found from orders
      where side = 'buy' and working_micro > 0 and reserved_minor <= 0`,
  },
];

const EXCHANGES: readonly RowRule[] = [
  {
    table: 'orders',
    column: 'currency',
    sql: `select mic as entry, min(currency) as expected, max(currency) as found from orders
      group by mic having expected <> found`,
  },
  {
    table: 'exchange_orders',
    column: 'client_order_id',
    sql: `select client_order_id as entry, 'a row' as expected, 'none' as found from desk_orders
      where is_acknowledged = 1 and client_order_id not in (select client_order_id from exchange_orders)`,
  },
  {
    table: 'exchange_orders',
    column: 'filled_micro',
    sql: `select client_order_id as entry, coalesce(sum(e.quantity_micro), 0) as expected, o.filled_micro as found
      from exchange_orders o left join exchange_executions e using (client_order_id)
      group by client_order_id having expected <> found`,
  },
  {
    table: 'exchange_orders',
    column: 'executions',
    sql: `select client_order_id as entry, count(e.execution_no) as expected, o.executions as found
      from exchange_orders o left join exchange_executions e using (client_order_id)
      group by client_order_id having expected <> found or coalesce(max(e.execution_no), 0) <> found`,
  },
  {
    table: 'exchange_executions',
    column: 'order_id',
    sql: `select e.client_order_id || ' ' || execution_no as entry, o.order_id as expected, e.order_id as found
      from exchange_executions e left join exchange_orders o using (client_order_id) where o.order_id is not e.order_id`,
  },
  {
    table: 'exchange_orders',
    column: 'step_micro',
    sql: `select o.client_order_id as entry, json_extract(d.routed_order, '$.stepMicro') as expected,
      o.step_micro as found from exchange_orders o join desk_orders d using (client_order_id)
      where json_valid(d.routed_order) and expected is not found`,
  },
  {
    table: 'exchange_orders',
    column: 'day_end',
    sql: `select o.client_order_id as entry, json_extract(d.routed_order, '$.dayEnd') as expected, o.day_end as found
      from exchange_orders o join desk_orders d using (client_order_id)
      where json_valid(d.routed_order) and expected is not found`,
  },
  {
    table: 'exchange_orders',
    column: 'slice_index',
    sql: `select client_order_id as entry, 'at least 0' as expected, slice_index as found from exchange_orders
      where slice_index < 0 or capped_micro > quantity_micro or capped_micro < filled_micro`,
  },
  {
    table: 'desk_orders',
    column: 'filled_micro',
    sql: `select d.client_order_id as entry, 'at most ' || o.filled_micro as expected, d.filled_micro as found
      from desk_orders d join exchange_orders o using (client_order_id) where d.filled_micro > o.filled_micro`,
  },
  {
    table: 'desk_orders',
    column: 'received_through',
    sql: `select client_order_id as entry,
      (select count(*) from fills f where f.order_id = d.order_id
        and json_extract(f.order_at_fill, '$.submission.sentMs') >= json_extract(o.last_sending, '$.sentMs')) as expected,
      received_through + json_array_length(received_ahead) as found
      from desk_orders d join orders o using (order_id)
      where json_valid(d.received_ahead) and json_valid(o.last_sending) and expected <> found`,
  },
  {
    table: 'exchange_executions',
    column: 'price_micro',
    sql: `select e.client_order_id || ' ' || e.execution_no as entry, 'that of its fill' as expected,
      e.price_micro as found from exchange_executions e join desk_orders d using (client_order_id)
      where e.execution_no <= d.received_through and not exists (select 1 from fills f where f.order_id = e.order_id
        and f.price_micro = e.price_micro and f.quantity_micro = e.quantity_micro and f.filled_ms = e.executed_ms)`,
  },
  past('own_flows', "isin || ' ' || mic", 'as_of_ms'),
];

export const ORDER_RULES: readonly RowRule[] = [...PLANS, ...EXCHANGES];
