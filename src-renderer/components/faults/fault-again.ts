/** What sets an ended fault again, for what was left of it. Pure. What it did stays done; its hits count anew. */
import type { FaultView } from '../../../src-server/contract/control/market/faults.ts';
import type { FormBody } from '../../api/market-calls.ts';

/** Of its view and of no body. */
const TOLD_ONLY = new Set(['scope', 'fault_id', 'status', 'hits', 'chances', 'ended_at', 'from', 'share', 'count']);

/** The body of `POST /sim/faults`. `ended` is the fault as the service answered when it ended it. */
export function faultAgain(ended: FaultView): FormBody {
  const told = Object.entries(ended).filter(([name, value]) => !TOLD_ONLY.has(name) && value !== null);
  const body: Record<string, unknown> = Object.fromEntries(told);
  // Ended before it began, it still begins when it was to; what had begun goes on now.
  if (ended.status === 'cancelled') body.from = ended.from;
  // The orders that an exchange held are lost once.
  if ('cancel_orders' in body && ended.status !== 'cancelled') body.cancel_orders = false;
  // Faults that are states have no share, so only one that somebody chose is said.
  if (ended.share < 1) body.share = ended.share;
  if (ended.count !== null) body.count = Math.max(1, ended.count - ended.hits);
  return body;
}
