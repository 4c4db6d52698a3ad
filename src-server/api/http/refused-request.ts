/**
 * Responses to requests that reach no router: bytes that are not an HTTP request, and requests for another server. 400
 * in the shape of every error (decisions A4, A7, C), never Node's bare 400, 408, 413, 417 or 431. They are not
 * journaled.
 */

import { isOfService } from './gate-rules.ts';
import { Problem } from './problem.ts';
import { serverLimitHeaders } from './rate-limit.ts';
import { INERT_HEADERS } from './response-policy.ts';

interface RefusalDependencies {
  readonly nextRequestId: () => string;
  readonly rateLimit: { readonly perMinute: number | null };
}

/** Creates a function that responds with a reason; `path` of a request. Each response has its own request id. */
export function createRefusals({ nextRequestId, rateLimit }: RefusalDependencies) {
  const limit = serverLimitHeaders(rateLimit.perMinute);
  return (why: string, path: string | null) => {
    const requestId = nextRequestId();
    const problem = new Problem('invalid_request', why);
    return {
      status: '400 Bad Request',
      headers: {
        ...INERT_HEADERS,
        ...(path !== null && isOfService(path) ? limit : {}),
        'Content-Type': 'application/json; charset=utf-8',
        'X-Request-Id': requestId,
      },
      body: JSON.stringify(problem.body(requestId)),
    };
  };
}
