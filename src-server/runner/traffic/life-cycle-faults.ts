/** Whether the statuses of rebalances, as answers tell them over time, are a way through their life cycle. */
import {
  REBALANCE_EVENTS,
  REBALANCE_STATUSES,
  type RebalanceStatus,
  transitionRebalance,
} from '../../domain/lifecycle/rebalance-life-cycle.ts';
import type { PlacedIssue } from './answer-differences.ts';

export interface LifeCycleCheck {
  /** What an answer tells that cannot come after what was told before. */
  faultsOf(body: unknown): PlacedIssue[];
}

const REACHABLE = new Map(REBALANCE_STATUSES.map((status) => [status, reachableFrom(status)]));

export function createLifeCycleCheck(): LifeCycleCheck {
  const known = new Map<string, RebalanceStatus>();
  return {
    faultsOf(body) {
      if (typeof body !== 'object' || body === null || !('rebalance_id' in body) || !('status' in body)) return [];
      const [id, status] = [String(body.rebalance_id), String(body.status)];
      if (!isStatus(status)) return [];
      const before = known.get(id);
      known.set(id, status);
      if (before === undefined || before === status || REACHABLE.get(before)?.has(status)) return [];
      return [{ place: 'body/status', issue: `is ${status} after ${before}, which cannot follow` }];
    },
  };
}

function isStatus(text: string): text is RebalanceStatus {
  return (REBALANCE_STATUSES as readonly string[]).includes(text);
}

function reachableFrom(status: RebalanceStatus): ReadonlySet<RebalanceStatus> {
  const found = new Set<RebalanceStatus>();
  const look = (from: RebalanceStatus) => {
    for (const event of REBALANCE_EVENTS) {
      const transition = transitionRebalance(from, event);
      if (!transition.ok || found.has(transition.next)) continue;
      found.add(transition.next);
      look(transition.next);
    }
  };
  look(status);
  return found;
}
