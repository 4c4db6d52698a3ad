/**
 * HTTP faults: named, bounded options that break responses of the interface, or webhooks. Data and pure functions;
 * `api` and `webhooks` match requests and carry out hits.
 */
import { streamKey } from '../../kernel/streams.ts';
import type { Latency } from '../../market/data/market-data.ts';
import { drawLatencyMs } from '../../market/exchange/latency.ts';

/** The kinds of a scope have its prefix; the contract defines them. */
type HttpFaultKind = `api_${string}` | `webhook_${string}`;

/** The scope of a fault: clients of the interface, or receivers of webhooks. */
export type HttpFaultScope = 'interface' | 'webhook';

export function scopeOfKind(kind: HttpFaultKind): HttpFaultScope {
  return kind.startsWith('api_') ? 'interface' : 'webhook';
}

/** The record of a hit in the journal, or in an attempt. */
export interface Injection {
  readonly faultId: string;
  readonly kind: HttpFaultKind;
}

/**
 * The requested fault: its kind, the fields of the kind and its match, as parsed by the contract. The room that carries
 * it out parses them by that contract again; the engine only stores them.
 */
export interface HttpFaultTerms {
  readonly kind: HttpFaultKind;
  readonly [field: string]: unknown;
}

export interface HttpFault {
  readonly faultId: string;
  readonly terms: HttpFaultTerms;
  /** Number of matches that are not hit at first. */
  readonly skip: number;
  /** Share of the remaining matches that are hit: above 0, at most 1. */
  readonly share: number;
  /** Virtual time, like all times here. */
  readonly fromMs: number;
  /** `null`: until it is ended, or its count is used up. */
  readonly untilMs: number | null;
  /** Number of hits after which it ends; `null`: hits are not counted. */
  readonly count: number | null;
  /** Number of matches while it was active; the draw of a share uses this number, so it is reproducible. */
  readonly chances: number;
  readonly hits: number;
  /** When it was ended on request, or by its last hit. */
  readonly endedMs: number | null;
  readonly createdMs: number;
}

/** Persists faults. Writing methods may only be called inside the kernel's open transaction. */
export interface HttpFaultStore {
  insert(fault: HttpFault): void;
  /** Updates chances, hits and end; nothing else of a fault ever changes. */
  update(fault: HttpFault): void;
  /** In the order in which they were set. */
  all(): HttpFault[];
  /** Returns delivery attempts that faults broke, latest first. */
  brokenAttempts(limit: number): BrokenAttempt[];
}

/** An attempt that a fault hit, and its response. */
export interface BrokenAttempt {
  readonly injected: Injection;
  readonly deliveryId: string;
  readonly attempt: number;
  readonly eventId: string;
  readonly webhookId: string;
  /** URL of the attempt. */
  readonly url: string;
  readonly atMs: number;
  readonly responseStatus: number | null;
  readonly error: string | null;
  /** Whether the same endpoint accepted an earlier attempt of the same event. */
  readonly wasTakenBefore: boolean;
  /** Status of the response to the next attempt; `null`: none, or no such attempt yet. */
  readonly nextStatus: number | null;
}

/** In whole ms, as in requests. */
type WrittenLatency =
  | { readonly fixed: number }
  | { readonly min: number; readonly max: number }
  | { readonly median: number; readonly sigma: number; readonly max: number };

/**
 * Draws how long a fault delays a response: one draw for each of its hits, numbered from 1, from the requested
 * distribution.
 */
export function drawDelayMs(seed: number, faultId: string, hit: number, written: WrittenLatency): number {
  return drawLatencyMs(latencyOf(written), streamKey(seed, 'wire.fault.latency', faultId), hit);
}

function latencyOf(written: WrittenLatency): Latency {
  if ('fixed' in written) return { kind: 'fixed', ms: written.fixed };
  if ('min' in written) return { kind: 'uniform', minMs: written.min, maxMs: written.max };
  return { kind: 'lognormal', medianMs: written.median, sigma: written.sigma, maxMs: written.max };
}
