/**
 * Says of any webhook whether its signature holds and, where it does not, why (decision I17): which header, which bytes,
 * which secret. Pure: what this world knows comes as evidence. Never throws on what a stranger sent.
 */
import type {
  KnownSecret,
  SignatureEvidence,
  SignatureExplanation,
  SignatureMessage,
} from '../engine/signature-explanation.ts';
import { bodyDifference, resemblance } from './compare-bodies.ts';
import { type Diagnosis, diagnose } from './diagnose-signature.ts';
import { expectedSignatures, findOrigin } from './find-signer.ts';
import { listChecks } from './signature-checks.ts';
import { type ReadHeaders, readSignatureHeaders } from './signature-headers.ts';

export function explainSignature(message: SignatureMessage, evidence: SignatureEvidence): SignatureExplanation {
  const read = readSignatureHeaders(message);
  const { id, seconds } = read;
  const expected = seconds === null ? [] : expectedSignatures(evidence.secrets, { id, seconds, body: message.body });
  const sound = diagnose(message, evidence, read, expected);
  const ageSeconds = seconds === null ? null : ageOf(message, evidence, read, seconds);
  const diagnosis = sound.verdict === 'valid' ? validateAge(sound, ageSeconds ?? 0, message.toleranceSeconds) : sound;
  const { compared } = diagnosis;
  const signedContent = `${id}.${read.timestamp}.${message.body}`;
  return {
    valid: diagnosis.verdict === 'valid',
    verdict: diagnosis.verdict,
    explanation: diagnosis.explanation,
    secretUsed: diagnosis.by === null ? null : withoutSecret(diagnosis.by),
    signedContent,
    expected: expected.map(({ by, signature }) => ({ ...withoutSecret(by), signature })),
    received: read.signatures.map(({ text, version }) => ({
      signature: text,
      version,
      matches: expected.some(({ signature }) => signature === text),
    })),
    ageSeconds,
    checks: listChecks(message, read, diagnosis, ageSeconds),
    deliveryId: compared?.deliveryId ?? null,
    bodyDifference: compared === null ? null : bodyDifference(compared.payload, message.body),
    resembles:
      compared === null || compared.payload === message.body ? null : resemblance(compared.payload, message.body),
  };
}

/** Where nobody knows when it came, it came when it left; a message without an attempt is of its own time. */
function ageOf({ atMs }: SignatureMessage, { sent }: SignatureEvidence, read: ReadHeaders, seconds: number): number {
  const cameMs = atMs ?? findOrigin(sent, read)?.attempt.leftMs ?? null;
  return cameMs === null ? 0 : Math.floor(cameMs / 1000) - seconds;
}

/** A sound signature of another time is refused all the same: somebody may have kept the message and sent it again. */
function validateAge(sound: Diagnosis, ageSeconds: number, toleranceSeconds: number): Diagnosis {
  if (Math.abs(ageSeconds) <= toleranceSeconds) return sound;
  const isOld = ageSeconds > 0;
  const words = isOld
    ? `it was signed ${ageSeconds} s before it came. Either the message was stored and sent again, or the clock here or there is wrong`
    : `its timestamp lies ${-ageSeconds} s after it came. The clock of the receiver is slow, or that of the sender fast`;
  const explanation = `The signature holds, but ${words}; a receiver should tolerate ${toleranceSeconds} s.`;
  return { ...sound, verdict: isOld ? 'too_old' : 'too_new', explanation };
}

function withoutSecret({ webhookId, kind }: KnownSecret): Omit<KnownSecret, 'secret'> {
  return { webhookId, kind };
}
