/** The order in which a request is compared with faults of the interface (decision L40). Pure. */
import type { HttpFault } from '../../engine/http-faults/http-fault.ts';

/**
 * Returns faults that break a response in the order in which they were set, and then stubs, of the highest priority and
 * then the newest first. `faults` in the order set.
 */
export function inDrawOrder(faults: readonly HttpFault[]): readonly HttpFault[] {
  const stubs = faults.filter(isStub).reverse();
  if (stubs.length === 0) return faults;
  const byPriority = stubs.sort((left, right) => priorityOf(right) - priorityOf(left));
  return [...faults.filter((fault) => !isStub(fault)), ...byPriority];
}

export function isStub({ terms }: HttpFault): boolean {
  return terms.kind === 'api_stub';
}

/** Stubs that an earlier version set have none. */
function priorityOf({ terms: { priority } }: HttpFault): number {
  return typeof priority === 'number' ? priority : 0;
}
