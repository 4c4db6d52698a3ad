/** Plays the steps of a scenario against its world, one after the other, and stops at the first that does not hold. */
import type { ScenarioFile, ScenarioStep } from '../contract/scenario-file.ts';
import { formatInstant, parseDuration, parseInstant } from '../domain/instant.ts';
import { isFinalRebalance, type RebalanceStatus } from '../domain/rebalance-life-cycle.ts';
import { controlStep, describeControlStep } from './control-steps.ts';
import { fillIn, MissingVariable, valueAt } from './json-pointer.ts';
import { mismatch } from './match-value.ts';
import type { ScenarioHost } from './scenario-host.ts';

export interface StepResult {
  /** The step in words. */
  readonly title: string;
  /** Virtual time when it began. */
  readonly at: string;
  /** Why it failed, one line each; empty when it passed. */
  readonly failures: readonly string[];
}

interface Run {
  readonly host: ScenarioHost;
  readonly variables: Map<string, unknown>;
}

export async function runScenario(scenario: ScenarioFile, host: ScenarioHost): Promise<StepResult[]> {
  const run: Run = { host, variables: new Map(host.aliases) };
  const results: StepResult[] = [];
  for (const step of scenario.steps) {
    const at = formatInstant(host.nowMs());
    const failures = await failuresOf(run, step);
    results.push({ title: describeStep(step), at, failures });
    if (failures.length > 0) break;
  }
  return results;
}

export function describeStep(step: ScenarioStep): string {
  if ('request' in step) return `${step.request.method} ${step.request.path}`;
  if ('advance' in step) return `advance ${step.advance}`;
  if ('until' in step) return `until ${step.until.rebalance} is final`;
  if (!('expect_webhook' in step)) return describeControlStep(step);
  return `expect webhook ${step.expect_webhook.type}`;
}

async function failuresOf(run: Run, step: ScenarioStep): Promise<string[]> {
  try {
    if ('request' in step) return await request(run, step);
    if ('advance' in step) return await advance(run, step.advance);
    if ('until' in step) return await until(run, step.until);
    if (!('expect_webhook' in step)) return await controlStep(run.host, run.variables, step);
    return webhook(run, step.expect_webhook);
  } catch (error) {
    if (error instanceof MissingVariable) return [error.message];
    throw error;
  }
}

async function request(run: Run, step: Extract<ScenarioStep, { request: unknown }>): Promise<string[]> {
  const { form, method, path, body, save } = step.request;
  const { host, variables } = run;
  const answer = await host.request(form, method, fillIn(path, variables), fillIn(body, variables));
  const failures: string[] = [];
  const status = step.expect?.status;
  if (status !== undefined && status !== answer.status) {
    failures.push(`status: expected ${status}, got ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  for (const [pointer, matcher] of Object.entries(step.expect?.body ?? {})) {
    const fault = mismatch(fillIn(matcher, variables), valueAt(answer.body, pointer));
    if (fault !== null) failures.push(`${pointer}: ${fault}`);
  }
  for (const [name, pointer] of Object.entries(save ?? {})) {
    const value = valueAt(answer.body, pointer);
    if (value === undefined) failures.push(`save ${name}: the answer has nothing at ${pointer}`);
    else variables.set(name, value);
  }
  return failures;
}

async function advance({ host }: Run, text: string): Promise<string[]> {
  const durationMs = parseDuration(text);
  const targetMs = durationMs === null ? (parseInstant(text) ?? 0) : host.nowMs() + durationMs;
  if (targetMs < host.nowMs()) return [`virtual time only moves forward: it is ${formatInstant(host.nowMs())} already`];
  await host.advanceTo(targetMs);
  return [];
}

async function until(run: Run, step: { rebalance: string; within: string }): Promise<string[]> {
  const { host, variables } = run;
  const rebalanceId = String(fillIn(step.rebalance, variables));
  const limitMs = host.nowMs() + (parseDuration(step.within) ?? 0);
  for (;;) {
    const status = host.rebalanceStatus(rebalanceId);
    if (status === null) return [`there is no rebalance ${rebalanceId}`];
    if (isFinalRebalance(status as RebalanceStatus)) return [];
    const dueMs = host.nextDueMs();
    if (dueMs === null || dueMs > limitMs) {
      const why = dueMs === null ? 'nothing is pending' : `${step.within} have passed`;
      return [`rebalance ${rebalanceId} is still ${status} and ${why}`];
    }
    await host.advanceTo(Math.max(dueMs, host.nowMs()));
  }
}

function webhook({ host }: Run, step: { type: string; count?: number | undefined; at_least?: number | undefined }) {
  const delivered = host.countDelivered(step.type);
  const failures: string[] = [];
  const least = step.at_least ?? (step.count === undefined ? 1 : 0);
  if (step.count !== undefined && delivered !== step.count) failures.push(`expected ${step.count}, got ${delivered}`);
  if (delivered < least) failures.push(`expected at least ${least}, got ${delivered}`);
  return failures;
}
