/**
 * 60 requests in any 60 s per key (specification section 8, decision E2). express-rate-limit keeps the edge and the
 * headers; the window is ours, because "any 60 s" is a sliding one and refused requests must not count.
 */
import type { RequestHandler } from 'express';
import { type ClientRateLimitInfo, rateLimit, type Store } from 'express-rate-limit';
import { contextOf } from './exchange.ts';
import { bearerToken } from './key-ring.ts';
import { Problem } from './problem.ts';

const WINDOW_MS = 60_000;

export interface RateLimitClock {
  /** What windows are counted on: the wall clock, or virtual time in a scenario. */
  windowNowMs(): number;
  /** The wall clock, by which the library works out the seconds of its headers. */
  wallNowMs(): number;
}

export function createRateLimit(limit: number, clock: RateLimitClock): RequestHandler {
  return rateLimit({
    windowMs: WINDOW_MS,
    limit,
    store: new SlidingWindow(limit, clock),
    keyGenerator: (request) => bearerToken(request.headers.authorization) ?? contextOf(request).accountId,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    identifier: 'requests',
    validate: false,
    handler: (_request, _response, next) => {
      next(new Problem('rate_limit', `More than ${limit} requests in 60 s for this API key.`));
    },
  });
}

/** The instants of each key's latest accepted requests: at most `limit` numbers a key. */
class SlidingWindow implements Store {
  readonly localKeys = true;
  readonly #limit: number;
  readonly #clock: RateLimitClock;
  readonly #accepted = new Map<string, number[]>();

  constructor(limit: number, clock: RateLimitClock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  increment(key: string): ClientRateLimitInfo {
    const nowMs = this.#clock.windowNowMs();
    const instants = (this.#accepted.get(key) ?? []).filter((instantMs) => instantMs > nowMs - WINDOW_MS);
    const isAccepted = instants.length < this.#limit;
    if (isAccepted) instants.push(nowMs);
    this.#accepted.set(key, instants);
    // The earliest accepted request leaves the window first: then one more is allowed again.
    const untilResetMs = (instants[0] ?? nowMs) + WINDOW_MS - nowMs;
    const resetTime = new Date(this.#clock.wallNowMs() + untilResetMs);
    return { totalHits: isAccepted ? instants.length : this.#limit + 1, resetTime };
  }

  decrement(key: string): void {
    this.#accepted.get(key)?.pop();
  }

  resetKey(key: string): void {
    this.#accepted.delete(key);
  }
}
