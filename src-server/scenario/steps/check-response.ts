/** Compares a response with the expectation of a step, and saves values of it. An unexpected error fails the step. */
import type { z } from 'zod';
import type { Matcher, TextMatcher } from '../../contract/fields/matcher.ts';
import { isStatusLike } from '../../contract/fields/status-match.ts';
import type { expectedResponse, requestFields } from '../../contract/scenario/scenario-request-steps.ts';
import { valueAt } from '../references/json-pointer.ts';
import { mismatch, mismatchAt } from '../run/match-value.ts';
import type { ScenarioResponse } from '../run/scenario-host.ts';
import { fillMatchers } from './fill-matchers.ts';
import type { StepRun } from './step-run.ts';

type Expected = z.input<typeof expectedResponse>;
type Saves = z.input<typeof requestFields>['save'];

/** Why the response is not as expected, one line each; values are saved only from a response that is. */
export function checkResponse(
  run: Pick<StepRun, 'fill' | 'save'>,
  expected: Expected | undefined,
  saves: Saves,
  response: ScenarioResponse,
): string[] {
  const { status, headers, body } = expected ?? {};
  const failures = [...statusFault(run.fill(status), response)];
  for (const [name, matcher] of Object.entries(fillMatchers<TextMatcher>(run, headers))) {
    const fault = mismatch(matcher, response.headers[name.toLowerCase()]);
    if (fault !== null) failures.push(`header ${name}: ${fault}`);
  }
  for (const [pointer, matcher] of Object.entries(fillMatchers<Matcher>(run, body))) {
    const fault = mismatchAt(response.body, pointer, matcher);
    if (fault !== null) failures.push(fault);
  }
  return failures.length > 0 ? failures : saveValues(run, saves, response);
}

function statusFault(wanted: Expected['status'] | string, response: ScenarioResponse): string[] {
  if (isStatus(wanted, response.status)) return [];
  const expected = wanted === undefined ? 'below 400' : Array.isArray(wanted) ? `one of ${wanted.join(', ')}` : wanted;
  const got =
    response.failure === null ? `${response.status} ${shortened(response.body)}` : `none: ${response.failure}`;
  return [`status: expected ${expected}, got ${got}`];
}

function isStatus(wanted: Expected['status'] | string, status: number | null): boolean {
  return wanted === undefined ? status !== null && status < 400 : isStatusLike(wanted, status);
}

function saveValues(run: Pick<StepRun, 'fill' | 'save'>, saves: Saves, response: ScenarioResponse): string[] {
  const failures: string[] = [];
  for (const [name, place] of Object.entries(saves ?? {})) {
    const isBody = typeof place === 'string';
    const value = isBody ? valueAt(response.body, run.fill(place)) : response.headers[place.header.toLowerCase()];
    if (value !== undefined) run.save(name, value);
    else
      failures.push(
        `save ${name}: the response has ${isBody ? `nothing at ${place || 'all'}` : `no header ${place.header}`}`,
      );
  }
  return failures;
}

const LONGEST_SHOWN = 2000;

function shortened(body: unknown): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
