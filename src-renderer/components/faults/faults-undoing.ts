/** Takes back the ending of faults: each is set again for what was left of it. */
import type { FaultView } from '../../api/faults-api.ts';
import { setFault } from '../../api/faults-api.ts';
import type { Undoing } from '../feedback/show-undoable.tsx';
import { faultAgain } from './fault-again.ts';

/** Null for none. `ended` is as the service answered. */
export function faultsUndoing(ended: readonly FaultView[]): Undoing | null {
  if (ended.length === 0) return null;
  const isOne = ended.length === 1;
  return {
    doing: isOne ? 'Setting the fault again' : 'Setting the faults again',
    run: async () => {
      // One after the other, so that they stand in the order in which they were.
      for (const fault of ended) await setFault(faultAgain(fault));
    },
    undone: isOne
      ? 'The fault is set again, for what was left of it.'
      : `${ended.length} faults are set again, for what was left of them.`,
  };
}
