/** Asks what is the matter with the signature of a webhook. Changes nothing. Throws ApiError. */
import type { SignatureExplanation } from '../../src-server/contract/control/webhooks/signature.ts';
import { sendJson } from './api-client.ts';
import type { FormBody } from './market-calls.ts';

/** `ExplainSignature` of the contract. */
export function explainSignature(body: FormBody): Promise<SignatureExplanation> {
  return sendJson('POST', '/sim/signature/explain', { body });
}
