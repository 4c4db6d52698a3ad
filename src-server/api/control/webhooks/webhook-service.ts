/**
 * What the control plane asks of the webhooks room: signatures, secrets, addresses and deliveries that are sent again.
 */
import type { DeliveryRecord, SignatureCheck } from '../../../engine/ports/webhook-ports.ts';
import type { SignatureExplanation, SignatureMessage } from '../../../engine/signature-explanation.ts';
import type { UnitOfWork } from '../../../kernel/unit-of-work.ts';

export interface WebhookService {
  redeliver(unit: UnitOfWork, delivery: DeliveryRecord): DeliveryRecord;
  /** Schedules what may now be sent to an endpoint, after something about it has changed. */
  scheduleNext(unit: UnitOfWork, webhookId: string): void;
  secretOf(seed: number, webhookId: string, rotations: number): string;
  check(secret: string, headers: Readonly<Record<string, string | undefined>>, body: string): SignatureCheck;
  /** Checks any message against everything that this world knows. */
  explain(message: SignatureMessage): SignatureExplanation;
  /** The clock that stamps webhooks: the wall's, or virtual time in a scenario. */
  stampNowMs(): number;
  /** Why an endpoint address is refused, or `null`. */
  urlFault(url: string): string | null;
}
