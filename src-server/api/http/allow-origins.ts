/**
 * Lets pages of named origins call the service from a browser (decision R2): responds to their preflights, and their
 * scripts may read responses. Never for `/sim`, whose token must not be given to a page.
 */
import type { RequestHandler } from 'express';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** Headers that scripts may read in addition to the few that every script may read. */
const EXPOSED = [
  'Idempotency-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ');
/** The maximum time for which browsers store a preflight (Chromium). */
const MAX_AGE_S = 7200;

/** Must precede every layer that can refuse a request: a script can only use an error that it may read. */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins);
  return (request, response, next) => {
    const {
      origin,
      'access-control-request-method': requestedMethod,
      'access-control-request-headers': wanted,
    } = request.headers;
    response.vary('Origin');
    if (origin === undefined || !allowed.has(origin)) {
      next();
      return;
    }
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', EXPOSED);
    if (request.method !== 'OPTIONS' || requestedMethod === undefined) {
      next();
      return;
    }
    response.setHeader('Access-Control-Allow-Methods', METHODS);
    if (wanted !== undefined) response.setHeader('Access-Control-Allow-Headers', wanted);
    response.setHeader('Access-Control-Max-Age', MAX_AGE_S);
    response.status(204).end();
  };
}
