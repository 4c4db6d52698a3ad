/** `POST /sim/signature/explain`: explains why a receiver accepts a webhook, or why it should not (decision I17). */
import type { webhookOperations } from '../../../contract/control/webhooks/webhook-operations.ts';
import { parseInstant } from '../../../domain/numbers/instant.ts';
import { accepted } from '../../../engine/outcome.ts';
import type { HandlersFor } from '../../services.ts';
import { viewSignature } from '../../views/webhooks/view-signature.ts';

type SignatureRows = Pick<typeof webhookOperations, 'explainSignature'>;

export const signatureHandlers: HandlersFor<SignatureRows, 'webhookService'> = {
  explainSignature({ webhookService, body: { headers, body, secret, at, tolerance_s: toleranceSeconds } }) {
    const explained = webhookService.explain({
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      body,
      secret: secret ?? null,
      webhookId: null,
      atMs: at === undefined ? webhookService.stampNowMs() : parseInstant(at),
      toleranceSeconds,
    });
    return accepted(viewSignature(explained));
  },
};
