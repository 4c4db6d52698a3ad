/**
 * Stored responses that an idempotency key gets again for 24 hours of virtual time (specification 4.1, decision F5).
 */
import type { IdempotentResponse } from './records.ts';
import type { World } from './world.ts';

export const RETENTION_MS = 24 * 3_600_000;

type ResponseWorld = Pick<World, 'idempotency' | 'kernel'>;

/** Returns the response accepted under this key less than 24 hours ago; `null` if the key is new. */
export function findIdempotentResponse(
  { idempotency, kernel }: ResponseWorld,
  accountId: string,
  key: string,
): IdempotentResponse | null {
  const stored = idempotency.find(accountId, key);
  return stored !== null && kernel.nowMs < stored.acceptedMs + RETENTION_MS ? stored : null;
}

/** Must be called inside a unit of work. */
export function deleteExpiredResponses({ idempotency }: Pick<World, 'idempotency'>, nowMs: number): void {
  idempotency.forgetUntil(nowMs - RETENTION_MS);
}
