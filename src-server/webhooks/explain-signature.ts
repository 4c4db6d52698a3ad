/**
 * Explains whether the signature of a webhook is valid and, if not, why (decision I17): which header, which bytes,
 * which secret. Pure: the world's state is passed as evidence. Never throws on foreign input.
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
  const undated = diagnose(message, evidence, read, expected);
  const ageSeconds = seconds === null ? null : ageOf(message, evidence, read, seconds);
  const diagnosis =
    undated.verdict === 'valid' ? validateAge(undated, ageSeconds ?? 0, message.toleranceSeconds) : undated;
  const { compared } = diagnosis;
  const injected = diagnosis.verdict === 'valid' ? null : injectedInto(message, evidence, read);
  const signedContent = `${id}.${read.timestamp}.${message.body}`;
  return {
    valid: diagnosis.verdict === 'valid',
    verdict: diagnosis.verdict,
    explanation: injected === null ? diagnosis.explanation : explainInjected(diagnosis, injected),
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
    injected,
    bodyDifference: compared === null ? null : bodyDifference(compared.payload, message.body),
    resembles:
      compared === null || compared.payload === message.body ? null : resemblance(compared.payload, message.body),
  };
}

/** The fault of the attempt that was sent with exactly this id, timestamp, signature and body. */
function injectedInto({ body }: SignatureMessage, { sent }: SignatureEvidence, read: ReadHeaders): Injected | null {
  const origin = findOrigin(sent, read);
  if (origin === null || origin.attempt.injected === null) return null;
  const { number: attempt, timestamp, injected } = origin.attempt;
  const isAsSent = timestamp === read.timestamp && origin.sent.payload === body;
  return isAsSent ? { attempt, ...injected } : null;
}

type Injected = NonNullable<SignatureExplanation['injected']>;

/** Nothing happened in transit: Ballast sent it like this, as the fault demands. */
function explainInjected({ verdict, explanation }: Diagnosis, { attempt, kind, faultId }: Injected): string {
  const sent = `Ballast sent attempt ${attempt} exactly like this, because of the injected fault ${kind} (${faultId}).`;
  return verdict === 'header_changed' ? `${sent} The signature was altered on purpose.` : `${explanation} ${sent}`;
}

/** If its arrival time is unknown, a message arrived when its attempt was sent; without an attempt, its age is 0. */
function ageOf({ atMs }: SignatureMessage, { sent }: SignatureEvidence, read: ReadHeaders, seconds: number): number {
  const cameMs = atMs ?? findOrigin(sent, read)?.attempt.leftMs ?? null;
  return cameMs === null ? 0 : Math.floor(cameMs / 1000) - seconds;
}

/** A valid signature with another time is still refused: it may be a replayed message. */
function validateAge(diagnosis: Diagnosis, ageSeconds: number, toleranceSeconds: number): Diagnosis {
  if (Math.abs(ageSeconds) <= toleranceSeconds) return diagnosis;
  const isOld = ageSeconds > 0;
  const reason = isOld
    ? `it was signed ${ageSeconds} s before it was received. Either the message was stored and resent, or one of the clocks is wrong`
    : `its timestamp is ${-ageSeconds} s after it was received. Either the receiver’s clock is slow, or the sender’s is fast`;
  const explanation = `The signature is valid, but ${reason}. The tolerance is ${toleranceSeconds} s.`;
  return { ...diagnosis, verdict: isOld ? 'too_old' : 'too_new', explanation };
}

function withoutSecret({ webhookId, kind }: KnownSecret): Omit<KnownSecret, 'secret'> {
  return { webhookId, kind };
}
