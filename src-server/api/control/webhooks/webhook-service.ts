/** The functions of webhooks that the control plane uses: signatures, secrets, addresses and repeated deliveries. */
import type { DeliveryRecord, SignatureCheck } from '../../../engine/ports/webhook-ports.ts';
import type { SignatureExplanation, SignatureMessage } from '../../../engine/signature-explanation.ts';
import type { UnitOfWork } from '../../../kernel/unit-of-work.ts';

export interface WebhookService {
  redeliver(unit: UnitOfWork, delivery: DeliveryRecord): DeliveryRecord;
  /** Schedules the next attempts of an endpoint after one of its settings has changed. */
  scheduleNext(unit: UnitOfWork, webhookId: string): void;
  secretOf(seed: number, webhookId: string, rotations: number): string;
  check(secret: string, headers: Readonly<Record<string, string | undefined>>, body: string): SignatureCheck;
  /** Checks any message against all secrets that this world knows. */
  explain(message: SignatureMessage): SignatureExplanation;
  /** Time of the clock that stamps webhooks: the wall clock, or virtual time in a scenario. */
  stampNowMs(): number;
  /** Returns the sink of this world that an endpoint's address means; `null`: none. */
  sinkAt(url: string): string | null;
  /** Returns why an endpoint address is refused, or `null`. */
  urlFault(url: string): string | null;
}
