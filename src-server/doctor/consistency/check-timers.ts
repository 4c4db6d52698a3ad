/** Checks timers and the rows that wait for them: each must have the other, with the same instant. */
import { parseStoredJson, type Row, type Scalar } from '../expected-table.ts';
import { type DoctorFindings, formatValue } from '../finding.ts';
import type { WorldTables } from '../world-tables.ts';
import { readTableRows } from './read-rows.ts';

interface StoredTimer {
  readonly seq: number;
  readonly dueMs: number;
  readonly kind: string;
  readonly payload: string;
}

/** A row that waits for a timer. */
interface Waiting {
  readonly table: string;
  readonly column: string;
  /** Selects `entry`, `timer` (its number, if the row has it) and the expected values of the timer. */
  readonly sql: string;
  /** The required payload of the timer, as stored. Left out: any payload is valid. */
  readonly payload?: (row: Row) => string;
  readonly dueMs?: (row: Row) => Scalar;
}

const id = (row: Row) => JSON.stringify(row.payload);
const due = (row: Row) => row.due ?? null;

/** By the kinds of timers that the row may wait for, separated by commas. */
const WAITING: Readonly<Record<string, readonly Waiting[]>> = {
  'cash_flow.due': [
    {
      table: 'cash_flows',
      column: 'timer_seq',
      payload: id,
      dueMs: due,
      sql: `select cash_flow_id as entry, timer_seq as timer, cash_flow_id as payload, next_ms as due from cash_flows
        where timer_seq is not null or next_ms is not null`,
    },
  ],
  'corporate_action.due': [
    {
      table: 'corporate_actions',
      column: 'timer_seq',
      payload: id,
      dueMs: due,
      sql: `select corporate_action_id as entry, timer_seq as timer, corporate_action_id as payload, ex_ms as due
        from corporate_actions where applied_ms is null and cancelled_ms is null`,
    },
  ],
  'fault.due': [
    {
      table: 'market_faults',
      column: 'timer_seq',
      payload: id,
      dueMs: due,
      sql: `select fault_id as entry, market_faults.timer_seq as timer, fault_id as payload,
        iif(from_ms > now_ms, from_ms, until_ms) as due from market_faults, world
        where ended_ms is null and (from_ms > now_ms or until_ms > now_ms)`,
    },
  ],
  'exchange.step': [
    {
      table: 'exchange_orders',
      column: 'step_timer',
      payload: id,
      sql: `select client_order_id as entry, step_timer as timer, client_order_id as payload from exchange_orders
        where step_timer is not null`,
    },
  ],
  'desk.ask': [
    {
      table: 'desk_orders',
      column: 'ask_timer',
      payload: id,
      sql: `select client_order_id as entry, ask_timer as timer, client_order_id as payload from desk_orders
        where ask_timer is not null`,
    },
  ],
  'line.attempt': [
    {
      table: 'outages',
      column: 'attempt_timer',
      payload: id,
      sql: `select outage_id as entry, attempt_timer as timer, mic as payload from outages
        where attempt_timer is not null and until_ms is null`,
    },
  ],
  'policy.due,policy.run': ['calendar', 'cashFlow'].map((member) => ({
    table: 'policies',
    column: `state.${member}`,
    dueMs: due,
    sql: `select portfolio_id as entry, json_extract(state, '$.${member}.timerSeq') as timer,
      json_extract(state, '$.${member}.dueMs') as due from policies
      where json_valid(state) and json_extract(state, '$.${member}') is not null`,
  })),
  'bulk.plan,bulk.start': [
    {
      table: 'bulk_rebalances',
      column: 'state.timerSeq',
      sql: `select bulk_id as entry, json_extract(state, '$.timerSeq') as timer, bulk_id as payload
        from bulk_rebalances where status in ('planning', 'executing') and json_valid(state)
        and (status = 'planning' or json_extract(state, '$.timerSeq') is not null)`,
      payload: (row) => JSON.stringify({ bulk_id: row.payload ?? null }),
    },
  ],
  'settlement.due': [
    {
      table: 'trade_settlements',
      column: 'due_ms',
      dueMs: due,
      sql: 'select fill_id as entry, due_ms as due from trade_settlements where settled_ms is null',
    },
  ],
  'settlement.held_buys': [
    {
      table: 'held_buys',
      column: 'until_ms',
      dueMs: due,
      sql: 'select order_id as entry, until_ms as due from held_buys',
    },
  ],
  'dividend.pay_date': [
    {
      table: 'dividends',
      column: 'pay_ms',
      payload: id,
      dueMs: due,
      sql: `select dividend_id as entry, distribution_id as payload, pay_ms as due from dividends where status = 'accrued'`,
    },
  ],
  'webhook.attempt': [
    {
      table: 'deliveries',
      column: 'next_attempt_ms',
      payload: id,
      sql: `select delivery_id as entry, delivery_id as payload from deliveries, world
        where status = 'pending' and sending = 0 and next_attempt_ms > now_ms`,
    },
  ],
};

/** Kinds whose timers all belong to a row that has their number. */
const OWNED = new Set(['cash_flow.due', 'corporate_action.due', 'exchange.step', 'desk.ask', 'line.attempt']);

export function checkTimers(tables: WorldTables, nowMs: number, findings: DoctorFindings): void {
  const timers = readTimers(tables, nowMs, findings);
  const waitedFor = new Set<number>();
  for (const [kinds, waiting] of Object.entries(WAITING)) {
    const ofKind = timers.filter(({ kind }) => kinds.split(',').includes(kind));
    for (const each of waiting) {
      const find = finderIn(ofKind);
      const check = (row: Row) => {
        const [payload, dueMs] = [each.payload?.(row), each.dueMs?.(row)];
        if (!find(row, dueMs, payload)) report(each, kinds, row, termsOf(dueMs, payload), findings);
        if ('timer' in row) waitedFor.add(Number(row.timer));
      };
      readTableRows(tables, each, findings, check);
    }
  }
  for (const { seq, kind } of timers) {
    if (!OWNED.has(kind) || waitedFor.has(seq)) continue;
    const message = `nothing waits for this timer of kind ${kind}`;
    findings.row('consistency', 'timers', `seq=${seq}`, { expected: 'none', found: kind, message });
  }
}

/** Finds the timer of a row by its number if the row has it, else by its expected values. */
function finderIn(timers: readonly StoredTimer[]) {
  const bySeq = new Map(timers.map((timer) => [timer.seq, timer]));
  const byTerms = new Set(timers.flatMap(({ dueMs, payload }) => [`${dueMs}`, `${payload}`, `${dueMs} ${payload}`]));
  return (row: Row, dueMs: Scalar | undefined, payload: string | undefined): boolean => {
    if (!('timer' in row)) return byTerms.has(termsOf(dueMs, payload));
    const timer = bySeq.get(Number(row.timer));
    if (timer === undefined || (payload !== undefined && timer.payload !== payload)) return false;
    return dueMs === undefined || dueMs === timer.dueMs;
  };
}

function termsOf(dueMs: Scalar | undefined, payload: string | undefined): string {
  return [dueMs, payload].filter((each) => each !== undefined).join(' ');
}

function report({ table, column }: Waiting, kinds: string, row: Row, terms: string, findings: DoctorFindings): void {
  const expected = `a timer of kind ${kinds.replace(',', ' or ')} (${terms})`;
  findings.differ(
    'consistency',
    { table, entry: String(row.entry), column },
    expected,
    formatValue(row.timer ?? 'none'),
  );
}

function readTimers(tables: WorldTables, nowMs: number, findings: DoctorFindings): StoredTimer[] {
  return [...tables.rows('select * from timers')].map((row) => {
    const timer = {
      seq: Number(row.seq),
      dueMs: Number(row.due_ms),
      kind: String(row.kind),
      payload: String(row.payload),
    };
    const place = (column: string) => ({ table: 'timers', entry: `seq=${timer.seq}`, column });
    if (!(timer.dueMs >= nowMs))
      findings.differ('consistency', place('due_ms'), `at least ${nowMs}`, formatValue(row.due_ms));
    if (!KINDS.has(timer.kind)) findings.differ('consistency', place('kind'), 'a kind of timer', timer.kind);
    if (parseStoredJson(row.payload ?? null) === undefined)
      findings.differ('consistency', place('payload'), 'JSON', formatValue(row.payload));
    return timer;
  });
}

/** Including timers without a row: messages in transit, and recurring timers. */
const KINDS: ReadonlySet<string> = new Set([
  ...Object.keys(WAITING).flatMap((kinds) => kinds.split(',')),
  ...['exchange.submit', 'exchange.cancel', 'exchange.query', 'desk.acknowledged', 'desk.executed', 'desk.ended'],
  ...['desk.status', 'monitor.tick', 'dividend.ex_date'],
]);
