/**
 * The tools that an agent gets (decision R4): each is an operation of the control plane or of the service under a name
 * that says what it does. Schemas and examples are those of the OpenAPI documents, so they cannot differ from them.
 */
import type { DocumentName } from '../../contract/openapi/bases.ts';

export interface AgentTool {
  readonly name: string;
  readonly title: string;
  /** When an agent should use it; the operation's own description follows. */
  readonly use: string;
  readonly document: Exclude<DocumentName, 'both'>;
  readonly operation: string;
  /** `read` changes nothing that anybody could see. */
  readonly kind: 'read' | 'write';
  /** It belongs to the server, so it takes no world. */
  readonly isOfServer?: true;
  /** A member of the body that is of no use to an agent. */
  readonly without?: string;
}

type Row = readonly [name: string, operation: string, title: string, use: string];

const CONTROL_READS: readonly Row[] = [
  [
    'session',
    'getSession',
    'Read the session',
    'Begin here: addresses and seed of a world, and its API key where tools may write.',
  ],
  [
    'fingerprint',
    'getFingerprint',
    'Read the fingerprint',
    'Compare two moments or two worlds: the same head is the same history.',
  ],
  ['clock', 'getClock', 'Read the clock', 'See what time it is in the world, and whether an advance is under way.'],
  [
    'list_portfolios',
    'listPortfolios',
    'List portfolios',
    'Find a portfolio by its label; shows value and drift of each.',
  ],
  ['show_portfolio', 'viewPortfolio', 'Show a portfolio', 'Holdings, weights, targets and drift of one portfolio.'],
  ['list_rebalances', 'listRebalances', 'List rebalances', 'Find a rebalance and where it stands.'],
  ['show_rebalance', 'viewRebalance', 'Show a rebalance', 'Orders, fills, costs, and why each order is as it is.'],
  [
    'plan_changes',
    'getPlanChanges',
    'Explain how a plan would differ now',
    'Which orders would be others if the plan were made now.',
  ],
  [
    'portfolio_activity',
    'listActivity',
    'List the activity of a portfolio',
    'What was booked: fills, cash, dividends, corporate actions.',
  ],
  [
    'portfolio_performance',
    'getPerformance',
    'Read the performance of a portfolio',
    'Returns, costs and taxes over a span.',
  ],
  [
    'policy',
    'getPolicy',
    'Read a rebalancing policy',
    'When a portfolio is rebalanced by itself, and what it did last.',
  ],
  ['list_instruments', 'listInstruments', 'List instruments', 'Find an ISIN and the exchanges that list it.'],
  ['quotes', 'getQuotes', 'Read quotes', 'Bid, ask and mid of listings.'],
  ['list_exchanges', 'listExchanges', 'List exchanges', 'Which exchanges are open, closed or not connected.'],
  ['list_faults', 'listFaults', 'List faults', 'What is broken on purpose, and how often it was hit.'],
  [
    'fault_coverage',
    'getFaultCoverage',
    'Read what clients did after faults',
    'Whether a client tried again after an injected fault.',
  ],
  ['list_stubs', 'listStubs', 'List stubs', 'Which requests are answered in place of the service.'],
  ['list_webhooks', 'listWebhooks', 'List webhook endpoints', 'Who is told of events.'],
  [
    'list_deliveries',
    'listDeliveries',
    'List webhook deliveries',
    'What was sent to receivers, and what they answered.',
  ],
  ['sink', 'getSink', 'Read a sink', 'What a built-in receiver got.'],
  ['journal', 'listJournal', 'List requests', 'What clients sent, newest first, with status and duration.'],
  ['request', 'getJournalEntry', 'Show a request', 'One request with headers, bodies and a curl command.'],
  [
    'verify',
    'verifyJournal',
    'Verify what was sent',
    'Check that requests of a kind came so often; names the nearest misses.',
  ],
  ['events', 'listEvents', 'List events', 'The event log: everything that happened, in order.'],
  [
    'trace',
    'getTrace',
    'Trace causes',
    'What led to a request, rebalance, order, fill, event or delivery, and what followed.',
  ],
  ['list_snapshots', 'listSnapshots', 'List snapshots', 'States of the world to go back to.'],
];

const CONTROL_WRITES: readonly Row[] = [
  // Its answer has the signature that would be right, which whoever only reads could forge webhooks with.
  ['explain_signature', 'explainSignature', 'Explain a webhook signature', 'Why a signature is valid or not.'],
  [
    'advance_clock',
    'advanceClock',
    'Advance the clock',
    'Let virtual time pass: `{"by": "1h", "wait": true}`, or until a rebalance is final.',
  ],
  ['set_clock', 'setClockMode', 'Set the clock', 'Let time run, stand still, or happen at once.'],
  ['set_positions', 'setPositions', 'Set positions', 'Give a portfolio holdings, with tax lots.'],
  ['set_cash', 'setCash', 'Set cash', 'Give a portfolio cash.'],
  ['set_targets', 'setTargets', 'Set targets', 'Change the target weights of a portfolio.'],
  ['set_constraints', 'setConstraints', 'Set constraints', 'What every plan of a portfolio has to keep.'],
  [
    'set_policy',
    'setPolicy',
    'Set a rebalancing policy',
    'Have a portfolio rebalanced by itself: at a drift, on dates, after cash flows.',
  ],
  ['add_cash_flow', 'createCashFlow', 'Add a cash flow', 'Deposit or withdraw cash, once or again and again.'],
  ['act_on_order', 'actOnOrder', 'Act on an order', 'Have the exchange fill, reject, cancel or hold one order.'],
  ['add_market_event', 'addMarketEvent', 'Move the market', 'A jump, a trend or a shock of prices or exchange rates.'],
  ['pin_price', 'pinPrice', 'Pin a price', 'Hold a price where it is said.'],
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
  ['set_fault', 'setFault', 'Set a fault', 'Break answers, webhooks or exchanges on purpose.'],
  ['end_fault', 'endFault', 'End a fault', 'Mend one fault.'],
  ['end_all_faults', 'endAllFaults', 'End all faults', 'Mend everything that was broken on purpose.'],
  ['set_stub', 'setStub', 'Set a stub', 'Answer chosen requests in place of the service, with any status and body.'],
  ['end_all_stubs', 'endAllStubs', 'End all stubs', 'Let the service answer again.'],
  [
    'add_webhook',
    'addWebhook',
    'Add a webhook endpoint',
    'Tell a receiver of events; `/sim/sink/NAME` is a built-in one.',
  ],
  ['redeliver', 'redeliver', 'Redeliver a webhook', 'Send a delivery once more.'],
  ['script_sink', 'scriptSink', 'Script a sink', 'Have a built-in receiver answer with other statuses.'],
  ['save_snapshot', 'saveSnapshot', 'Save a snapshot', 'Save the world before something is tried.'],
  ['restore_snapshot', 'restoreSnapshot', 'Restore a snapshot', 'Go back to a saved state.'],
  ['reset_world', 'resetWorld', 'Reset the world', 'Begin again, with the same seed and contents.'],
];

/** Of the server: worlds, and the scenarios that it plays beside them. */
const SERVER_READS: readonly Row[] = [
  ['list_worlds', 'listWorlds', 'List worlds', 'Which worlds there are, and how far each is.'],
  ['compare_worlds', 'compareWorlds', 'Compare two worlds', 'Where the logs of a world and its fork part.'],
  ['list_scenarios', 'listScenarios', 'List scenarios', 'Which scenarios can be played.'],
  ['show_scenario', 'getScenario', 'Show a scenario', 'The text of a scenario file.'],
  ['lab_run', 'getLabRun', 'Read a lab run', 'How far it is, and how its policies compare.'],
  ['exploration', 'getExploration', 'Read an exploration', 'How far it is, and which faults break the client.'],
  ['scenario_run', 'getScenarioRun', 'Read a scenario run', 'Whether a run has passed, and which checks failed.'],
];

const SERVER_WRITES: readonly Row[] = [
  [
    'create_world',
    'createWorld',
    'Make a world',
    'A world of its own for a task, or a fork of another one (`fork_of`).',
  ],
  ['end_world', 'deleteWorld', 'End a world', 'Remove a world that is not needed any more.'],
  [
    'open_scenario',
    'openScenario',
    'Open a scenario',
    'Check the text of a scenario; lists its mistakes with their lines.',
  ],
  [
    'run_scenario',
    'startScenarioRun',
    'Run a scenario',
    'Play a scenario in a world of its own; read it with scenario_run.',
  ],
  ['start_lab_run', 'startLabRun', 'Compare policies', 'Play policies over years on many paths; read it with lab_run.'],
  [
    'start_exploration',
    'startExploration',
    'Explore a client',
    'Look for the faults that break a client; read it with exploration. Needs a server with --allow-commands.',
  ],
];

const FORM_A: readonly Row[] = [
  ['create_portfolio_a', 'createPortfolio', 'Create a portfolio (Form A)', 'As a client of Form A would.'],
  ['rebalance_a', 'startRebalance', 'Rebalance (Form A)', 'Starts a rebalance that executes by itself.'],
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
  ['cancel_plan', 'cancelPlan', 'Cancel a plan (Form B)', 'Drops a plan that is not executed.'],
];

function rows(list: readonly Row[], of: Pick<AgentTool, 'document' | 'kind' | 'isOfServer'>): AgentTool[] {
  return list.map(([name, operation, title, use]) => ({ name, operation, title, use, ...of }));
}

/** The contents of a world file are most of all schemas, and other tools make the same. */
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
