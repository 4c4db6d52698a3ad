/** What is asked and told about the signature of a webhook (decision I17): plain data between the rooms. */

/** A webhook as somebody got it. */
export interface SignatureMessage {
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The secret by which the receiver checks; `null`: those of this world. */
  readonly secret: string | null;
  /** The endpoint it is for, where that is known. */
  readonly webhookId: string | null;
  /** When it came, Unix ms of the clock that stamps; `null`: when the attempt left whose signature it has. */
  readonly atMs: number | null;
  readonly toleranceSeconds: number;
}

export type SecretKind = 'current' | 'previous' | 'given' | 'other_endpoint';

export interface KnownSecret {
  /** `null`: it was given. */
  readonly webhookId: string | null;
  readonly kind: SecretKind;
  readonly secret: string;
}

/** A message that was sent from here, with the headers of its attempts. */
export interface SentMessage {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly payload: string;
  readonly attempts: readonly SentAttempt[];
}

export interface SentAttempt {
  readonly timestamp: string;
  readonly signatures: readonly string[];
  /** When it left by the clock that stamps; `null`: nobody wrote it down. */
  readonly leftMs: number | null;
}

/** What this world knows that a message can be held against. */
export interface SignatureEvidence {
  /** Of the endpoints that the message is for; the one that was given, if one was, comes first. */
  readonly secrets: readonly KnownSecret[];
  /** Of endpoints that it is not for. */
  readonly others: readonly KnownSecret[];
  /** Those with its id. */
  readonly sent: readonly SentMessage[];
  /** The latest of any id; asked only where those with its id explain nothing. */
  readonly latest: () => readonly SentMessage[];
}

export type SignatureVerdict =
  | 'valid'
  | 'missing_header'
  | 'malformed_timestamp'
  | 'malformed_signature'
  | 'unsupported_version'
  | 'too_old'
  | 'too_new'
  | 'body_changed'
  | 'header_changed'
  | 'wrong_secret'
  | 'secret_not_decoded'
  | 'unknown';

export type SignatureCheckName = 'headers' | 'timestamp' | 'version' | 'form' | 'match' | 'body' | 'age';

export interface SignatureCheckDone {
  readonly name: SignatureCheckName;
  /** `null`: nothing was left to look at. */
  readonly passed: boolean | null;
  readonly explanation: string;
}

export interface BodyDifference {
  /** Bytes that are the same. */
  readonly offset: number;
  readonly sent: string;
  readonly received: string;
}

export interface SignatureExplanation {
  readonly valid: boolean;
  readonly verdict: SignatureVerdict;
  readonly explanation: string;
  readonly secretUsed: Omit<KnownSecret, 'secret'> | null;
  readonly signedContent: string;
  readonly expected: readonly (Omit<KnownSecret, 'secret'> & { readonly signature: string })[];
  readonly received: readonly {
    readonly signature: string;
    readonly version: string | null;
    readonly matches: boolean;
  }[];
  readonly ageSeconds: number | null;
  readonly checks: readonly SignatureCheckDone[];
  readonly deliveryId: string | null;
  readonly bodyDifference: BodyDifference | null;
  readonly resembles: string | null;
}
