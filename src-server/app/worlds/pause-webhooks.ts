/**
 * Pauses the webhooks of a copied world (decision N1): its receivers have been told by the world it was copied from. What
 * goes to built-in sinks goes to those of the copy, and stays as it is.
 */
import { BY_CONTROL_PLANE, runRecorded } from '../../engine/command-log.ts';
import { changeEndpoint } from '../../engine/commands/webhooks/manage-webhooks.ts';
import { isSinkPath } from '../../webhooks/endpoint-url.ts';
import type { OpenedWorld } from '../../world/opened-world.ts';

/** To be called before anything of the copy moves. */
export function pauseWebhooks({ world, webhooks, commands }: OpenedWorld): void {
  const leading = webhooks.endpoints().filter(({ url, status }) => status === 'enabled' && !isSinkPath(url));
  for (const { webhookId } of leading) {
    const asked = {
      ...BY_CONTROL_PLANE,
      method: 'PATCH',
      path: `/webhooks/${webhookId}`,
      body: JSON.stringify({ status: 'paused' }),
    };
    // Attempts that were under way are those of the other world.
    const stopAttempts = () => {
      for (const delivery of webhooks.sendingDeliveries()) {
        if (delivery.webhookId === webhookId)
          webhooks.updateDelivery({ ...delivery, sending: false, nextAttemptMs: null });
      }
    };
    runRecorded(commands, asked, () => changeEndpoint(world, webhooks, stopAttempts, webhookId, { status: 'paused' }));
  }
}
