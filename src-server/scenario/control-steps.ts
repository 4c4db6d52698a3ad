/** Steps that a scenario takes as the owner of its world: through the control plane, like anybody else. */
import type { ScenarioStep } from '../contract/scenario-file.ts';
import { fillIn, valueAt } from './json-pointer.ts';
import type { ScenarioAnswer, ScenarioHost } from './scenario-host.ts';

export type ControlStep = Exclude<
  ScenarioStep,
  { request: unknown } | { advance: unknown } | { until: unknown } | { expect_webhook: unknown }
>;

/** Does the step; why it was refused, one line each, or nothing. Saves a fault's id under its name. */
export async function controlStep(
  host: Pick<ScenarioHost, 'control'>,
  variables: Map<string, unknown>,
  step: ControlStep,
): Promise<string[]> {
  const { method, path, body } = requestOf(step, variables);
  const answer = await host.control(method, path, body);
  const failures = refusals(answer);
  if ('fault' in step && step.as !== undefined && failures.length === 0) {
    variables.set(step.as, valueAt(answer.body, '/fault_id'));
  }
  return failures;
}

export function describeControlStep(step: ControlStep): string {
  if ('fault' in step) return `fault ${step.fault.kind}`;
  if ('end_fault' in step) return `end fault ${step.end_fault}`;
  if ('exchange' in step) return `exchange ${step.exchange}: set ${Object.keys(step.set).join(', ')}`;
  if ('market_event' in step) return `market event ${step.market_event.kind} on ${step.market_event.isin}`;
  return `cancel the open orders of ${step.cancel_orders}`;
}

function requestOf(step: ControlStep, variables: ReadonlyMap<string, unknown>) {
  if ('fault' in step) return { method: 'POST', path: '/faults', body: step.fault };
  if ('exchange' in step) return { method: 'PATCH', path: `/exchanges/${step.exchange}`, body: step.set };
  if ('market_event' in step) return { method: 'POST', path: '/market/events', body: step.market_event };
  if ('cancel_orders' in step) {
    const rebalanceId = String(fillIn(step.cancel_orders, variables));
    return { method: 'POST', path: `/rebalances/${encodeURIComponent(rebalanceId)}/cancel-orders`, body: undefined };
  }
  const faultId = String(fillIn(step.end_fault, variables));
  const path = faultId === 'all' ? '/faults' : `/faults/${encodeURIComponent(faultId)}`;
  return { method: 'DELETE', path, body: undefined };
}

function refusals({ status, body }: ScenarioAnswer): string[] {
  if (status < 400) return [];
  const details = valueAt(body, '/error/details');
  const lines = (Array.isArray(details) ? details : []).map(
    (detail: { readonly path: string; readonly issue: string }) => `${detail.path}: ${detail.issue}`,
  );
  return [`refused with ${status}: ${valueAt(body, '/error/message')}`, ...lines];
}
