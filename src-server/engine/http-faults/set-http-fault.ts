/**
 * Sets and ends HTTP faults (decision L39). They are not in the event log: a world is the same with and without them.
 */
import { validateFaultTimes } from '../commands/market/validate-fault-times.ts';
import { accepted, type Outcome, refused, refusedFor, type ValidationIssue } from '../outcome.ts';
import type { World } from '../world.ts';
import { type HttpFault, type HttpFaultScope, scopeOfKind } from './http-fault.ts';
import type { HttpFaultInput } from './http-fault-registry.ts';

/** The requested fault; `fromMs` of `null`: now. */
export type HttpFaultRequest = Omit<HttpFaultInput, 'fromMs'> & { readonly fromMs: number | null };

/** The number is limited, because every request and every attempt checks all faults of its scope. */
const MAX_FAULTS = 1000;
type HttpFaultWorld = Pick<World, 'kernel' | 'httpFaults'>;

/** Refused with 400 for a time before now; `issues` are those that the caller found in the match. */
export function setHttpFault(
  { kernel, httpFaults }: HttpFaultWorld,
  request: HttpFaultRequest,
  issues: readonly ValidationIssue[] = [],
): Outcome<HttpFault> {
  const { nowMs } = kernel;
  const fromMs = request.fromMs ?? nowMs;
  const all = [...issues, ...validateFaultTimes(nowMs, fromMs, request.untilMs)];
  if (all.length > 0) return refusedFor('The fault cannot be set', all);
  const open = httpFaults.open('interface', nowMs).length + httpFaults.open('webhook', nowMs).length;
  if (open >= MAX_FAULTS) {
    const what = 'HTTP and webhook faults are set, the maximum; end some first.';
    return refused('invalid_request', `${MAX_FAULTS} ${what}`);
  }
  return accepted(kernel.execute((unit) => httpFaults.add({ ...request, fromMs }, unit.nowMs)));
}

/** Returns `null` for an unknown id; a fault that is over is not changed. */
export function endHttpFault({ kernel, httpFaults }: HttpFaultWorld, faultId: string): HttpFault | null {
  const fault = httpFaults.find(faultId);
  return fault === null ? null : kernel.execute((unit) => httpFaults.end(fault, unit.nowMs));
}

/**
 * Ends every active or scheduled fault of a scope, in the order in which they were set; returns their state afterwards.
 * Releases the requests of all faults of the scope, also of those that are used up (decision L44).
 */
export function endAllHttpFaults({ kernel, httpFaults }: HttpFaultWorld, scope: HttpFaultScope): HttpFault[] {
  for (const { faultId, terms } of httpFaults.all()) if (scopeOfKind(terms.kind) === scope) httpFaults.release(faultId);
  const open = httpFaults.open(scope, kernel.nowMs);
  if (open.length === 0) return [];
  return kernel.execute((unit) => open.map((fault) => httpFaults.end(fault, unit.nowMs)));
}
