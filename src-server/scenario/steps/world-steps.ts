/** Steps that change the world through the control plane, as its owner would. */

import type { ControlRoute, TermsOf } from '../../contract/control/control-routes.ts';
import type {
  AdvanceStep,
  CancelStep,
  CashFlowStep,
  ConstraintsStep,
  CorporateActionStep,
  EndFaultStep,
  ExchangeStep,
  FaultStep,
  MarketEventStep,
  MarketStep,
  OrderActionStep,
  PolicyStep,
  SnapshotStep,
} from '../../contract/scenario/scenario-world-steps.ts';
import { formatInstant, LATEST_CLOCK_MS, parseDuration, parseInstant } from '../../domain/numbers/instant.ts';
import { valueAt } from '../references/json-pointer.ts';
import { askControl } from '../run/ask-control.ts';
import type { ScenarioResponse } from '../run/scenario-host.ts';
import type { StepRun } from './step-run.ts';

export async function runFaultStep(run: StepRun, { fault, as }: FaultStep): Promise<string[]> {
  const response = await askControl(run.host, 'POST /faults', { body: run.fill(fault) });
  const failures = refusals(response);
  if (failures.length > 0) return failures;
  const faultId = String(valueAt(response.body, '/fault_id'));
  run.concerns({ faultId });
  if (as !== undefined) run.save(as, faultId);
  return [];
}

export async function runEndFaultStep(run: StepRun, step: EndFaultStep): Promise<string[]> {
  const id = String(run.fill(step.end_fault));
  return id === 'all' ? change(run, 'DELETE /faults') : change(run, 'DELETE /faults/{id}', { params: { id } });
}

export async function runExchangeStep(run: StepRun, { exchange, set }: ExchangeStep): Promise<string[]> {
  return change(run, 'PATCH /exchanges/{mic}', { params: { mic: String(run.fill(exchange)) }, body: run.fill(set) });
}

export async function runMarketStep(run: StepRun, { market, as }: MarketStep): Promise<string[]> {
  const { event, pin, unpin, end } = market;
  if (event !== undefined) return addMarketEvent(run, event, as);
  if (pin !== undefined) return change(run, 'POST /market/pins', { body: run.fill(pin) });
  if (unpin !== undefined)
    return change(run, 'DELETE /market/pins/{isin}', { params: { isin: String(run.fill(unpin)) } });
  return change(run, 'DELETE /market/events/{id}', { params: { id: String(run.fill(end)) } });
}

export async function runMarketEventStep(run: StepRun, step: MarketEventStep): Promise<string[]> {
  return addMarketEvent(run, step.market_event, undefined);
}

export async function runCashFlowStep(run: StepRun, { cash_flow, as }: CashFlowStep): Promise<string[]> {
  const { portfolio, ...body } = run.fill(cash_flow);
  const response = await askControl(run.host, 'POST /portfolios/{id}/cash-flows', { params: { id: portfolio }, body });
  return saved(run, response, as, '/cash_flow_id');
}

export async function runConstraintsStep(run: StepRun, { portfolio, constraints }: ConstraintsStep): Promise<string[]> {
  const id = String(run.fill(portfolio));
  return change(run, 'PUT /portfolios/{id}/constraints', { params: { id }, body: run.fill(constraints) });
}

export async function runCorporateActionStep(
  run: StepRun,
  { corporate_action, as }: CorporateActionStep,
): Promise<string[]> {
  const response = await askControl(run.host, 'POST /market/corporate-actions', { body: run.fill(corporate_action) });
  return saved(run, response, as, '/corporate_action_id');
}

export async function runOrderActionStep(run: StepRun, { order, order_action }: OrderActionStep): Promise<string[]> {
  const id = String(run.fill(order));
  return change(run, 'POST /orders/{id}/actions', { params: { id }, body: run.fill(order_action) });
}

export async function runPolicyStep(run: StepRun, step: PolicyStep): Promise<string[]> {
  const { portfolio, ...body } = run.fill(step.policy);
  return change(run, 'PUT /portfolios/{id}/policy', { params: { id: portfolio }, body });
}

export async function runCancelStep(run: StepRun, step: CancelStep): Promise<string[]> {
  const rebalanceId = String(run.fill(step.cancel_orders));
  run.concerns({ rebalanceId });
  return change(run, 'POST /rebalances/{id}/cancel-orders', { params: { id: rebalanceId } });
}

export async function runSnapshotStep(run: StepRun, { snapshot }: SnapshotStep): Promise<string[]> {
  if ('save' in snapshot)
    return change(run, 'POST /snapshots', { body: { name: run.fill(snapshot.save), replace: true } });
  // Deliveries in progress belong to the old world. They end first, so that no run depends on their speed.
  await run.host.settled();
  return change(run, 'POST /snapshots/{name}/restore', { params: { name: run.fill(snapshot.restore) } });
}

export async function restart({ host }: StepRun): Promise<string[]> {
  await host.restartFromImage();
  return [];
}

async function addMarketEvent(
  run: StepRun,
  event: MarketEventStep['market_event'],
  as: string | undefined,
): Promise<string[]> {
  const response = await askControl(run.host, 'POST /market/events', { body: run.fill(event) });
  return saved(run, response, as, '/market_event_id');
}

/** Why the control plane refused, one line each. */
async function change<Route extends ControlRoute>(
  run: StepRun,
  route: Route,
  ...terms: TermsOf<Route>
): Promise<string[]> {
  return refusals(await askControl(run.host, route, ...terms));
}

/** Why the control plane refused; otherwise saves a value of its response, if that has a name. */
function saved(run: StepRun, response: ScenarioResponse, name: string | undefined, pointer: string): string[] {
  const failures = refusals(response);
  if (name !== undefined && failures.length === 0) run.save(name, valueAt(response.body, pointer));
  return failures;
}

/** Why the control plane refused a step, one line each; empty if it did not. */
export function refusals({ status, body, failure }: ScenarioResponse): string[] {
  if (status === null) return [`no response: ${failure}`];
  if (status < 400) return [];
  const details = valueAt(body, '/error/details');
  const lines = (Array.isArray(details) ? details : []).map(
    (detail: { readonly path: string; readonly issue: string }) => `${detail.path}: ${detail.issue}`,
  );
  return [`refused with ${status}: ${valueAt(body, '/error/message')}`, ...lines];
}

/** Moves virtual time by a duration, to an instant, or to the next opening or close of an exchange; never back. */
export async function advance(run: StepRun, step: AdvanceStep): Promise<string[]> {
  const goal = run.fill(step.advance);
  const nowMs = run.host.nowMs();
  if (typeof goal === 'object') return advanceToBell(run, goal);
  const durationMs = parseDuration(goal);
  const targetMs = durationMs === null ? parseInstant(goal) : nowMs + durationMs;
  if (targetMs === null) return [`'${goal}' is neither a duration nor an instant`];
  if (targetMs < nowMs) return [`virtual time only moves forward: it is ${formatInstant(nowMs)} already`];
  if (targetMs > LATEST_CLOCK_MS) return [`goes beyond ${formatInstant(LATEST_CLOCK_MS)}, where the clock ends`];
  await run.advanceTo(targetMs);
  return [];
}

async function advanceToBell(
  run: StepRun,
  { to, of }: { readonly to: 'open' | 'close'; readonly of: string },
): Promise<string[]> {
  const response = await askControl(run.host, 'GET /exchanges/{mic}', { params: { mic: of } });
  const failures = refusals(response);
  if (failures.length > 0) return failures;
  const bellMs = parseInstant(String(valueAt(response.body, to === 'open' ? '/next_open_at' : '/next_close_at')));
  if (bellMs === null) return [`${of} has no next ${to}`];
  await run.advanceTo(bellMs);
  return [];
}

export function describeAdvance({ advance: goal }: AdvanceStep): string {
  return typeof goal === 'object' ? `advance to the ${goal.to} of ${goal.of}` : `advance ${goal}`;
}
