/**
 * Decides which requests a server with worlds accepts at all (decisions A7, A18, K70, R2), for the gate of its
 * listener.
 */
import { withoutWorld } from '../../contract/control/worlds/world-address.ts';
import { HEALTH_PATHS } from './health.ts';

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

export function isOfService(path: string): boolean {
  return isBelow(path, SERVICE_BASES);
}

/** Ignores case: nothing below these bases is a page, whether or not it is served. */
function isBelow(path: string, bases: readonly string[]): boolean {
  const given = `${withoutWorld(path).toLowerCase()}/`;
  return bases.some((base) => given.startsWith(`${base}/`));
}
