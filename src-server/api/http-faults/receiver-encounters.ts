/** What receivers of webhooks did with attempts that a fault hit (decision L45). Pure. */
import type { WebhookEncounter } from '../../contract/control/http-faults/fault-coverage.ts';
import { webhookFault } from '../../contract/control/http-faults/http-faults.ts';
import type { ReceiverVerdict } from '../../contract/control/http-faults/receiver-verdicts.ts';
import { type WebhookFault, webhookFaultKind } from '../../contract/control/http-faults/webhook-fault-kinds.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { BrokenAttempt, HttpFault } from '../../engine/http-faults/http-fault.ts';

/** `fault`: the one that hit the attempt. */
export function receiverEncounter(broken: BrokenAttempt, { faultId, terms }: HttpFault): WebhookEncounter {
  const { deliveryId, attempt, eventId, webhookId, atMs, responseStatus, error } = broken;
  const fault = webhookFault.parse(terms);
  return {
    scope: 'webhook',
    fault_id: faultId,
    kind: fault.kind,
    at: formatInstant(atMs),
    webhook_id: webhookId,
    delivery_id: deliveryId,
    attempt,
    event_id: eventId,
    answered: responseStatus === null ? `nothing${error === null ? '' : `: ${error}`}` : String(responseStatus),
    ...verdictOfAttempt(broken, fault),
  };
}

function verdictOfAttempt({ responseStatus: status, ...attempt }: BrokenAttempt, fault: WebhookFault): ReceiverVerdict {
  return webhookFaultKind(fault.kind).verdictOn(status === null ? null : { ...attempt, status }, fault);
}
