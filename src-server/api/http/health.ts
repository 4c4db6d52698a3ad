/**
 * `/health` and `/ready` of a server and of each of its worlds (decision A20): whether it listens, and whether its
 * worlds respond. Needs no key and precedes every world: a probe changes nothing, is in no journal, and has no request
 * id.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readiness } from '../../contract/control/world/health.ts';
import { splitWorldPath } from '../../contract/control/worlds/world-address.ts';
import { INERT_HEADERS } from './response-policy.ts';

/** The status of the server (`null`) or of a world by name; `null`: there is no such world. */
export type ReadinessOf = (world: string | null) => Readiness['status'] | null;

/** Below the origin, and below the address of each world. */
export const HEALTH_PATHS = ['/health', '/ready', '/sim/health', '/sim/ready'];

/** Returns false, without a response, if the request is not a probe of an existing world. Parameters are ignored. */
export function handleProbe(request: IncomingMessage, response: ServerResponse, readinessOf: ReadinessOf): boolean {
  const { method, url = '' } = request;
  if (!url.includes('/health') && !url.includes('/ready')) return false;
  const place = splitWorldPath(url);
  const [path = ''] = (place?.rest ?? url).split('?');
  if (!HEALTH_PATHS.includes(path) || (method !== 'GET' && method !== 'HEAD')) return false;
  const readiness = readinessOf(place?.name ?? null);
  if (readiness === null) return false;
  const status = path.endsWith('/health') ? 'ok' : readiness;
  const body = JSON.stringify({ status });
  response.writeHead(status === 'ok' || status === 'ready' ? 200 : 503, {
    ...INERT_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
  return true;
}
