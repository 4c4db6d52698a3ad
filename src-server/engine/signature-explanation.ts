/** The data that explains the signature of a webhook (decision I17). Types only. */

import type { SECRET_KINDS, SIGNATURE_CHECKS, SIGNATURE_VERDICTS } from '../domain/webhook-choices.ts';

/** A webhook as received. */
export interface SignatureMessage {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The secret that the receiver checks with; `null`: those of this world. */
  readonly secret: string | null;
  /** Its endpoint, if that is known. */
  readonly webhookId: string | null;
  /**
   * When it arrived, Unix ms of the clock that stamps webhooks; `null`: when the attempt with its signature was sent.
   */
  readonly atMs: number | null;
  readonly toleranceSeconds: number;
}

export interface KnownSecret {
  /** `null`: it was provided. */
  readonly webhookId: string | null;
  readonly kind: (typeof SECRET_KINDS)[number];
  readonly secret: string;
}

/** A message that this world sent, with the headers of its attempts. */
export interface SentMessage {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly payload: string;
  readonly attempts: readonly SentAttempt[];
}

export interface SentAttempt {
  /** Counted from 1. */
  readonly number: number;
  readonly timestamp: string;
  readonly signatures: readonly string[];
  /** When it was sent by the clock that stamps webhooks; `null`: not recorded. */
  readonly leftMs: number | null;
  /** The fault that was injected into it. */
  readonly injected: { readonly faultId: string; readonly kind: string } | null;
}

/** The secrets and sent messages that a received one is compared with. */
export interface SignatureEvidence {
  /** Secrets of the endpoints that the message is for; a provided secret comes first. */
  readonly secrets: readonly KnownSecret[];
  /** Secrets of other endpoints. */
  readonly others: readonly KnownSecret[];
  /** Sent messages with its id. */
  readonly sent: readonly SentMessage[];
  /** The latest messages of any id; called only if those with its id explain nothing. */
  readonly latest: () => readonly SentMessage[];
}

export type SignatureVerdict = (typeof SIGNATURE_VERDICTS)[number];
export type SignatureCheckName = (typeof SIGNATURE_CHECKS)[number];

export interface SignatureCheckDone {
  readonly name: SignatureCheckName;
  /** `null`: there was nothing to check. */
  readonly passed: boolean | null;
  readonly explanation: string;
}

/** A field of the received body, by JSON pointer, compared with the sent one. */
export interface FieldChange {
  readonly pointer: string;
  readonly change: 'missing' | 'added' | 'changed';
}

export interface BodyDifference {
  /** Number of equal leading bytes. */
  readonly offset: number;
  readonly sent: string;
  readonly received: string;
  /** At most 20; empty if both are the same JSON, or one is not JSON. */
  readonly fields: readonly FieldChange[];
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
  /** The injected fault with which an attempt was sent exactly like this; `null`: none, or the signature is valid. */
  readonly injected: { readonly attempt: number; readonly faultId: string; readonly kind: string } | null;
  readonly bodyDifference: BodyDifference | null;
  readonly resembles: string | null;
}
