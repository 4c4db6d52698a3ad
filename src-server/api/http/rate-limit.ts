/**
 * 60 requests in any 60 s per key (specification section 8, decision E2), with the headers of the 8th draft of the IETF
 * (draft-ietf-httpapi-ratelimit-headers). Refused requests do not count.
 */

import { hash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { countOf } from '../../domain/numbers/count-of.ts';
import { Problem } from './problem.ts';
import { contextOf } from './request-context.ts';

export const WINDOW_MS = 60_000;
const POLICY = 'requests';

/** Must follow the check of the key: each key has its own window and its own limit, or none. */
export function createRateLimit(window: RequestWindow): RequestHandler {
  return (request, response, next) => {
    const { requestLimit: limit, keyId } = contextOf(request);
    // The server's own limit no longer applies once the key is known.
    response.removeHeader('RateLimit-Policy');
    response.removeHeader('RateLimit');
    if (limit === null) return next();
    const { isAccepted, left, resetMs, partition } = window.count(keyId, limit);
    const resetSeconds = Math.ceil(resetMs / 1000);
    response.setHeader('RateLimit', `"${POLICY}"; r=${left}; t=${resetSeconds}`);
    response.setHeader('RateLimit-Policy', `"${POLICY}"; q=${limit}; w=${WINDOW_MS / 1000}; pk=:${partition}:`);
    if (isAccepted) return next();
    response.setHeader('Retry-After', resetSeconds);
    next(new Problem('rate_limit', `More than ${countOf(limit, 'request')} in 60 s for this API key.`));
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

/** The effect of a request on the window of its key. */
interface Counted {
  readonly isAccepted: boolean;
  /** Requests that are left after this one. */
  readonly left: number;
  /** How long until one more request is allowed: when the earliest accepted one leaves the window. */
  readonly resetMs: number;
  /** Names the key in headers, base64. */
  readonly partition: string;
}

/** The instants of each key's latest accepted requests: at most as many as its limit. */
export class RequestWindow {
  readonly #nowMs: () => number;
  readonly #accepted = new Map<string, Instants>();

  /** `nowMs`: a clock that cannot be set, or virtual time (decision E19). */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  count(key: string, limit: number): Counted {
    const nowMs = this.#nowMs();
    const instants = this.#instantsOf(key);
    instants.forgetBefore(nowMs);
    const isAccepted = instants.count < limit;
    if (isAccepted) instants.add(nowMs);
    const left = Math.max(0, limit - instants.count);
    return {
      isAccepted,
      left,
      // In this order, a clock with fractions of a millisecond gives the whole window at most.
      resetMs: WINDOW_MS - (nowMs - (instants.firstMs ?? nowMs)),
      partition: instants.partition,
    };
  }

  /** Returns the number of requests of a key in the current window. */
  usedBy(key: string): number {
    const instants = this.#accepted.get(key);
    instants?.forgetBefore(this.#nowMs());
    return instants?.count ?? 0;
  }

  #instantsOf(key: string): Instants {
    let instants = this.#accepted.get(key);
    if (instants === undefined) {
      instants = new Instants(key);
      this.#accepted.set(key, instants);
    }
    return instants;
  }
}

/** Instants in the order of arrival. The cost of a request does not depend on the limit: only the front is read. */
class Instants {
  readonly partition: string;
  #all: number[] = [];
  /** Those before this index have left the window. */
  #gone = 0;

  constructor(key: string) {
    this.partition = Buffer.from(hash('sha256', key).slice(0, 12)).toString('base64');
  }

  get count(): number {
    return this.#all.length - this.#gone;
  }

  get firstMs(): number | undefined {
    return this.#all[this.#gone];
  }

  add(instantMs: number): void {
    this.#all.push(instantMs);
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
