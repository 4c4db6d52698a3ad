/** The explanation of a signature in the terms of the control plane (decision I17). */
import type { SignatureExplanationWire } from '../../../contract/control/webhooks/signature.ts';
import type { KnownSecret, SignatureExplanation } from '../../../engine/signature-explanation.ts';

export function viewSignature(found: SignatureExplanation): SignatureExplanationWire {
  return {
    valid: found.valid,
    verdict: found.verdict,
    explanation: found.explanation,
    secret_used: found.secretUsed === null ? null : viewSecret(found.secretUsed),
    signed_content: found.signedContent,
    signed_bytes: Buffer.byteLength(found.signedContent),
    expected: found.expected.map(({ signature, ...by }) => ({ ...viewSecret(by), signature })),
    received: found.received.map((each) => ({ ...each })),
    age_s: found.ageSeconds,
    checks: found.checks.map((each) => ({ ...each })),
    delivery_id: found.deliveryId,
    injected:
      found.injected === null
        ? null
        : { attempt: found.injected.attempt, fault_id: found.injected.faultId, kind: found.injected.kind },
    body_difference:
      found.bodyDifference === null
        ? null
        : { ...found.bodyDifference, fields: found.bodyDifference.fields.map((each) => ({ ...each })) },
    resembles: found.resembles,
  };
}

function viewSecret({ webhookId, kind }: Omit<KnownSecret, 'secret'>) {
  return { webhook_id: webhookId, kind };
}
