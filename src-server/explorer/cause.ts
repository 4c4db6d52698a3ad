/** Groups findings by cause (decision Q4): the same rule at the same place under the same kind of fault. Pure. */

import type { VerdictKind } from '../contract/control/explorer/explorations.ts';
import { familyOf, faultTarget, hasActed, kindOfFault, type ScheduledFault } from './schedule.ts';
import { RULES, type RuleBreach } from './verdict.ts';

/** `hits`: how often each fault of the schedule hit; faults that did not hit are not part of the cause. */
export function causeOfBreach(
  { rule }: RuleBreach,
  schedule: readonly ScheduledFault[],
  hits: readonly number[],
): string {
  const faults = schedule.filter((fault, index) => hasActed(fault, hits[index] ?? 1)).map(causeOfFault);
  return `${rule} under ${[...new Set(faults)].sort().join(' and ')}`;
}

function causeOfFault(fault: ScheduledFault): string {
  // The type of event does not matter for a forged webhook, and faults of exchanges differ only by exchange.
  const isSomewhere = kindOfFault(fault).startsWith('webhook_') || 'exchange' in bodyOf(fault);
  return isSomewhere ? familyOf(fault) : `${familyOf(fault)} of ${faultTarget(fault)}`;
}

function bodyOf(fault: ScheduledFault): object {
  return 'body' in fault ? fault.body : {};
}

/** Whether a known cause explains the breach: the same rule, and the schedule has all faults of that cause. */
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
