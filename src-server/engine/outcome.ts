/**
 * Results of commands. A refusal has a code of the specification's section 7, a sentence, and one detail for each
 * issue.
 */

import type { REFUSAL_CODES } from '../domain/events/event-choices.ts';

export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** Issue of one field of a request. */
export interface ValidationIssue {
  /** JSON pointer into the request's body. */
  readonly path: string;
  readonly issue: string;
}

export interface Refusal {
  readonly ok: false;
  readonly code: RefusalCode;
  readonly message: string;
  readonly details: readonly ValidationIssue[];
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal;

export function accepted<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/** Returns a 400 whose sentence names the first issue and the number of issues: `what` is `The fault cannot be set`. */
export function refusedFor(what: string, issues: readonly ValidationIssue[]): Refusal {
  return refused('invalid_request', `${what}: ${firstIssueText(issues)}.`, issues);
}

/** `/match/path is missing, and 2 more (see details)`. */
export function firstIssueText([first, ...others]: readonly ValidationIssue[]): string {
  const more = others.length === 0 ? '' : `, and ${others.length} more (see details)`;
  const place = first === undefined || first.path === '' ? '' : `${first.path} `;
  return `${place}${first?.issue ?? ''}${more}`;
}

export function refused(code: RefusalCode, message: string, details: readonly ValidationIssue[] = []): Refusal {
  return { ok: false, code, message, details };
}

/** Applies `make` to an accepted value; a refusal is not changed. */
export function mapOutcome<T, U>(outcome: Outcome<T>, make: (value: T) => U): Outcome<U> {
  return outcome.ok ? accepted(make(outcome.value)) : outcome;
}
