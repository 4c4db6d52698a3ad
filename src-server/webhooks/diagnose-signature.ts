/** Diagnoses a signature, the most reliable evidence first (decision I17); `explain-signature.ts` validates its age. */
import type {
  KnownSecret,
  SentMessage,
  SignatureEvidence,
  SignatureMessage,
  SignatureVerdict,
} from '../engine/signature-explanation.ts';
import { resemblance } from './compare-bodies.ts';
import {
  type ExpectedSignature,
  expectedSignatures,
  findMatch,
  findMistake,
  findOrigin,
  isNearMiss,
  type SignedParts,
} from './find-signer.ts';
import type { ReadHeaders } from './signature-headers.ts';

export interface Diagnosis {
  readonly verdict: SignatureVerdict;
  readonly explanation: string;
  /** The secret that made the signature. */
  readonly by: KnownSecret | null;
  /** The sent message that the received one was compared with. */
  readonly compared: SentMessage | null;
}

export function diagnose(
  message: SignatureMessage,
  evidence: SignatureEvidence,
  read: ReadHeaders,
  expected: readonly ExpectedSignature[],
): Diagnosis {
  const named = evidence.sent.find(({ eventId }) => eventId === read.id) ?? null;
  const blank = { by: null, compared: named };
  if (read.seconds !== null && read.id !== '') {
    const parts = { id: read.id, seconds: read.seconds, body: message.body };
    const match = findMatch(expected, read);
    if (match !== null) return { ...blank, ...validateMatch(match, message, expected, read), by: match };
    const mistake = findMistake(evidence.secrets, parts, read);
    if (mistake !== null)
      return { ...blank, verdict: mistake.verdict, explanation: mistake.explanation, by: mistake.by };
    if (read.fault === null) return { ...blank, ...withoutMatch(message, evidence, read, parts, expected, named) };
  }
  const { verdict, explanation } = read.fault ?? {
    verdict: 'unknown' as const,
    explanation: 'The cause cannot be determined.',
  };
  return { ...blank, verdict, explanation };
}

type Finding = Pick<Diagnosis, 'verdict' | 'explanation'> & Partial<Diagnosis>;

/** A provided secret decides; the endpoint's own secret only explains what is wrong with it. */
function validateMatch(
  match: KnownSecret,
  { secret }: SignatureMessage,
  expected: readonly ExpectedSignature[],
  read: ReadHeaders,
): Finding {
  if (secret === null || match.kind === 'given') {
    const whose = match.kind === 'given' ? 'the given secret' : `the ${match.kind} secret of ${match.webhookId}`;
    return {
      verdict: 'valid',
      explanation: `The signature is valid: ${whose} produces it for this id, timestamp and body.`,
    };
  }
  const own = findMatch(
    expected.filter(({ by }) => by.kind !== 'given'),
    read,
  );
  const isPadded = own !== null && secret.trim() === own.secret;
  const hint = isPadded ? ' It has spaces or line breaks around it; remove them.' : '';
  const explanation = `The message is validly signed with the ${match.kind} secret of ${match.webhookId}, but the given secret is a different one.${hint}`;
  return { verdict: 'wrong_secret', explanation };
}

/**
 * None of the endpoint's known secrets gives the signature: another secret did, or something was changed in transit.
 */
function withoutMatch(
  message: SignatureMessage,
  evidence: SignatureEvidence,
  read: ReadHeaders,
  parts: SignedParts,
  expected: readonly ExpectedSignature[],
  named: SentMessage | null,
): Finding {
  const stranger = findMatch(expectedSignatures(evidence.others, parts), read);
  if (stranger !== null) {
    const explanation = `It is signed with the secret of ${stranger.webhookId}, a different endpoint. Check it with the secret of the endpoint that points here.`;
    return { verdict: 'wrong_secret', explanation, by: stranger };
  }
  const latest = evidence.latest();
  const origin = findOrigin(evidence.sent, read) ?? findOrigin(latest, read);
  const change = origin === null ? null : changeOf(message, evidence, read, origin);
  if (change !== null) return change;
  if (isNearMiss(expected, read)) {
    const explanation = 'The signature itself was altered in transit: most of its bytes are right, some are not.';
    return { verdict: 'header_changed', explanation };
  }
  return withoutOrigin(message, latest, named);
}

/** Returns the differences between the message and the attempt with its signature; `null` if there are none. */
function changeOf(
  message: SignatureMessage,
  evidence: SignatureEvidence,
  read: ReadHeaders,
  { sent, attempt: { timestamp } }: NonNullable<ReturnType<typeof findOrigin>>,
): Finding | null {
  const headers = [
    ...(sent.eventId === read.id ? [] : [`webhook-id was ${sent.eventId} and was received as ${read.id}`]),
    ...(timestamp === read.timestamp
      ? []
      : [`webhook-timestamp was ${timestamp} and was received as ${read.timestamp}`]),
  ];
  const signed = expectedSignatures([...evidence.secrets, ...evidence.others], {
    id: sent.eventId,
    seconds: Number(timestamp),
    body: sent.payload,
  });
  const found = { compared: sent, by: findMatch(signed, read) };
  if (sent.payload !== message.body) {
    const also = headers.length === 0 ? '' : ` Besides, ${headers.join(', and ')}.`;
    return { ...found, verdict: 'body_changed', explanation: `${explainBody(sent, message)}${also}` };
  }
  if (headers.length === 0) return null;
  const explanation = `The body was not changed, but ${headers.join(', and ')}. The signature covers both, so neither must be changed.`;
  return { ...found, verdict: 'header_changed', explanation };
}

function explainBody(sent: SentMessage, { body }: SignatureMessage): string {
  const what = resemblance(sent.payload, body);
  const looks = what === null ? '' : ` It looks like ${what}.`;
  return `The signature is that of ${sent.eventId}, but the body is not the one that was sent.${looks} Check the signature against the exact bytes received, before any parsing.`;
}

/** Diagnoses a signature that this world never sent. */
function withoutOrigin(message: SignatureMessage, latest: readonly SentMessage[], named: SentMessage | null): Finding {
  if (named === null) {
    const twin = latest.find(({ payload }) => payload === message.body);
    const which = twin === undefined ? '' : ` Its body is that of ${twin.eventId}.`;
    const explanation = `No known secret produces this signature, and no webhook event with this webhook-id was sent.${which}`;
    return { verdict: 'unknown', explanation, compared: twin ?? null };
  }
  if (named.payload !== message.body) {
    const what = resemblance(named.payload, message.body);
    const looks = what === null ? '' : ` It looks like ${what}.`;
    const explanation = `The body is not the one that was sent.${looks} The signature is not one that was sent with it, either.`;
    return { verdict: 'body_changed', explanation };
  }
  const explanation =
    'Id and body were not changed, but no known secret produces this signature. It was made with another secret.';
  return { verdict: 'wrong_secret', explanation };
}
