/** A policy in the terms of the API, with its next action. */
import type { PolicyWire } from '../../../contract/control/portfolios/policies.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { describePolicy } from '../../../engine/policies/describe-policy.ts';
import { cooldownEndMs, type PolicyRecord } from '../../../engine/policies/policy.ts';
import { nextPolicyMs } from '../../../engine/policies/schedule-policy.ts';
import type { World } from '../../../engine/world.ts';

export function viewPolicy(world: World, policy: PolicyRecord): PolicyWire {
  const { portfolioId, setMs, terms, state } = policy;
  const { triggered, skipped, lastTriggered, lastSkipped } = state;
  const untilMs = cooldownEndMs(policy);
  const nextMs = nextPolicyMs(policy);
  return {
    portfolio_id: portfolioId,
    ...terms,
    when: terms.when.map(viewCondition),
    set_at: formatInstant(setMs),
    next_at: nextMs === null ? null : formatInstant(nextMs),
    cooldown_until: untilMs > world.kernel.nowMs ? formatInstant(untilMs) : null,
    triggered,
    skipped,
    last_triggered: lastTriggered && {
      at: formatInstant(lastTriggered.atMs),
      when: lastTriggered.when,
      rebalance_id: lastTriggered.rebalanceId,
    },
    last_skipped: lastSkipped && {
      at: formatInstant(lastSkipped.atMs),
      when: lastSkipped.when,
      reason: lastSkipped.reason,
      message: lastSkipped.message,
    },
    next: describePolicy(world, policy),
  };
}

function viewCondition({ drift, calendar, cash_flow }: PolicyRecord['terms']['when'][number]) {
  if (drift !== undefined) return { drift };
  return calendar === undefined ? { cash_flow: { ...cash_flow } } : { calendar };
}
