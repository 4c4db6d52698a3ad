/** Which findings are one (decision Q4): the same rule at the same place under the same kind of fault. Pure. */

import type { VerdictKind } from '../contract/control/explorer/explorations.ts';
import { familyOf, faultTarget, hasActed, kindOfFault, type ScheduledFault } from './schedule.ts';
import { RULES, type RuleBreach } from './verdict.ts';

/** `hits`: how often each fault of the schedule hit; those that did not are no part of the cause. */
export function causeOfBreach(
  { rule }: RuleBreach,
  schedule: readonly ScheduledFault[],
  hits: readonly number[],
): string {
  const faults = schedule.filter((fault, index) => hasActed(fault, hits[index] ?? 1)).map(causeOfFault);
  return `${rule} under ${[...new Set(faults)].sort().join(' and ')}`;
}

function causeOfFault(fault: ScheduledFault): string {
  // A forged webhook is one whatever event it tells of, and exchanges differ by their place alone.
  const isSomewhere = kindOfFault(fault).startsWith('webhook_') || 'exchange' in bodyOf(fault);
  return isSomewhere ? familyOf(fault) : `${familyOf(fault)} of ${faultTarget(fault)}`;
}

function bodyOf(fault: ScheduledFault): object {
  return 'body' in fault ? fault.body : {};
}

/** Whether a cause that is known explains it: the same rule, under faults that are all among these. */
export function isExplained(
  { rule }: RuleBreach,
  schedule: readonly ScheduledFault[],
  known: ReadonlySet<string>,
): boolean {
  const here = new Set(schedule.map(causeOfFault));
  return [...known].some((cause) => {
    const [name, faults = ''] = cause.split(' under ');
    return name === rule && faults.split(' and ').every((fault) => here.has(fault));
  });
}

export function breachVerdict({ rule }: RuleBreach): VerdictKind {
  return RULES[rule].verdict;
}
