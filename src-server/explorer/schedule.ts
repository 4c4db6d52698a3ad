/**
 * The faults and actions of a trial, each at a chosen occurrence (decision Q2), and how severe they are (decision Q3);
 * and random schedules of them. Pure.
 */

import { apiFaultKind, isInterfaceFault } from '../contract/control/http-faults/api-fault-kinds.ts';
import { type CreateFault, type CreateHttpFault, exploredKindOf } from '../contract/control/market/faults.ts';
import type { TrialAction } from '../contract/scenario/explore-file.ts';
import { drawUniform, streamKey } from '../kernel/streams.ts';

/** A fault whose `skip` and `count` select the occurrences that it hits, or an action on the service. */
export type ScheduledFault = { readonly body: CreateFault } | { readonly action: TrialAction };

/**
 * Whether the fault is transient: it hits once, and then the same request may succeed. Secrets are rotated only for
 * clients that register their receivers, which can read the new secret.
 */
export function isTransient(fault: ScheduledFault): boolean {
  if ('action' in fault) return fault.action.action === 'rotate_secret';
  const { body } = fault;
  return 'count' in body && body.count === 1 && exploredKindOf(body.kind).isTransient(body);
}

/** Whether the service executes a request that the fault hits. */
export function isProcessed(body: CreateHttpFault): boolean {
  return !isInterfaceFault(body) || apiFaultKind(body.kind).isProcessed(body);
}

/** Whether the fault had an effect. A fault that is a state of an exchange counts no hits, and is always in effect. */
export function hasActed(fault: ScheduledFault, hits: number): boolean {
  return hits > 0 || ('body' in fault && !('share' in fault.body));
}

/** `api_error`, `webhook_duplicate`, `restart_server`, … */
export function kindOfFault(fault: ScheduledFault): string {
  return 'action' in fault ? fault.action.action : fault.body.kind;
}

/** The operation, type of event or exchange that the fault affects; `any` for all of them. */
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

/** The first occurrence of its target that it hits, from 1. */
export function occurrenceOf(fault: ScheduledFault): number {
  if ('action' in fault) return fault.action.skip + 1;
  return 'skip' in fault.body ? fault.body.skip + 1 : 1;
}

/** As text for people: `startRebalance is processed, but its response is lost`. */
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

/** The name of the fault as a client perceives it: clients cannot distinguish a reset from a hang. */
export function wordOf(body: CreateFault): string {
  return exploredKindOf(body.kind).causeOf(body);
}

/** The group of kinds that a client perceives as one: findings of one group have one cause. */
export function familyOf(fault: ScheduledFault): string {
  return 'action' in fault ? fault.action.action : exploredKindOf(fault.body.kind).familyOf(fault.body);
}

const FEWEST = 2;
const MAX = 4;
/** Share of the faults with a hit count that hit more than once. */
const REPEATED_SHARE = 0.25;
const MAX_HITS = 3;

/**
 * Generates random schedules of several faults: schedule *n* of a seed is always the same. Infinite; empty if there
 * are no faults to choose from.
 */
export function* randomSchedules(seed: number, faults: readonly ScheduledFault[]): Generator<ScheduledFault[]> {
  if (faults.length === 0) return;
  for (let number = 0; ; number += 1) yield scheduleOf(seed, number, faults);
}

function scheduleOf(seed: number, number: number, faults: readonly ScheduledFault[]): ScheduledFault[] {
  const key = streamKey(seed, 'exploration', String(number));
  let draws = 0;
  const below = (most: number) => {
    draws += 1;
    return Math.floor(drawUniform(key, draws) * most);
  };
  const chosen = new Map<string, ScheduledFault>();
  const wanted = FEWEST + below(MAX - FEWEST + 1);
  for (let drawn = 0; drawn < wanted; drawn += 1) {
    const fault = faults[below(faults.length)] as ScheduledFault;
    const isRepeated = below(1000) < REPEATED_SHARE * 1000;
    const hits = 2 + below(MAX_HITS - 1);
    chosen.set(`${faultTarget(fault)} ${kindOfFault(fault)}`, isRepeated ? withHits(fault, hits) : fault);
  }
  return [...chosen.values()];
}

function withHits(fault: ScheduledFault, count: number): ScheduledFault {
  if ('action' in fault || !('count' in fault.body) || fault.body.count === undefined) return fault;
  return { body: { ...fault.body, count } };
}
