/** Requests to the service, in sequence or in parallel, and requests to the control plane. */

import type { ParallelStep } from '../../contract/scenario/scenario-flow-steps.ts';
import type { ControlStep, RequestStep } from '../../contract/scenario/scenario-request-steps.ts';
import type { ScenarioRequest, ScenarioResponse } from '../run/scenario-host.ts';
import { checkResponse } from './check-response.ts';
import type { StepRun } from './step-run.ts';

export async function runRequestStep(run: StepRun, step: RequestStep): Promise<string[]> {
  const request = requestOf(run, step.request);
  return checkStepResponse(run, step, request, await run.host.send(request));
}

/** All of them are sent before any response is checked; a name that one of them saves is known only after all. */
export async function sendParallel(run: StepRun, { parallel }: ParallelStep): Promise<string[]> {
  const requests = parallel.map((step) => requestOf(run, step.request));
  const responses = await run.host.sendTogether(requests);
  return parallel.flatMap((step, index) => {
    const [request, response] = [requests[index] as ScenarioRequest, responses[index] as ScenarioResponse];
    return checkStepResponse(run, step, request, response).map(
      (failure) => `${index + 1}. ${describeRequest(step)}: ${failure}`,
    );
  });
}

/** The parts of a run that a request to the control plane needs. */
interface ControlRun extends Pick<StepRun, 'fill' | 'save'> {
  readonly host: Pick<StepRun['host'], 'send'>;
}

export async function callControl(run: ControlRun, step: ControlStep): Promise<string[]> {
  const { method, path, query, body, raw_body: raw, save } = step.control;
  const response = await run.host.send({
    base: 'control',
    method,
    path: withQuery(run.fill(path), run.fill(query)),
    ...(body === undefined ? {} : { body: run.fill(body) }),
    ...(raw === undefined ? {} : { text: run.fill(raw), headers: { 'content-type': 'text/csv' } }),
  });
  return checkResponse(run, step.expect, save, response);
}

export function describeRequest({ title, request }: RequestStep): string {
  return title ?? `${request.method} ${request.path}`;
}

export function requestOf(run: StepRun, fields: RequestStep['request']): ScenarioRequest {
  const { form = 'both', method, path, query, headers, key, body, raw_body: raw, timeout_ms: timeoutMs } = fields;
  const shown = key === undefined ? undefined : keyOf(String(run.fill(key)));
  return {
    base: form,
    method,
    path: withQuery(run.fill(path), run.fill(query)),
    headers: textsOf(run.fill(headers)),
    ...(shown === undefined ? {} : { key: shown }),
    ...(body === undefined ? {} : { body: run.fill(body) }),
    ...(raw === undefined ? {} : { text: run.fill(raw) }),
    ...(timeoutMs === undefined ? {} : { timeoutMs: Number(run.fill(timeoutMs)) }),
  };
}

const WRONG_KEY = 'sk_wrong';

function keyOf(key: string): string | null {
  if (key === 'none') return null;
  return key === 'wrong' ? WRONG_KEY : key;
}

function textsOf(headers: Readonly<Record<string, unknown>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]));
}

function withQuery(path: string, query: Readonly<Record<string, unknown>> | undefined): string {
  const pairs = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]);
  if (pairs.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(pairs)}`;
}

const REBALANCE_ID = /rb_[0-9A-HJKMNP-TV-Z]{26}/;

function checkStepResponse(
  run: StepRun,
  step: RequestStep,
  request: ScenarioRequest,
  response: ScenarioResponse,
): string[] {
  const rebalanceId = REBALANCE_ID.exec(`${request.path} ${response.text}`)?.[0];
  run.concerns({ requestId: response.headers['x-request-id'], rebalanceId });
  return checkResponse(run, step.expect, step.request.save, response);
}
