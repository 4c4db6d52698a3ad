/**
 * `/health` and `/ready` of a server and of each of its worlds (decision A20): whether it listens, and whether its worlds
 * answer. Without a key, before any world is asked: a probe changes nothing, is in no journal, and has no request id.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readiness } from '../../contract/control/world/health.ts';
import { splitWorldPath } from '../../contract/control/worlds/world-address.ts';
import { INERT_HEADERS } from './answer-policy.ts';

/** Of the server (`null`) or of a world that a path names; `null`: there is no such world. */
export type ReadinessOf = (world: string | null) => Readiness['status'] | null;

/** Below the origin, and below the address of each world. */
export const HEALTH_PATHS = ['/health', '/ready', '/sim/health', '/sim/ready'];

/** False where the request is no probe of something that is there: nothing was answered. Parameters mean nothing. */
export function answerProbe(request: IncomingMessage, response: ServerResponse, readinessOf: ReadinessOf): boolean {
  const { method, url = '' } = request;
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
