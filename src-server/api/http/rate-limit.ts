/**
 * 60 requests in any 60 s per key (specification section 8, decision E2). express-rate-limit calls the store and sets
 * the headers; the window is our own, because "any 60 s" is a sliding one and refused requests must not count.
 */

import type { RequestHandler } from 'express';
import { type ClientRateLimitInfo, rateLimit, type Store } from 'express-rate-limit';
import { countOf } from '../../domain/numbers/count-of.ts';
import type { ApiKeyIndex } from './api-key-index.ts';
import { Problem } from './problem.ts';
import { contextOf } from './request-context.ts';

export const WINDOW_MS = 60_000;
const POLICY = 'requests';

interface RateLimitClock {
  /** Time of the windows: a clock that cannot be set, or virtual time (decision E19). */
  windowNowMs(): number;
  /** Time of the wall clock, from which the library computes the seconds of its headers until the window moves on. */
  wallNowMs(): number;
}

/** Must follow the check of the key: each key has its own window and its own limit, or none. */
export function createRateLimit(window: RequestWindow): RequestHandler {
  const limited = rateLimit({
    windowMs: WINDOW_MS,
    limit: (request) => contextOf(request).requestLimit ?? Number.POSITIVE_INFINITY,
    store: window,
    keyGenerator: (request) => contextOf(request).keyId,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    identifier: POLICY,
    validate: false,
    handler: (request, _response, next) => {
      const { requestLimit } = contextOf(request);
      next(new Problem('rate_limit', `More than ${countOf(requestLimit ?? 0, 'request')} in 60 s for this API key.`));
    },
  });
  return (request, response, next) => {
    // The library adds its headers to those of the server's own limit, which no longer apply once the key is known.
    response.removeHeader('RateLimit-Policy');
    response.removeHeader('RateLimit');
    if (contextOf(request).requestLimit === null) next();
    else limited(request, response, next);
  };
}

/**
 * Returns headers with the server's limit, for keys without a limit of their own, on responses to requests without a
 * valid key, which do not count.
 */
export function serverLimitHeaders(limit: number | null): Readonly<Record<string, string>> {
  if (limit === null) return {};
  const windowSeconds = WINDOW_MS / 1000;
  return {
    'RateLimit-Policy': `"${POLICY}"; q=${limit}; w=${windowSeconds}`,
    RateLimit: `"${POLICY}"; r=${limit}; t=${windowSeconds}`,
  };
}

/** The instants of each key's latest accepted requests: at most as many as its limit. */
export class RequestWindow implements Store {
  readonly localKeys = true;
  readonly #keys: ApiKeyIndex;
  readonly #clock: RateLimitClock;
  readonly #accepted = new Map<string, Instants>();

  constructor(keys: ApiKeyIndex, clock: RateLimitClock) {
    this.#keys = keys;
    this.#clock = clock;
  }

  increment(key: string): ClientRateLimitInfo {
    const nowMs = this.#clock.windowNowMs();
    const limit = this.#keys.requestLimitOf(key) ?? Number.POSITIVE_INFINITY;
    const instants = this.#instantsOf(key);
    instants.forgetBefore(nowMs);
    const isAccepted = instants.count < limit;
    if (isAccepted) instants.add(nowMs);
    // When the earliest accepted request leaves the window, one more is allowed.
    const untilResetMs = (instants.firstMs ?? nowMs) + WINDOW_MS - nowMs;
    const resetTime = new Date(this.#clock.wallNowMs() + untilResetMs);
    return { totalHits: isAccepted ? instants.count : limit + 1, resetTime };
  }

  /** Returns the number of requests of a key in the current window. */
  usedBy(key: string): number {
    const instants = this.#accepted.get(key);
    instants?.forgetBefore(this.#clock.windowNowMs());
    return instants?.count ?? 0;
  }

  decrement(key: string): void {
    this.#accepted.get(key)?.takeBack();
  }

  resetKey(key: string): void {
    this.#accepted.delete(key);
  }

  #instantsOf(key: string): Instants {
    let instants = this.#accepted.get(key);
    if (instants === undefined) {
      instants = new Instants();
      this.#accepted.set(key, instants);
    }
    return instants;
  }
}

/** Instants in the order of arrival. The cost of a request does not depend on the limit: only the front is read. */
class Instants {
  #all: number[] = [];
  /** Those before this index have left the window. */
  #gone = 0;

  get count(): number {
    return this.#all.length - this.#gone;
  }

  get firstMs(): number | undefined {
    return this.#all[this.#gone];
  }

  add(instantMs: number): void {
    this.#all.push(instantMs);
  }

  takeBack(): void {
    if (this.count > 0) this.#all.pop();
  }

  /** Forgets instants that have left the window, and those in the future after the clock was set back. */
  forgetBefore(nowMs: number): void {
    for (let ms = this.firstMs; ms !== undefined && (ms <= nowMs - WINDOW_MS || ms > nowMs); ms = this.firstMs) {
      this.#gone += 1;
    }
    if (this.#gone * 2 <= this.#all.length) return;
    this.#all = this.#all.slice(this.#gone);
    this.#gone = 0;
  }
}
