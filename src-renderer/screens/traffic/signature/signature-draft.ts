/** A webhook as the form of the signature page holds it, and the request it becomes. */
import type { Schemas } from '../../../api/api-client.ts';
import { numberOf } from '../../../components/forms/number-text.ts';
import { toInstant } from '../../../components/forms/virtual-instant.ts';
import { parseHeaders } from '../../../components/webhooks/parse-headers.ts';
import type { SignatureText } from '../../../components/webhooks/signature-source.ts';

export interface SignatureDraft extends SignatureText {
  readonly secret: string;
  /** Empty while nothing is in it. */
  readonly toleranceSeconds: number | string;
}

const USUAL_TOLERANCE_S = 300;

export function newSignatureDraft(text: SignatureText): SignatureDraft {
  return { ...text, secret: '', toleranceSeconds: USUAL_TOLERANCE_S };
}

/** The body goes as it is: a line break more is what the page is there to find. */
export function signatureBody({
  headers,
  body,
  at,
  secret,
  toleranceSeconds,
}: SignatureDraft): Schemas['ExplainSignature'] {
  return {
    headers: parseHeaders(headers).headers,
    body,
    ...(secret.trim() === '' ? {} : { secret: secret.trim() }),
    ...(at.trim() === '' ? {} : { at: toInstant(at) }),
    ...(toleranceSeconds === '' ? {} : { tolerance_s: numberOf(toleranceSeconds) }),
  };
}
