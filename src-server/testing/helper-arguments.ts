/**
 * Validates the arguments of `ballast/testing` helpers by the schemas of the contract. It is part of the server's side,
 * so that the sandbox of a test runner need not load the contract.
 */
import { z } from 'zod';
import { startExploration } from '../contract/control/explorer/explorations.ts';
import { createStub } from '../contract/control/http-faults/stubs.ts';
import { createCorporateActionBody } from '../contract/control/market/corporate-actions.ts';
import { changeExchangeBody } from '../contract/control/market/exchange-control.ts';
import { createFault } from '../contract/control/market/faults.ts';
import { createMarketEvent } from '../contract/control/market/market-control.ts';
import { createCashFlowBody } from '../contract/control/portfolios/cash-flows.ts';
import { setConstraintsBody } from '../contract/control/portfolios/constraints.ts';
import { createOrderAction } from '../contract/control/portfolios/order-actions.ts';
import { setPolicyBody } from '../contract/control/portfolios/policies.ts';
import { setCashBody, setPositionsBody } from '../contract/control/portfolios/portfolios.ts';
import { scriptSink } from '../contract/control/webhooks/sinks.ts';
import { createWebhook } from '../contract/control/webhooks/webhooks.ts';
import { setClockMode } from '../contract/control/world/clock.ts';
import { journalQuery, verifyRequests } from '../contract/control/world/journal.ts';
import { eventsQuery } from '../contract/control/world/records.ts';
import { snapshotName } from '../contract/control/world/snapshots.ts';
import { createWorld } from '../contract/control/worlds/worlds.ts';
import { duration, instant, isin, mic } from '../contract/fields/fields.ts';
import { issuePlaces, pointerTo } from '../contract/fields/issue-places.ts';
import { didYouMean } from '../contract/fields/nearest-name.ts';
import { SINK_NAME, SINK_NAME_RULE } from '../contract/fields/sink-name.ts';
import { createPortfolioABody } from '../contract/service/form-a.ts';
import { createPortfolioBBody } from '../contract/service/form-b.ts';
import { DELIVERY_STATUSES, WEBHOOK_TYPES } from '../domain/webhook-choices.ts';

/** The schema of an argument, which may depend on the given value. */
type Schema = z.ZodType | ((given: unknown) => z.ZodType);
/** Arguments by name, in their order; a name with `...` takes all remaining ones. */
type Arguments = Readonly<Record<string, Schema>>;

/** Options as an object; `such` is an example for the error message. */
function options<Shape extends z.ZodRawShape>(shape: Shape, such: string) {
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'invalid_type' ? `must be an object such as ${such}` : undefined),
  });
}

const id = z.string().min(1);
const patience = options({ within: duration.optional() }, "{within: '90m'}").optional();
const anything = z.unknown();

const advanceGoal = options(
  { by: duration.optional(), to: instant.optional() },
  "{by: '90m'} or {to: '2026-03-03T09:00:00Z'}, or a duration such as '90m'",
).refine(({ by, to }) => (by === undefined) !== (to === undefined), 'needs exactly one of by and to');

const portfolioB = createPortfolioBBody
  .partial({ external_id: true, currency: true, tax_wrapper: true, targets: true })
  .extend({ form: z.literal('B') });
const portfolioA = createPortfolioABody.partial({ name: true, currency: true, tax_jurisdiction: true }).extend({
  form: z.literal('A'),
  positions: setPositionsBody.shape.positions.optional(),
  cash: setCashBody.shape.amount.optional(),
});
const newPortfolio = z.discriminatedUnion('form', [portfolioA, portfolioB]);

const { match, ...howOften } = verifyRequests.shape;
/** The fields of `match` are beside the others; contradictions are reported as the control plane reports them. */
const expectation = z.strictObject({ ...match.shape, ...howOften }).superRefine((given, context) => {
  const counts = Object.fromEntries(Object.entries(given).filter(([name]) => name in howOften));
  for (const issue of verifyRequests.safeParse({ match: {}, ...counts }).error?.issues ?? [])
    context.addIssue({ code: 'custom', message: issue.message, path: issue.path });
});

const world = createWorld.shape;
const newWorld = {
  name: world.name,
  seed: world.seed,
  clock: world.clock,
  tier: world.tier,
  rules: world.rules,
  dividends: world.dividends,
  settlement: world.settlement,
  world: world.world,
  snapshot: world.snapshot,
  keep: world.keep,
  clockMode: world.clock_mode,
  clockRate: world.clock_rate,
  driftCheck: world.drift_check,
  rateLimit: world.rate_limit,
  rateLimitClock: world.rate_limit_clock,
  forkOf: world.fork_of,
  expiresAfter: world.expires_after,
};
const { name, expiresAfter, keep: storeFlag, clockMode } = newWorld;

const FETCH_OPTIONS = [
  ...['json', 'method', 'headers', 'body', 'signal', 'redirect', 'credentials', 'cache', 'mode', 'referrer'],
  ...['referrerPolicy', 'integrity', 'keepalive', 'duplex', 'dispatcher', 'priority', 'window'],
];
/** A patched `fetch` takes further options, so that only likely typing errors are rejected. */
const fetchOptions = z.looseObject({}).superRefine((given, context) => {
  for (const name of Object.keys(given)) {
    const near = FETCH_OPTIONS.includes(name) ? '' : didYouMean(name, FETCH_OPTIONS);
    if (near !== '') context.addIssue({ code: 'custom', path: [name], message: `is not a known field${near}` });
  }
});
const path = z.string().startsWith('/', 'is not a path: it has to begin with a slash');
const webhookType = z.enum(WEBHOOK_TYPES);
const { limit: _limit, cursor: _cursor, full: _full, ...journalFilter } = journalQuery.shape;
const signal = z
  .custom<AbortSignal>((given) => typeof given === 'object' && given !== null && 'aborted' in given, 'must be a signal')
  .optional();

export const exploreClientArguments = startExploration
  .omit({ confirmation: true })
  .extend({
    folder: startExploration.shape.folder.optional(),
    budget: startExploration.shape.budget.unwrap().optional(),
  })
  .meta({ id: 'ExploreOptions' });

export const HELPER_ARGUMENTS: Readonly<Record<string, Arguments>> = {
  playScenario: {
    file: z.string().min(1),
    options: options(
      {
        seed: z.int().min(0).optional(),
        vary: z.record(z.string(), z.json()).optional(),
        root: z.string().min(1).optional(),
        requireGolden: z.boolean().optional(),
        signal,
      },
      '{seed: 7}',
    ).optional(),
  },
  exploreClient: { options: exploreClientArguments.extend({ signal }) },
  headers: { others: z.record(z.string(), z.string()).optional() },
  fetch: { path, init: fetchOptions.optional() },
  control: { method: z.string().regex(/^[A-Z]{1,20}$/, 'is not an HTTP method in capitals'), path, body: anything },
  sink: { name: z.string().regex(SINK_NAME, `is not ${SINK_NAME_RULE}`).optional() },
  setClock: { change: setClockMode },
  advance: { how: (how) => (typeof how === 'string' ? duration : advanceGoal) },
  untilComplete: { rebalanceId: id, patience },
  untilSettled: { patience },
  fault: { fault: createFault },
  stub: { stub: createStub },
  'market.jump': { isin, size: z.number(), at: instant.optional() },
  'market.addEvent': { event: createMarketEvent },
  'market.endEvent': { marketEventId: id },
  'market.pin': { isin, mid: z.number(), currency: id },
  'market.pinRate': { currency: id, perEur: z.number() },
  'market.unpin': { subject: id },
  'market.corporateAction': { action: createCorporateActionBody },
  'market.cancelCorporateAction': { action: z.object({ corporate_action_id: id }) },
  'market.exchange': { mic },
  'market.setExchange': { mic, change: changeExchangeBody },
  'sink.listen': { '...types': webhookType },
  'sink.answer': { answers: scriptSink.shape.answers, afterwards: scriptSink.shape.afterwards },
  addWebhook: { endpoint: createWebhook },
  deliveries: {
    filter: options(
      {
        type: webhookType.optional(),
        status: z.enum(DELIVERY_STATUSES).optional(),
        webhookId: id.optional(),
        eventId: id.optional(),
      },
      "{type: 'order.filled'}",
    ).optional(),
  },
  delivery: { deliveryId: id },
  verify: { expectation },
  journal: { filter: options(journalFilter, "{operation: 'createPlan'}").optional() },
  events: { type: eventsQuery.shape.type },
  trace: { id },
  createPortfolio: { portfolio: newPortfolio },
  portfolioId: { alias: id },
  cashFlow: { portfolioId: id, flow: createCashFlowBody },
  cashFlows: { portfolioId: id },
  settlements: {
    portfolioId: id,
    query: options({ status: z.enum(['pending', 'settled']).optional() }, "{status: 'pending'}").optional(),
  },
  endCashFlow: { flow: z.object({ portfolio_id: id, cash_flow_id: id }) },
  setConstraints: { portfolioId: id, constraints: setConstraintsBody },
  constraints: { portfolioId: id },
  setPolicy: { portfolioId: id, policy: setPolicyBody },
  policy: { portfolioId: id },
  removePolicy: { portfolioId: id },
  actOnOrder: { orderId: id, action: createOrderAction },
  dividends: { portfolioId: id },
  snapshot: { name: snapshotName.optional() },
  restore: { name: id },
  world: { options: options(newWorld, '{seed: 7}').optional() },
  fork: { options: options({ name, expiresAfter, keep: storeFlag, clockMode }, "{name: 'copy'}").optional() },
};

/**
 * One sentence for each wrong argument; none for a valid call. Helpers without parameters ignore what they are given,
 * because test runners call hooks with arguments of their own: `afterAll(ballast.stop)`.
 */
export function argumentFaults(helper: string, given: readonly unknown[]): string[] {
  const known = Object.entries(HELPER_ARGUMENTS[helper] ?? {});
  const rest = known.at(-1)?.[0].startsWith('...') === true;
  const faults = known.flatMap(([name, schema], index) =>
    rest
      ? given.flatMap((each, place) => faultsOf(`${name.slice(3)}/${place}`, schema, each))
      : faultsOf(name, schema, given[index]),
  );
  const names = known.map(([name]) => name).join(', ');
  const isSurplus = known.length > 0 && !rest && given.length > known.length && !isMapped(known.length, given);
  return isSurplus
    ? [...faults, `there are ${given.length} arguments, but it takes ${known.length}: ${names}`]
    : faults;
}

/** `ids.map(ballast.trace)` passes the index and the list as well. */
function isMapped(known: number, given: readonly unknown[]): boolean {
  return known === 1 && given.length === 3 && typeof given[1] === 'number' && Array.isArray(given[2]);
}

function faultsOf(name: string, schema: Schema, given: unknown): string[] {
  const read = (typeof schema === 'function' ? schema(given) : schema).safeParse(given, { reportInput: true });
  const places = (read.error?.issues ?? []).flatMap((issue) => issuePlaces(issue));
  return places.map(({ path: inside, issue }) => `${name}${pointerTo(inside)}: ${issue}`);
}
