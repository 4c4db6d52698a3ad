/**
 * Decides which requests a server with worlds accepts at all (decisions A7, A18, K70, R2), for the gate of its
 * listener, and responds to the others.
 */
import { withoutWorld } from '../../contract/control/worlds/world-address.ts';
import { HEALTH_PATHS } from './health.ts';
import { Problem } from './problem.ts';
import { serverLimitHeaders } from './rate-limit.ts';
import { INERT_HEADERS } from './response-policy.ts';

export const SERVICE_BASES = ['/form-a/v1', '/form-b/v1', '/v1'];
const SERVED_BASES = [...SERVICE_BASES, '/sim', ...HEALTH_PATHS];

/** `allowedHosts` in lower case; `path` includes the address of its world. */
export function gateRules(allowedHosts: readonly string[], allowedOrigins: readonly string[]) {
  const origins = new Set(allowedOrigins);
  return {
    allowedHosts,
    isOpen: (origin: string, path: string) => origins.has(origin) && isOfService(path),
    isPage: (path: string) => !isBelow(path, SERVED_BASES),
  };
}

function isOfService(path: string): boolean {
  return isBelow(path, SERVICE_BASES);
}

/** Ignores case: nothing below these bases is a page, whether or not it is served. */
function isBelow(path: string, bases: readonly string[]): boolean {
  const given = `${withoutWorld(path).toLowerCase()}/`;
  return bases.some((base) => given.startsWith(`${base}/`));
}

interface RefusalDependencies {
  readonly nextRequestId: () => string;
  readonly rateLimit: { readonly perMinute: number | null };
}

/**
 * Creates a function that responds with a reason to a request that reaches no router: bytes that are not an HTTP
 * request, or a request for another server (`path`). The response is a 400 in the shape of every error (decisions A4,
 * A7, C), never Node's bare 400, 408, 413, 417 or 431, with its own request id. It is not journaled.
 */
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
