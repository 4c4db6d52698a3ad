/** Transcripts of the tasks, as an agent would do them: calls of tools, which refer to values of earlier results. */

export interface ToolCall {
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Values of the result for later calls, by JSON pointer: `${name}`. */
  readonly save?: Readonly<Record<string, string>>;
  /** The tool is expected to fail with this message. */
  readonly fails?: RegExp;
}

const SAP = 'DE0007164600';
const FIND: ToolCall = { tool: 'list_portfolios', save: { portfolio: '/portfolios/0/portfolio_id' } };
const PLAN: ToolCall = {
  tool: 'plan',
  arguments: { body: { portfolio_id: '${portfolio}', drift_threshold: 0.01 } },
  save: { rebalance: '/rebalance_id' },
};
const EXECUTE: ToolCall = {
  tool: 'execute_plan',
  arguments: { rebalance_id: '${rebalance}', body: { confirm: true } },
};
const UNTIL_COMPLETE: ToolCall = {
  tool: 'advance_clock',
  arguments: { body: { until: { rebalance: '${rebalance}' }, within: '2d', wait: true } },
};
const REBALANCE = [PLAN, EXECUTE, UNTIL_COMPLETE];
const settle = (by: string): ToolCall => ({ tool: 'advance_clock', arguments: { body: { by, wait: true } } });
const rebalanceA: ToolCall = {
  tool: 'rebalance_a',
  arguments: { id: '${portfolio}', body: { target_weights: { [SAP]: 1 }, idempotency_key: 'order-1' } },
};

export const TRANSCRIPTS: Readonly<Record<string, readonly ToolCall[]>> = {
  'rebalance-a-portfolio': [FIND, { tool: 'show_portfolio', arguments: { id: '${portfolio}' } }, ...REBALANCE],
  'build-a-portfolio': [
    { tool: 'list_instruments' },
    {
      tool: 'create_portfolio',
      arguments: {
        body: {
          external_id: 'sixty-forty',
          currency: 'EUR',
          tax_wrapper: 'Depot',
          cash: 100_000,
          targets: [
            { isin: 'IE00B4L5Y983', weight: 0.59 },
            { isin: 'IE00B4WXJJ64', weight: 0.4 },
          ],
        },
      },
      save: { portfolio: '/portfolio_id' },
    },
    ...REBALANCE,
  ],
  'lost-answer': [
    FIND,
    {
      tool: 'set_fault',
      arguments: {
        body: {
          kind: 'api_connection_reset',
          after_processing: true,
          match: { operation: 'startRebalance' },
          count: 1,
        },
      },
    },
    { ...rebalanceA, fails: /got no response/ },
    { ...rebalanceA, save: { rebalance: '/rebalance_id' } },
    UNTIL_COMPLETE,
  ],
  'gateway-error': [
    {
      tool: 'set_stub',
      arguments: {
        body: {
          match: { operation: 'getPrices' },
          answer: {
            status: 503,
            headers: { 'Content-Type': 'text/html', 'Retry-After': '7' },
            text: '<h1>Service Unavailable</h1>',
          },
          count: 2,
        },
      },
    },
    { tool: 'prices', arguments: { isin: SAP }, fails: /503 <h1>Service Unavailable/ },
    { tool: 'prices', arguments: { isin: SAP }, fails: /503/ },
    { tool: 'prices', arguments: { isin: SAP } },
  ],
  'invest-a-deposit': [
    FIND,
    { tool: 'add_cash_flow', arguments: { id: '${portfolio}', body: { kind: 'deposit', amount: 25_000 } } },
    ...REBALANCE,
  ],
  'trade-through-an-outage': [
    FIND,
    PLAN,
    { tool: 'set_fault', arguments: { body: { kind: 'exchange_down', exchange: 'XETR', for: '2h' } } },
    settle('2h'),
    { tool: 'list_faults' },
    settle('5m'),
    EXECUTE,
    UNTIL_COMPLETE,
  ],
  'let-a-policy-rebalance': [
    FIND,
    {
      tool: 'set_policy',
      arguments: { id: '${portfolio}', body: { when: [{ drift: { threshold: 0.05 } }], execute: true } },
    },
    { tool: 'add_market_event', arguments: { body: { kind: 'jump', isin: SAP, size: 0.4 } } },
    settle('3h'),
    { tool: 'policy', arguments: { id: '${portfolio}' } },
  ],
  'split-a-share': [
    {
      tool: 'schedule_corporate_action',
      arguments: { body: { kind: 'split', isin: SAP, ex_at: '2026-03-04T07:00:00Z', ratio: { new: 3, old: 1 } } },
    },
    { tool: 'advance_clock', arguments: { body: { to: '2026-03-04T07:30:00Z', wait: true } } },
  ],
  'retry-a-webhook': [
    FIND,
    { tool: 'add_webhook', arguments: { body: { url: '/sim/sink/inbox', events: ['rebalance.complete'] } } },
    {
      tool: 'script_sink',
      arguments: { name: 'inbox', body: { answers: [{ status: 503, times: 1 }], afterwards: 'accept' } },
    },
    ...REBALANCE,
    { tool: 'advance_clock', arguments: { body: { until: 'settled', within: '2d', wait: true } } },
    { tool: 'sink', arguments: { name: 'inbox' } },
  ],
  'find-what-is-broken': [
    FIND,
    { ...PLAN, fails: /500 internal_error/ },
    { tool: 'list_faults', save: { fault: '/faults/1/fault_id' } },
    { tool: 'end_fault', arguments: { id: '${fault}' } },
    PLAN,
  ],
};
