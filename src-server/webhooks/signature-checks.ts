/** The steps by which a receiver checks a webhook, each with its result (decision I17). */
import type {
  SignatureCheckDone,
  SignatureCheckName,
  SignatureMessage,
  SignatureVerdict,
} from '../engine/signature-explanation.ts';
import type { Diagnosis } from './diagnose-signature.ts';
import { isWellFormed, type ReadHeaders } from './signature-headers.ts';

export function listChecks(
  { body, toleranceSeconds }: SignatureMessage,
  read: ReadHeaders,
  diagnosis: Diagnosis,
  ageSeconds: number | null,
): SignatureCheckDone[] {
  const { verdict, compared } = diagnosis;
  const isComplete = read.fault?.verdict !== 'missing_header';
  const hasSignatures = read.signatures.length > 0;
  const isComputed = SOUND.has(verdict);
  const isSame = compared === null ? null : compared.payload === body;
  const isInTime = ageSeconds === null ? null : Math.abs(ageSeconds) <= toleranceSeconds;
  return [
    check('headers', isComplete, [
      'webhook-id, webhook-timestamp and webhook-signature are present',
      'a header is missing',
    ]),
    check('timestamp', read.timestamp === '' ? null : read.seconds !== null, [
      'is in Unix seconds',
      'is not in Unix seconds',
    ]),
    check('version', hasSignatures ? read.signatures.some(({ version }) => version === 'v1') : null, [
      'there is a signature of version v1',
      'there is no signature of version v1',
    ]),
    check('form', hasSignatures ? read.signatures.some(isWellFormed) : null, [
      'it is base64 of 32 bytes',
      'none is base64 of the 32 bytes of an HMAC-SHA256',
    ]),
    check('match', read.seconds === null || !hasSignatures ? null : isComputed, [
      'the HMAC-SHA256 of id, timestamp and body is among those received',
      badMatch(diagnosis),
    ]),
    check('body', isSame, ['is identical to the body sent', 'differs from the body sent']),
    check('age', isInTime, [
      `${ageSeconds} s between timestamp and arrival, within the tolerance of ${toleranceSeconds} s`,
      `${ageSeconds} s between timestamp and arrival, beyond the tolerance of ${toleranceSeconds} s`,
    ]),
  ];
}

/** A signature by another secret is sound, but does not match the secret to check with. */
function badMatch({ verdict, by }: Diagnosis): string {
  if (verdict !== 'wrong_secret' || by === null || by.webhookId === null)
    return 'the HMAC-SHA256 of id, timestamp and body is not among those received';
  const own = by.kind === 'other_endpoint' ? 'not that of the endpoint that points here' : 'not the given one';
  return `it was made with the secret of ${by.webhookId}, ${own}`;
}

/** Verdicts of messages whose signature was computed and found. */
const SOUND: ReadonlySet<SignatureVerdict> = new Set(['valid', 'too_old', 'too_new']);

function check(name: SignatureCheckName, passed: boolean | null, [good, bad]: [string, string]): SignatureCheckDone {
  if (passed === null) return { name, passed, explanation: 'there is nothing to check' };
  return { name, passed, explanation: passed ? good : bad };
}
