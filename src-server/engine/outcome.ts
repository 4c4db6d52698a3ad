/** How commands refuse: a code of the specification's section 7, a sentence, and one detail for each issue found. */

export type RefusalCode =
  | 'invalid_request'
  | 'not_found'
  | 'already_executing'
  | 'quota_exceeded'
  | 'drift_below_threshold'
  | 'internal_error';

/** What is wrong with one field of a request. */
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

export function refused(code: RefusalCode, message: string, details: readonly ValidationIssue[] = []): Refusal {
  return { ok: false, code, message, details };
}
