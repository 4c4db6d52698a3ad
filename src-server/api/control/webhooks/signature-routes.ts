/** `POST /sim/signature/explain`: why a receiver takes a webhook, or why it should not (decision I17). */

import type { Router } from 'express';
import { explainSignature } from '../../../contract/control/webhooks/signature.ts';
import { webhookOperations } from '../../../contract/control/webhooks/webhook-operations.ts';
import { parseInstant } from '../../../domain/numbers/instant.ts';
import type { TimeDriver } from '../../../kernel/time-driver.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { sendJson } from '../../http/send-response.ts';
import { viewSignature } from '../../views/webhooks/view-signature.ts';
import type { WebhookService } from './webhook-service.ts';

export interface SignatureRouteDependencies {
  readonly driver: TimeDriver;
  readonly webhookService: Pick<WebhookService, 'explain' | 'stampNowMs'>;
}

export function addSignatureRoutes(router: Router, { webhookService, driver }: SignatureRouteDependencies): void {
  addOperation(router, webhookOperations.explainSignature, readJson, (request, response) => {
    const { headers, body, secret, at, tolerance_s: toleranceSeconds } = parseBody(request, explainSignature);
    driver.nowMs();
    const explained = webhookService.explain({
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      body,
      secret: secret ?? null,
      webhookId: null,
      atMs: at === undefined ? webhookService.stampNowMs() : parseInstant(at),
      toleranceSeconds,
    });
    sendJson(request, response, 200, viewSignature(explained));
  });
}
