/**
 * Sends again what an endpoint did not get (decision I14), in the order of the events, each under the id it always had.
 */
import type { DeliveryRecord, WebhookStore } from '../../ports/webhook-ports.ts';
import type { World } from '../../world.ts';
import type { ScheduleNext } from './manage-webhooks.ts';

/** How many are pending again; `null` where there is no such endpoint. `sinceMs` null: from the beginning. */
export function redeliverEndpoint(
  world: Pick<World, 'kernel'>,
  store: WebhookStore,
  scheduleNext: ScheduleNext,
  webhookId: string,
  statuses: readonly DeliveryRecord['status'][],
  sinceMs: number | null,
): number | 'disabled' | null {
  const endpoint = store.findEndpoint(webhookId);
  if (endpoint === null) return null;
  if (endpoint.status === 'disabled') return 'disabled';
  return world.kernel.execute((unit) => {
    const redelivered = store.reopen(webhookId, statuses, sinceMs ?? 0);
    scheduleNext(unit, webhookId);
    return redelivered;
  });
}
