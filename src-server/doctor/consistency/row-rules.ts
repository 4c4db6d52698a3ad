/** Rules between the rows of all tables. */
import { ORDER_RULES } from './order-rules.ts';
import { past, type RowRule, refers, totalOf } from './row-rule.ts';

const WEBHOOKS: readonly RowRule[] = [
  {
    table: 'deliveries',
    column: 'attempts',
    sql: `select delivery_id as entry, count(a.attempt) as expected, d.attempts as found
      from deliveries d left join delivery_attempts a using (delivery_id)
      group by delivery_id having expected <> found or coalesce(max(a.attempt), 0) <> found`,
  },
  {
    table: 'deliveries',
    column: 'response_status',
    sql: `select d.delivery_id as entry, a.response_status as expected, d.response_status as found
      from deliveries d left join delivery_attempts a on a.delivery_id = d.delivery_id and a.attempt = d.attempts
      where a.response_status is not d.response_status`,
  },
  refers('delivery_attempts', "delivery_id || ' ' || attempt", 'delivery_id', 'deliveries'),
  past('delivery_attempts', "delivery_id || ' ' || attempt", 'at_ms'),
  {
    table: 'deliveries',
    column: 'status',
    sql: `select delivery_id as entry, 'pending' as expected, status as found from deliveries
      where status <> 'pending' and (sending = 1 or yields = 1 or interference is not null or next_attempt_ms is not null)`,
  },
  {
    table: 'deliveries',
    column: 'status',
    sql: `select delivery_id as entry, 'pending' as expected, status as found from deliveries
      where status in ('succeeded', 'dropped') and attempts = 0
        or status not in ('pending', 'succeeded', 'failed', 'dropped')`,
  },
  {
    table: 'webhook_endpoints',
    column: 'disabled_reason',
    sql: `select webhook_id as entry, iif(status = 'disabled', 'a reason', 'null') as expected, disabled_reason as found
      from webhook_endpoints where (status = 'disabled') <> (disabled_reason is not null)`,
  },
  past('webhook_endpoints', 'webhook_id', 'failing_since_ms'),
  {
    table: 'webhook_endpoints',
    column: 'previous_secrets',
    sql: `select webhook_id as entry, 'at most ' || rotations as expected, 'more' as found
      from webhook_endpoints where not json_valid(previous_secrets) or json_array_length(previous_secrets) > rotations
        or json_array_length(previous_secrets) < min(rotations, 1)`,
  },
  {
    table: 'wire_faults',
    column: 'hits',
    sql: `select fault_id as entry, 'at most ' || min(chances, coalesce(count, chances)) as expected, hits as found
      from wire_faults where hits < 0 or hits > chances or hits > count`,
  },
  past('wire_faults', 'fault_id', 'created_ms'),
  past('wire_faults', 'fault_id', 'ended_ms'),
];

const WATCHED = `select 1 from targets join portfolios using (portfolio_id) where deleted_ms is null`;

const OTHERS: readonly RowRule[] = [
  {
    table: 'timers',
    column: 'kind',
    format: ({ expected, found }) => `there are ${found} timers of kind monitor.tick; there should be ${expected}`,
    sql: `select 'kind=monitor.tick' as entry, iif(exists (${WATCHED}), '1', '0 or 1') as expected,
      count(*) as found from timers where kind = 'monitor.tick'
      having found > 1 or found = 0 and exists (${WATCHED})`,
  },
  {
    table: 'timers',
    column: 'kind',
    format: ({ expected, found }) => `there are ${found} timers of kind dividend.ex_date; there should be ${expected}`,
    sql: `select 'kind=dividend.ex_date' as entry, 1 as expected, count(*) as found from timers
      where kind = 'dividend.ex_date' having found <> 1 and exists (select 1 from settings where name = 'dividends_since_ms')`,
  },
  {
    table: 'bulk_portfolios',
    column: 'state',
    sql: `select bulk_id || ' ' || position as entry, 'what its bulk and its rebalance are at' as expected, b.state as found
      from bulk_portfolios b join bulk_rebalances k using (bulk_id) left join rebalances r using (rebalance_id)
      where b.state not in ('waiting', 'planned', 'refused', 'started', 'cancelled')
        or b.state = 'started' and r.executed_ms is null or b.state = 'waiting' and k.status <> 'planning'
        or b.state = 'cancelled' and k.status <> 'stopped' or b.state = 'planned' and b.traded is not null
        or b.state = 'refused' and b.refusal is null or (b.state = 'started') < (b.traded is not null)`,
  },
  refers('portfolios', 'portfolio_id', 'account_id', 'accounts'),
  refers('api_keys', 'key_id', 'account_id', 'accounts'),
  {
    table: 'api_keys',
    column: 'is_run_key',
    format: ({ entry }) =>
      `${entry} is marked as the default key, but does not qualify: the default key belongs to the account default, has no limit and is not revoked`,
    // A world that an earlier version created has the former name.
    sql: `select key_id as entry, 'one default key' as expected, 'another' as found from api_keys
      where is_run_key = 1 and (seq > (select min(seq) from api_keys where is_run_key = 1) or account_id <> 'default'
        or name not in ('Default key', 'Key of the run') or revoked_ms is not null or rate_limit is not null)`,
  },
  {
    table: 'api_keys',
    column: 'secret_hash',
    sql: `select key_id as entry, 'a hash' as expected, secret_hash as found from api_keys
      where length(secret_hash) <> 44 or secret_hash not glob '*='`,
  },
  past('api_keys', 'key_id', 'created_ms'),
  {
    table: 'market_faults',
    column: 'hits',
    sql: `select fault_id as entry, 'at most ' || count as expected, hits as found from market_faults where hits > count`,
  },
  {
    table: 'outages',
    column: 'is_held',
    sql: `select outage_id as entry, '0 or 1' as expected, is_held as found from outages where is_held not in (0, 1)`,
  },
  {
    table: 'trade_settlements',
    column: 'due_ms',
    sql: `select fill_id as entry, 'at least ' || intended_ms as expected, due_ms as found from trade_settlements
      where due_ms < intended_ms`,
  },
  {
    table: 'trade_settlements',
    column: 'intended_ms',
    sql: `select s.fill_id as entry, 'after ' || f.filled_ms as expected, intended_ms as found
      from trade_settlements s join fills f using (fill_id) where intended_ms < f.filled_ms`,
  },
  {
    table: 'trade_settlements',
    column: 'trade_date',
    sql: `select fill_id as entry, 'a date' as expected, trade_date as found from trade_settlements
      where trade_date not glob '????-??-??'`,
  },
  {
    table: 'lot_trades',
    column: 'method',
    sql: `select trade_id as entry, iif(side = 'sell', 'a method', 'null') as expected, method as found from lot_trades
      where (side = 'sell') <> (method is not null)
        or method not in ('FIFO', 'HIFO', 'average_cost', 'specific_id', 'section_104', 'section_581')`,
  },
  ...(['positions', 'trade_settlements'] as const).map((table) => ({
    table,
    column: 'rest',
    sql: `select portfolio_id || ' ' || isin || ' ' || mic as entry, 'a fraction or null' as expected, rest as found
      from ${table} where rest is not null and rest not glob '[1-9]*/[1-9]*'`,
  })),
  {
    table: 'lot_trades',
    column: 'rest',
    sql: `select trade_id as entry, iif(side = 'sell', 'a fraction or null', 'null') as expected, rest as found
      from lot_trades where rest is not null and (side <> 'sell' or rest not glob '[1-9]*/[1-9]*')`,
  },
  ...(['ratio_new', 'ratio_old'] as const).map((column) => ({
    table: 'lot_trades',
    column,
    sql: `select trade_id as entry, a.${column} as expected, t.${column} as found from lot_trades t
      left join corporate_actions a on t.side = 'split' and a.corporate_action_id = t.trade_id
      where t.${column} is not a.${column}`,
  })),
  {
    table: 'lot_trades',
    column: 'unit_micro',
    sql: `select trade_id as entry, 'null, or what a share of it cost' as expected, unit_micro as found
      from lot_trades where unit_micro is not null
        and (trade_id not glob 'lt_*' or side <> 'buy'
          or abs(quantity_micro * 1e-6 * unit_micro * 1e-4 - amount_minor) > 0.5 + amount_minor * 1e-12)`,
  },
  {
    table: 'lot_trades',
    column: 'charges_minor',
    sql: `select trade_id as entry, iif(side = 'sell', '0 or more', '0') as expected, charges_minor as found
      from lot_trades where charges_minor < 0 or (side <> 'sell' and charges_minor <> 0)`,
  },
  {
    table: 'held_buys',
    column: 'rebalance_id',
    sql: `select h.order_id as entry, o.rebalance_id as expected, h.rebalance_id as found
      from held_buys h left join orders o using (order_id) where o.rebalance_id is not h.rebalance_id`,
  },
  {
    table: 'bulk_portfolios',
    column: 'rebalance_id',
    sql: `select bulk_id || ' ' || position as entry, b.portfolio_id as expected, r.portfolio_id as found
      from bulk_portfolios b left join rebalances r using (rebalance_id)
      where b.rebalance_id is not null and r.portfolio_id is not b.portfolio_id
        or b.rebalance_id is null and b.state in ('planned', 'started')`,
  },
  {
    table: 'bulk_portfolios',
    column: 'planned',
    sql: `select bulk_id || ' ' || position as entry, totals.minor as expected,
      json_extract(b.planned, '$.costs.totalMinor') as found
      from bulk_portfolios b join (select rebalance_id, ${totalOf('plan', '$.costs')} as minor from plans
        where json_valid(plan)) totals using (rebalance_id)
      where b.planned is not null and json_valid(b.planned) and expected is not found`,
  },
  {
    table: 'bulk_portfolios',
    column: 'traded',
    sql: `select b.bulk_id || ' ' || b.position as entry,
      (select coalesce(sum(value_minor), 0) from fills f where f.rebalance_id = b.rebalance_id) as expected,
      json_extract(b.traded, '$.turnoverMinor') as found
      from bulk_portfolios b where b.traded is not null and json_valid(b.traded) and expected is not found`,
  },
  {
    table: 'bulk_rebalances',
    column: 'state.underWay',
    sql: `select b.bulk_id as entry, count(p.position) as expected, json_extract(b.state, '$.underWay') as found
      from bulk_rebalances b left join bulk_portfolios p
        on p.bulk_id = b.bulk_id and p.state = 'started' and p.traded is null
      where json_valid(b.state) group by b.bulk_id having expected is not found`,
  },
  {
    table: 'commands',
    column: 'events',
    sql: `select seq as entry, 'at most ' || event_count || ' events' as expected, events_before + events as found
      from commands, world where events_before < 0 or events < 0 or events_before + events > event_count`,
  },
  {
    table: 'commands',
    column: 'at_ms',
    sql: `select c.seq as entry, e.at_ms as expected, c.at_ms as found from commands c
      join events e on e.seq = c.events_before + 1 where c.events > 0 and e.at_ms <> c.at_ms`,
  },
  {
    table: 'commands',
    column: 'events_before',
    sql: `select c.seq as entry, 'at least ' || (p.events_before + p.events) as expected, c.events_before as found
      from commands c join commands p on p.seq = c.seq - 1
      where c.events > 0 and p.events > 0 and c.events_before < p.events_before + p.events`,
  },
  past('commands', 'seq', 'at_ms'),
  {
    table: 'world',
    column: 'timer_seq',
    sql: `select 'id=1' as entry, 'at least ' || coalesce(max(t.seq), 0) as expected, timer_seq as found
      from world left join timers t group by world.id having timer_seq < coalesce(max(t.seq), 0)`,
  },
  {
    table: 'world',
    column: 'clock',
    sql: `select 'id=1' as entry, 'settings of a clock' as expected, clock as found from world
      where not json_valid(clock) or json_extract(clock, '$.mode') not in ('realtime', 'manual', 'instant')
        or json_extract(clock, '$.mode') is null or coalesce(json_extract(clock, '$.rate') > 0, 0) = 0
        or json_type(clock, '$.paused') not in ('true', 'false') or json_type(clock, '$.paused') is null`,
  },
];

export const ROW_RULES: readonly RowRule[] = [...ORDER_RULES, ...WEBHOOKS, ...OTHERS];
