/**
 * Finds expectations that no response can meet: HTTP statuses that an operation does not have, and unknown texts where
 * the response has one of a few, such as the status of a rebalance. A request that may be refused is not checked.
 */

import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import { didYouMean } from '../../contract/fields/nearest-name.ts';
import { DOCUMENT_BASES, type DocumentName } from '../../contract/openapi/bases.ts';
import { DOCUMENTS } from '../../contract/openapi/documents.ts';
import type { Operation } from '../../contract/openapi/operation.ts';
import { STATE_VIEWS } from '../../contract/scenario/scenario-check-steps.ts';
import { hasReference } from '../../contract/scenario/scenario-names.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { ERROR_STATUS } from '../../contract/service/errors.ts';
import { REBALANCE_STATUSES } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import { BASES, mayBeRefused, operationsAt } from './check-paths.ts';
import { choicesAt } from './choices-at.ts';

/** `hasStubs`: the service may answer anything (decision R1), and only the control plane is held to its document. */
export function impossibleFaults(step: ScenarioStep, hasStubs: boolean): IssuePlace[] {
  if ('until' in step) return untilFaults(step.until);
  if ('expect_state' in step) return stateFaults(step.expect_state);
  if ('request' in step && hasStubs) return [];
  if ('request' in step || 'control' in step) return answerFaults(step);
  return [];
}

/** Whether anything in a scenario may set a stub: a step, its world, or a call of the control plane. */
export function mayStub(scenario: unknown): boolean {
  const text = JSON.stringify(scenario) ?? '';
  return text.includes('"api_stub"') || text.includes('"/stubs"');
}

function untilFaults(until: unknown): IssuePlace[] {
  const status = memberOf(until, 'status');
  if (memberOf(until, 'rebalance') === undefined) return [];
  return textsOf(status).flatMap(({ text, path }) => oneOf(text, REBALANCE_STATUSES, ['until', 'status', ...path]));
}

function stateFaults(state: unknown): IssuePlace[] {
  const view = Object.keys(STATE_VIEWS).find((name) => memberOf(state, name) !== undefined);
  if (view === undefined) return [];
  const path = STATE_VIEWS[view as keyof typeof STATE_VIEWS].replace('{}', 'x');
  const [operation] = operationsAt('control', path).filter(({ method }) => method === 'get');
  return operation === undefined ? [] : bodyFaults(operation, memberOf(state, 'body'), ['expect_state', 'body']);
}

function answerFaults(step: ScenarioStep): IssuePlace[] {
  const [kind, asked] =
    'request' in step ? (['request', step.request] as const) : ['control', memberOf(step, 'control')];
  const document = kind === 'control' ? 'control' : BASES[(memberOf(asked, 'form') ?? 'both') as keyof typeof BASES];
  const [path, method] = [memberOf(asked, 'path'), memberOf(asked, 'method')];
  if (typeof path !== 'string' || typeof method !== 'string' || !(document in DOCUMENT_BASES)) return [];
  const [operation] = operationsAt(document, path).filter((each) => each.method.toUpperCase() === method);
  if (operation === undefined || operation.otherAnswers !== undefined) return [];
  const expected = memberOf(step, 'expect');
  const status = memberOf(expected, 'status');
  const body = mayBeRefused(status) ? [] : bodyFaults(operation, memberOf(expected, 'body'), ['expect', 'body']);
  return [...statusFaults(operation, document, status), ...body];
}

/** Injected HTTP faults use statuses of the specification, too. */
function statusFaults({ success }: Operation, document: DocumentName, status: unknown): IssuePlace[] {
  const possible = [success.status, ...Object.values(ERROR_STATUS)];
  const isOne = (one: unknown) =>
    typeof one === 'number'
      ? possible.includes(one as never)
      : typeof one !== 'string' ||
        hasReference(one) ||
        one === 'none' ||
        possible.includes(Number(one) as never) ||
        possible.some((each) => `${Math.floor(each / 100)}xx` === one);
  const all = Array.isArray(status) ? status : [status];
  return all.flatMap((one, index) => {
    if (one === undefined || isOne(one)) return [];
    const place = Array.isArray(status) ? [index] : [];
    const issue = `is never answered there: ${DOCUMENTS[document].basePath} answers ${possible.join(', ')}`;
    return [{ path: ['expect', 'status', ...place], issue }];
  });
}

function bodyFaults(operation: Operation, body: unknown, at: readonly string[]): IssuePlace[] {
  const [schema] = operation.success.content;
  if (typeof body !== 'object' || body === null || typeof schema !== 'object') return [];
  return Object.entries(body).flatMap(([pointer, matcher]) => {
    const choices = choicesAt(schema, pointer);
    if (choices === null) return [];
    return textsOf(matcher).flatMap(({ text, path }) => oneOf(text, choices, [...at, pointer, ...path]));
  });
}

function oneOf(text: string, choices: readonly string[], path: readonly PropertyKey[]): IssuePlace[] {
  if (hasReference(text) || choices.includes(text)) return [];
  return [{ path: [...path], issue: `is never "${text}": it is ${choices.join(', ')}${didYouMean(text, choices)}` }];
}

/** The texts that a matcher requires, with their places. */
function textsOf(matcher: unknown): { readonly text: string; readonly path: readonly PropertyKey[] }[] {
  if (typeof matcher === 'string') return [{ text: matcher, path: [] }];
  if (Array.isArray(matcher)) {
    return matcher.flatMap((text, index) => (typeof text === 'string' ? [{ text, path: [index] }] : []));
  }
  const [equals, oneOf] = [memberOf(matcher, 'equals'), memberOf(matcher, 'one_of')];
  const wanted = typeof equals === 'string' ? [{ text: equals, path: ['equals'] }] : [];
  return Array.isArray(oneOf)
    ? [...wanted, ...textsOf(oneOf).map(({ text, path }) => ({ text, path: ['one_of', ...path] }))]
    : wanted;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}
