/**
 * Lists what `ballast doctor` does not find, and why; docs/reference/doctor.md has the same as text. A column is listed
 * if a small change is not noticed; an impossible value often is.
 */

interface Unchecked {
  readonly why: string;
  readonly columns: Readonly<Record<string, string>>;
}

const REASONS: readonly Unchecked[] = [
  {
    why: 'what was said over HTTP is no part of the world, and the log does not have it',
    columns: {
      commands: 'seq base method path body key_id status facts',
      delivery_attempts:
        'at_ms sent_ms url request_headers response_headers response_body is_cut error first_byte_ms duration_ms tls injected',
      sink_requests: 'seq name received_ms method path headers body event_id signature_valid status delay_ms',
      sink_scripts: 'name answers afterwards given',
      wire_faults: 'terms skip share from_ms until_ms count chances ended_ms created_ms',
      webhook_endpoints: 'failing_since_ms',
    },
  },
  {
    why: 'a secret, which the log never has',
    columns: { webhook_endpoints: 'secret' },
  },
  {
    why: 'how the server is run, or how the world was made',
    columns: { settings: 'name value', api_keys: 'created_ms', world: 'now_ms timer_seq' },
  },
  {
    why: 'follows from prices and exchange rates, of which the log has only what was traded',
    columns: {
      dividends: 'source_country withholding_ppm law',
      orders:
        'estimated_price_micro estimated_value_minor weight_before weight_target weight_after fx_conversion_bps reason dealt_rates dealt_commission',
      plans: 'plan',
      portfolios: 'reference_rates',
      rebalances: 'warnings',
      lot_trades: 'at_ms amount_minor',
      bulk_portfolios: 'planned traded',
    },
  },
  {
    why: 'what an exchange knows, and has not told',
    columns: {
      desk_orders: 'arrives_ms ending queries',
      exchange_executions: 'mid_micro touch_micro',
      exchange_orders: 'day_end_ms ending is_held slice_index',
      own_flows: 'isin mic net_micro as_of_ms',
      outages: 'is_held',
      market_faults: 'hits',
      timers: 'seq due_ms',
    },
  },
  {
    why: 'the log says that it changed, and not to what',
    columns: {
      bulk_rebalances: 'state terms',
      held_buys: 'seq',
      rebalances: 'updated_ms',
    },
  },
];

export const UNCHECKED_COLUMNS: ReadonlyMap<string, string> = new Map(
  REASONS.flatMap(({ why, columns }) =>
    Object.entries(columns).flatMap(([table, names]) =>
      names.split(' ').map((column): [string, string] => [`${table}.${column}`, why]),
    ),
  ),
);

export const UNCHECKED_ROWS: ReadonlyMap<string, string> = new Map([
  ['commands', 'what was said over HTTP is no part of the world; the oldest are removed'],
  ['sink_requests', 'what was said over HTTP is no part of the world; the oldest are removed'],
  ['sink_scripts', 'set over HTTP, and no part of the world'],
  ['wire_faults', 'set over HTTP, and no part of the world; a gap is not told from the end'],
  ['settings', 'how the server is run, or how the world was made'],
  ['own_flows', 'what an exchange knows, and has not told'],
  ['held_buys', 'a buy may stop waiting without an event'],
]);
