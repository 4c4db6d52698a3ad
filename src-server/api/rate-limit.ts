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
  readonly #accepted = new Map<string, Instants>();

  constructor(limit: number, clock: RateLimitClock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  increment(key: string): ClientRateLimitInfo {
    const nowMs = this.#clock.windowNowMs();
    const instants = this.#instantsOf(key);
    instants.forgetBefore(nowMs);
    const isAccepted = instants.count < this.#limit;
    if (isAccepted) instants.add(nowMs);
    // The earliest accepted request leaves the window first: then one more is allowed again.
    const untilResetMs = (instants.firstMs ?? nowMs) + WINDOW_MS - nowMs;
    const resetTime = new Date(this.#clock.wallNowMs() + untilResetMs);
    return { totalHits: isAccepted ? instants.count : this.#limit + 1, resetTime };
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

/** Instants in the order they came. A request costs the same however high the limit is: only the front is looked at. */
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

  /** Forgets what has left the window, and what a clock that was set back puts into the future. */
  forgetBefore(nowMs: number): void {
    for (let ms = this.firstMs; ms !== undefined && (ms <= nowMs - WINDOW_MS || ms > nowMs); ms = this.firstMs) {
      this.#gone += 1;
    }
    if (this.#gone * 2 <= this.#all.length) return;
    this.#all = this.#all.slice(this.#gone);
    this.#gone = 0;
  }
}
