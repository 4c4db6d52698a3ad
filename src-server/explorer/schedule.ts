/** What a trial meets, each at a chosen occurrence (decision Q2), and how hard it is (decision Q3). Pure. */

import { apiFaultKind, isInterfaceFault } from '../contract/control/http-faults/api-fault-kinds.ts';
import { type CreateFault, type CreateHttpFault, exploredKindOf } from '../contract/control/market/faults.ts';
import type { TrialAction } from '../contract/scenario/explore-file.ts';

/** A fault, whose `skip` and `count` say at which occurrence it hits, or something that happens to the service. */
export type ScheduledFault = { readonly body: CreateFault } | { readonly action: TrialAction };

/**
 * Whether it passes by itself: one hit of a fault after which the same request may succeed. Clients that register their
 * receivers can read a rotated secret anew, and only theirs are rotated.
 */
export function isTransient(fault: ScheduledFault): boolean {
  if ('action' in fault) return fault.action.action === 'rotate_secret';
  const { body } = fault;
  return 'count' in body && body.count === 1 && exploredKindOf(body.kind).isTransient(body);
}

/** Whether the service does what a request asks that meets the fault. */
export function isProcessed(body: CreateHttpFault): boolean {
  return !isInterfaceFault(body) || apiFaultKind(body.kind).isProcessed(body);
}

/** Whether it acted on anything. A fault that is a state of an exchange counts no hits, and is there all the time. */
export function hasActed(fault: ScheduledFault, hits: number): boolean {
  return hits > 0 || ('body' in fault && !('share' in fault.body));
}

/** `api_error`, `webhook_duplicate`, `restart_server`, … */
export function kindOfFault(fault: ScheduledFault): string {
  return 'action' in fault ? fault.action.action : fault.body.kind;
}

/** The operation, type of event or exchange that it is about; `any` where it is about all of them. */
export function faultTarget(fault: ScheduledFault): string {
  if ('action' in fault) return fault.action.after;
  const { body } = fault;
  if ('match' in body && body.match !== undefined) {
    if ('operation' in body.match && body.match.operation !== undefined) return body.match.operation;
    if ('types' in body.match && body.match.types !== undefined) return body.match.types.join(', ');
  }
  if ('exchange' in body && body.exchange !== undefined) return body.exchange;
  return 'any';
}

/** From 1: which of the occurrences of its target it hits first. */
export function occurrenceOf(fault: ScheduledFault): number {
  if ('action' in fault) return fault.action.skip + 1;
  return 'skip' in fault.body ? fault.body.skip + 1 : 1;
}

/** As people read it: `startRebalance is processed, but its response is lost`. */
export function describeScheduled(fault: ScheduledFault): string {
  const [target, at] = [faultTarget(fault), occurrenceOf(fault)];
  const which = at === 1 ? '' : ` (number ${at})`;
  if ('action' in fault) {
    const happens = fault.action.action === 'restart_server' ? 'the server restarts' : 'the webhook secret is rotated';
    return `after ${target}${which} ${happens}`;
  }
  const { body } = fault;
  const happens = exploredKindOf(body.kind).predicates[wordOf(body)] ?? `meets ${body.kind}`;
  return `${target === 'any' ? 'anything' : target}${which} ${happens}`;
}

/** Which cause a fault is to a client: clients do not tell a reset from a hang. */
export function wordOf(body: CreateFault): string {
  return exploredKindOf(body.kind).causeOf(body);
}

/** The group of kinds that are one to a client: findings of one group have one cause. */
export function familyOf(fault: ScheduledFault): string {
  return 'action' in fault ? fault.action.action : exploredKindOf(fault.body.kind).familyOf(fault.body);
}
