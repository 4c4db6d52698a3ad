/**
 * Finds reasons for which a fault of a file will be refused: stub responses that no request could get, and times in the
 * past. Values with references are not checked.
 */
import { stubResponse } from '../../contract/control/http-faults/fault-terms.ts';
import type { CreateFault } from '../../contract/control/market/faults.ts';
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import { hasReference } from '../../contract/scenario/scenario-names.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';
import { validateFaultTimes } from '../../engine/commands/market/validate-fault-times.ts';
import type { ValidationIssue } from '../../engine/outcome.ts';
import { stubIssues } from '../run/stub-template.ts';
import { mayBeRefused } from './check-paths.ts';

/** The issues of a world's contents, including files of stubs. `nowMs`: start of the world; `null`: any time. */
export function worldFaultIssues(faults: readonly CreateFault[], nowMs: number | null): ValidationIssue[] {
  return faults.flatMap((fault, index) =>
    [...(fault.kind === 'api_stub' ? stubIssues(fault.answer) : []), ...timeIssues(fault, nowMs)].map(
      ({ path, issue }) => ({ path: `/faults/${index}${path}`, issue }),
    ),
  );
}

/** Places within a step that sets a stub. */
export function stubStepFaults(step: ScenarioStep): IssuePlace[] {
  const { body, at } = faultSetBy(step);
  if (body?.kind !== 'api_stub') return [];
  const response = stubResponse.safeParse(asSent(body.answer));
  return response.success ? stubIssues(response.data).map((issue) => within(at, issue)) : [];
}

/** Places within a step that sets a fault. Virtual time is at least `nowMs` by then. */
export function faultTimeFaults(step: ScenarioStep, nowMs: number): IssuePlace[] {
  const { body, at } = faultSetBy(step);
  return body === null ? [] : timeIssues(body, nowMs).map((issue) => within(at, issue));
}

type Written = Readonly<Record<string, unknown>>;

function timeIssues({ from, until, for: span }: Written, nowMs: number | null): ValidationIssue[] {
  const presentMs = nowMs ?? Number.NEGATIVE_INFINITY;
  const [fromMs, untilMs] = [instantOf(from), instantOf(until)];
  // A reference may be any instant.
  if (from !== undefined && fromMs === null) return [];
  const beginMs = fromMs ?? presentMs;
  // A duration ends after its start, whenever that is.
  const endMs = typeof span === 'string' ? null : untilMs;
  return validateFaultTimes(presentMs, beginMs, endMs);
}

function instantOf(written: unknown): number | null {
  return typeof written === 'string' ? parseInstant(written) : null;
}

/** The fault or stub that a step sets, directly or by the control plane, with its path in the step. */
function faultSetBy(step: ScenarioStep): { readonly body: Written | null; readonly at: readonly PropertyKey[] } {
  if ('fault' in step) return { body: isObject(step.fault) ? step.fault : null, at: ['fault'] };
  const { method, path, body } = 'control' in step && isObject(step.control) ? step.control : NOTHING;
  const isSet = method === 'POST' && (path === '/faults' || path === '/stubs') && isObject(body);
  const expected = 'expect' in step && isObject(step.expect) ? step.expect.status : undefined;
  if (!isSet || mayBeRefused(expected)) return { body: null, at: [] };
  return { body: path === '/stubs' ? { ...body, kind: 'api_stub' } : body, at: ['control', 'body'] };
}

const NOTHING: Written = {};

function within(at: readonly PropertyKey[], { path, issue }: ValidationIssue): IssuePlace {
  const names = path.split('/').slice(1);
  return { path: [...at, ...names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))], issue };
}

/**
 * As the step sends it: `$${` is a plain `${`. A text with a reference is left out, because its value is only known in
 * the run.
 */
function asSent(value: unknown): unknown {
  if (typeof value === 'string') return hasReference(value) ? '' : value.replaceAll('$${', '${');
  if (Array.isArray(value)) return value.map(asSent);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [asSent(key), asSent(member)]));
}

function isObject(value: unknown): value is Written {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
