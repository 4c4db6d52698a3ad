/**
 * Lets pages of the origins that were named call the service from a browser (decision R2): their preflights are answered,
 * and their scripts see the answers. Never for `/sim`, whose token no page is to have.
 */
import type { RequestHandler } from 'express';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** What scripts may read besides the few headers that every script may. */
const EXPOSED = [
  'Idempotency-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ');
/** As long as browsers remember a preflight at most (Chromium). */
const MAX_AGE_S = 7200;

/** To stand before every layer that could refuse: an error is of use only to a script that may read it. */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins);
  return (request, response, next) => {
    const {
      origin,
      'access-control-request-method': asked,
      'access-control-request-headers': wanted,
    } = request.headers;
    response.vary('Origin');
    if (origin === undefined || !allowed.has(origin)) {
      next();
      return;
    }
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', EXPOSED);
    if (request.method !== 'OPTIONS' || asked === undefined) {
      next();
      return;
    }
    response.setHeader('Access-Control-Allow-Methods', METHODS);
    if (wanted !== undefined) response.setHeader('Access-Control-Allow-Headers', wanted);
    response.setHeader('Access-Control-Max-Age', MAX_AGE_S);
    response.status(204).end();
  };
}
