/**
 * HTTP faults: named, bounded options that break responses of the interface, or webhooks. Data and pure functions;
 * `api` and `webhooks` match requests and carry out hits.
 */

/** The kinds of a scope have its prefix; which there are, the contract says. */
type HttpFaultKind = `api_${string}` | `webhook_${string}`;

/** Who meets it: clients of the interface, or receivers of webhooks. */
export type HttpFaultScope = 'interface' | 'webhook';

export function scopeOfKind(kind: HttpFaultKind): HttpFaultScope {
  return kind.startsWith('api_') ? 'interface' : 'webhook';
}

/** What a hit left behind in the journal, or in an attempt. */
export interface Injection {
  readonly faultId: string;
  readonly kind: HttpFaultKind;
}

/**
 * A fault as it was asked for: its kind, the fields of the kind and what it matches, as the contract read them. Whoever
 * carries it out reads them by that contract again; the engine only keeps them.
 */
export interface HttpFaultTerms {
  readonly kind: HttpFaultKind;
  readonly [field: string]: unknown;
}

export interface HttpFault {
  readonly faultId: string;
  readonly terms: HttpFaultTerms;
  /** So many of what it matches are spared first. */
  readonly skip: number;
  /** Of the rest, this share is hit: above 0, at most 1. */
  readonly share: number;
  /** Virtual time, as all times here. */
  readonly fromMs: number;
  /** `null`: until it is ended, or its count is used up. */
  readonly untilMs: number | null;
  /** Ends after so many hits; `null`: it does not count. */
  readonly count: number | null;
  /** How often something matched while it held; the draw of a share goes by this number, so it repeats. */
  readonly chances: number;
  readonly hits: number;
  /** When it was ended by hand, or by its last hit. */
  readonly endedMs: number | null;
  readonly createdMs: number;
}

/** Remembers faults. Writing happens inside the kernel's open transaction only. */
export interface HttpFaultStore {
  insert(fault: HttpFault): void;
  /** Chances, hits and ending; nothing else of a fault ever changes. */
  update(fault: HttpFault): void;
  /** In the order they were set. */
  all(): HttpFault[];
  /** Attempts to deliver that were broken, latest first. */
  brokenAttempts(limit: number): BrokenAttempt[];
}

/** An attempt that a fault hit, and what came back. */
export interface BrokenAttempt {
  readonly injected: Injection;
  readonly deliveryId: string;
  readonly attempt: number;
  readonly eventId: string;
  readonly webhookId: string;
  /** Where it went. */
  readonly url: string;
  readonly atMs: number;
  readonly responseStatus: number | null;
  readonly error: string | null;
  /** Whether an earlier attempt of the same event was taken by the same endpoint. */
  readonly wasTakenBefore: boolean;
  /** What the attempt after it was answered; `null`: nothing, or there is none yet. */
  readonly nextStatus: number | null;
}
