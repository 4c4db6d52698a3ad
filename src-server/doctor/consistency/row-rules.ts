/**
 * What has to hold between rows, as queries for those in which it does not: each gives the key of the row, what is
 * expected and what is there.
 */

export interface RowRule {
  readonly table: string;
  readonly column: string;
  /** Selects `entry`, `expected` and `found`. */
  readonly sql: string;
}

const costParts = (json: string, path = '$') =>
  ['commission', 'spread', 'impact', 'fx', 'transactionTax']
    .map((part) => `json_extract(${json}, '${path}.${part}Minor')`)
    .join(' + ');
const totalOf = (json: string, path = '$') => `json_extract(${json}, '${path}.totalMinor')`;

/** Rows that name a row of another table, which has to be there. */
const refers = (table: string, key: string, column: string, to: string): RowRule => ({
  ...{ table, column },
  sql: `select ${key} as entry, 'a row of ${to}' as expected, ${column} as found from ${table}
    where ${column} is not null and ${column} not in (select ${column} from ${to})`,
});

/** Instants that lie behind the world. */
const past = (table: string, key: string, column: string): RowRule => ({
  ...{ table, column },
  sql: `select ${key} as entry, 'at most ' || now_ms as expected, ${column} as found from ${table}, world
    where ${column} > now_ms`,
});

const PLANS: readonly RowRule[] = [
  {
    ...{ table: 'rebalances', column: 'account_id' },
    sql: `select rebalance_id as entry, p.account_id as expected, r.account_id as found
      from rebalances r join portfolios p using (portfolio_id) where r.account_id <> p.account_id`,
  },
  {
    ...{ table: 'idempotency_keys', column: 'account_id' },
    sql: `select key as entry, r.account_id as expected, k.account_id as found
      from idempotency_keys k join rebalances r using (rebalance_id) where k.account_id <> r.account_id`,
  },
  {
    ...{ table: 'plans', column: 'plan' },
    sql: `select rebalance_id as entry, ${costParts('plan', '$.costs')} as expected, ${totalOf('plan', '$.costs')} as found
      from plans where json_valid(plan) and expected is not found`,
  },
  {
    ...{ table: 'plans', column: 'plan' },
    sql: `select rebalance_id as entry, sum(${totalOf('estimated_costs')}) as expected,
      ${totalOf('plan', '$.costs')} as found
      from plans join orders using (rebalance_id) where json_valid(plan) and json_valid(estimated_costs)
      group by rebalance_id having expected is not found`,
  },
  {
    ...{ table: 'plans', column: 'plan' },
    sql: `select rebalance_id as entry, 'a plan' as expected, substr(plan, 1, 100) as found from plans
      where not json_valid(plan)`,
  },
  {
    ...{ table: 'plans', column: 'orders' },
    sql: `select p.rebalance_id as entry, 'orders' as expected, 'null' as found
      from plans p join rebalances r using (rebalance_id)
      where p.orders is null and r.executed_ms is null and json_valid(p.plan) and ${totalOf('p.plan', '$.costs')} > 0
      and not exists (select 1 from orders o where o.rebalance_id = p.rebalance_id)`,
  },
  {
    ...{ table: 'orders', column: 'rebalance_id' },
    sql: `select order_id as entry, 'an order of its plan only' as expected, o.rebalance_id as found
      from orders o join plans p using (rebalance_id) where p.orders is not null`,
  },
  {
    ...{ table: 'orders', column: 'estimated_costs' },
    sql: `select order_id as entry, ${costParts('estimated_costs')} as expected, ${totalOf('estimated_costs')} as found
      from orders where json_valid(estimated_costs) and expected is not found`,
  },
  {
    ...{ table: 'orders', column: 'reserved_minor' },
    sql: `select order_id as entry, 'above 0' as expected, reserved_minor as found from orders
      where side = 'buy' and working_micro > 0 and reserved_minor <= 0`,
  },
];

const EXCHANGES: readonly RowRule[] = [
  {
    ...{ table: 'exchange_orders', column: 'filled_micro' },
    sql: `select client_order_id as entry, coalesce(sum(e.quantity_micro), 0) as expected, o.filled_micro as found
      from exchange_orders o left join exchange_executions e using (client_order_id)
      group by client_order_id having expected <> found`,
  },
  {
    ...{ table: 'exchange_orders', column: 'executions' },
    sql: `select client_order_id as entry, count(e.execution_no) as expected, o.executions as found
      from exchange_orders o left join exchange_executions e using (client_order_id)
      group by client_order_id having expected <> found or coalesce(max(e.execution_no), 0) <> found`,
  },
  {
    ...{ table: 'exchange_executions', column: 'order_id' },
    sql: `select e.client_order_id || ' ' || execution_no as entry, o.order_id as expected, e.order_id as found
      from exchange_executions e left join exchange_orders o using (client_order_id) where o.order_id is not e.order_id`,
  },
  {
    ...{ table: 'exchange_orders', column: 'step_micro' },
    sql: `select o.client_order_id as entry, json_extract(d.routed_order, '$.stepMicro') as expected,
      o.step_micro as found from exchange_orders o join desk_orders d using (client_order_id)
      where json_valid(d.routed_order) and expected is not found`,
  },
  {
    ...{ table: 'exchange_orders', column: 'day_end' },
    sql: `select o.client_order_id as entry, json_extract(d.routed_order, '$.dayEnd') as expected, o.day_end as found
      from exchange_orders o join desk_orders d using (client_order_id)
      where json_valid(d.routed_order) and expected is not found`,
  },
  {
    ...{ table: 'exchange_orders', column: 'slice_index' },
    sql: `select client_order_id as entry, 'at least 0' as expected, slice_index as found from exchange_orders
      where slice_index < 0 or capped_micro > quantity_micro or capped_micro < filled_micro`,
  },
  {
    ...{ table: 'desk_orders', column: 'filled_micro' },
    sql: `select d.client_order_id as entry, 'at most ' || o.filled_micro as expected, d.filled_micro as found
      from desk_orders d join exchange_orders o using (client_order_id) where d.filled_micro > o.filled_micro`,
  },
  {
    ...{ table: 'desk_orders', column: 'received_through' },
    sql: `select client_order_id as entry,
      (select count(*) from fills f where f.order_id = d.order_id
        and json_extract(f.order_at_fill, '$.submission.sentMs') >= json_extract(o.last_sending, '$.sentMs')) as expected,
      received_through + json_array_length(received_ahead) as found
      from desk_orders d join orders o using (order_id)
      where json_valid(d.received_ahead) and json_valid(o.last_sending) and expected <> found`,
  },
  past('own_flows', "isin || ' ' || mic", 'as_of_ms'),
];

const WEBHOOKS: readonly RowRule[] = [
  {
    ...{ table: 'deliveries', column: 'attempts' },
    sql: `select delivery_id as entry, count(a.attempt) as expected, d.attempts as found
      from deliveries d left join delivery_attempts a using (delivery_id)
      group by delivery_id having expected <> found or coalesce(max(a.attempt), 0) <> found`,
  },
  {
    ...{ table: 'deliveries', column: 'response_status' },
    sql: `select d.delivery_id as entry, a.response_status as expected, d.response_status as found
      from deliveries d left join delivery_attempts a on a.delivery_id = d.delivery_id and a.attempt = d.attempts
      where a.response_status is not d.response_status`,
  },
  refers('delivery_attempts', "delivery_id || ' ' || attempt", 'delivery_id', 'deliveries'),
  past('delivery_attempts', "delivery_id || ' ' || attempt", 'at_ms'),
  {
    ...{ table: 'deliveries', column: 'status' },
    sql: `select delivery_id as entry, 'pending' as expected, status as found from deliveries
      where status <> 'pending' and (sending = 1 or yields = 1 or interference is not null or next_attempt_ms is not null)`,
  },
  {
    ...{ table: 'deliveries', column: 'status' },
    sql: `select delivery_id as entry, 'pending' as expected, status as found from deliveries
      where status in ('succeeded', 'dropped') and attempts = 0
        or status not in ('pending', 'succeeded', 'failed', 'dropped')`,
  },
  {
    ...{ table: 'webhook_endpoints', column: 'disabled_reason' },
    sql: `select webhook_id as entry, iif(status = 'disabled', 'a reason', 'null') as expected, disabled_reason as found
      from webhook_endpoints where (status = 'disabled') <> (disabled_reason is not null)`,
  },
  past('webhook_endpoints', 'webhook_id', 'failing_since_ms'),
  {
    ...{ table: 'webhook_endpoints', column: 'previous_secrets' },
    sql: `select webhook_id as entry, 'at most ' || rotations as expected, 'more' as found
      from webhook_endpoints where not json_valid(previous_secrets) or json_array_length(previous_secrets) > rotations
        or json_array_length(previous_secrets) < min(rotations, 1)`,
  },
  {
    ...{ table: 'wire_faults', column: 'hits' },
    sql: `select fault_id as entry, 'at most ' || min(chances, coalesce(count, chances)) as expected, hits as found
      from wire_faults where hits < 0 or hits > chances or hits > count`,
  },
  past('wire_faults', 'fault_id', 'created_ms'),
  past('wire_faults', 'fault_id', 'ended_ms'),
];

const OTHERS: readonly RowRule[] = [
  refers('portfolios', 'portfolio_id', 'account_id', 'accounts'),
  refers('api_keys', 'key_id', 'account_id', 'accounts'),
  {
    ...{ table: 'api_keys', column: 'is_run_key' },
    sql: `select key_id as entry, 'one key of the run' as expected, 'another' as found from api_keys
      where is_run_key = 1 and (seq > (select min(seq) from api_keys where is_run_key = 1) or account_id <> 'default'
        or name <> 'Key of the run' or revoked_ms is not null or rate_limit is not null)`,
  },
  {
    ...{ table: 'api_keys', column: 'secret_hash' },
    sql: `select key_id as entry, 'a hash' as expected, secret_hash as found from api_keys
      where length(secret_hash) <> 44 or secret_hash not glob '*='`,
  },
  past('api_keys', 'key_id', 'created_ms'),
  {
    ...{ table: 'market_faults', column: 'hits' },
    sql: `select fault_id as entry, 'at most ' || count as expected, hits as found from market_faults where hits > count`,
  },
  {
    ...{ table: 'outages', column: 'is_held' },
    sql: `select outage_id as entry, '0 or 1' as expected, is_held as found from outages where is_held not in (0, 1)`,
  },
  {
    ...{ table: 'trade_settlements', column: 'due_ms' },
    sql: `select fill_id as entry, 'at least ' || intended_ms as expected, due_ms as found from trade_settlements
      where due_ms < intended_ms`,
  },
  {
    ...{ table: 'trade_settlements', column: 'intended_ms' },
    sql: `select s.fill_id as entry, 'after ' || f.filled_ms as expected, intended_ms as found
      from trade_settlements s join fills f using (fill_id) where intended_ms < f.filled_ms`,
  },
  {
    ...{ table: 'held_buys', column: 'rebalance_id' },
    sql: `select h.order_id as entry, o.rebalance_id as expected, h.rebalance_id as found
      from held_buys h left join orders o using (order_id) where o.rebalance_id is not h.rebalance_id`,
  },
  {
    ...{ table: 'bulk_portfolios', column: 'rebalance_id' },
    sql: `select bulk_id || ' ' || position as entry, b.portfolio_id as expected, r.portfolio_id as found
      from bulk_portfolios b left join rebalances r using (rebalance_id)
      where b.rebalance_id is not null and r.portfolio_id is not b.portfolio_id
        or b.rebalance_id is null and b.state in ('planned', 'started')`,
  },
  {
    ...{ table: 'bulk_portfolios', column: 'planned' },
    sql: `select bulk_id || ' ' || position as entry, totals.minor as expected,
      json_extract(b.planned, '$.costs.totalMinor') as found
      from bulk_portfolios b join (select rebalance_id, ${totalOf('plan', '$.costs')} as minor from plans
        where json_valid(plan)) totals using (rebalance_id)
      where b.planned is not null and json_valid(b.planned) and expected is not found`,
  },
  {
    ...{ table: 'bulk_portfolios', column: 'traded' },
    sql: `select b.bulk_id || ' ' || b.position as entry,
      (select coalesce(sum(value_minor), 0) from fills f where f.rebalance_id = b.rebalance_id) as expected,
      json_extract(b.traded, '$.turnoverMinor') as found
      from bulk_portfolios b where b.traded is not null and json_valid(b.traded) and expected is not found`,
  },
  {
    ...{ table: 'bulk_rebalances', column: 'state.underWay' },
    sql: `select b.bulk_id as entry, count(p.position) as expected, json_extract(b.state, '$.underWay') as found
      from bulk_rebalances b left join bulk_portfolios p
        on p.bulk_id = b.bulk_id and p.state = 'started' and p.traded is null
      where json_valid(b.state) group by b.bulk_id having expected is not found`,
  },
  {
    ...{ table: 'commands', column: 'events' },
    sql: `select seq as entry, 'at most ' || event_count || ' events' as expected, events_before + events as found
      from commands, world where events_before < 0 or events < 0 or events_before + events > event_count`,
  },
  {
    ...{ table: 'commands', column: 'at_ms' },
    sql: `select c.seq as entry, e.at_ms as expected, c.at_ms as found from commands c
      join events e on e.seq = c.events_before + 1 where c.events > 0 and e.at_ms <> c.at_ms`,
  },
  {
    ...{ table: 'commands', column: 'events_before' },
    sql: `select c.seq as entry, 'at least ' || (p.events_before + p.events) as expected, c.events_before as found
      from commands c join commands p on p.seq = c.seq - 1
      where c.events > 0 and p.events > 0 and c.events_before < p.events_before + p.events`,
  },
  past('commands', 'seq', 'at_ms'),
  {
    ...{ table: 'world', column: 'timer_seq' },
    sql: `select 'id=1' as entry, 'at least ' || coalesce(max(t.seq), 0) as expected, timer_seq as found
      from world left join timers t group by world.id having timer_seq < coalesce(max(t.seq), 0)`,
  },
  {
    ...{ table: 'world', column: 'clock' },
    sql: `select 'id=1' as entry, 'settings of a clock' as expected, clock as found from world
      where not json_valid(clock) or json_extract(clock, '$.mode') not in ('realtime', 'manual', 'instant')
        or json_extract(clock, '$.mode') is null or coalesce(json_extract(clock, '$.rate') > 0, 0) = 0
        or json_type(clock, '$.paused') not in ('true', 'false') or json_type(clock, '$.paused') is null`,
  },
];

export const ROW_RULES: readonly RowRule[] = [...PLANS, ...EXCHANGES, ...WEBHOOKS, ...OTHERS];
