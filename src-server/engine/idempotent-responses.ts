/** Answers that an idempotency key gets again for 24 hours of virtual time (specification 4.1, decision F5). */
import type { IdempotentResponse } from './records.ts';
import type { World } from './world.ts';

const KEPT_MS = 24 * 3_600_000;

type AnswerWorld = Pick<World, 'idempotency' | 'kernel'>;

/** The answer that was accepted under this key less than 24 hours ago, or `null`: then the key is new. */
export function findIdempotentResponse(
  { idempotency, kernel }: AnswerWorld,
  accountId: string,
  key: string,
): IdempotentResponse | null {
  const kept = idempotency.find(accountId, key);
  return kept !== null && kernel.nowMs < kept.acceptedMs + KEPT_MS ? kept : null;
}

/** Removes what no key can get any more; to be called inside a unit of work. */
export function deleteExpiredResponses({ idempotency }: Pick<World, 'idempotency'>, nowMs: number): void {
  idempotency.forgetUntil(nowMs - KEPT_MS);
}
