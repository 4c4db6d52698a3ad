/**
 * The tools of an agent (decision R4): each is an operation of the control plane or of the service under a descriptive
 * name. Schemas and examples are those of the OpenAPI documents, so they cannot differ from them.
 */
import type { DocumentName } from '../../contract/openapi/bases.ts';

export interface AgentTool {
  readonly name: string;
  readonly title: string;
  /** When an agent should use it; the operation's own description follows. */
  readonly use: string;
  readonly document: Exclude<DocumentName, 'both'>;
  readonly operation: string;
  /** `read` has no visible effect. */
  readonly kind: 'read' | 'write';
  /** It belongs to the server, so it takes no world. */
  readonly isOfServer?: true;
  /** A member of the body that agents do not need. */
  readonly without?: string;
}

type Row = readonly [name: string, operation: string, title: string, use: string];

const CONTROL_READS: readonly Row[] = [
  [
    'session',
    'getSession',
    'Read the session',
    'Start here: addresses and seed of a world, and its API key if tools may write.',
  ],
  [
    'fingerprint',
    'getFingerprint',
    'Read the fingerprint',
    'Compare two moments or two worlds: the same head means the same history.',
  ],
  ['clock', 'getClock', 'Read the clock', 'See what time it is in the world, and whether an advance is under way.'],
  [
    'list_portfolios',
    'listPortfolios',
    'List portfolios',
    'Find a portfolio by its label. Shows the value and drift of each.',
  ],
  ['show_portfolio', 'viewPortfolio', 'Show a portfolio', 'Holdings, weights, targets and drift of one portfolio.'],
  ['list_rebalances', 'listRebalances', 'List rebalances', 'Find a rebalance and its status.'],
  ['show_rebalance', 'viewRebalance', 'Show a rebalance', 'Orders, fills, costs, and the reason for each order.'],
  [
    'plan_changes',
    'getPlanChanges',
    'Explain how a plan would differ now',
    'Which orders would differ if the plan were made now.',
  ],
  [
    'portfolio_activity',
    'listActivity',
    'List the activity of a portfolio',
    'Bookings: fills, cash, dividends, corporate actions.',
  ],
  [
    'portfolio_performance',
    'getPerformance',
    'Read the performance of a portfolio',
    'Returns, costs and taxes over a period.',
  ],
  [
    'policy',
    'getPolicy',
    'Read a rebalancing policy',
    'When a portfolio is rebalanced automatically, and what the policy did last.',
  ],
  ['list_instruments', 'listInstruments', 'List instruments', 'Find an ISIN and the exchanges that list it.'],
  ['quotes', 'getQuotes', 'Read quotes', 'Bid, ask and mid of listings.'],
  ['list_exchanges', 'listExchanges', 'List exchanges', 'Which exchanges are open, closed or disconnected.'],
  ['list_faults', 'listFaults', 'List faults', 'Which faults are set, and how often each took effect.'],
  [
    'fault_coverage',
    'getFaultCoverage',
    'Read what clients did after faults',
    'Whether a client retried after an injected fault.',
  ],
  ['list_stubs', 'listStubs', 'List stubs', 'Which requests get a stub response instead of the service’s.'],
  ['list_webhooks', 'listWebhooks', 'List webhook endpoints', 'Which receivers get webhook events.'],
  [
    'list_deliveries',
    'listDeliveries',
    'List webhook deliveries',
    'What was sent to receivers, and how they responded.',
  ],
  ['sink', 'getSink', 'Read a sink', 'What a built-in receiver received.'],
  ['journal', 'listJournal', 'List requests', 'What clients sent, newest first, with status and duration.'],
  ['request', 'getJournalEntry', 'Show a request', 'One request with headers, bodies and a curl command.'],
  ['verify', 'verifyJournal', 'Verify what was sent', 'Check how often a kind of request was sent. Names near misses.'],
  ['events', 'listEvents', 'List events', 'The event log: everything that happened, in order.'],
  [
    'trace',
    'getTrace',
    'Trace causes',
    'What led to a request, rebalance, order, fill, event or delivery, and what followed.',
  ],
  ['list_snapshots', 'listSnapshots', 'List snapshots', 'Saved states of the world that can be restored.'],
];

const CONTROL_WRITES: readonly Row[] = [
  // Its response contains the correct signature, with which a read-only agent could forge webhooks.
  ['explain_signature', 'explainSignature', 'Explain a webhook signature', 'Why a signature is valid or not.'],
  [
    'advance_clock',
    'advanceClock',
    'Advance the clock',
    'Let virtual time pass: `{"by": "1h", "wait": true}`, or until a rebalance is final.',
  ],
  ['set_clock', 'setClockMode', 'Set the clock', 'Let time run, stop it, or make everything happen at once.'],
  ['set_positions', 'setPositions', 'Set positions', 'Give a portfolio holdings, with tax lots.'],
  ['set_cash', 'setCash', 'Set cash', 'Give a portfolio cash.'],
  ['set_targets', 'setTargets', 'Set targets', 'Change the target weights of a portfolio.'],
  ['set_constraints', 'setConstraints', 'Set constraints', 'Set the limits of every plan of a portfolio.'],
  [
    'set_policy',
    'setPolicy',
    'Set a rebalancing policy',
    'Rebalance a portfolio automatically: on drift, on dates, or after cash flows.',
  ],
  ['add_cash_flow', 'createCashFlow', 'Add a cash flow', 'Deposit or withdraw cash, once or repeatedly.'],
  ['act_on_order', 'actOnOrder', 'Act on an order', 'Make the exchange fill, reject, cancel or hold an order.'],
  ['add_market_event', 'addMarketEvent', 'Move the market', 'A jump, a trend or a shock of prices or exchange rates.'],
  ['pin_price', 'pinPrice', 'Pin a price', 'Hold a price at a given level.'],
  [
    'change_exchange',
    'changeExchange',
    'Change an exchange',
    'Disconnect it, or change commission, latency and participation.',
  ],
  [
    'schedule_corporate_action',
    'createCorporateAction',
    'Schedule a corporate action',
    'A split, a change of an ISIN or a delisting.',
  ],
  ['set_fault', 'setFault', 'Set a fault', 'Make responses, webhooks or exchanges fail on purpose.'],
  ['end_fault', 'endFault', 'End a fault', 'End one fault.'],
  ['end_all_faults', 'endAllFaults', 'End all faults', 'End every fault that was set.'],
  ['set_stub', 'setStub', 'Set a stub', 'Respond to chosen requests instead of the service, with any status and body.'],
  ['end_all_stubs', 'endAllStubs', 'End all stubs', 'Let the service respond again.'],
  [
    'add_webhook',
    'addWebhook',
    'Add a webhook endpoint',
    'Send webhook events to a receiver; `/sim/sink/NAME` is a built-in one.',
  ],
  ['redeliver', 'redeliver', 'Redeliver a webhook', 'Resend a delivery.'],
  ['script_sink', 'scriptSink', 'Script a sink', 'Make a built-in receiver respond with other statuses.'],
  ['save_snapshot', 'saveSnapshot', 'Save a snapshot', 'Save the world before you try something.'],
  ['restore_snapshot', 'restoreSnapshot', 'Restore a snapshot', 'Go back to a saved state.'],
  ['reset_world', 'resetWorld', 'Reset the world', 'Start again with the same seed and contents.'],
];

/** Operations of the server: worlds, and the scenarios that run next to them. */
const SERVER_READS: readonly Row[] = [
  ['list_worlds', 'listWorlds', 'List worlds', 'List the worlds with their virtual time.'],
  ['compare_worlds', 'compareWorlds', 'Compare two worlds', 'Where the logs of a world and its fork diverge.'],
  ['list_scenarios', 'listScenarios', 'List scenarios', 'List the scenarios that can be run.'],
  ['show_scenario', 'getScenario', 'Show a scenario', 'The text of a scenario file.'],
  ['lab_run', 'getLabRun', 'Read a lab run', 'Its progress, and how its policies compare.'],
  ['exploration', 'getExploration', 'Read an exploration', 'Its progress, and which faults break the client.'],
  ['scenario_run', 'getScenarioRun', 'Read a scenario run', 'Whether a run has passed, and which checks failed.'],
];

const SERVER_WRITES: readonly Row[] = [
  [
    'create_world',
    'createWorld',
    'Create a world',
    'A world of its own for a task, or a fork of another one (`fork_of`).',
  ],
  ['end_world', 'deleteWorld', 'End a world', 'Remove a world that is no longer needed.'],
  [
    'open_scenario',
    'openScenario',
    'Open a scenario',
    'Check the text of a scenario. Lists its errors with their lines.',
  ],
  [
    'run_scenario',
    'startScenarioRun',
    'Run a scenario',
    'Run a scenario in a separate world. Read the result with scenario_run.',
  ],
  [
    'start_lab_run',
    'startLabRun',
    'Compare policies',
    'Simulate policies over years on many paths. Read the result with lab_run.',
  ],
  [
    'start_exploration',
    'startExploration',
    'Explore a client',
    'Find the faults that break a client. Read the result with exploration. Requires a server with --allow-commands.',
  ],
];

const FORM_A: readonly Row[] = [
  ['create_portfolio_a', 'createPortfolio', 'Create a portfolio (Form A)', 'As a client of Form A would.'],
  ['rebalance_a', 'startRebalance', 'Rebalance (Form A)', 'Starts a rebalance that executes automatically.'],
];

const FORM_B: readonly Row[] = [
  [
    'create_portfolio',
    'createPortfolio',
    'Create a portfolio (Form B)',
    'As a client of Form B would, with holdings, cash and targets.',
  ],
  [
    'plan',
    'createPlan',
    'Plan a rebalance (Form B)',
    'Makes a plan to be executed; `"simulation": true` makes a dry run.',
  ],
  ['execute_plan', 'executePlan', 'Execute a plan (Form B)', 'Sends the orders of a plan to the exchanges.'],
  ['cancel_plan', 'cancelPlan', 'Cancel a plan (Form B)', 'Cancels a plan that has not been executed.'],
];

function rows(list: readonly Row[], of: Pick<AgentTool, 'document' | 'kind' | 'isOfServer'>): AgentTool[] {
  return list.map(([name, operation, title, use]) => ({ name, operation, title, use, ...of }));
}

/** Leaves out the contents of a world file: their schemas are large, and other tools create the same. */
function withoutContents(tools: AgentTool[]): AgentTool[] {
  return tools.map((tool) => (tool.operation === 'createWorld' ? { ...tool, without: 'world' } : tool));
}

export const AGENT_TOOLS: readonly AgentTool[] = [
  ...rows(SERVER_READS, { document: 'control', kind: 'read', isOfServer: true }),
  ...withoutContents(rows(SERVER_WRITES, { document: 'control', kind: 'write', isOfServer: true })),
  ...rows(CONTROL_READS, { document: 'control', kind: 'read' }),
  ...rows(CONTROL_WRITES, { document: 'control', kind: 'write' }),
  ...rows([['prices', 'getPrices', 'Read prices (Form B)', 'Prices of an instrument at every exchange.']], {
    document: 'form-b',
    kind: 'read',
  }),
  ...rows(FORM_B, { document: 'form-b', kind: 'write' }),
  ...rows(FORM_A, { document: 'form-a', kind: 'write' }),
];
