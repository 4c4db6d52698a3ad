/** A webhook as the draft of the signature page's form, and the request made of it. */
import type { ControlBody } from '../../../../src-server/contract/control/control-routes.ts';
import { type NumberText, numberOf } from '../../../components/forms/number-text.ts';
import { omitEmpty } from '../../../components/forms/omit-empty.ts';
import { toInstant } from '../../../components/forms/virtual-instant.ts';
import { parseHeaders } from '../../../components/webhooks/parse-headers.ts';
import type { SignatureText } from '../../../components/webhooks/signature-source.ts';

export interface SignatureDraft extends SignatureText {
  readonly secret: string;
  readonly tolerance_s: NumberText;
}

const DEFAULT_TOLERANCE_S = 300;

export function newSignatureDraft(text: SignatureText): SignatureDraft {
  return { ...text, secret: '', tolerance_s: DEFAULT_TOLERANCE_S };
}

/** The body is sent verbatim: an additional line break is what the page is meant to find. */
export function signatureBody({
  headers,
  body,
  at,
  secret,
  tolerance_s,
}: SignatureDraft): ControlBody<'POST /signature/explain'> {
  const tolerance = tolerance_s === '' ? null : numberOf(tolerance_s);
  const chosen = omitEmpty({ secret: secret.trim(), at: toInstant(at), tolerance_s: tolerance });
  return { headers: parseHeaders(headers).headers, body, ...chosen };
}
