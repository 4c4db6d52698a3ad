/** Form A of the service (specification 4.1), except creating portfolios. */
import { isKey } from '../../contract/service/form-a.ts';
import type { formAOperations } from '../../contract/service/form-a-operations.ts';
import { isIsin } from '../../domain/identifiers/isin.ts';
import { rebalancePortfolioA } from '../../engine/commands/rebalances/rebalance-portfolio-a.ts';
import { viewStartedA } from '../../engine/event-payloads.ts';
import { findMifidRecord, findRebalanceA } from '../../engine/find-owned.ts';
import { findIdempotentResponse } from '../../engine/idempotent-responses.ts';
import { writeKeyReuse } from '../../engine/key-reuse.ts';
import { mapOutcome, type ValidationIssue } from '../../engine/outcome.ts';
import { validateTargetIsins } from '../../engine/planning/plan-portfolio-a.ts';
import type { World } from '../../engine/world.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import type { Handlers } from '../http/handler.ts';
import type { Services } from '../services.ts';
import { viewRebalanceA } from '../views/service/view-rebalance-a.ts';
import { compareReuse } from './compare-reuse.ts';

export const formAHandlers: Handlers<typeof formAOperations, Pick<Services, 'world'>> = {
  startRebalance: {
    /** A used key gets the response of the first request again, whatever else the body contains (decision D). */
    handleUnread({ world, params, body, client }) {
      if (!hasMembers(body)) return null;
      const key = memberOf(body, 'idempotency_key');
      const stored =
        typeof key === 'string' && isKey(key) ? findIdempotentResponse(world, client.accountId, key) : null;
      if (stored === null) return null;
      const reuse = compareReuse(world, stored, params.id, body);
      return {
        ok: true,
        text: stored.body,
        status: stored.status,
        headers: { 'Idempotency-Replayed': 'true' },
        keyReuse: reuse === null ? null : writeKeyReuse(reuse),
        runsOn: false,
      };
    },
    findMore: ({ world }, unread) => readableTargetFaults(world, unread),
    handle: ({ world, params, body, client }) =>
      mapOutcome(rebalancePortfolioA(world, client.accountId, params.id, body), viewStartedA),
  },

  getRebalanceA: ({ world, params, client, nowMs }) =>
    mapOutcome(findRebalanceA(world, client.accountId, params.id, nowMs), (rebalance) =>
      viewRebalanceA(world, rebalance),
    ),

  getMifidRecord: ({ world, params, client, nowMs }) =>
    mapOutcome(findMifidRecord(world, client.accountId, params.id, nowMs), ({ body }) => body),
};

/**
 * Returns issues of the well-formed ISINs in a body that failed validation, so that one response has every issue
 * (decision C).
 */
export function readableTargetFaults(world: Pick<World, 'market'>, unread: unknown): ValidationIssue[] {
  const weights = hasMembers(unread) ? memberOf(unread, 'target_weights') : undefined;
  const isins = hasMembers(weights) ? Object.keys(weights).filter(isIsin) : [];
  return validateTargetIsins(world, isins);
}

/** Members of a value that was parsed from JSON. */
type Members = Readonly<Record<string, Json>>;

function hasMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

function memberOf(members: Members, name: string): Json | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
