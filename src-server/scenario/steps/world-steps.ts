/** Steps that change the world through the control plane, as its owner would. */
import type {
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
import { valueAt } from '../references/json-pointer.ts';
import type { ScenarioAnswer } from '../run/scenario-host.ts';
import type { StepRun } from './step-run.ts';

export async function runFaultStep(run: StepRun, { fault, as }: FaultStep): Promise<string[]> {
  const answer = await run.host.send({ base: 'control', method: 'POST', path: '/faults', body: run.fill(fault) });
  const failures = refusals(answer);
  if (failures.length > 0) return failures;
  const faultId = String(valueAt(answer.body, '/fault_id'));
  run.concerns({ faultId });
  if (as !== undefined) run.save(as, faultId);
  return [];
}

export async function runEndFaultStep(run: StepRun, step: EndFaultStep): Promise<string[]> {
  const faultId = String(run.fill(step.end_fault));
  return call(run, 'DELETE', faultId === 'all' ? '/faults' : `/faults/${encodeURIComponent(faultId)}`);
}

export async function runExchangeStep(run: StepRun, { exchange, set }: ExchangeStep): Promise<string[]> {
  return call(run, 'PATCH', `/exchanges/${encodeURIComponent(String(run.fill(exchange)))}`, run.fill(set));
}

export async function runMarketStep(run: StepRun, { market, as }: MarketStep): Promise<string[]> {
  const { event, pin, unpin, end } = market;
  if (event !== undefined) return addEvent(run, event, as);
  if (pin !== undefined) return call(run, 'POST', '/market/pins', run.fill(pin));
  if (unpin !== undefined) return call(run, 'DELETE', `/market/pins/${encodeURIComponent(String(run.fill(unpin)))}`);
  return call(run, 'DELETE', `/market/events/${encodeURIComponent(String(run.fill(end)))}`);
}

export async function runMarketEventStep(run: StepRun, step: MarketEventStep): Promise<string[]> {
  return addEvent(run, step.market_event, undefined);
}

export async function runCashFlowStep(run: StepRun, { cash_flow, as }: CashFlowStep): Promise<string[]> {
  const { portfolio, ...flow } = run.fill(cash_flow);
  const path = `/portfolios/${encodeURIComponent(String(portfolio))}/cash-flows`;
  return call(run, 'POST', path, flow, { name: as, pointer: '/cash_flow_id' });
}

export async function runConstraintsStep(run: StepRun, { portfolio, constraints }: ConstraintsStep): Promise<string[]> {
  const path = `/portfolios/${encodeURIComponent(String(run.fill(portfolio)))}/constraints`;
  return call(run, 'PUT', path, run.fill(constraints));
}

export async function runCorporateActionStep(
  run: StepRun,
  { corporate_action, as }: CorporateActionStep,
): Promise<string[]> {
  const saved = { name: as, pointer: '/corporate_action_id' };
  return call(run, 'POST', '/market/corporate-actions', run.fill(corporate_action), saved);
}

export async function runOrderActionStep(run: StepRun, { order, order_action }: OrderActionStep): Promise<string[]> {
  const path = `/orders/${encodeURIComponent(String(run.fill(order)))}/actions`;
  return call(run, 'POST', path, run.fill(order_action));
}

export async function runPolicyStep(run: StepRun, step: PolicyStep): Promise<string[]> {
  const { portfolio, ...policy } = run.fill(step.policy);
  return call(run, 'PUT', `/portfolios/${encodeURIComponent(String(portfolio))}/policy`, policy);
}

export async function runCancelStep(run: StepRun, step: CancelStep): Promise<string[]> {
  const rebalanceId = String(run.fill(step.cancel_orders));
  run.concerns({ rebalanceId });
  return call(run, 'POST', `/rebalances/${encodeURIComponent(rebalanceId)}/cancel-orders`);
}

export async function runSnapshotStep(run: StepRun, { snapshot }: SnapshotStep): Promise<string[]> {
  if ('save' in snapshot) return call(run, 'POST', '/snapshots', { name: run.fill(snapshot.save), replace: true });
  // Deliveries in progress belong to the old world. They end first, so that no run depends on their speed.
  await run.host.settled();
  return call(run, 'POST', `/snapshots/${encodeURIComponent(run.fill(snapshot.restore))}/restore`);
}

export async function restart({ host }: StepRun): Promise<string[]> {
  await host.restartFromImage();
  return [];
}

function addEvent(run: StepRun, event: unknown, as: string | undefined): Promise<string[]> {
  return call(run, 'POST', '/market/events', run.fill(event), { name: as, pointer: '/market_event_id' });
}

/** Why the control plane refused, one line each; saves a value of the response where it has a name. */
async function call(
  run: StepRun,
  method: string,
  path: string,
  body?: unknown,
  saved?: { readonly name: string | undefined; readonly pointer: string },
): Promise<string[]> {
  const answer = await run.host.send({ base: 'control', method, path, ...(body === undefined ? {} : { body }) });
  const failures = refusals(answer);
  if (saved?.name !== undefined && failures.length === 0) run.save(saved.name, valueAt(answer.body, saved.pointer));
  return failures;
}

/** Why the control plane refused a step, one line each; empty where it did not. */
export function refusals({ status, body, failure }: ScenarioAnswer): string[] {
  if (status === null) return [`not answered: ${failure}`];
  if (status < 400) return [];
  const details = valueAt(body, '/error/details');
  const lines = (Array.isArray(details) ? details : []).map(
    (detail: { readonly path: string; readonly issue: string }) => `${detail.path}: ${detail.issue}`,
  );
  return [`refused with ${status}: ${valueAt(body, '/error/message')}`, ...lines];
}
