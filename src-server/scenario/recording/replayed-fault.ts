/**
 * Adapts a fault for a recording: its effect is the same, but delays in host time are as short as possible, and secrets
 * are left out (decisions K53, K112). Pure.
 */

import type { HttpFaultTerms } from '../../engine/http-faults/http-fault.ts';
import { REDACTED } from '../../engine/redact-secrets.ts';
import { isSecretHeader } from '../../engine/redaction/credential-names.ts';

interface ReplayedFault {
  readonly fault: unknown;
  /** Differences from the original fault, one line each. */
  readonly comments: readonly string[];
}

/** A request that takes longer needs its own timeout. */
const LONGEST_USUAL_MS = 20_000;

export function replayedFault(fault: unknown): ReplayedFault {
  if (!isObject(fault)) return { fault, comments: [] };
  const secretHeaders = secretHeadersOf(fault.match);
  const changes = {
    ...(fault.latency_ms === undefined ? {} : { latency_ms: { fixed: 0 } }),
    ...(fault.over_ms === undefined ? {} : { over_ms: 1 }),
    ...(fault.kind === 'api_stub' && fault.delay_ms ? { delay_ms: 0 } : {}),
  };
  const comments = Object.keys(changes).map(
    (name) => `It was set with ${name} ${JSON.stringify(fault[name])}, which nobody waits for here.`,
  );
  const secret = `It looked at the header ${secretHeaders.join(', ')}, which shows a secret: here it hits nothing.`;
  return {
    fault: withoutSecrets({ ...fault, ...changes } as Readonly<Record<string, unknown>>),
    comments: secretHeaders.length === 0 ? comments : [...comments, secret],
  };
}

/** Whether it matches a header with a secret, so that no recording can say which requests it hits. */
export function looksAtSecrets({ match }: HttpFaultTerms): boolean {
  return secretHeadersOf(match).length > 0;
}

/** Whether a response may take longer than the default timeout of a step. */
export function isSlow(terms: HttpFaultTerms): boolean {
  const spans = isObject(terms.latency_ms) ? Object.values(terms.latency_ms) : [];
  return [...spans, terms.over_ms, terms.delay_ms].some((span) => Number(span ?? 0) > LONGEST_USUAL_MS);
}

/** A fault without its secret header matches nothing. */
export function withoutSecrets<T extends Readonly<Record<string, unknown>>>(fault: T): T {
  const names = secretHeadersOf(fault.match);
  if (names.length === 0 || !isObject(fault.match)) return fault;
  const hidden = Object.fromEntries(names.map((name) => [name, REDACTED]));
  return { ...fault, match: { ...fault.match, headers: { ...Object(fault.match.headers), ...hidden } } };
}

function secretHeadersOf(match: unknown): string[] {
  return isObject(match) && isObject(match.headers) ? Object.keys(match.headers).filter(isSecretHeader) : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
