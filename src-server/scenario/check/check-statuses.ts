/**
 * Finds expectations that no response can meet: HTTP statuses that an operation does not have, and unknown texts for a
 * field with a few possible values, such as the status of a rebalance. A request that may be refused is not checked.
 */

import { z } from 'zod';
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import type { DocumentName } from '../../contract/openapi/bases.ts';
import { DOCUMENTS } from '../../contract/openapi/documents.ts';
import { ERROR_SCHEMAS } from '../../contract/openapi/error-responses.ts';
import type { Operation } from '../../contract/openapi/operation.ts';
import { STATE_VIEWS } from '../../contract/scenario/scenario-check-steps.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { ERROR_STATUS, type ErrorCode } from '../../contract/service/errors.ts';
import { WEBHOOK_PAYLOADS } from '../../contract/service/webhook-events.ts';
import { REBALANCE_STATUSES } from '../../domain/lifecycle/rebalance-life-cycle.ts';
import { bodyTextFaults, matcherFaults } from './check-matchers.ts';
import { documentOfForm, mayBeRefused, operationsAt } from './check-paths.ts';
import { requestedOperation, responseShapes, type Shapes } from './response-shapes.ts';

/**
 * `hasStubs`: the service may respond with anything (decision R1), and only the control plane must match its document.
 */
export function impossibleFaults(step: ScenarioStep, hasStubs: boolean): IssuePlace[] {
  if ('until' in step) return untilFaults(step.until, hasStubs);
  if ('expect_webhook' in step) return webhookFaults(step.expect_webhook);
  if ('expect_journal' in step) return journalFaults(step.expect_journal, hasStubs);
  if ('expect_state' in step) return stateFaults(step.expect_state);
  if ('request' in step && hasStubs) return [];
  if ('request' in step || 'control' in step) return responseFaults(step);
  return [];
}

/** Whether anything in a scenario may set a stub: a step, its world, or a request to the control plane. */
export function mayStub(scenario: unknown): boolean {
  const text = JSON.stringify(scenario) ?? '';
  return text.includes('"api_stub"') || text.includes('"/stubs"');
}

function untilFaults(until: unknown, hasStubs: boolean): IssuePlace[] {
  const state = memberOf(until, 'state');
  const get = hasStubs ? undefined : memberOf(until, 'get');
  return [
    ...(memberOf(until, 'rebalance') === undefined ? [] : statusNameFaults(memberOf(until, 'status'))),
    ...viewFaults(memberOf(state, 'path'), memberOf(state, 'body'), ['until', 'state', 'body']),
    ...(get === undefined
      ? []
      : expectedFaults('request', { ...Object(get), method: 'GET' }, until, ['until', 'expect'])),
  ];
}

const STATUS_NAME = z.enum(REBALANCE_STATUSES);

/** One status, or any of several. */
function statusNameFaults(status: unknown): IssuePlace[] {
  const matcher = Array.isArray(status) ? { one_of: status } : status;
  return matcherFaults([STATUS_NAME], matcher, []).map(({ issue, path }) => {
    return { path: ['until', 'status', ...path.filter((key) => key !== 'one_of')], issue };
  });
}

function webhookFaults(expected: unknown): IssuePlace[] {
  const type = memberOf(expected, 'type');
  const payloads = Object.entries(WEBHOOK_PAYLOADS).flatMap(([name, schema]) =>
    type === undefined || type === name ? [schema] : [],
  );
  return bodyTextFaults(payloads, memberOf(expected, 'body'), ['expect_webhook', 'body']);
}

/** Issues of requests that are expected to have succeeded; a client may send anything else. */
function journalFaults(expected: unknown, hasStubs: boolean): IssuePlace[] {
  const match = memberOf(expected, 'match');
  const [name, status] = [memberOf(match, 'operation'), memberOf(match, 'status')];
  const operation = DOCUMENTS.both.operations.find(({ id }) => id === name);
  const document = documentOfForm(memberOf(match, 'form'));
  if (operation !== undefined && document !== undefined) {
    const { operations, basePath } = DOCUMENTS[document];
    if (!operations.some(({ id }) => id === name))
      return [
        { path: ['expect_journal', 'match', 'form'], issue: `has no ${operation.id}: ${basePath} never returns it` },
      ];
  }
  const ofStatus =
    operation === undefined || hasStubs ? [] : statusFaults(operation, 'both', status, ['expect_journal', 'match']);
  const mayBeWrong = status === undefined || mayBeRefused(status);
  const written = memberOf(match, 'body');
  // Whatever a client sends, the names are those of the interface.
  const body = mayBeWrong && typeof written === 'object' && written !== null ? pointersOf(written) : written;
  if (typeof operation?.body !== 'object') return ofStatus;
  return [...ofStatus, ...bodyTextFaults([operation.body], body, ['expect_journal', 'match', 'body'], false)];
}

function pointersOf(body: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.keys(body).map((pointer) => [pointer, { present: true }]));
}

function stateFaults(state: unknown): IssuePlace[] {
  const view = Object.keys(STATE_VIEWS).find((name) => memberOf(state, name) !== undefined);
  if (view === undefined) return [];
  const path = STATE_VIEWS[view as keyof typeof STATE_VIEWS].replace('{}', 'x');
  return viewFaults(path, memberOf(state, 'body'), ['expect_state', 'body']);
}

function viewFaults(path: unknown, body: unknown, at: readonly string[]): IssuePlace[] {
  if (typeof path !== 'string') return [];
  const [operation] = operationsAt('control', path).filter(({ method }) => method === 'get');
  return operation === undefined ? [] : bodyFaults(operation, body, at);
}

function responseFaults(step: ScenarioStep): IssuePlace[] {
  if ('request' in step) return expectedFaults('request', step.request, step, ['expect']);
  return expectedFaults('control', memberOf(step, 'control'), step, ['expect']);
}

/** `holder` has the expectation at `at`. */
function expectedFaults(
  kind: 'request' | 'control',
  request: unknown,
  holder: unknown,
  at: readonly string[],
): IssuePlace[] {
  const operation = requestedOperation(kind, request);
  if (operation === undefined) return [];
  const document = kind === 'control' ? 'control' : (documentOfForm(memberOf(request, 'form')) ?? 'both');
  const expected = memberOf(holder, 'expect');
  const status = memberOf(expected, 'status');
  const shapes = mayBeRefused(status) ? errorShapes(status) : responseShapes(operation);
  const body = shapes === null ? [] : bodyTextFaults(shapes, memberOf(expected, 'body'), [...at, 'body']);
  return [...statusFaults(operation, document, status, at), ...body];
}

/** Shapes of a response that can only be a refusal; `null` if it may be another one. */
function errorShapes(status: unknown): Shapes {
  const statuses = [status].flat();
  const codes = ERROR_CODES.filter((code) => statuses.some((one) => isStatusOf(one, ERROR_STATUS[code])));
  const areRefusals = statuses.every((one) => /^[45](?:\d\d|xx)$/.test(String(one)));
  return areRefusals && codes.length > 0 ? codes.map((code) => ERROR_SCHEMAS[code]) : null;
}

const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

function isStatusOf(one: unknown, status: number): boolean {
  return String(one) === String(status) || String(one) === `${Math.floor(status / 100)}xx`;
}

/** Injected HTTP faults use statuses of the specification, too. */
function statusFaults(
  { id, success, otherwise }: Operation,
  document: DocumentName,
  status: unknown,
  at: readonly string[],
): IssuePlace[] {
  const possible: readonly number[] = [
    success.status,
    ...(otherwise === undefined ? [] : [otherwise.status]),
    ...Object.values(ERROR_STATUS),
  ];
  // An invalid status is reported by the schema of the step.
  const isOne = (one: unknown) =>
    /^\d+$/.test(String(one))
      ? possible.includes(Number(one))
      : !/^\dxx$/.test(String(one)) || possible.some((each) => `${Math.floor(each / 100)}xx` === one);
  const all = Array.isArray(status) ? status : [status];
  return all.flatMap((one, index) => {
    if (one === undefined || isOne(one)) return [];
    const place = Array.isArray(status) ? [index] : [];
    const issue = `is never the status of ${id}: ${DOCUMENTS[document].basePath} responds with ${possible.join(', ')}`;
    return [{ path: [...at, 'status', ...place], issue }];
  });
}

/** Issues with the operation's successful response. */
function bodyFaults(operation: Operation, body: unknown, at: readonly string[]): IssuePlace[] {
  const shapes = responseShapes(operation);
  return shapes === null ? [] : bodyTextFaults(shapes, body, at);
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}
