/** Ends faults now: one, or all that are set (decision L). Their effects so far remain. */
import { faultStatus, type MarketFault } from '../../../market/faults/fault.ts';
import { accepted, type Outcome, refused } from '../../outcome.ts';
import type { World } from '../../world.ts';

type FaultWorld = Pick<World, 'kernel' | 'faults'>;

/** Refused with 404 for an unknown id; a fault that is over is not changed. */
export function endFault(world: FaultWorld, faultId: string): Outcome<MarketFault> {
  const fault = world.faults.find(faultId);
  if (fault === null) return refused('not_found', `There is no fault ${faultId}.`);
  return accepted(world.kernel.execute((unit) => world.faults.end(unit, fault)));
}

/** Ends every active or scheduled fault, in the order in which they were set; returns their state afterwards. */
export function endAllFaults(world: FaultWorld): readonly MarketFault[] {
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
