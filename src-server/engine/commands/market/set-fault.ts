/** Sets market faults for a span of virtual time or a number of hits, and ends them (decision L). */

import { faultStatus, type MarketFault } from '../../../market/faults/fault.ts';
import type { FaultInput } from '../../../market/faults/fault-scheduler.ts';
import { accepted, type Outcome, refused, refusedFor, type ValidationIssue } from '../../outcome.ts';
import type { World } from '../../world.ts';
import { validateFaultTimes } from './validate-fault-times.ts';

/** `fromMs` null: now. */
export type FaultRequest = Omit<FaultInput, 'fromMs'> & { readonly fromMs: number | null };

/** The number is limited, because every price and every order reads all faults of a kind. */
const MAX_FAULTS = 1000;
type FaultWorld = Pick<World, 'kernel' | 'market' | 'faults' | 'settlement'>;

/**
 * Refused with 400 for an unknown exchange or instrument, a failing settlement in a world without settlement, and for a
 * time before now: observed data never changes.
 */
export function setFault(world: FaultWorld, request: FaultRequest): Outcome<MarketFault> {
  const fromMs = request.fromMs ?? world.kernel.nowMs;
  const issues = [
    ...kindIssues(world, request),
    ...placeIssues(world, request),
    ...validateFaultTimes(world.kernel.nowMs, fromMs, request.untilMs),
  ];
  if (issues.length > 0) return refusedFor('The fault cannot be set', issues);
  const open = world.faults.all().filter((fault) => {
    const status = faultStatus(fault, world.kernel.nowMs);
    return status === 'active' || status === 'scheduled';
  });
  if (open.length >= MAX_FAULTS) {
    return refused('invalid_request', `${MAX_FAULTS} faults are set, the maximum; end some first.`);
  }
  return accepted(world.kernel.execute((unit) => world.faults.set(unit, { ...request, fromMs })));
}

/** A fault that can never hit would look as if the client withstood it (decision O4). */
function kindIssues({ settlement }: FaultWorld, { kind }: FaultRequest): ValidationIssue[] {
  if (kind !== 'settlement_fail' || settlement.mode === 'simulated') return [];
  return [{ path: '/kind', issue: 'needs a world that simulates settlement; in this world trades settle at once' }];
}

function placeIssues({ market }: FaultWorld, { mic, isin }: FaultRequest): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  if (mic !== null && !market.venues.has(mic)) {
    issues.push({ path: '/exchange', issue: `is not one of ${[...market.venues.keys()].join(', ')}` });
  }
  const instrument = isin === null ? null : market.instruments.get(isin);
  if (instrument === undefined) issues.push({ path: '/isin', issue: 'is not an instrument of this world' });
  else if (instrument !== null && mic !== null && market.venues.has(mic) && !instrument.listings.includes(mic)) {
    issues.push({ path: '/exchange', issue: `does not list ${isin}` });
  }
  return issues;
}

/** Ends a fault now; its effects so far remain. Refused with 404 for an unknown id; a fault that is over is not changed. */
export function endFault(world: Pick<World, 'kernel' | 'faults'>, faultId: string): Outcome<MarketFault> {
  const fault = world.faults.find(faultId);
  if (fault === null) return refused('not_found', `There is no fault ${faultId}.`);
  return accepted(world.kernel.execute((unit) => world.faults.end(unit, fault)));
}

/** Ends every active or scheduled fault, in the order in which they were set; returns their state afterwards. */
export function endAllFaults(world: Pick<World, 'kernel' | 'faults'>): readonly MarketFault[] {
  const { nowMs } = world.kernel;
  const open = world.faults.all().filter((fault) => ['active', 'scheduled'].includes(faultStatus(fault, nowMs)));
  if (open.length === 0) return [];
  return world.kernel
    .execute((unit) =>
      open.map(({ faultId }) => {
        const fault = world.faults.find(faultId);
        return fault === null ? null : world.faults.end(unit, fault);
      }),
    )
    .filter((fault) => fault !== null);
}
